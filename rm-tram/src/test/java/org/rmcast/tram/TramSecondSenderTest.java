package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** A sender whose receivers are another one's knows it, and does not speak to nobody. Host 0 sends, hosts 1 to 4 receive. */
class TramSecondSenderTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MESSAGES = 1_000;

    private static SimulationBuilder star(int hosts) {
        return Simulation.builder(1)
                .topology(Topology.star(hosts, LinkSettings.parse("delay=1ms,rate=100Mbit")))
                .protocol(new TramProtocol())
                .traceLines(0);
    }

    @Test
    void shouldHoldTheMessagesOfASecondSenderUntilReceiversAreItsOwn() {
        Simulation simulation = star(6).role(5, Role.SENDER).startAt(5, SECOND).build();
        SimNode first = simulation.node(0);
        SimNode second = simulation.node(5);
        simulation.runUntil(SECOND);
        AtomicInteger ofSecond = new AtomicInteger();
        simulation.node(1).observe(new NodeObserver() {
            @Override
            public void onDelivered(long sourceId, long number, long nowNanos) {
                if (sourceId == second.memberId()) {
                    ofSecond.incrementAndGet();
                }
            }
        });
        first.send(Workload.paced(4_000, 1_000, 1_000));
        second.send(Workload.unpaced(MESSAGES, 1_000));
        SimFlush flush = second.flush(SECOND.multipliedBy(2));
        simulation.runFor(SECOND.multipliedBy(3));
        assertThat(second.events(SessionEvent.OtherStream.class))
                .singleElement()
                .satisfies(other -> assertThat(other.sourceId()).isEqualTo(first.memberId()));
        assertThat(flush.result()).isEqualTo(new FlushResult(false, List.of(), 0));
        assertThat(ofSecond).hasValue(0);

        first.close(SECOND.multipliedBy(5));
        simulation.runUntil(() -> second.receiverCount() == 4, SECOND.multipliedBy(10));
        assertThat(second.receiverCount()).isEqualTo(4);
        SimFlush again = second.flush(SECOND.multipliedBy(10));
        simulation.runFor(SECOND.multipliedBy(5));
        assertThat(again.result()).isEqualTo(FlushResult.completed());
        assertThat(ofSecond).hasValue(MESSAGES);
    }

    /** Its former receivers still follow its former run for a while, and that is silent. */
    @Test
    void shouldHoldTheMessagesOfASenderThatStartedAgainWithoutStorage() {
        Simulation simulation = star(5).build();
        SimNode sender = simulation.node(0);
        simulation.runUntil(() -> sender.receiverCount() == 4, SECOND.multipliedBy(5));
        sender.send(Workload.unpaced(100, 1_000));
        simulation.runFor(SECOND);
        long before = simulation.node(1).delivered();
        sender.crash();
        simulation.runFor(SECOND.dividedBy(10));
        sender.restart();
        sender.send(Workload.unpaced(MESSAGES, 1_000));
        SimFlush flush = sender.flush(SECOND.multipliedBy(30));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(30));
        assertThat(flush.result()).isEqualTo(FlushResult.completed());
        assertThat(sender.receiverCount()).isEqualTo(4);
        assertThat(simulation.node(1).delivered() - before).isEqualTo(MESSAGES);
    }

    @Test
    void shouldSpeakToNobodyWhenThereIsNobody() {
        Simulation simulation = star(2).notStarted(1).build();
        SimNode sender = simulation.node(0);
        sender.send(Workload.unpaced(10, 1_000));
        SimFlush flush = sender.flush(SECOND.multipliedBy(30));
        simulation.runFor(SECOND);
        assertThat(flush.result())
                .as("there is no member that has not everything")
                .isEqualTo(FlushResult.completed());
        assertThat(sender.events(SessionEvent.OtherStream.class)).isEmpty();
    }
}
