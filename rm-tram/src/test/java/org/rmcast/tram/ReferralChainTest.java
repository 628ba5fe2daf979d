package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.HeadSearch.State;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Referral;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TreePlace;

/** A receiver asks head 1, which it has heard, and which has no place left but tells of members: 2 and on. */
class ReferralChainTest {
    private final TramConfig config = TramConfig.defaults();
    private final SearchStub node = new SearchStub();
    private final TramContext context = Parts.context(config, Role.RECEIVER);
    private final HeadSearch search = new HeadSearch(context, node);
    private final RecordingActions sent = new RecordingActions();
    private long nowNanos;

    @Test
    void shouldAskWhomAHeadNames() {
        ask(1);
        refuse(1, 2);
        assertThat(sent.targets()).containsExactly(Parts.address(1), Parts.address(2));
        search.onAccept(
                Parts.address(2), 2, new AcceptMember(new TreePlace(1, 3), 1, 0, nonce(), 0), nowNanos, actions());
        assertThat(search.headId()).isEqualTo(2);
        assertThat(Objects.requireNonNull(search.head()).ttl)
                .as("4 hops to the head, 3 on")
                .isEqualTo(7);
    }

    @Test
    void shouldStayOnALinkWhereAllAreOnIt() {
        context.addresses.prove(Parts.address(1));
        hear(1, 1);
        search.begin(0, 0, actions());
        refuse(1, new Referral(2, Parts.address(2), 1));
        assertThat(lastBind().ttl()).isEqualTo(1);
    }

    @Test
    void shouldAskOnWhereAMemberNamesOneOfItsOwnButNotForEver() {
        ask(1);
        for (int head = 1; head <= 20; head++) {
            int last = sent.targets().size();
            if (!sent.targets().get(last - 1).equals(Parts.address(head))) {
                break;
            }
            refuse(head, head + 1);
        }
        assertThat(sent.targets())
                .hasSizeLessThanOrEqualTo(10)
                .contains(Parts.address(9))
                .doesNotContain(Parts.address(10));
    }

    /** Head 1 may tell of an address where nobody has heard of this. */
    @Test
    void shouldSendNoMoreThanOneBindToAnAddressThatItWasOnlyToldOf() {
        ask(1);
        refuse(1, 2);
        for (int i = 0; i < 3; i++) {
            onDeadline();
        }
        assertThat(sent.targets()).filteredOn(Parts.address(2)::equals).hasSize(1);
        assertThat(node.log).as("it may have taken this node").containsExactly("leave 2");
        assertThat(sent.targets()).as("others may be named").endsWith(Parts.address(1));
    }

    @Test
    void shouldAskAgainAtAnAddressFromWhichItHasHeard() {
        ask(1);
        context.addresses.heard(Parts.address(2), 1_000, nowNanos);
        refuse(1, 2);
        onDeadline();
        onDeadline();
        assertThat(sent.targets()).filteredOn(Parts.address(2)::equals).hasSize(3);
    }

    @Test
    void shouldLeaveAHeadAloneThatNamesOthersInVain() {
        ask(1);
        for (int i = 0; i < 3; i++) {
            assertThat(search.state()).isEqualTo(State.BINDING);
            refuse(1, 2 + i);
            refuse(2 + i, null);
        }
        assertThat(search.state()).isEqualTo(State.SOLICITING);
    }

    @Test
    void shouldNotGoInCirclesWhereThoseThatAreNamedLackWhatItWants() {
        ask(1);
        for (int i = 0; i < 3; i++) {
            refuse(1, 2);
            search.onReject(
                    Parts.address(2), new RejectMember(RejectReason.DATA_GONE, 9, nonce()), nowNanos, actions());
        }
        assertThat(search.state()).isEqualTo(State.SOLICITING);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, Parts.SELF})
    void shouldNotAskItselfOrItsOwnMembers(long named) {
        node.memberId = 5;
        ask(1);
        refuse(1, (int) named);
        assertThat(sent.targets()).containsExactly(Parts.address(1));
        assertThat(search.state()).isEqualTo(State.SOLICITING);
    }

    @Test
    void shouldHearNobodyWhoDoesNotKnowWhatItAsked() {
        ask(1);
        Referral referral = new Referral(2, Parts.address(2), 3);
        search.onReject(
                Parts.address(1), new RejectMember(RejectReason.FULL, 0, nonce() + 1, referral), nowNanos, actions());
        search.onReject(
                Parts.address(3), new RejectMember(RejectReason.FULL, 0, nonce(), referral), nowNanos, actions());
        assertThat(sent.targets()).containsExactly(Parts.address(1));
    }

    private void ask(int head) {
        context.addresses.prove(Parts.address(head));
        hear(head, 4);
        search.begin(0, nowNanos, actions());
        assertThat(search.state()).isEqualTo(State.BINDING);
    }

    private void hear(int head, int ttl) {
        search.candidates()
                .onAdvertisement(
                        Parts.address(head),
                        head,
                        HeadCandidatesTest.said(ttl, 2, HeadState.REFERRING, Parts.SOURCE),
                        nowNanos);
    }

    private void refuse(int head, int named) {
        refuse(head, new Referral(named, Parts.address(named), 3));
    }

    private void refuse(int head, @Nullable Referral referral) {
        InetSocketAddress from = Parts.address(head);
        search.onReject(from, new RejectMember(RejectReason.FULL, 0, nonce(), referral), nowNanos, actions());
    }

    private void onDeadline() {
        nowNanos = search.nextDeadlineNanos();
        search.onDeadline(nowNanos, actions());
    }

    /** As the engine has it: no address is sent more than came from there. */
    private Actions actions() {
        return context.guard.of(sent, nowNanos);
    }

    private HeadBind lastBind() {
        return Parts.packets(sent).stream()
                .filter(HeadBind.class::isInstance)
                .map(HeadBind.class::cast)
                .reduce((before, last) -> last)
                .orElseThrow();
    }

    private long nonce() {
        return lastBind().nonce();
    }
}
