package org.rmcast.sim.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.Cast;
import org.rmcast.sim.QuietEngine;

/** What counts as an engine's allocations, and what does not. */
class AllocationsTest {
    private static final InetSocketAddress PEER = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);

    private long allocated;

    /** Allocates 7 bytes, and has 1,000 allocated by those whom it calls. */
    private final class Engine extends QuietEngine {
        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions) {
            allocated += 3;
            actions.multicast(datagram, 1);
            allocated += 4;
        }
    }

    @Test
    void shouldCountWhatAnEngineAllocatesAndNotWhatOthersDo() throws Exception {
        RecordingActions actions = new RecordingActions();
        AllocationMeter meter =
                new AllocationMeter(() -> allocated + 1_000L * actions.sent().size());
        MeteredEngine engine = new MeteredEngine(new Engine(), meter);
        engine.onDatagram(PEER, Cast.UNICAST, new byte[1], 0, actions);
        allocated += 50;
        engine.onDatagram(PEER, Cast.UNICAST, new byte[1], 0, actions);
        assertThat(actions.sent()).hasSize(2);
        assertThat(meter.bytes()).isEqualTo(14);
        meter.reset();
        assertThat(meter.bytes()).isZero();
    }

    @Test
    void shouldGiveTheSameFiguresEachTime() throws Exception {
        Allocations first = Allocations.measure("toy", Role.RECEIVER, 0, 210);
        assertThat(first.senderBytes()).isGreaterThan(210);
        assertThat(first.receiverBytes()).isPositive();
        assertThat(Allocations.measure("toy", Role.RECEIVER, 0, 210)).isEqualTo(first);
    }

    @Test
    void shouldSayWhyItCouldNotMeasure() {
        assertThatThrownBy(() -> Allocations.measure("none-such", Role.RECEIVER, 0, 210))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none-such");
    }
}
