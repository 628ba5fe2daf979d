package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A sender whose machine fails after each one of its writes goes on with what was stored, and nobody loses or repeats anything. */
class TramStorageCrashTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MESSAGES = 300;

    static LongStream writes() {
        return LongStream.concat(LongStream.rangeClosed(1, 40), LongStream.of(100, 173, 299));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void shouldLoseAndRepeatNothingWhenTheMachineFailsBetweenTwoWrites(long writes) {
        Simulation simulation = Simulation.builder(writes)
                .topology(Topology.star(4, LinkSettings.parse("delay=1ms,loss=2%")))
                .protocol(new TramProtocol())
                .storage(0, 1 << 24)
                .build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 3, SECOND.multipliedBy(20)))
                .isTrue();
        simulation.node(0).send(Workload.paced(MESSAGES, 500, 500));
        simulation.node(0).faults().crashAfterWrites(writes);
        simulation.runUntil(() -> !simulation.node(0).isRunning(), SECOND.multipliedBy(5));
        assertThat(simulation.node(0).isRunning()).as("the machine has failed").isFalse();
        simulation.runFor(SECOND);
        simulation.node(0).restart();
        assertThat(simulation.node(0).memberId()).isEqualTo(1_000);
        simulation.node(0).send(Workload.paced(MESSAGES - simulation.node(0).accepted(), 500, 500));
        simulation.runUntil(simulation.node(0)::isSendingDone, SECOND.multipliedBy(20));
        simulation.node(0).close(SECOND.multipliedBy(30));
        simulation.runUntil(() -> simulation.node(0).closeResult() != null, SECOND.multipliedBy(31));
        simulation.runFor(SECOND);
        for (int host = 1; host < 4; host++) {
            assertThat(simulation.node(host).delivered()).as("host %d", host).isEqualTo(MESSAGES);
            assertThat(simulation.node(host).reportedLost()).isZero();
        }
        simulation.checkComplete();
    }
}
