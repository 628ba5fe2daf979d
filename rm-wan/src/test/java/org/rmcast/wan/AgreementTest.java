package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.wan.wire.WanPacket.Install;
import org.rmcast.wan.wire.WanPacket.Promise;
import org.rmcast.wan.wire.WanPacket.Propose;
import org.rmcast.wan.wire.WanPacket.Refuse;
import org.rmcast.wan.wire.WanPacket.ViewId;
import org.rmcast.wan.wire.WanPacket.WantView;

/** A member that others propose views to: what it promises, refuses, installs, and what it asks for. */
class AgreementTest extends AgreementFixture {
    AgreementTest() {
        super(B);
    }

    @Test
    void shouldLeaveItToTheLowestToPropose() {
        for (int i = 0; i < 10; i++) {
            later(config.viewDelayNanos);
        }
        assertThat(Parts.packets(actions)).isNotEmpty().allMatch(packet -> packet instanceof WantView);
    }

    /** It says which view it has, and goes on in that one. */
    @Test
    void shouldPromiseAndStayInItsViewMeanwhile() {
        propose(A, 2, ALONE_A, A, B, C);
        assertThat(sentTo(A)).containsExactly(new Promise(2, ALONE_B));
        assertThat(views).isEmpty();
        assertThat(context.members.view().members()).containsExactly(B);
    }

    @Test
    void shouldPromiseAgainWhenItIsAskedAgain() {
        propose(A, 2, ALONE_A, A, B, C);
        propose(A, 2, ALONE_A, A, B, C);
        assertThat(sentTo(A)).containsExactly(new Promise(2, ALONE_B), new Promise(2, ALONE_B));
    }

    @Test
    void shouldInstallWhatItHasPromised() {
        propose(A, 2, ALONE_A, A, B, C);
        Install install = view(2, A, A, B, C);
        install(A, install);
        assertThat(views).containsExactly(install);
    }

    @Test
    void shouldGoOnInTheNextViewOfThoseThatItIsWith() {
        install(A, view(2, A, A, B, C));
        Install next = view(3, A, A, B);
        install(A, next);
        assertThat(views).hasSize(2).last().isEqualTo(next);
    }

    @Test
    void shouldRefuseAnEarlierProposal() {
        propose(A, 5, ALONE_A, A, B, C);
        sentTo(A);
        propose(A, 4, ALONE_A, A, B, C);
        assertThat(sentTo(A)).containsExactly(new Refuse(4, new ViewId(5, A)));
    }

    @Test
    void shouldRefuseANumberThatIsInstalled() {
        install(A, view(2, A, A, B, C));
        propose(C, 2, ALONE_C, B, C);
        assertThat(sentTo(C)).containsExactly(new Refuse(2, new ViewId(2, A)));
    }

    /** Who has just come knows of some members only; it learns of the coordinator in a moment, and the view goes on with it. */
    @Test
    void shouldNotLeaveItsViewForOneThatDoesNotKnowTheCoordinator() {
        install(A, view(2, A, A, B));
        propose(C, 5, ALONE_C, B, C);
        assertThat(sentTo(C)).containsExactly(new Refuse(5, new ViewId(2, A)));
        propose(C, 6, ALONE_C, A, B, C);
        assertThat(sentTo(C)).as("it does").containsExactly(new Promise(6, new ViewId(2, A)));
    }

    @Test
    void shouldGoWithOneThatHasJustComeWhenTheCoordinatorIsGone() {
        install(A, view(2, A, A, B));
        leave(A);
        propose(C, 5, ALONE_C, B, C);
        assertThat(sentTo(C)).containsExactly(new Promise(5, new ViewId(2, A)));
    }

    /** Of two proposals of one number that of the higher id is the later one. */
    @Test
    void shouldRefuseTheEarlierOfTwoProposers() {
        propose(C, 2, ALONE_C, A, B, C);
        propose(A, 2, ALONE_A, A, B, C);
        assertThat(sentTo(C)).containsExactly(new Promise(2, ALONE_B));
        assertThat(sentTo(A)).containsExactly(new Refuse(2, new ViewId(2, C)));
    }

    @Test
    void shouldPromiseTheLaterOfTwoProposersAndInstallThatOneAlone() {
        propose(A, 2, ALONE_A, A, B, C);
        propose(C, 2, ALONE_C, A, B, C);
        assertThat(sentTo(C)).containsExactly(new Promise(2, ALONE_B));
        install(A, view(2, A, A, B, C));
        assertThat(views).isEmpty();
        Install later = view(2, C, A, B, C);
        install(C, later);
        assertThat(views).containsExactly(later);
    }

    @Test
    void shouldIgnoreALateViewThatIsEarlier() {
        Install third = view(3, A, A, B, C);
        install(A, third);
        install(A, view(2, A, A, B, C));
        install(A, third);
        assertThat(views).containsExactly(third);
    }

    @Test
    void shouldIgnoreAViewThatIsEarlierThanWhatItHasPromised() {
        propose(A, 4, ALONE_A, A, B, C);
        install(A, view(3, A, A, B, C));
        assertThat(views).isEmpty();
    }

    @Test
    void shouldIgnoreAViewThatItIsNotIn() {
        install(A, view(2, A, A, C));
        assertThat(views).isEmpty();
    }

    /** It could send them nothing. */
    @Test
    void shouldIgnoreAViewWithMembersThatItDoesNotKnow() {
        install(A, view(2, A, A, B, 77L));
        assertThat(views).isEmpty();
    }

    /** Its membership may have lost one for a while that is with the others: where it is the present view says. */
    @Test
    void shouldGoOnWithAMemberThatItsMembershipHasLost() {
        install(A, view(2, A, A, B, C));
        leave(C);
        Install next = view(3, A, A, B, C);
        install(A, next);
        assertThat(views).hasSize(2).last().isEqualTo(next);
    }

    @Test
    void shouldIgnoreAProposalWithoutThisMemberOrWithoutItsProposer() {
        propose(A, 2, ALONE_A, A, C);
        propose(A, 2, ALONE_A, B, C);
        assertThat(actions.sent()).isEmpty();
    }

    /** What was promised to one that is gone binds nobody: the next one goes on with a higher number. */
    @Test
    void shouldProposeItselfWhenTheProposerDies() {
        propose(A, 5, ALONE_A, A, B, C);
        sentTo(A);
        leave(A);
        at(0);
        at(config.viewDelayNanos);
        assertThat(sentTo(C)).containsExactly(new Propose(6, ALONE_B, List.of(B, C)));
        promise(C, 6, ALONE_C);
        at(now);
        assertThat(views).singleElement().extracting(Install::id).isEqualTo(new ViewId(6, B));
    }

    /** It may have been installed elsewhere before the proposer died, and comes from there. */
    @Test
    void shouldNotInstallTheViewOfADeadProposerAfterItsOwn() {
        propose(A, 5, ALONE_A, A, B, C);
        leave(A);
        at(0);
        at(config.viewDelayNanos);
        promise(C, 6, ALONE_C);
        at(now);
        install(C, view(5, A, A, B, C));
        assertThat(views).hasSize(1);
    }

    @Test
    void shouldBeginAnewAloneWhenTheOthersGoOnWithoutIt() {
        install(A, view(2, A, A, B, C));
        install(C, view(3, A, A, C));
        assertThat(views).hasSize(2);
        assertThat(views.get(1))
                .isEqualTo(new Install(new ViewId(4, B), List.of(new ViewId(2, A)), List.of(B), List.of(0)));
    }

    /** The one that proposes has waited in vain for this member. */
    @Test
    void shouldBeginAnewWhenTheProposerGoesOnAlone() {
        install(A, view(2, A, A, B, C));
        install(A, view(3, A, A));
        assertThat(views).hasSize(2);
        assertThat(views.get(1).members()).containsExactly(B);
    }

    /** It was left out by the others, whose view is still on its way here: those that begin anew would make all begin anew. */
    @Test
    void shouldNotBeginAnewBecauseAnotherOneDid() {
        install(A, view(2, A, A, B, C));
        propose(A, 3, new ViewId(2, A), A, B);
        install(C, view(4, C, C));
        assertThat(views).hasSize(1);
        Install next = view(3, A, A, B);
        install(A, next);
        assertThat(views).hasSize(2).last().isEqualTo(next);
    }

    @Test
    void shouldNotBeginAnewBecauseTheFormerProposerDid() {
        install(A, view(2, A, A, B, C));
        propose(C, 3, new ViewId(2, A), B, C);
        install(A, view(4, A, A));
        assertThat(views).hasSize(1);
    }

    /** They were cut off; who should propose the next view is still with this member. */
    @Test
    void shouldNotBeginAnewBecauseOthersHaveLeft() {
        install(A, view(2, A, A, B, C));
        install(C, view(3, C, C, 40L));
        assertThat(views).hasSize(1);
    }

    @Test
    void shouldNotBeginAnewForAViewOfOthersThatItWasNotWith() {
        install(A, view(2, A, A, B));
        install(C, view(3, C, A, C));
        assertThat(views).hasSize(1);
    }

    @Test
    void shouldAskForAViewThatItDoesNotHaveAndNotTooOften() {
        agreement.onOtherView(Parts.address(A), 0, actions);
        agreement.onOtherView(Parts.address(A), 50 * Parts.MILLI - 1, actions);
        assertThat(sentTo(A)).containsExactly(new WantView(ALONE_B));
        agreement.onOtherView(Parts.address(A), 50 * Parts.MILLI, actions);
        assertThat(sentTo(A)).hasSize(1);
    }

    @Test
    void shouldTellItsViewToOneThatIsInItAndHasAnEarlierOne() {
        Install second = view(2, A, A, B, C);
        install(A, second);
        agreement.onWantView(Parts.address(C), C, new WantView(new ViewId(2, A)), actions);
        agreement.onWantView(Parts.address(C), C, new WantView(new ViewId(3, C)), actions);
        agreement.onWantView(Parts.address(40), 40, new WantView(new ViewId(1, 40)), actions);
        assertThat(actions.sent()).isEmpty();
        agreement.onWantView(Parts.address(C), C, new WantView(ALONE_C), actions);
        assertThat(sentTo(C)).containsExactly(second);
    }

    @Test
    void shouldTellItsViewToOneThatGoesOnInAFormerOne() {
        agreement.onFormer(Parts.address(C), 0, actions);
        assertThat(actions.sent()).as("it has none but its first").isEmpty();
        Install second = view(2, A, A, B);
        install(A, second);
        agreement.onFormer(Parts.address(C), 0, actions);
        agreement.onFormer(Parts.address(C), 50 * Parts.MILLI - 1, actions);
        assertThat(sentTo(C)).containsExactly(second);
    }

    /** The lowest may not know that this member has another view than it should have. */
    @Test
    void shouldRemindTheLowestWhileItsViewIsNotThatOfTheMembers() {
        at(0);
        at(500 * Parts.MILLI - 1);
        assertThat(actions.sent()).isEmpty();
        at(500 * Parts.MILLI);
        assertThat(sentTo(A)).containsExactly(new WantView(ALONE_B));
        install(A, view(2, A, A, B, C));
        at(Parts.SECOND);
        at(2 * Parts.SECOND);
        assertThat(actions.sent()).isEmpty();
    }

    @Test
    void shouldAskAProposerForTheViewThatItMayHaveMissed() {
        install(A, view(2, A, A, B, C));
        propose(A, 4, new ViewId(3, A), A, B, C);
        assertThat(sentTo(A)).containsExactly(new WantView(new ViewId(2, A)), new Promise(4, new ViewId(2, A)));
    }

    @Test
    void shouldNotAskAProposerThatHasTheSameView() {
        install(A, view(2, A, A, B, C));
        propose(A, 4, new ViewId(2, A), A, B, C);
        assertThat(sentTo(A)).containsExactly(new Promise(4, new ViewId(2, A)));
    }
}
