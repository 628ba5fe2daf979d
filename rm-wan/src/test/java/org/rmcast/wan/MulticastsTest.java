package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EventCause;
import org.rmcast.api.Parameters;
import org.rmcast.api.Recipients;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.testing.RecordingActions.Sent;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.Unit;

/** Which units go by multicast, and in which order all leave. */
class MulticastsTest {
    private static final long A = 1;
    private static final long B = 30;
    private static final long C = 40;
    private static final long DEAF = 50;

    private final WanContext context = Parts.context(Parameters.none(), A, B, C, DEAF);
    private final Departures departures = new Departures(context);
    private final OwnStream own = new OwnStream(context, departures, new Routes(context));
    private final Acks acks = new Acks(context, new Routes(context));
    private final Outbound outbound = new Outbound(context, acks);
    private final RecordingActions actions = new RecordingActions();

    @BeforeEach
    void hear() {
        for (long id : new long[] {A, B, C}) {
            context.multicasts.onHears(Parts.peer(context, id), true);
        }
    }

    private void send(Recipients to) {
        assertThat(own.send(new byte[10], false, to, 0, actions)).isTrue();
    }

    private void drain() {
        outbound.drain(Parts.SECOND, actions);
    }

    /** To whom messages went, by number: the group is 0. */
    private List<String> left() {
        return actions.sent().stream().map(MulticastsTest::words).toList();
    }

    /** Members 4 and more that are to get so many copies, of 10 that hear it; how many packets leave at once, and by multicast. */
    @ParameterizedTest
    @CsvSource({
        "5 of 10 once, 1 1 1 1 1, 5, 0",
        "6 of 10 once, 1 1 1 1 1 1, 1, 1",
        "one in copies, 1 1 1 1 1 1 1 1 1 3, 2, 1",
        "most in copies, 1 2 2 2 2 2 2 2 2 2, 1, 1",
        "all in copies, 3 3 3 3 3 3 3 3 3 3, 1, 1",
    })
    void shouldSendSoThatFewestPacketsAreSentAndReceived(String words, String copies, int packets, int multicasts) {
        long[] ids = LongStream.rangeClosed(101, 110).toArray();
        WanContext ten = Parts.context(Parameters.none(), ids);
        Outbound out = new Outbound(ten, new Acks(ten, new Routes(ten)));
        String[] each = copies.split(" ", -1);
        RoutePlan plan = RoutePlan.PLAIN;
        for (int i = 0; i < ids.length; i++) {
            Peer peer = Parts.peer(ten, ids[i]);
            ten.multicasts.onHears(peer, true);
            plan = i < each.length ? plan.with(peer.slot, new Leg(0, Integer.parseInt(each[i]), 0, 0)) : plan;
        }
        long slots = ten.members.others() & (2L << each.length) - 2;
        HeldUnit unit = Parts.unit(Parts.SELF, 1, Parts.VIEW, slots);
        unit.routes = plan;
        ten.multicasts.offer(unit);
        ten.members.peers().stream().filter(peer -> unit.isFor(peer.slot)).forEach(peer -> peer.out.units.put(1, unit));
        out.drain(Parts.SECOND, actions);
        assertThat(actions.sent()).as(words).hasSize(packets);
        assertThat(actions.multicasts()).as(words).hasSize(multicasts);
    }

    private static String words(Sent sent) {
        WanPacket packet = Parts.decode(sent.datagram());
        String to = sent.to() == null ? "group" : "" + (sent.to().getPort() - 6_000);
        return ((Data) packet).units().stream().map(Unit::number).toList() + " to " + to;
    }

    private void assertAllSent() {
        for (Peer peer : context.members.peers()) {
            assertThat(peer.out.hasToSend()).as(peer.toString()).isFalse();
        }
        assertThat(outbound.hasToSend()).isFalse();
    }

    @Test
    void shouldSendToAllThatHearItAtOnceAndToOthersOneByOne() {
        send(Recipients.GROUP);
        drain();
        assertThat(left()).containsExactlyInAnyOrder("[1] to group", "[1] to 50");
        assertAllSent();
        for (long id : new long[] {A, B, C, DEAF}) {
            assertThat(Parts.peer(context, id).out.isAwaiting()).isTrue();
            assertThat(Parts.peer(context, id).out.resendAtNanos).isGreaterThan(Parts.SECOND);
        }
    }

    @Test
    void shouldSendToMostOfThemAtOnce() {
        context.multicasts.onHears(Parts.peer(context, B), false);
        send(Recipients.of(A, C));
        drain();
        assertThat(left()).containsExactly("[1] to group");
        assertAllSent();
    }

    @Test
    void shouldSendToFewOneByOne() {
        send(Recipients.of(B));
        send(Recipients.of(B, DEAF));
        drain();
        assertThat(left()).containsExactlyInAnyOrder("[1, 2] to 30", "[2] to 50");
        assertAllSent();
    }

    @Test
    void shouldPutSeveralInOnePacket() {
        send(Recipients.of(A, B, C));
        send(Recipients.of(C, B, A));
        send(Recipients.of(A, B, C));
        drain();
        assertThat(left()).containsExactly("[1, 2, 3] to group");
        assertAllSent();
    }

    /** No gap shows at anybody for longer than it takes to fill a packet. */
    @Test
    void shouldSendInTheOrderOfAcceptance() {
        send(Recipients.of(A, B, C));
        send(Recipients.of(A));
        send(Recipients.of(B, A, C));
        send(Recipients.of(B));
        drain();
        assertThat(left()).containsExactly("[1, 3] to group", "[2] to 1", "[4] to 30");
        assertAllSent();
    }

    @Test
    void shouldSendOneByOneToOneThatHearsItNoMore() {
        send(Recipients.GROUP);
        context.multicasts.onHears(Parts.peer(context, C), false);
        send(Recipients.GROUP);
        drain();
        assertThat(left()).containsExactlyInAnyOrder("[1, 2] to group", "[2] to 40", "[1, 2] to 50");
        assertAllSent();
    }

    /** What waits is left out for one that is gone. */
    @Test
    void shouldForgetOneThatIsGone() {
        send(Recipients.of(A, B, C));
        Peer gone = Parts.peer(context, B);
        context.members.remove(gone);
        context.multicasts.onGone(gone);
        own.onGone(gone, new Reason(EventCause.SILENT, "gone"), 0, actions);
        send(Recipients.of(A, C));
        drain();
        assertThat(left()).containsExactly("[1, 2] to group");
        assertAllSent();
    }

    /** Its stream there has not begun: what it hears before it knows of it, it would drop. */
    @Test
    void shouldNotCountOneWhoseStreamHasNotBegun() {
        Peer fresh = Parts.add(context, 60);
        context.multicasts.onHears(fresh, true);
        send(Recipients.of(A, 60));
        fresh.out.opened = true;
        drain();
        assertThat(left()).containsExactlyInAnyOrder("[1] to 1", "[1] to 60");
    }

    @Test
    void shouldWaitForTheRate() {
        WanContext slow = Parts.context(Parameters.none().with("maxRate", 1_000), A, B);
        OwnStream stream = new OwnStream(slow, new Departures(slow), new Routes(slow));
        Outbound out = new Outbound(slow, new Acks(slow, new Routes(slow)));
        slow.multicasts.onHears(Parts.peer(slow, A), true);
        slow.multicasts.onHears(Parts.peer(slow, B), true);
        for (int i = 0; i < 3; i++) {
            assertThat(stream.send(new byte[1_000], false, Recipients.GROUP, 0, actions))
                    .isTrue();
        }
        long now = Parts.SECOND;
        for (int i = 1; i <= 3; i++) {
            out.drain(now, actions);
            assertThat(actions.multicasts()).hasSize(i);
            assertThat(out.hasToSend()).isEqualTo(i < 3);
            now = Math.max(now + 1, out.nextDeadlineNanos());
        }
    }
}
