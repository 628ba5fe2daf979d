package org.rmcast.core.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.claims.StreamClaims.Verdict;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Wire;

/** What is believed of streams, positions and incarnations, and what is not. */
class ClaimsTest {
    private static final long MS = 1_000_000L;
    private static final long START = -33_333_333_333L;
    private static final long ASK = 100 * MS;
    private static final long FAR = 1L << 40;

    private final StreamClaims claims = new StreamClaims(1, 50, ASK);

    // Streams.

    @Test
    void shouldBelieveTheOwner() {
        assertThat(claims.ownerSays(11, 1, 5)).isEqualTo(Verdict.NEWS);
        assertThat(claims.ownerSays(11, 1, 5)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.ownerSays(8, 1, 0)).as("overtaken").isEqualTo(Verdict.KNOWN);
        assertThat(claims.ownerSays(11, 4, 5)).isEqualTo(Verdict.NEWS);
        assertThat(claims.limit()).isEqualTo(11);
        assertThat(claims.low()).isEqualTo(4);
        assertThat(claims.messages()).isEqualTo(5);
    }

    @Test
    void shouldAskTheOwnerInsteadOfBelievingHearsay() {
        claims.ownerSays(11, 1, 5);
        assertThat(claims.othersSay(11, START)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.othersSay(FAR, START)).isEqualTo(Verdict.ASK_OWNER);
        assertThat(claims.limit()).isEqualTo(11);
        assertThat(claims.askableLimit()).isEqualTo(61);
        assertThat(claims.othersSay(FAR, START + ASK - 1)).isEqualTo(Verdict.ASKED);
        assertThat(claims.othersSay(FAR, START + ASK)).isEqualTo(Verdict.ASK_OWNER);
        assertThat(claims.othersSay(FAR, START + 3 * ASK - 1)).isEqualTo(Verdict.ASKED);
        assertThat(claims.ownerSays(12, 1, 5)).as("may have been on its way").isEqualTo(Verdict.NEWS);
        assertThat(claims.askableLimit()).isEqualTo(61);
        assertThat(claims.ownerAnswers(13, 1, 6)).isEqualTo(Verdict.REFUTED);
        assertThat(claims.askableLimit()).isEqualTo(13);
        assertThat(claims.othersSay(FAR, START + 3 * ASK)).isEqualTo(Verdict.ASK_OWNER);
        assertThat(claims.hearsay()).isEqualTo(5);
    }

    @Test
    void shouldTakeAnAnswerThatAgreesForNews() {
        claims.ownerSays(11, 1, 5);
        claims.othersSay(13, START);
        assertThat(claims.askableLimit()).isEqualTo(13);
        assertThat(claims.ownerAnswers(13, 1, 6)).isEqualTo(Verdict.NEWS);
        assertThat(claims.ownerAnswers(13, 1, 6)).isEqualTo(Verdict.KNOWN);
    }

    @Test
    void shouldRefuseAnEndThatTheOwnerHasPassed() {
        claims.ownerSays(11, 1, 5);
        assertThat(claims.ownerEnds(10, 5)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.ownerEnds(11, 4)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.ownerEnds(0, 0)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.hasEnded()).isFalse();
        assertThat(claims.ownerEnds(12, 6)).isEqualTo(Verdict.NEWS);
        assertThat(claims.ownerEnds(12, 6)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.ownerEnds(13, 6)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.ownerSays(13, 1, 6)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.endLimit()).isEqualTo(12);
        assertThat(claims.refused()).isEqualTo(5);
    }

    @Test
    void shouldNotEndAStreamOnHearsay() {
        claims.ownerSays(11, 1, 5);
        assertThat(claims.othersSayEnd(11, 5, START)).isEqualTo(Verdict.ASK_OWNER);
        assertThat(claims.othersSayEnd(10, 5, START)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.othersSayEnd(11, 4, START)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.hasEnded()).isFalse();
        claims.ownerEnds(11, 5);
        assertThat(claims.othersSayEnd(11, 5, START)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.othersSayEnd(12, 5, START)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.othersSay(12, START)).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void shouldBelieveOthersWithinBoundsWhereTheOwnerHasGone() {
        claims.ownerSays(11, 1, 5);
        claims.othersSay(14, START);
        claims.ownerGone();
        assertThat(claims.limit()).isEqualTo(14);
        assertThat(claims.othersSay(FAR, START)).isEqualTo(Verdict.NEWS);
        assertThat(claims.othersSay(FAR, START)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.limit()).isEqualTo(61);
        assertThat(claims.othersSayEnd(FAR, 9, START)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.hasEnded()).isFalse();
        assertThat(claims.ownerAnswers(20, 1, 6)).as("it is back").isEqualTo(Verdict.REFUTED);
        assertThat(claims.limit()).isEqualTo(20);
        claims.ownerGone();
        assertThat(claims.othersSayEnd(30, 9, START)).isEqualTo(Verdict.NEWS);
        assertThat(claims.endLimit()).isEqualTo(30);
        assertThat(claims.messages()).isEqualTo(9);
    }

    @Test
    void shouldBelieveWhatSeveralSayAlikeWhereTheOwnerHasGone() {
        claims.ownerSays(11, 1, 5);
        assertThat(claims.othersAgree(FAR, false, 9)).as("it is there").isEqualTo(Verdict.REFUSED);
        claims.ownerGone();
        assertThat(claims.othersAgree(Wire.MAX_SEQUENCE, false, 9)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.limit()).isEqualTo(11);
        assertThat(claims.othersAgree(FAR, false, 9)).isEqualTo(Verdict.NEWS);
        assertThat(claims.othersAgree(FAR, false, 9)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.othersAgree(FAR - 1, true, 9))
                .as("an end before what there is")
                .isEqualTo(Verdict.KNOWN);
        assertThat(claims.limit()).isEqualTo(FAR);
        assertThat(claims.hasEnded()).isFalse();
        assertThat(claims.othersAgree(FAR, true, 9)).isEqualTo(Verdict.NEWS);
        assertThat(claims.endLimit()).isEqualTo(FAR);
        assertThat(claims.messages()).isEqualTo(9);
        assertThat(claims.othersAgree(FAR + 1, false, 9)).as("beyond the end").isEqualTo(Verdict.REFUSED);
    }

    @Test
    void shouldRefuseWhatCanNotBe() {
        assertThat(claims.ownerSays(Wire.MAX_SEQUENCE, 1, 0)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.ownerSays(-1, -1, 0)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.ownerSays(10, 11, 0)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.ownerSays(10, 1, Wire.MAX_SEQUENCE)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.ownerAnswers(Wire.MAX_SEQUENCE, 1, 0)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.othersSay(Wire.MAX_SEQUENCE, START)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.othersSayEnd(Wire.MAX_SEQUENCE, 0, START)).isEqualTo(Verdict.REFUSED);
        assertThat(claims.limit()).isEqualTo(1);
    }

    @Test
    void shouldNotGiveUpForSomebodyElsesLowWaterMark() {
        claims.ownerSays(1_000, 200, 50);
        assertThat(claims.isLowKnown(200)).isTrue();
        assertThat(claims.isLowKnown(201)).isFalse();
        assertThat(claims.isLowKnown(FAR)).isFalse();
    }

    @Test
    void shouldRefuseBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> new StreamClaims(-1, 1, 1)).hasMessageContaining("first");
        assertThatThrownBy(() -> new StreamClaims(1, -1, 1)).hasMessageContaining("allowance");
        assertThatThrownBy(() -> new StreamClaims(1, 1, 0)).hasMessageContaining("askIntervalNanos");
        assertThatThrownBy(() -> new Refutations(0)).hasMessageContaining("intervalNanos");
        assertThatThrownBy(() -> new IncarnationClaims(0, 5)).hasMessageContaining("maxStep");
        assertThatThrownBy(() -> new IncarnationClaims(5, 5)).hasMessageContaining("5 and 5");
    }

    @Test
    void shouldTakeTheNarrowestBounds() {
        StreamClaims widest = new StreamClaims(Wire.MAX_SEQUENCE, Wire.MAX_SEQUENCE, 1);
        assertThat(widest.limit()).isEqualTo(Wire.MAX_SEQUENCE);
        assertThat(new StreamClaims(0, 0, 1).othersSay(1, START)).isEqualTo(Verdict.ASK_OWNER);
        assertThat(new IncarnationClaims(1, 2).judge(0, 1)).isEqualTo(IncarnationClaims.Verdict.NEWER);
        assertThat(new Refutations(1).falseClaims()).isZero();
        assertThatThrownBy(() -> new StreamClaims(Wire.MAX_SEQUENCE + 1, 1, 1)).hasMessageContaining("first");
        assertThatThrownBy(() -> new StreamClaims(1, Wire.MAX_SEQUENCE + 1, 1)).hasMessageContaining("allowance");
    }

    @Test
    void shouldKnowWhatReachesToTheVeryEnd() {
        assertThat(claims.ownerSays(11, 11, 5)).as("it keeps nothing").isEqualTo(Verdict.NEWS);
        claims.ownerEnds(11, 5);
        assertThat(claims.ownerSays(11, 11, 5)).isEqualTo(Verdict.KNOWN);
        assertThat(claims.othersSay(11, START)).isEqualTo(Verdict.KNOWN);
    }

    /** An honest owner among liars: what is believed is never beyond it, and the owner is asked seldom however much they lie. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldNeverBelieveMoreThanTheOwnerSent(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long allowance = random.nextInt(1_000);
        StreamClaims tested = new StreamClaims(1, allowance, ASK);
        long now = START;
        long sent = 1;
        long heard = 1;
        int asked = 0;
        for (int step = 0; step < 20_000; step++) {
            now += MS;
            sent += random.nextInt(5);
            long lie = random.nextInt(3) == 0 ? random.nextLong() : sent + random.nextInt(2_000) - 1_000;
            switch (random.nextInt(8)) {
                case 0 -> {
                    tested.ownerSays(sent, sent / 2, 0);
                    heard = sent;
                }
                case 1 -> {
                    tested.ownerAnswers(sent, sent / 2, 0);
                    heard = sent;
                }
                case 2 -> asked += tested.othersSayEnd(lie, random.nextInt(9), now) == Verdict.ASK_OWNER ? 1 : 0;
                default -> asked += tested.othersSay(lie, now) == Verdict.ASK_OWNER ? 1 : 0;
            }
            assertThat(tested.limit()).as("seed %d step %d", seed, step).isEqualTo(heard);
            assertThat(tested.askableLimit()).isBetween(heard, Math.max(heard, heard + allowance));
            assertThat(tested.hasEnded()).isFalse();
        }
        assertThat(tested.ownerEnds(sent, 0)).isEqualTo(Verdict.NEWS);
        assertThat(asked).as("once per answer, and per interval without one").isBetween(1, 20_000 / 8 * 2);
    }

    @Test
    void shouldAskAnOwnerThatDoesNotAnswerMoreAndMoreSeldom() {
        int asked = 0;
        for (long now = START; now - START < 100 * ASK; now += MS) {
            asked += claims.othersSay(FAR, now) == Verdict.ASK_OWNER ? 1 : 0;
        }
        assertThat(asked).isEqualTo(7);
    }

    // The owner.

    @Test
    void shouldRefuteOncePerInterval() {
        Refutations refutations = new Refutations(ASK);
        assertThat(refutations.onClaim(10, false, 10, false)).isFalse();
        assertThat(refutations.takeDue(START)).isFalse();
        assertThat(refutations.nextDeadlineNanos(START)).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(refutations.onClaim(11, false, 10, false)).isTrue();
        assertThat(refutations.nextDeadlineNanos(START)).isEqualTo(START);
        assertThat(refutations.takeDue(START)).isTrue();
        assertThat(refutations.onClaim(10, true, 10, false)).isTrue();
        assertThat(refutations.takeDue(START + 1)).isFalse();
        assertThat(refutations.nextDeadlineNanos(START + 1)).isEqualTo(START + ASK);
        assertThat(refutations.takeDue(START + ASK)).isTrue();
        assertThat(refutations.takeDue(START + 2 * ASK)).isFalse();
        assertThat(refutations.onClaim(10, true, 10, true)).isFalse();
        assertThat(refutations.onClaim(9, true, 10, true)).isTrue();
        assertThat(refutations.falseClaims()).isEqualTo(3);
    }

    // Receivers.

    @Test
    void shouldKeepAPositionWithinWhatWasSent() {
        ReceiverPosition position = new ReceiverPosition(5);
        assertThat(position.says(8, 10)).isEqualTo(ReceiverPosition.Verdict.ADVANCED);
        assertThat(position.says(7, 10)).isEqualTo(ReceiverPosition.Verdict.UNCHANGED);
        assertThat(position.says(8, 10)).isEqualTo(ReceiverPosition.Verdict.UNCHANGED);
        assertThat(position.says(0, 10)).isEqualTo(ReceiverPosition.Verdict.UNCHANGED);
        assertThat(position.says(11, 10)).isEqualTo(ReceiverPosition.Verdict.IMPOSSIBLE);
        assertThat(position.says(FAR, 10)).isEqualTo(ReceiverPosition.Verdict.IMPOSSIBLE);
        assertThat(position.says(-1, 10)).isEqualTo(ReceiverPosition.Verdict.IMPOSSIBLE);
        assertThat(position.next()).isEqualTo(8);
        assertThat(position.says(10, 10)).isEqualTo(ReceiverPosition.Verdict.ADVANCED);
        assertThat(position.impossible()).isEqualTo(3);
    }

    @Test
    void shouldTakeAReceiverThatHasHeardMoreForAsFarAsIsKnown() {
        ReceiverPosition position = new ReceiverPosition(5);
        assertThat(position.says(14, 10, 4)).isEqualTo(ReceiverPosition.Verdict.ADVANCED);
        assertThat(position.next()).isEqualTo(10);
        assertThat(position.says(15, 10, 4)).isEqualTo(ReceiverPosition.Verdict.IMPOSSIBLE);
    }

    @Test
    void shouldBoundWhatAReceiverAllows() {
        ReceiverPosition position = new ReceiverPosition(100);
        assertThat(position.allowed(120, 50)).isEqualTo(120);
        assertThat(position.allowed(FAR, 50)).isEqualTo(149);
        assertThat(position.allowed(0, 50)).isEqualTo(99);
    }

    @Test
    void shouldTakeNoAnswerToAQuestionThatWasNotAsked() {
        assertThat(ReceiverPosition.isAnswerTo(7, 7)).isTrue();
        assertThat(ReceiverPosition.isAnswerTo(8, 7)).isFalse();
        assertThat(ReceiverPosition.isAnswerTo(Integer.MAX_VALUE, 7)).isFalse();
        assertThat(ReceiverPosition.isAnswerTo(Integer.MAX_VALUE, Integer.MIN_VALUE))
                .isTrue();
    }

    // Incarnations.

    @Test
    void shouldBoundTheStepsOfIncarnations() {
        IncarnationClaims rule = new IncarnationClaims(16, 1 << 30);
        assertThat(rule.judge(5, 4)).isEqualTo(IncarnationClaims.Verdict.OUTDATED);
        assertThat(rule.judge(5, 5)).isEqualTo(IncarnationClaims.Verdict.CURRENT);
        assertThat(rule.judge(5, 21)).isEqualTo(IncarnationClaims.Verdict.NEWER);
        assertThat(rule.judge(5, 22)).isEqualTo(IncarnationClaims.Verdict.ASK_MEMBER);
        assertThat(rule.judge(5, 1 << 30)).isEqualTo(IncarnationClaims.Verdict.ASK_MEMBER);
        assertThat(rule.judge((1 << 30) - 1, 1 << 30))
                .as("could not be contradicted")
                .isEqualTo(IncarnationClaims.Verdict.ASK_MEMBER);
        assertThat(rule.contradict(5, 5)).isEqualTo(6);
        assertThat(rule.contradict(5, 21)).isEqualTo(22);
        assertThat(rule.contradict(5, 1 << 30)).isEqualTo(5);
        assertThat(rule.contradict(5, 3)).isEqualTo(5);
    }

    /** Whatever is claimed of it: a member that is there stays contradictable, by the highest incarnation at most. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAlwaysBeAbleToContradictWhatIsBelieved(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        IncarnationClaims rule = new IncarnationClaims(4, 100);
        int own = 0;
        int believed = 0;
        for (int step = 0; step < 2_000; step++) {
            int claimed = random.nextInt(random.nextBoolean() ? 110 : believed + 6);
            switch (rule.judge(believed, claimed)) {
                case NEWER, CURRENT -> {
                    believed = claimed;
                    own = rule.contradict(own, claimed);
                    assertThat(own).as("seed %d step %d", seed, step).isGreaterThan(believed);
                    believed = own;
                }
                case OUTDATED, ASK_MEMBER ->
                    assertThat(rule.contradict(own, claimed)).isEqualTo(own);
            }
            assertThat(own).isLessThanOrEqualTo(rule.highest());
        }
    }
}
