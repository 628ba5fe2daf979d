package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TreePlace;

/** A repair node of level 2 with the paper's rules, and room for three members, two of which may be no heads. */
class MemberAdmissionTest {
    private static final long NONCE = 0xbeef;

    private final TramConfig config = TramConfig.paper().with("maxMembers", 3);
    private final NodeStub node = new NodeStub();
    private final HeadMembers members = new HeadMembers(config);
    private final Exclusions exclusions = new Exclusions(1_000);
    private final RecordingActions actions = new RecordingActions();
    private final TramContext context = Parts.context(config, Role.REPAIR_NODE);
    private final MemberAdmission admission =
            new MemberAdmission(context, node, members, exclusions, new MemberReports(context));

    @Test
    void shouldAcceptAMemberWhereTheNodeItselfIs() {
        HeadMember member = Objects.requireNonNull(bind(1, 0, 0));
        assertThat(member.start).isEqualTo(21);
        assertThat(member.highestAllowed).isEqualTo(21 + config.windowStart - 1);
        assertThat(Parts.last(actions)).isEqualTo(new AcceptMember(new TreePlace(1, 2), 21, -1, NONCE, member.cookie));
    }

    @Test
    void shouldLetAMemberGoOnWhereItWas() {
        assertThat(Objects.requireNonNull(bind(1, 0, 7)).start).isEqualTo(7);
    }

    @Test
    void shouldRejectWhoMissesWhatIsGoneUnlessItAcceptsTheLoss() {
        node.obtainableLow = 10;
        assertThat(bind(1, 0, 7)).isNull();
        assertThat(Parts.last(actions)).isEqualTo(new RejectMember(RejectReason.DATA_GONE, 10, NONCE));
        HeadBind lossy = new HeadBind(true, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, 1, 1, Parts.SOURCE, 7, NONCE);
        HeadMember member = admission.onBind(Parts.address(1), 1, lossy, 0, actions);
        assertThat(Objects.requireNonNull(member).start).isEqualTo(10);
    }

    @Test
    void shouldTakeNobodyOfItsOwnLevelOrAboveThatHasMembers() {
        assertThat(bind(1, 2, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.LEVEL);
        assertThat(bind(1, 3, 0)).isNotNull();
    }

    @Test
    void shouldNotTakeItsOwnHead() {
        assertThat(bind(90, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.LEVEL);
    }

    @Test
    void shouldTakeNobodyWhileItIsNotInTheTree() {
        node.attached = false;
        assertThat(bind(1, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.NOT_ATTACHED);
        solicit(false);
        assertThat(actions.sent()).as("it keeps silent").hasSize(1);
    }

    /** The sender would not hear of them. */
    @Test
    void shouldTakeNobodyWhileItsOwnHeadIsSilent() {
        node.inTouch = false;
        assertThat(bind(1, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.NOT_ATTACHED);
        solicit(false);
        assertThat(actions.sent()).as("it keeps silent").hasSize(1);
    }

    @Test
    void shouldTakeNobodyWhenItResigns() {
        admission.setResigning(true);
        assertThat(bind(1, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.RESIGNING);
        assertThat(admission.state()).isEqualTo(HeadState.RESIGNING);
    }

    @Test
    void shouldLeaveItsLanToTheElectedHead() {
        node.lanState = LanState.LAN_MEMBER;
        assertThat(bind(1, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.NOT_LAN_HEAD);
    }

    @Test
    void shouldKeepPlacesForPotentialHeads() {
        add(1);
        add(2);
        assertThat(admission.state()).isEqualTo(HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY);
        assertThat(bind(3, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.HEADS_ONLY);
        add(3);
        assertThat(bind(4, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.FULL);
    }

    /** Two thirds of 32. */
    @Test
    void shouldTakeTwentyOneThatAreNoHeadsAsThePaperDoes() {
        HeadMembers many = new HeadMembers(TramConfig.paper());
        TramContext paper = Parts.context(TramConfig.paper(), Role.REPAIR_NODE);
        MemberAdmission papers = new MemberAdmission(paper, node, many, exclusions, new MemberReports(paper));
        for (int id = 1; id <= 20; id++) {
            many.put(new HeadMember(id, Parts.address(id), MemberRole.MEMBER_ONLY, 1, 1, 0));
        }
        assertThat(papers.state()).isEqualTo(HeadState.ACCEPTING_MEMBERS);
        many.put(new HeadMember(21, Parts.address(21), MemberRole.MEMBER_ONLY, 1, 1, 0));
        assertThat(papers.state()).isEqualTo(HeadState.ACCEPTING_POTENTIAL_HEADS_ONLY);
    }

    @Test
    void shouldHoldOffWhoWasPruned() {
        exclusions.add(1, Parts.address(1), DisownReason.PRUNED, Reason.NONE, 0);
        assertThat(bind(1, 0, 0)).isNull();
        assertThat(rejection()).isEqualTo(RejectReason.HELD_OFF);
    }

    @Test
    void shouldAnswerSolicitationsOfItsStream() {
        solicit(false);
        HeadAdvertisement said = (HeadAdvertisement) Parts.last(actions);
        assertThat(said.place().level()).isEqualTo(2);
        assertThat(said.ttl()).isEqualTo(4);
        assertThat(said.state()).isEqualTo(HeadState.ACCEPTING_MEMBERS);
        actions.clear();
        admission.onSolicitation(
                Parts.address(1), new MemberSolicitation(false, 4, MemberRole.MEMBER_ONLY, TreePlace.NONE, 77, 0), 0);
        admission.onDeadline(config.solicitationIntervalNanos, actions);
        assertThat(actions.sent()).isEmpty();
    }

    @Test
    void shouldAdvertiseWithinAScopeThatGrows() {
        admission.advertise(actions);
        admission.advertise(actions);
        assertThat(actions.sent())
                .extracting(RecordingActions.Sent::ttl)
                .containsExactly(1, 1 + config.advertisementTtlStep);
    }

    /** As in JRMS a full head keeps silent, and names nobody. */
    @Test
    void shouldNameNobodyWhereHeadsAdvertise() {
        for (int id = 1; id <= 3; id++) {
            members.put(new HeadMember(id, Parts.address(id), MemberRole.EAGER_HEAD, 1, 1, 0));
        }
        assertThat(admission.state()).isEqualTo(HeadState.NOT_ACCEPTING);
        assertThat(bind(4, 0, 0)).isNull();
        assertThat(Parts.last(actions)).isEqualTo(new RejectMember(RejectReason.FULL, 1, NONCE));
    }

    private void solicit(boolean urgent) {
        admission.onSolicitation(
                Parts.address(1),
                new MemberSolicitation(urgent, 4, MemberRole.MEMBER_ONLY, TreePlace.NONE, Parts.SOURCE, 0),
                0);
        admission.onDeadline(config.solicitationIntervalNanos, actions);
    }

    private @Nullable HeadMember bind(long id, int level, long wanted) {
        HeadBind bind = new HeadBind(
                false,
                1,
                MemberRole.MEMBER_ONLY,
                level == 0 ? TreePlace.NONE : new TreePlace(1, level),
                0,
                1,
                1,
                Parts.SOURCE,
                wanted,
                NONCE);
        return admission.onBind(Parts.address((int) id), id, bind, 0, actions);
    }

    private RejectReason rejection() {
        return ((RejectMember) Parts.last(actions)).reason();
    }

    private void add(int id) {
        members.put(new HeadMember(id, Parts.address(id), MemberRole.MEMBER_ONLY, 1, 1, 0));
    }
}
