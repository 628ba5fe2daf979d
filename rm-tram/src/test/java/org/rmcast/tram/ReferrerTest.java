package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.Referral;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TreePlace;

/** A head of level 2 whose three places are taken, by members 1 to 3, and who else asks it: 10 and on. */
class ReferrerTest {
    private static final int MOST = 3;

    private final TramConfig config = TramConfig.defaults().with("maxMembers", MOST);
    private final NodeStub node = new NodeStub();
    private final HeadMembers members = new HeadMembers(config);
    private final RecordingActions actions = new RecordingActions();
    private final TramContext context = Parts.context(config, Role.RECEIVER);
    private final MemberAdmission admission =
            new MemberAdmission(context, node, members, new Exclusions(1_000), new MemberReports(context));

    private long nowNanos = 1;

    @BeforeEach
    void full() {
        take(MemberRole.RELUCTANT_HEAD);
    }

    private void take(MemberRole role) {
        for (int id = 1; id <= MOST; id++) {
            // Of different hosts, or one made room for another.
            members.put(new HeadMember(id, HeadsInReachTest.memberAt(id), role, id, 1, 0));
        }
    }

    @Test
    void shouldNameAMemberToWhoFindsNoPlace() {
        members(2).directMembers = 1;
        assertThat(named(10)).isEqualTo(new Referral(2, HeadsInReachTest.memberAt(2), 2));
        RejectMember said = (RejectMember) Parts.last(actions);
        assertThat(said.reason()).isEqualTo(RejectReason.FULL);
        assertThat(actions.targets()).containsExactly(Parts.address(10));
    }

    @Test
    void shouldOfferItselfThoughItIsFull() {
        assertThat(admission.state()).isEqualTo(HeadState.REFERRING);
        admission.onSolicitation(
                Parts.address(10),
                new MemberSolicitation(false, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, Parts.SOURCE, 0),
                0);
        admission.onDeadline(config.solicitationIntervalNanos, actions);
        assertThat(((HeadAdvertisement) Parts.last(actions)).state()).isEqualTo(HeadState.REFERRING);
    }

    @Test
    void shouldNameNobodyWhoCannotServe() {
        take(MemberRole.MEMBER_ONLY);
        assertThat(admission.state()).isEqualTo(HeadState.NOT_ACCEPTING);
        assertThat(named(10)).isNull();
    }

    @Test
    void shouldNameNobodyWhoHasYetToProveWhereItIs() {
        for (int id = 1; id <= MOST; id++) {
            members(id).newcomer = true;
            members(id).trusted = true;
        }
        assertThat(named(10)).isNull();
    }

    /** Members of members are at level 4: who served others there may not be one, for it may be above them. */
    @Test
    void shouldNameNobodyToWhoMayNotHangThere() {
        assertThat(asked(10, new TreePlace(1, 3))).isNull();
        assertThat(asked(10, new TreePlace(1, 4))).isNotNull();
    }

    @Test
    void shouldFillOneMemberAfterAnother() {
        List<Long> named = named(10, 2 * MOST);
        assertThat(named.subList(0, MOST)).as("of many who come at once").containsOnly(named.get(0));
        assertThat(named.subList(MOST, 2 * MOST)).containsOnly(named.get(MOST)).doesNotContain(named.get(0));
    }

    @Test
    void shouldNameWhoHasRoomAndThenWhoHasFewestBelow() {
        fill(1, 30);
        fill(2, 10);
        assertThat(named(10, MOST)).containsOnly(3L);
        fill(3, 20);
        // Of two by chance, where chance is the same one twice.
        assertThat(named(20)).isNotNull();
    }

    private void fill(int id, int receivers) {
        members(id).directMembers = MOST;
        members(id).receivers = receivers;
    }

    @Test
    void shouldPreferRepairNodes() {
        members.put(new HeadMember(4, HeadsInReachTest.memberAt(4), MemberRole.EAGER_HEAD, 1, 1, 0));
        members(1).directMembers = 2;
        assertThat(named(10, MOST)).containsOnly(4L);
        assertThat(Objects.requireNonNull(named(20)).memberId()).isEqualTo(1);
    }

    /** It may be gone: who comes after that is not sent there, too. */
    @Test
    void shouldNotNameWhoFellSilentSinceOthersWereSentThere() {
        members(1).directMembers = 1;
        assertThat(named(10, 1)).containsExactly(1L);
        nowNanos += config.bindTimeoutNanos + 1;
        assertThat(named(11, 4)).doesNotContain(1L);
        members(1).lastHeardNanos = nowNanos;
        assertThat(named(20, 1)).containsExactly(1L);
    }

    @Test
    void shouldForgetWhoWasSentSomewhereAndNeverCame() {
        members(1).directMembers = 1;
        assertThat(named(10, 2)).containsOnly(1L);
        assertThat(members(1).membersExpected(config.bindTimeoutNanos, nowNanos))
                .isEqualTo(3);
        members(1).lastHeardNanos = nowNanos;
        nowNanos += config.bindTimeoutNanos + 1;
        assertThat(members(1).membersExpected(config.bindTimeoutNanos, nowNanos))
                .isEqualTo(1);
    }

    private HeadMember members(long id) {
        return Objects.requireNonNull(members.get(id));
    }

    /** To so many, one after another. */
    private List<Long> named(int firstSeeker, int seekers) {
        return IntStream.range(firstSeeker, firstSeeker + seekers)
                .mapToObj(id -> Objects.requireNonNull(named(id)).memberId())
                .toList();
    }

    private @Nullable Referral named(int id) {
        return asked(id, TreePlace.NONE);
    }

    private @Nullable Referral asked(int id, TreePlace place) {
        HeadBind bind = new HeadBind(false, 1, MemberRole.MEMBER_ONLY, place, 0, 0, 1, Parts.SOURCE, 0, 7);
        assertThat(admission.onBind(Parts.address(id), id, bind, nowNanos, actions))
                .isNull();
        return ((RejectMember) Parts.last(actions)).referral();
    }
}
