package org.rmcast.sim.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.QuietEngine;
import org.rmcast.sim.QuietProtocol;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** What byzantine hosts do; the group is one sender that counts aloud once in 100 ms. */
class AdversaryTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int COUNT = 1;

    private final List<byte[]> received = new ArrayList<>();
    private final Simulation simulation = group();

    @Test
    void shouldReplayWhatItHeardInItsSendersName() {
        attack(Adversary.doing(Adversary.Deed.REPLAY).every(Duration.ofMillis(10)));
        // 20 genuine ones in two seconds, and about 100 of one.
        assertThat(received).hasSizeBetween(70, 170);
        assertThat(received).allMatch(datagram -> DatagramHeader.memberId(datagram) == 1_000);
        assertThat(received.stream().map(java.util.HexFormat.of()::formatHex).distinct())
                .hasSizeLessThanOrEqualTo(20);
    }

    @Test
    void shouldMutateInItsOwnNameAndInTheSendersAndStopInTime() {
        attack(Adversary.doing(Adversary.Deed.MUTATE, Adversary.Deed.SPLICE).every(Duration.ofMillis(10)));
        assertThat(received).anyMatch(datagram -> DatagramHeader.memberId(datagram) == 3_000);
        assertThat(received.stream().map(java.util.HexFormat.of()::formatHex).distinct())
                .hasSizeGreaterThan(50);
        received.clear();
        simulation.runFor(SECOND);
        assertThat(received).hasSizeBetween(9, 11);
    }

    @Test
    void shouldTellLiesWithAValidChecksum() {
        attack(Adversary.telling((heard, ownMemberId, random) -> {
            byte[] lie = Forgery.as(ownMemberId, heard.get(0));
            lie[DatagramHeader.BYTES] = 77;
            return lie;
        }));
        assertThat(received).anyMatch(datagram -> datagram[DatagramHeader.BYTES] == 77);
        assertThat(simulation.node(1).counters().rejected()).isZero();
    }

    @Test
    void shouldUseOnlyWhatItIsToConcernItselfWith() {
        attack(Adversary.doing(Adversary.Deed.REPLAY).concerning(datagram -> false));
        assertThat(received).hasSizeLessThan(22);
    }

    @Test
    void shouldRefuseToLieWithoutLies() {
        assertThatThrownBy(() -> Adversary.doing(Adversary.Deed.LIE)).hasMessageContaining("lies");
        assertThatThrownBy(() -> Adversary.doing(Adversary.Deed.REPLAY).every(Duration.ZERO))
                .hasMessage("mean must be positive, was PT0S");
    }

    private void attack(Adversary adversary) {
        simulation.node(1).observe(new NodeObserver() {
            @Override
            public void onReceived(byte[] datagram, long nowNanos) {
                received.add(datagram);
            }
        });
        simulation.runFor(SECOND);
        adversary.begin(simulation, 2, new SplittableRandom(1), SECOND);
        simulation.runFor(SECOND);
    }

    private static Simulation group() {
        return Simulation.builder(1)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                .protocol(new QuietProtocol(Counting::new))
                .build();
    }

    private static final class Counting extends QuietEngine {
        private long number;
        private long dueNanos;

        Counting(EngineContext context) {
            this.dueNanos = context.memberId() == 1_000 ? 0 : NO_DEADLINE;
        }

        @Override
        public void onStart(long now, Actions actions) {
            if (dueNanos != NO_DEADLINE) {
                dueNanos = now;
            }
        }

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions) {}

        @Override
        public void onDeadline(long now, Actions actions) {
            dueNanos = now + 100_000_000;
            actions.multicast(QuietProtocol.packet(COUNT, number++), 255);
        }

        @Override
        public long nextDeadlineNanos() {
            return dueNanos;
        }
    }
}
