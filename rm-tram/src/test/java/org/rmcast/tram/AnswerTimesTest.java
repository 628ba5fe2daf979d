package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long answers are waited for. */
class AnswerTimesTest {
    private static final long MILLI = Parts.MILLI;
    private static final int WIDEST = 32;

    private final TramConfig config = TramConfig.defaults();
    private final AnswerTimes times = new AnswerTimes(config, WIDEST);
    private final HeadCandidate candidate = new HeadCandidate(7, Parts.address(7), 4);

    @Test
    void shouldDecideNothingBeforeThoseFarAwayCanHaveAnswered() {
        times.begin();
        assertThat(times.areAnswersIn(5_000 * MILLI)).as("nobody was asked").isFalse();
        times.onAsked(1, 0);
        times.onAsked(WIDEST, 60 * MILLI);
        times.onAsked(WIDEST, 120 * MILLI);
        assertThat(times.areAnswersIn(1_060 * MILLI - 1)).isFalse();
        assertThat(times.areAnswersIn(1_060 * MILLI)).isTrue();
    }

    @Test
    void shouldWaitForLongerOnALongWay() {
        times.onAttached(600 * MILLI);
        times.begin();
        times.onAsked(WIDEST, 0);
        assertThat(times.areAnswersIn(1_800 * MILLI - 1)).isFalse();
        assertThat(times.areAnswersIn(1_800 * MILLI)).isTrue();
        times.onRoundTrip(700 * MILLI);
        assertThat(times.areAnswersIn(1_800 * MILLI)).isFalse();
    }

    @Test
    void shouldForgetAWayThatItHasLeft() {
        times.onAttached(600 * MILLI);
        times.onAttached(MILLI);
        times.begin();
        times.onAsked(WIDEST, 0);
        assertThat(times.areAnswersIn(1_000 * MILLI)).isTrue();
    }

    @Test
    void shouldNotWaitForLongerThanThreeSecondsWhateverAHeadDelays() {
        times.onAttached(1_000_000 * MILLI);
        times.begin();
        times.onAsked(WIDEST, 0);
        assertThat(times.areAnswersIn(3_000 * MILLI)).isTrue();
        candidate.roundTripNanos = 1_000_000 * MILLI;
        assertThat(times.answerNanos(candidate)).isLessThanOrEqualTo(1_000 * MILLI);
    }

    @Test
    void shouldKeepTheTimesOfThePaperEverywhere() {
        AnswerTimes paper = new AnswerTimes(TramConfig.paper(), WIDEST);
        candidate.roundTripNanos = 900 * MILLI;
        paper.onAttached(900 * MILLI);
        paper.begin();
        assertThat(paper.areAnswersIn(0)).isTrue();
        assertThat(paper.answerNanos(candidate)).isZero();
    }

    @Test
    void shouldExpectAnAnswerWithinThreeRoundTrips() {
        assertThat(times.answerNanos(candidate)).as("nothing is known").isZero();
        candidate.roundTripNanos = 300 * MILLI;
        assertThat(times.answerNanos(candidate)).isEqualTo(900 * MILLI);
    }

    @Test
    void shouldTakeTheTimeUntilItOfferedItselfForOneThatIsNew() {
        times.begin();
        times.onAsked(1, 0);
        times.onAsked(9, 60 * MILLI);
        candidate.offeredNanos = 60 * MILLI + 280 * MILLI;
        assertThat(times.answerNanos(candidate)).isEqualTo(420 * MILLI);
        candidate.offeredNanos = 60 * MILLI + config.solicitationIntervalNanos;
        assertThat(times.answerNanos(candidate)).as("near").isZero();
    }

    @Test
    void shouldNotTakeOneForFarThatWasKnownBefore() {
        candidate.offeredNanos = 0;
        times.begin();
        times.onAsked(9, 500 * MILLI);
        assertThat(times.answerNanos(candidate)).isZero();
    }

    @Test
    void shouldNotTakeOneForFarThatHadNoPlaceAtFirst() {
        times.begin();
        times.onAsked(9, 0);
        candidate.offeredNanos = 1_031 * MILLI;
        assertThat(times.answerNanos(candidate)).isZero();
    }
}
