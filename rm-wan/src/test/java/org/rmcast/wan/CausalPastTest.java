package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of what comes before a message, to whom, and how long. */
class CausalPastTest {
    private static final long OWN = 1;
    private static final long OTHER = 2;
    private static final long THIRD = 3;

    private static final int A_SLOT = 1;
    private static final int B_SLOT = 2;
    private static final long A = 1L << A_SLOT;
    private static final long B = 1L << B_SLOT;
    private static final long C = 1L << 3;
    /** Is told everything, since nobody has sent to it before. */
    private static final long FRESH = 1L << 4;

    /** A member of which nothing was heard. */
    private static final long GONE = 99;

    private final CausalPast past = new CausalPast();

    private static Dependency of(long source, long number, long slots) {
        return new Dependency(source, number, number - 1, slots);
    }

    /** A message of this member is sent; what it carries. */
    private List<Dependency> send(long number, long slots) {
        List<Dependency> carried = past.before(slots);
        past.send(OWN, number, number - 1, slots);
        return carried;
    }

    /** What is carried to one that was told nothing. */
    private List<Dependency> known() {
        return send(100, FRESH);
    }

    private static void assertSame(List<Dependency> carried, Dependency... expected) {
        assertThat(carried)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("told")
                .containsExactly(expected);
    }

    @Test
    void shouldCarryWhatWasSentBefore() {
        assertSame(send(1, A | B));
        assertSame(send(2, B), of(OWN, 1, A | B));
    }

    @Test
    void shouldCarryWhatWasGivenAndWhatCameBeforeIt() {
        past.deliver(OTHER, 7, 6, Members.SELF | A, List.of(of(THIRD, 4, Members.SELF | B)));
        assertSame(send(1, C), of(THIRD, 4, B), of(OTHER, 7, A));
    }

    @Test
    void shouldForgetWhatWasForThisMemberAlone() {
        past.deliver(OTHER, 7, 6, Members.SELF, List.of(of(THIRD, 4, Members.SELF)));
        assertThat(past.size()).isZero();
    }

    /** The later message is the last word for whom it is for. */
    @Test
    void shouldNameTheLatestOfASourceForEachDestination() {
        send(1, A | B);
        send(2, B);
        assertSame(known(), of(OWN, 1, A), of(OWN, 2, B));
    }

    @Test
    void shouldNotNameAnEarlierOneThatIsHeardOfLater() {
        past.deliver(OTHER, 5, 4, A, List.of());
        past.deliver(THIRD, 1, 0, Members.SELF, List.of(of(OTHER, 3, A | B)));
        assertSame(known(), of(OTHER, 5, A), of(OTHER, 3, B));
    }

    /** What is sent there later may be lost for good with its sender, and what came before it would be forgotten. */
    @Test
    void shouldNotForgetWhatComesBeforeSomethingOfAnotherSource() {
        past.deliver(OTHER, 5, 4, A, List.of());
        send(1, A);
        assertSame(known(), of(OTHER, 5, A), of(OWN, 1, A));
    }

    @Test
    void shouldTellEachDestinationOnce() {
        past.deliver(OTHER, 5, 4, B, List.of());
        assertSame(send(1, A), of(OTHER, 5, B));
        assertSame(send(2, A), of(OWN, 1, A));
        assertSame(send(3, B), of(OTHER, 5, B), of(OWN, 2, A));
    }

    @Test
    void shouldTellAllWhereOneWasNotTold() {
        past.deliver(OTHER, 5, 4, B, List.of());
        send(1, A);
        assertSame(send(2, A | C), of(OTHER, 5, B), of(OWN, 1, A));
    }

    /** A message waits with what it carried, whatever becomes of the past meanwhile. */
    @Test
    void shouldNotChangeWhatWasCarried() {
        send(1, A | B);
        List<Dependency> carried = send(2, C);
        past.free(GONE, B_SLOT);
        send(3, A);
        assertSame(carried, of(OWN, 1, A | B));
    }

    @Test
    void shouldForgetADestinationThatIsKnownToHaveBeenGivenIt() {
        send(1, A | B);
        past.prune((slot, source, number) -> slot == A_SLOT && source == OWN && number <= 1);
        assertSame(known(), of(OWN, 1, B));
    }

    @Test
    void shouldKeepWhatIsLaterThanWhatWasGiven() {
        send(2, A);
        past.prune((slot, source, number) -> slot == A_SLOT && source == OWN && number <= 1);
        assertSame(known(), of(OWN, 2, A));
    }

    @Test
    void shouldForgetAMessageThatAllWereGiven() {
        send(1, A | B);
        past.prune((slot, source, number) -> true);
        assertThat(past.size()).isZero();
    }

    @Test
    void shouldForgetADestinationThatIsGone() {
        send(1, A | B);
        send(2, A);
        past.free(GONE, A_SLOT);
        assertSame(known(), of(OWN, 1, B));
    }

    /** What comes after waits until all is settled that it had sent. */
    @Test
    void shouldForgetWhatOneHadSentThatIsGone() {
        past.deliver(OTHER, 5, 4, B, List.of());
        send(1, B);
        past.free(OTHER, A_SLOT);
        assertSame(known(), of(OWN, 1, B));
    }

    /** Who comes into the slot of one that is gone was told nothing. */
    @Test
    void shouldTellWhoTakesTheSlotOfOneThatIsGone() {
        past.deliver(OTHER, 5, 4, B, List.of());
        send(1, A);
        past.free(GONE, A_SLOT);
        assertSame(send(2, A), of(OTHER, 5, B));
    }
}
