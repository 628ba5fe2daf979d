package org.rmcast.sim.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.sim.InvariantViolation;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.QuietEngine;
import org.rmcast.sim.QuietProtocol;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** Faults of members that believe too much are found. */
class GroupFuzzTest {
    private static final int STRANGER = 2;

    @Test
    void shouldFindMemberThatAnswersMuchLaterWithMoreThanItWasAsked() {
        // Six answers of 36 bytes to a question of as many, half a second later.
        assertThat(amplification(6)).isGreaterThan(1);
        assertThat(amplification(1)).isBetween(0.1, 1.0);
    }

    @Test
    void shouldFindAMemberThatThrows() {
        assertThatThrownBy(() -> fuzz(1, 50).run(1, 5_000, simulation -> {}))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("in onDatagram: java.lang.IllegalStateException: no room");
    }

    @Test
    void shouldSendEachGroupAsManyAsItIsTold() {
        GroupFuzz.Result result = fuzz(1, Long.MAX_VALUE).perGroup(1_000, 200).run(1, 2_000, simulation -> {});
        assertThat(result.table().tried()).isBetween(1_200L, 2_000L);
        assertThat(result.worst().seed()).isBetween(1L, 2L);
        assertThatThrownBy(() -> fuzz(1, 1).perGroup(30, 20)).hasMessageContaining("of those per burst, 20, were 30");
    }

    @Test
    void shouldCountWhatPassesTheDecoder() {
        MutationTable table =
                fuzz(1, Long.MAX_VALUE).run(1, 2_000, simulation -> {}).table();
        // Some come back to the member in whose name they are, which takes no notice.
        assertThat(table.tried()).isBetween(1_200L, 2_000L);
        assertThat(table.passedShare()).isBetween(0.5, 0.99);
        assertThat(table.offsetsPassed(Echo.QUESTION)).contains(DatagramHeader.BYTES);
    }

    private static double amplification(int answers) {
        return fuzz(answers, Long.MAX_VALUE)
                .run(1, 2_000, simulation -> {})
                .worst()
                .amplification();
    }

    private static GroupFuzz fuzz(int answers, long room) {
        return GroupFuzz.of(
                seed -> Simulation.builder(seed)
                        .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                        .protocol(new QuietProtocol(context -> new Echo(context, answers, room)))
                        .unjudged(),
                STRANGER,
                Duration.ofSeconds(2));
    }

    /** Asks twice a second; the sender answers up to half a second later; breaks at numbers that it did not expect. */
    private static final class Echo extends QuietEngine {
        static final int QUESTION = 1;
        private static final int ANSWER = 2;
        private static final long PERIOD_NANOS = 500_000_000;

        private final EngineContext context;
        private final int answers;
        private final long room;
        private final List<InetSocketAddress> askers = new ArrayList<>();
        private long number;
        private long dueNanos;

        Echo(EngineContext context, int answers, long room) {
            this.context = context;
            this.answers = answers;
            this.room = room;
        }

        @Override
        public void onStart(long now, Actions actions) {
            dueNanos = now;
        }

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions)
                throws DecodeException {
            WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
            long asked = reader.readSequence("number");
            reader.finish();
            if (asked > room) {
                throw new IllegalStateException("no room");
            }
            if (DatagramHeader.type(datagram) == QUESTION && context.role() == Role.SENDER) {
                askers.add(from);
            }
        }

        @Override
        public void onDeadline(long now, Actions actions) {
            dueNanos = now + PERIOD_NANOS;
            for (int i = 0; i < answers; i++) {
                askers.forEach(asker -> actions.unicast(asker, QuietProtocol.packet(ANSWER, number)));
            }
            askers.clear();
            actions.multicast(QuietProtocol.packet(QUESTION, number++), 255);
        }

        @Override
        public long nextDeadlineNanos() {
            return dueNanos;
        }
    }
}
