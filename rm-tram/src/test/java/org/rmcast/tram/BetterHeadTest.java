package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.HeadSearch.State;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TreePlace;

/** A receiver that has a head four hops away, and hears of one that is nearer. */
class BetterHeadTest {
    private static final InetSocketAddress OWN = Parts.address(1);
    private static final InetSocketAddress NEARER = Parts.address(2);
    private static final int HOPS = 4;
    private static final long SECOND = 1_000_000_000L;
    private static final long TICK = SECOND / 100;

    private final TramConfig config = TramConfig.defaults();
    private final SearchStub node = new SearchStub();
    private final TramContext context = Parts.context(config, Role.RECEIVER);
    private final HeadSearch search = new HeadSearch(context, node);
    private final RecordingActions actions = new RecordingActions();
    private long now;

    @BeforeEach
    void attach() {
        hear(OWN, 1, HOPS);
        search.begin(0, now, actions);
        search.onAccept(OWN, 1, accept(), now, actions);
        node.wanted = 1;
        actions.clear();
    }

    @Test
    void shouldStayFirstAndThenAskTheNearerOne() {
        runUntilMoving(1);
        assertThat(now).isBetween(10 * SECOND, 14 * SECOND + 2 * config.helloIntervalNanos);
        assertThat(actions.targets()).containsOnly(NEARER);
        assertThat(search.isAttached()).isTrue();
        assertThat(search.headId()).isEqualTo(1);
        assertThat(search.isInTouch()).as("it takes nobody meanwhile").isFalse();
    }

    @Test
    void shouldLeaveItsHeadWhenTheNearerOneHasTakenIt() {
        runUntilMoving(1);
        search.onAccept(NEARER, 2, accept(), now, actions);
        assertThat(search.headId()).isEqualTo(2);
        assertThat(node.log).containsExactly("attached to 1", "attached to 2 instead of 1", "leave 1");
        search.onDemandOf(OWN, 1, actions);
        assertThat(node.log).as("the farewell was lost").last().isEqualTo("leave 1");
    }

    @Test
    void shouldKeepItsHeadWhereTheNearerOneRefuses() {
        runUntilMoving(1);
        search.onReject(NEARER, new RejectMember(RejectReason.FULL, 0, nonce()), now, actions);
        assertThat(search.state()).isEqualTo(State.ATTACHED);
        assertThat(search.headId()).isEqualTo(1);
        long before = now;
        runUntilMoving(1);
        assertThat(now - before).as("asked again").isGreaterThanOrEqualTo(SECOND);
        assertThat(node.log).containsExactly("attached to 1");
    }

    @Test
    void shouldKeepItsHeadWhereTheNearerOneIsSilent() {
        runUntilMoving(1);
        while (search.state() == State.MOVING) {
            now = search.nextDeadlineNanos();
            search.onDeadline(now, actions);
        }
        assertThat(search.headId()).isEqualTo(1);
        assertThat(Parts.packets(actions)).hasSize(5).hasOnlyElementsOfType(HeadBind.class);
        assertThat(node.log).as("in case it has taken this node").containsExactly("attached to 1", "leave 2");
    }

    @Test
    void shouldNotMoveToOneThatIsAsFar() {
        runFor(20 * SECOND, HOPS);
        assertThat(search.state()).isEqualTo(State.ATTACHED);
        assertThat(actions.sent()).isEmpty();
    }

    private void runUntilMoving(int hops) {
        while (search.state() != State.MOVING && now < 30 * SECOND) {
            runFor(TICK, hops);
        }
        assertThat(search.state()).isEqualTo(State.MOVING);
    }

    /** Both heads are heard all the time. */
    private void runFor(long nanos, int hops) {
        for (long end = now + nanos; now < end; now += TICK) {
            hear(NEARER, 2, hops);
            search.onHeard(OWN, 1, now);
            if (search.state() == State.MOVING) {
                return;
            }
            search.onDeadline(now, actions);
        }
    }

    private void hear(InetSocketAddress from, long id, int hops) {
        context.addresses.prove(from);
        search.candidates()
                .onAdvertisement(
                        from, id, HeadCandidatesTest.said(hops, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), now);
    }

    private AcceptMember accept() {
        return new AcceptMember(new TreePlace(1, 2), 1, 0, nonce(), 0);
    }

    /** What the last bind is to be answered with. */
    private long nonce() {
        return Parts.packets(actions).stream()
                .filter(HeadBind.class::isInstance)
                .mapToLong(packet -> ((HeadBind) packet).nonce())
                .reduce(0, (before, last) -> last);
    }
}
