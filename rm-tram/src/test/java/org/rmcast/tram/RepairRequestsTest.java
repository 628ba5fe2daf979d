package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rmcast.tram.Parts.MILLI;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.NotRepaired;

/**
 * A packet is asked for 500 us after its gap showed, and again after 12 ms (a round trip of 4 ms is supposed); in the
 * paper with each acknowledgement.
 */
class RepairRequestsTest {
    private static final long DELAY = MILLI / 2;
    private static final long TIMEOUT = 12 * MILLI;

    private final RepairRoute route = new RepairRoute(TramConfig.defaults(), new Random(1));
    private final RepairRequests requests = new RepairRequests(TramConfig.defaults(), route);
    private final TramCounters counters = new TramCounters();

    RepairRequestsTest() {
        route.begin(Parts.address(1), 4 * MILLI);
    }

    @Test
    void shouldNotAskIfNothingIsMissing() {
        assertThat(requests.nextDueNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(take(0)).isEmpty();
    }

    @Test
    void shouldAskSomeTimeAfterTheGapShowed() {
        requests.add(5, 7, 5, 0);
        assertThat(requests.nextDueNanos()).isEqualTo(DELAY);
        assertThat(take(DELAY - 1)).isEmpty();
        assertThat(take(DELAY)).containsExactly(5L, 6L);
        assertThat(counters.get(EngineMeter.NAKS_SENT)).isEqualTo(2);
    }

    @Test
    void shouldNotAskForWhatHasCome() {
        requests.add(5, 7, 5, 0);
        requests.filled(5, false, 0);
        assertThat(take(DELAY)).containsExactly(6L);
        assertThat(requests.size()).isEqualTo(1);
    }

    @Test
    void shouldAskAgainWhenTheAnswerIsOverdue() {
        requests.add(5, 6, 5, 0);
        take(DELAY);
        assertThat(requests.nextDueNanos()).isEqualTo(DELAY + TIMEOUT);
        assertThat(take(DELAY + TIMEOUT - 1)).isEmpty();
        assertThat(take(DELAY + TIMEOUT)).containsExactly(5L);
    }

    @Test
    void shouldWaitTwiceAsLongEachTimeWhileNothingComes() {
        requests.add(5, 6, 5, 0);
        List<Long> gaps = new ArrayList<>();
        long before = requests.nextDueNanos();
        for (int i = 0; i < 5; i++) {
            take(before);
            gaps.add(requests.nextDueNanos() - before);
            before = requests.nextDueNanos();
        }
        assertThat(gaps).containsExactly(TIMEOUT, 2 * TIMEOUT, 4 * TIMEOUT, 8 * TIMEOUT, 16 * TIMEOUT);
    }

    @Test
    void shouldAskAgainAtOnceWhenALaterRequestIsAnswered() {
        requests.add(5, 6, 5, 0);
        take(DELAY);
        requests.add(8, 9, 8, 2 * MILLI);
        int later = ask(2 * MILLI + DELAY);
        requests.filled(8, true, 3 * MILLI);
        assertThat(take(3 * MILLI)).as("nobody says to which request").isEmpty();
        requests.onEcho(later, 3 * MILLI);
        assertThat(take(3 * MILLI)).containsExactly(5L);
    }

    /** The answer to the first request is on its way, and says nothing of what became of the second. */
    @Test
    void shouldNotTakeTheAnswerToAnEarlierRequestForOneToTheLast() {
        requests.add(5, 7, 5, 0);
        int first = ask(DELAY);
        requests.add(8, 9, 8, 8 * MILLI);
        take(8 * MILLI + DELAY);
        take(DELAY + TIMEOUT);
        requests.onEcho(first, DELAY + TIMEOUT + 1);
        requests.filled(5, true, DELAY + TIMEOUT + 1);
        assertThat(take(DELAY + TIMEOUT + 1)).isEmpty();
    }

    /** One that takes longer than the first estimate: with the echo each answer tells how long, also that to a packet asked for twice. */
    @Test
    void shouldLearnARoundTripThatIsLongerThanTheFirstTimeOut() {
        requests.add(5, 6, 5, 0);
        int first = ask(DELAY);
        take(DELAY + TIMEOUT);
        requests.onEcho(first, DELAY + 100 * MILLI);
        requests.filled(5, true, DELAY + 100 * MILLI);
        requests.add(8, 9, 8, 200 * MILLI);
        take(200 * MILLI + DELAY);
        assertThat(requests.nextDueNanos() - 200 * MILLI - DELAY).isGreaterThan(50 * MILLI);
    }

    /** All of several heads' members are repaired at once: no request is echoed, and waits must not stay long for ever. */
    @Test
    void shouldWaitForLessAgainWhenWhatWasAskedForOnceIsRepaired() {
        requests.add(5, 6, 5, 0);
        take(DELAY);
        take(DELAY + TIMEOUT);
        requests.filled(5, true, DELAY + TIMEOUT + 1);
        requests.add(8, 9, 8, 100 * MILLI);
        take(100 * MILLI + DELAY);
        assertThat(requests.nextDueNanos()).isEqualTo(100 * MILLI + DELAY + 2 * TIMEOUT);
        requests.filled(8, true, 101 * MILLI);
        requests.add(10, 11, 10, 200 * MILLI);
        take(200 * MILLI + DELAY);
        assertThat(requests.nextDueNanos()).isEqualTo(200 * MILLI + DELAY + TIMEOUT);
    }

    @Test
    void shouldAskInSeveralRequestsForWhatNoMaskReaches() {
        int reach = TramConfig.defaults().maxMaskPackets();
        requests.add(5, 6, 5, 0);
        requests.add(5L + reach, 6L + reach, 5, 0);
        requests.add(5L + 300_000, 6L + 300_000, 5, 0);
        List<RepairRequests.Request> taken = requests.take(DELAY, counters);
        assertThat(sequences(taken)).containsExactly(5L, 5L + reach, 300_005L);
        assertThat(taken)
                .extracting(request -> request.asked(false).mask().length)
                .containsOnly(1);
    }

    @Test
    void shouldNotTakeThePacketItselfForAnAnswer() {
        requests.add(5, 6, 5, 0);
        take(DELAY);
        requests.add(8, 9, 8, 2 * MILLI);
        take(2 * MILLI + DELAY);
        requests.filled(8, false, 3 * MILLI);
        assertThat(take(3 * MILLI)).isEmpty();
    }

    @Test
    void shouldTakeARunOfWhatItAsksForAsOneLossAndWhatWasOvertakenAsNone() {
        requests.add(1, 100, 1, 0);
        requests.add(101, 102, 101, 0);
        requests.filled(101, false, 0);
        take(DELAY);
        double once = requests.losses().share();
        assertThat(once).isBetween(0.01, 0.02);
        take(DELAY + TIMEOUT);
        assertThat(requests.losses().share()).as("asked for again").isEqualTo(once);
    }

    @Test
    void shouldSayWhatOfAGapWasNotLost() {
        requests.add(5, 8, 6, 0);
        take(DELAY);
        assertThat(requests.filled(5, false, DELAY)).as("announced, then there").isFalse();
        assertThat(requests.filled(6, false, DELAY)).as("overtaken").isTrue();
        assertThat(requests.filled(7, true, DELAY)).as("repaired").isFalse();
        assertThat(requests.repeated(7, DELAY)).as("overtaken by its repair").isTrue();
        assertThat(requests.repeated(7, DELAY)).as("repeated").isFalse();
    }

    @Test
    void shouldGiveUpWhatIsBelowALimit() {
        requests.add(5, 9, 5, 0);
        requests.removeBelow(8);
        assertThat(take(DELAY)).containsExactly(8L);
    }

    @Test
    void shouldAskANewHeadForEverythingAtOnce() {
        requests.add(5, 7, 5, 0);
        take(DELAY);
        requests.askAnew(MILLI);
        assertThat(take(MILLI)).containsExactly(5L, 6L);
    }

    @Test
    void shouldAskTheNextHeadForWhatTheOwnOneHasDropped() {
        requests.add(5, 7, 5, 0);
        take(DELAY);
        byte[] both = {3};
        route.onNotRepaired(Parts.address(1), new NotRepaired(Parts.SOURCE, 5, 6, Parts.address(2), both));
        requests.askElsewhere(5, both, MILLI);
        assertThat(requests.take(MILLI, counters))
                .as("it has yet to give its cookie")
                .isEmpty();
        route.onCookie(Parts.address(2), new Cookie(route.nonce(Parts.address(2), 0), 33), MILLI);
        requests.askWhereTheyAre(MILLI);
        List<RepairRequests.Request> taken = requests.take(MILLI, counters);
        assertThat(taken).hasSize(1);
        assertThat(taken.get(0).station).isEqualTo(1);
        assertThat(taken.get(0).asked(false).start()).isEqualTo(5);
        assertThat(taken.get(0).asked(false).mask()).containsExactly(1);
        assertThat(counters.get(TramMeter.ASKED_ELSEWHERE)).isEqualTo(1);
    }

    @Test
    void shouldAskWithEachAcknowledgementInThePaper() {
        RepairRequests paper = new RepairRequests(TramConfig.paper(), route);
        paper.add(5, 7, 5, 0);
        assertThat(paper.nextDueNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(sequences(paper.take(0, counters))).containsExactly(5L, 6L);
        assertThat(sequences(paper.take(0, counters))).containsExactly(5L, 6L);
    }

    /** It is the head's hello that says so, and no answer to a request. */
    @Test
    void shouldAskTheNextHeadWithAnAcknowledgementInThePaper() {
        RepairRequests paper = new RepairRequests(TramConfig.paper(), route);
        paper.add(5, 7, 5, 0);
        route.onNotRepaired(Parts.address(1), new NotRepaired(Parts.SOURCE, 4, 5, Parts.address(2), new byte[] {1}));
        route.onCookie(Parts.address(2), new Cookie(route.nonce(Parts.address(2), 0), 33), MILLI);
        assertThat(paper.take(0, counters))
                .singleElement()
                .satisfies(own -> assertThat(own.station).isZero());
        route.onHeadLow(6);
        List<RepairRequests.Request> taken = paper.take(MILLI, counters);
        assertThat(taken).extracting(request -> request.station).containsExactly(0, 1);
        assertThat(sequences(taken)).containsExactly(6L, 5L);
        assertThat(counters.get(EngineMeter.NAKS_SENT)).isEqualTo(4);
        assertThat(sequences(paper.take(2 * MILLI, counters)))
                .as("the other one has yet to answer")
                .containsExactly(6L);
    }

    /** Asks for what is due; the number of the request. */
    private int ask(long nowNanos) {
        return requests.take(nowNanos, counters).get(0).asked(false).number();
    }

    private List<Long> take(long nowNanos) {
        return sequences(requests.take(nowNanos, counters));
    }

    private static List<Long> sequences(List<RepairRequests.Request> taken) {
        List<Long> sequences = new ArrayList<>();
        for (RepairRequests.Request request : taken) {
            SequenceMask.forEach(
                    request.asked(false).mask(), request.asked(false).start(), sequences::add);
        }
        return sequences;
    }
}
