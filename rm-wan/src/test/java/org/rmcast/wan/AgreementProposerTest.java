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

/** The member with the lowest id: it proposes views, and installs them when all have promised. */
class AgreementProposerTest extends AgreementFixture {
    private static final long RETRY = 100 * Parts.MILLI;
    private final long viewDelay = config.viewDelayNanos;
    private final long viewTimeout = config.viewTimeoutNanos;

    AgreementProposerTest() {
        super(A);
    }

    private void proposeFirst() {
        at(viewDelay);
        assertThat(sentTo(B)).containsExactly(new Propose(2, ALONE_A, List.of(A, B, C)));
        assertThat(sentTo(C)).hasSize(1);
    }

    private void installFirst() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        promise(C, 2, ALONE_C);
        at(now);
        assertThat(views).hasSize(1);
        assertThat(sentTo(B)).hasSize(1);
        assertThat(sentTo(C)).hasSize(1);
    }

    /** C does not answer, and is left out. */
    private void installWithoutC() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        at(viewDelay + viewTimeout);
        later(viewDelay);
        promise(B, 3, ALONE_B);
        at(now);
        agreement.onSeen(B);
        actions.clear();
    }

    @Test
    void shouldProposeAViewOfAllWhenItHasWaitedForMoreChanges() {
        at(0);
        at(viewDelay - 1);
        assertThat(actions.sent()).isEmpty();
        assertThat(agreement.nextDeadlineNanos()).isEqualTo(viewDelay);
        proposeFirst();
        assertThat(views).isEmpty();
    }

    @Test
    void shouldInstallTheViewWhenAllHavePromised() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        at(now);
        assertThat(views).isEmpty();
        promise(C, 2, ALONE_B);
        at(now);
        Install expected = new Install(new ViewId(2, A), List.of(ALONE_A, ALONE_B), List.of(A, B, C), List.of(0, 1, 1));
        assertThat(views).containsExactly(expected);
        assertThat(sentTo(B)).containsExactly(expected);
        assertThat(sentTo(C)).containsExactly(expected);
    }

    @Test
    void shouldProposeAgainToThoseThatHaveNotPromised() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        at(viewDelay + RETRY - 1);
        assertThat(actions.sent()).isEmpty();
        at(viewDelay + RETRY);
        assertThat(sentTo(C)).hasSize(1);
        at(viewDelay + 3 * RETRY - 1);
        assertThat(actions.sent()).isEmpty();
        at(viewDelay + 3 * RETRY);
        assertThat(sentTo(C)).hasSize(1);
        assertThat(sentTo(B)).isEmpty();
    }

    @Test
    void shouldNotCountAPromiseOfAnotherProposal() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        promise(C, 1, ALONE_C);
        promise(C, 3, ALONE_C);
        at(now);
        assertThat(views).isEmpty();
    }

    /** A promise that comes late is one of a proposal that was given up. */
    @Test
    void shouldNotCountAStalePromiseForTheNextProposal() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        refuse(2, new ViewId(4, B));
        later(viewDelay + RETRY);
        assertThat(sentTo(B)).containsExactly(new Propose(5, ALONE_A, List.of(A, B, C)));
        promise(C, 2, ALONE_C);
        promise(B, 5, ALONE_B);
        at(now);
        assertThat(views).isEmpty();
        promise(C, 5, ALONE_C);
        at(now);
        assertThat(views).singleElement().extracting(Install::id).isEqualTo(new ViewId(5, A));
    }

    @Test
    void shouldNotCountAPromiseOfOneThatWasNotAsked() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        promise(40, 2, new ViewId(1, 40));
        at(now);
        assertThat(views).isEmpty();
    }

    @Test
    void shouldTryAHigherNumberAfterARefusalAndAWait() {
        proposeFirst();
        refuse(2, new ViewId(7, C));
        at(now);
        assertThat(actions.sent()).isEmpty();
        later(viewDelay + RETRY);
        assertThat(sentTo(B)).containsExactly(new Propose(8, ALONE_A, List.of(A, B, C)));
    }

    @Test
    void shouldGoOnAfterARefusalOfAnEarlierProposal() {
        proposeFirst();
        refuse(1, new ViewId(7, C));
        promise(B, 2, ALONE_B);
        promise(C, 2, ALONE_C);
        at(now);
        assertThat(views).singleElement().extracting(Install::id).isEqualTo(new ViewId(2, A));
    }

    @Test
    void shouldLeaveOutWhoDoesNotAnswer() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        at(viewDelay + viewTimeout - 1);
        actions.clear();
        at(viewDelay + viewTimeout);
        later(viewDelay);
        assertThat(sentTo(B)).containsExactly(new Propose(3, ALONE_A, List.of(A, B)));
        assertThat(sentTo(C)).isEmpty();
        promise(B, 3, ALONE_B);
        at(now);
        assertThat(views).singleElement().extracting(Install::members).isEqualTo(List.of(A, B));
    }

    /** For twice as long as it did not answer. */
    @Test
    void shouldTakeInAgainWhoWasLeftOut() {
        installWithoutC();
        at(viewDelay + 3 * viewTimeout - 1);
        assertThat(sentTo(C)).isEmpty();
        at(viewDelay + 3 * viewTimeout);
        later(viewDelay);
        assertThat(sentTo(C)).containsExactly(new Propose(4, new ViewId(3, A), List.of(A, B, C)));
    }

    @Test
    void shouldProposeAnewWithoutOneThatIsGone() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        leave(C);
        later(viewDelay);
        assertThat(sentTo(B)).containsExactly(new Propose(3, ALONE_A, List.of(A, B)));
        promise(B, 3, ALONE_B);
        at(now);
        assertThat(views).singleElement().extracting(Install::members).isEqualTo(List.of(A, B));
    }

    @Test
    void shouldSendTheViewUntilEachHasSpokenInIt() {
        installFirst();
        agreement.onSeen(B);
        later(RETRY - 1);
        assertThat(actions.sent()).isEmpty();
        later(1);
        assertThat(sentTo(B)).isEmpty();
        assertThat(sentTo(C)).containsExactlyElementsOf(views);
        agreement.onSeen(C);
        later(2 * RETRY);
        assertThat(actions.sent()).isEmpty();
    }

    @Test
    void shouldLeaveOutWhoDoesNotSpeakInTheView() {
        installFirst();
        agreement.onSeen(B);
        later(viewTimeout);
        actions.clear();
        later(viewDelay);
        assertThat(sentTo(B)).containsExactly(new Propose(3, new ViewId(2, A), List.of(A, B)));
        assertThat(sentTo(C)).isEmpty();
    }

    /** It did not get the view, but has promised the next one: it may not install the first any more, and is not to be left out of the next. */
    @Test
    void shouldNotLeaveOutOneThatHasPromisedTheNextView() {
        installFirst();
        agreement.onSeen(B);
        WantView another = new WantView(new ViewId(2, C));
        for (int i = 0; i < 3; i++) {
            agreement.onWantView(Parts.address(C), C, another, actions);
        }
        later(viewDelay);
        later(viewDelay);
        promise(C, 3, new ViewId(2, C));
        actions.clear();
        at(viewDelay + viewTimeout);
        later(viewDelay);
        assertThat(sentTo(B)).contains(new Propose(3, new ViewId(2, A), List.of(A, B, C)));
        promise(B, 3, new ViewId(2, A));
        at(now);
        assertThat(views).hasSize(2);
        assertThat(views.get(1).members()).containsExactly(A, B, C);
    }

    /** While members come and go each proposal is replaced before its time is over. */
    @Test
    void shouldCountSilenceFromOneProposalToTheNext() {
        at(0);
        at(viewDelay);
        assertThat(sentTo(C)).isNotEmpty();
        now = viewDelay + viewTimeout / 2;
        leave(B);
        at(now);
        later(viewDelay);
        assertThat(sentTo(C)).contains(new Propose(3, ALONE_A, List.of(A, C)));
        at(viewDelay + viewTimeout - 1);
        assertThat(sentTo(C)).isNotEmpty();
        at(viewDelay + viewTimeout);
        later(viewTimeout / 2);
        assertThat(sentTo(C)).as("it was silent for long enough").isEmpty();
    }

    /** It is gone, most likely, and the membership has not noticed: waiting in full for one after another would hold up all. */
    @Test
    void shouldWaitForLessForOneThatHadBeenSilentBefore() {
        Parts.add(context, C);
        at(viewTimeout);
        promise(B, 2, ALONE_B);
        later(viewTimeout / 3 - 1);
        assertThat(sentTo(C)).isNotEmpty();
        later(1);
        later(viewDelay);
        assertThat(sentTo(C)).isEmpty();
        assertThat(sentTo(B)).contains(new Propose(3, ALONE_A, List.of(A, B)));
    }

    @Test
    void shouldWaitInFullForOneThatIsHeard() {
        Peer heard = Parts.add(context, C);
        at(viewTimeout);
        promise(B, 2, ALONE_B);
        later(viewTimeout / 3 - 1);
        heard.heardNanos = now;
        later(viewTimeout * 2 / 3);
        assertThat(sentTo(C)).isNotEmpty();
        later(1);
        later(viewDelay);
        assertThat(sentTo(C)).as("it does not answer").isEmpty();
    }

    /** They are told the view; it would take as long to agree on another one. */
    @Test
    void shouldNotProposeAnewForThoseThatMerelyLackTheView() {
        installFirst();
        for (int i = 0; i < 3; i++) {
            agreement.onWantView(Parts.address(B), B, new WantView(ALONE_B), actions);
            agreement.onWantView(Parts.address(C), C, new WantView(ALONE_C), actions);
        }
        later(viewDelay);
        later(viewDelay);
        assertThat(sentTo(C)).isNotEmpty().noneMatch(packet -> packet instanceof Propose);
    }

    @Test
    void shouldProposeNothingWhereTheViewIsThatOfTheMembers() {
        installFirst();
        agreement.onSeen(B);
        agreement.onSeen(C);
        actions.clear();
        for (int i = 0; i < 20; i++) {
            later(viewTimeout);
        }
        assertThat(actions.sent()).isEmpty();
    }

    /** Two members can have views of the same members that differ: one of another number comes then. */
    @Test
    void shouldProposeAnewWhereMembersSayOftenThatTheyHaveAnotherView() {
        installFirst();
        agreement.onSeen(B);
        agreement.onSeen(C);
        WantView another = new WantView(new ViewId(4, C));
        agreement.onWantView(Parts.address(B), B, another, actions);
        agreement.onWantView(Parts.address(B), B, another, actions);
        agreement.onWantView(Parts.address(B), B, new WantView(new ViewId(2, A)), actions);
        later(viewDelay);
        later(viewDelay);
        assertThat(actions.sent()).isEmpty();
        agreement.onWantView(Parts.address(B), B, another, actions);
        later(viewDelay);
        later(viewDelay);
        assertThat(sentTo(B)).containsExactly(new Propose(3, new ViewId(2, A), List.of(A, B, C)));
    }

    /** One that was left out, and is alone in a view of its own until it is taken in again. */
    @Test
    void shouldNotProposeAnewForOneThatIsNotInTheView() {
        installWithoutC();
        for (int i = 0; i < 3; i++) {
            agreement.onWantView(Parts.address(C), C, new WantView(new ViewId(9, C)), actions);
        }
        later(viewDelay);
        later(viewDelay);
        assertThat(sentTo(B)).isEmpty();
    }

    @Test
    void shouldPromiseNothingEarlierThanWhatItProposes() {
        proposeFirst();
        propose(B, 1, ALONE_B, A, B, C);
        assertThat(sentTo(B)).singleElement().isInstanceOf(Refuse.class);
        promise(B, 2, ALONE_B);
        promise(C, 2, ALONE_C);
        at(now);
        assertThat(views).hasSize(1);
    }

    /** Two propose at once: what one has promised to the other it does not take back for its own. */
    @Test
    void shouldGiveUpItsProposalForALaterOneAndTryAHigherNumber() {
        proposeFirst();
        promise(B, 2, ALONE_B);
        propose(C, 2, ALONE_C, A, B, C);
        assertThat(sentTo(C)).containsExactly(new Promise(2, ALONE_A));
        promise(C, 2, ALONE_C);
        at(now);
        assertThat(views).isEmpty();
        assertThat(sentTo(B)).containsExactly(new Propose(3, ALONE_A, List.of(A, B, C)));
    }

    @Test
    void shouldInstallTheViewOfTheOtherProposerIfItComesFirst() {
        proposeFirst();
        propose(C, 2, ALONE_C, A, B, C);
        Install other = view(2, C, A, B, C);
        install(C, other);
        promise(B, 2, ALONE_B);
        promise(C, 2, ALONE_C);
        at(now);
        assertThat(views).containsExactly(other);
    }
}
