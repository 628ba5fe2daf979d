package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.RepairRequest;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Asked;

class RepairerTest {
    private static final long MILLI = 1_000_000L;
    private static final int RATE = 40_000;

    private final BufferManager cache = new BufferManager(100, 10, 50, 1, (first, limit, now) -> first);
    private final RecordingActions sent = new RecordingActions();
    private final InetSocketAddress one = member(1);
    private final InetSocketAddress two = member(2);

    @Test
    void shouldMulticastOnceForAllWhoAskInThePaper() {
        Repairer repairer = repairer(TramConfig.paper(), 1e9);
        request(repairer, one, 5, 0);
        request(repairer, two, 5, 0);
        repairer.drain(cache, 1, false, 0, sent);
        assertThat(log()).containsExactly("multicast");
    }

    @Test
    void shouldNotRepeatARepairWithinTheHoldOff() {
        Repairer repairer = repairer(TramConfig.paper(), 1e9);
        ask(repairer, one, 0);
        ask(repairer, two, 99 * MILLI);
        assertThat(log()).hasSize(1);
        ask(repairer, two, 100 * MILLI);
        assertThat(log()).hasSize(2);
    }

    @Test
    void shouldServeASingleMemberByUnicastByDefault() {
        Repairer repairer = repairer(TramConfig.defaults(), 1e9);
        ask(repairer, one, 0);
        assertThat(log()).containsExactly("unicast " + one.getPort());
        ask(repairer, one, MILLI / 2);
        assertThat(log()).hasSize(1);
    }

    @Test
    void shouldTurnToMulticastWhenAnotherMemberAsksToo() {
        Repairer repairer = repairer(TramConfig.defaults(), 1e9);
        ask(repairer, one, 0);
        ask(repairer, two, MILLI / 2);
        assertThat(log()).containsExactly("unicast " + one.getPort(), "multicast");
    }

    @Test
    void shouldKeepThePace() {
        Repairer repairer = repairer(TramConfig.paper(), 1_000);
        for (int sequence = 1; sequence <= 10; sequence++) {
            request(repairer, one, sequence, 0);
        }
        repairer.drain(cache, 1, false, 0, sent);
        assertThat(log()).hasSize(1);
        long next = repairer.nextDeadlineNanos();
        assertThat(next).isBetween(50 * MILLI, 200 * MILLI);
        repairer.drain(cache, 1, false, next, sent);
        assertThat(log()).hasSize(2);
    }

    @Test
    void shouldForgetWhatAMemberAskedForWhenItGoes() {
        Repairer repairer = repairer(TramConfig.defaults(), 1e9);
        request(repairer, one, 5, 0);
        repairer.forget(one);
        repairer.drain(cache, 1, false, 0, sent);
        assertThat(log()).isEmpty();
        assertThat(repairer.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    /** As many as like may ask, from as many addresses as they like. */
    @Test
    void shouldRememberABoundedNumberOfThoseWhoAsk() {
        TramContext context = context(TramConfig.defaults());
        Repairer repairer = new Repairer(context, new Pacer(1e9, 0), null, TramPacket.Type.UNICAST_DATA);
        for (int port = 1; port <= 20_000; port++) {
            request(repairer, new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5, 0);
        }
        long now = 0;
        while (repairer.nextDeadlineNanos() != ProtocolEngine.NO_DEADLINE) {
            repairer.drain(cache, 1, false, now++ * MILLI, sent);
        }
        assertThat(log()).hasSize(256);
        assertThat(context.counters.get(TramMeter.REPAIRS_REFUSED)).isEqualTo(20_000 - 256);
    }

    /** One that asks for everything does not keep another one waiting. */
    @Test
    void shouldServeInTurns() {
        Repairer repairer = repairer(TramConfig.defaults(), 1e9);
        for (int sequence = 1; sequence <= 40; sequence++) {
            request(repairer, one, sequence, 0);
        }
        request(repairer, two, 41, 0);
        long now = 0;
        while (repairer.nextDeadlineNanos() != ProtocolEngine.NO_DEADLINE) {
            repairer.drain(cache, 1, false, now++ * MILLI, sent);
        }
        assertThat(log()).hasSize(41);
        assertThat(log().indexOf("unicast " + two.getPort())).isLessThan(17);
    }

    /** Half of its round trip: it may have been on its way before; what comes later is a new question. */
    @Test
    void shouldHoldOffForHalfOfTheRoundTripOfWhoAsks() {
        Repairer repairer = repairer(TramConfig.defaults(), 1e9);
        RepairRequest far = repairer.asking(one, new Asked(7, 100_000, 5, new byte[] {1}), RATE);
        assertThat(far.number()).isEqualTo(7);
        assertThat(far.holdOffNanos()).isEqualTo(50 * MILLI);
        Asked liar = new Asked(7, Integer.MAX_VALUE, 5, new byte[] {1});
        assertThat(repairer.asking(one, liar, RATE).holdOffNanos()).isEqualTo(1_000 * MILLI);
        assertThat(repairer.asking(one, Asked.NOTHING, RATE).holdOffNanos()).isEqualTo(MILLI);
    }

    private static void request(Repairer repairer, InetSocketAddress member, long sequence, long nowNanos) {
        repairer.request(repairer.asking(member, Asked.NOTHING, RATE), sequence, nowNanos);
    }

    private void ask(Repairer repairer, InetSocketAddress member, long nowNanos) {
        request(repairer, member, 5, nowNanos);
        repairer.drain(cache, 1, false, nowNanos, sent);
    }

    private Repairer repairer(TramConfig config, double bytesPerSecond) {
        return new Repairer(context(config), new Pacer(bytesPerSecond, 0), null, TramPacket.Type.RETRANSMISSION);
    }

    private TramContext context(TramConfig config) {
        for (int sequence = 1; sequence <= 41; sequence++) {
            cache.put(sequence, new byte[100]);
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 5_000);
        EngineContext engine = new EngineContext(1, 9, Role.SENDER, address, address, 1, new SplittableRandom(1));
        return new TramContext(engine, config);
    }

    /** What was sent how. */
    private List<String> log() {
        return sent.sent().stream()
                .map(one ->
                        one.to() == null ? "multicast" : "unicast " + one.to().getPort())
                .toList();
    }

    private static InetSocketAddress member(int id) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 6_000 + id);
    }
}
