package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.ledger.Order;
import org.rmcast.sim.ledger.SentLog;

/** Members that all see one another send to some of them; what each is given is told by hand, and judged by the causal order. */
class CausalSubsetsTest {
    private static final long A = 1;
    private static final long B = 2;
    private static final long C = 3;
    private static final long D = 4;
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("192.0.2.1", 1);

    private final World world = new World(1, 0, "");
    private final Map<Long, ReceivedStreams> streams = new HashMap<>();

    CausalSubsetsTest() {
        world.order = Order.CAUSAL;
        for (long member = A; member <= D; member++) {
            world.sentLogs.put(member, new SentLog());
            streams.put(member, new ReceivedStreams(world, member, true));
        }
        for (long member = A; member <= D; member++) {
            for (long other = A; other <= D; other++) {
                if (other != member) {
                    of(member).onEvent(new SessionEvent.MemberJoined(other, ADDRESS));
                }
            }
        }
        world.advanceTo(1);
    }

    @Test
    void shouldTakeTheLegalOrder() {
        chain();
        assertThat(give(D, A, 0)).isNull();
        assertThat(give(D, C, 0)).isNull();
    }

    /** A's first message goes to D, its second one to B, which writes to C, which writes to D: C has never heard of A. */
    @Test
    void shouldFindWhatComesBeforeThroughMembersThatWereNotSentIt() {
        chain();
        assertThat(give(D, C, 0))
                .contains("message 0 was delivered before message 0 of 1, which comes before it in causal order");
    }

    private void chain() {
        send(A, D);
        send(A, B);
        assertThat(give(B, A, 1)).isNull();
        send(B, C);
        assertThat(give(C, B, 0)).isNull();
        send(C, D);
    }

    /** B has A's first message only; that the later ones are not for B does not make them causes of what B sends. */
    @Test
    void shouldNotTakeForACauseWhatItsSenderWasNeitherSentNorGiven() {
        send(A, B, D);
        send(A, C, D);
        assertThat(give(B, A, 0)).isNull();
        send(B, D);
        assertThat(give(D, A, 0)).isNull();
        assertThat(give(D, B, 0)).isNull();
    }

    @Test
    void shouldFindTheOwnMessagesOfASenderAmongItsCauses() {
        send(B, D);
        send(B, C);
        assertThat(give(C, B, 1)).isNull();
        send(C, D);
        assertThat(give(D, C, 0)).contains("before message 0 of 2");
    }

    /** What B was told to be lost it has not seen, so nobody can tell that B's message comes after it. */
    @Test
    void shouldNotTakeForACauseWhatItsSenderWasToldToBeLost() {
        send(A, B, D);
        assertThat(of(B).onEvent(new SessionEvent.MessagesLost(A, 0, 1, EventCause.NOT_HELD, "gone")))
                .isNull();
        send(B, D);
        assertThat(give(D, B, 0)).isNull();
    }

    @Test
    void shouldTakeAnEffectWhoseCauseThisMemberWasToldToBeLost() {
        chain();
        of(D).onEvent(new SessionEvent.MessagesLost(A, 0, 1, EventCause.NOT_HELD, "gone"));
        assertThat(give(D, C, 0)).isNull();
    }

    @Test
    void shouldRefuseWhatIsForOthers() {
        send(A, B);
        assertThat(give(C, A, 0)).contains("to which it was not sent");
    }

    private ReceivedStreams of(long member) {
        return Objects.requireNonNull(streams.get(member));
    }

    private void send(long from, Long... to) {
        SentLog log = Objects.requireNonNull(world.sentLogs.get(from));
        log.append(0, 0, world.now());
        log.restrict(Set.of(to));
        log.after(of(from).pastOf(log.accepted() - 1L));
    }

    private @Nullable String give(long to, long source, long number) {
        return of(to).delivered(source, number, 0, 0);
    }
}
