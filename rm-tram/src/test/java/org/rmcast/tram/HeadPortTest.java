package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TreePlace;

/** A receiver with a head, whose host says that nobody has its port. */
class HeadPortTest {
    private static final long MILLI = 1_000_000;
    private static final InetSocketAddress ONE = Parts.address(1);
    private static final InetSocketAddress TWO = Parts.address(2);

    private final SearchStub node = new SearchStub();
    private final RecordingActions actions = new RecordingActions();

    private HeadSearch attach(TramConfig config, long headId) {
        TramContext context = Parts.context(config, Role.RECEIVER);
        HeadSearch search = new HeadSearch(context, node);
        context.addresses.prove(ONE);
        search.candidates()
                .onAdvertisement(
                        ONE, headId, HeadCandidatesTest.said(4, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), 0);
        search.begin(0, 0, actions);
        HeadBind bind = (HeadBind) Parts.last(actions);
        AcceptMember accept = new AcceptMember(new TreePlace(1, 2), 1, 0, bind.nonce(), 0);
        search.onAccept(ONE, headId, accept, 0, actions);
        assertThat(search.isAttached()).isTrue();
        return search;
    }

    @Test
    void shouldWatchThePortOfARepairNodeOnly() {
        assertThat(attach(TramConfig.defaults(), 1).portToWatch()).isEqualTo(ONE);
        assertThat(attach(TramConfig.defaults(), Parts.SOURCE).portToWatch())
                .as("nobody could take the place of the sender")
                .isNull();
        assertThat(attach(TramConfig.paper(), 1).portToWatch()).isNull();
    }

    @Test
    void shouldProbeAtOnceAndThenLookForAnotherHead() {
        HeadSearch search = attach(TramConfig.defaults(), 1);
        long now = 50 * MILLI;
        search.onPortUnreachable(TWO, now);
        assertThat(search.nextDeadlineNanos()).as("that was another one").isGreaterThan(now);
        search.onPortUnreachable(ONE, now);
        assertThat(search.nextDeadlineNanos()).isEqualTo(now);
        search.onDeadline(now, actions);
        assertThat(node.log).endsWith("hello missed");
        search.onPortUnreachable(ONE, now + 5 * MILLI);
        while (search.isAttached()) {
            now = search.nextDeadlineNanos();
            search.onDeadline(now, actions);
        }
        assertThat(node.log).contains("lost 1: silent for 125 ms, and nobody has its port");
        assertThat(now).isEqualTo(125 * MILLI);
    }

    @Test
    void shouldStayWithAHeadThatIsHeard() {
        HeadSearch search = attach(TramConfig.defaults(), 1);
        for (long now = 20 * MILLI; now < 10_000 * MILLI; now += 5 * MILLI) {
            search.onPortUnreachable(ONE, now);
            search.onDeadline(now, actions);
            if (now % (60 * MILLI) == 0) {
                search.onHeard(ONE, 1, now);
            }
        }
        assertThat(search.isAttached()).isTrue();
        assertThat(node.log.stream().filter("hello missed"::equals).count())
                .as("probes: no such answer is believed for a while, twice as long each time")
                .isLessThan(30);
    }
}
