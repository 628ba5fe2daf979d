package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.peers.Peers;

/**
 * Pings to members that are to prove where they are before their turn comes to be probed: one at a time to each address, as short
 * as a ping can be, and to an address of which nobody has told only for as many bytes as came from there. Bounded: the oldest
 * question makes room. Not thread safe.
 */
final class Challenges {
    private static final int MOST = 256;

    private final Outbox outbox;
    private final Peers peers;
    private final long timeoutNanos;
    private final Map<InetSocketAddress, Question> asked = new LinkedHashMap<>();

    private record Question(long nonce, long untilNanos) {}

    Challenges(Outbox outbox, Peers peers, long timeoutNanos) {
        this.outbox = outbox;
        this.peers = peers;
        this.timeoutNanos = timeoutNanos;
    }

    static int mostRecords() {
        return MOST;
    }

    int records() {
        return asked.size();
    }

    /**
     * Asks a member whether it is at an address, unless this was asked a moment ago.
     *
     * @param told whether a proved member has said that it is there
     */
    void ask(long id, InetSocketAddress at, boolean told, long nowNanos, Actions actions) {
        Question before = asked.get(at);
        if (before != null && before.untilNanos() - nowNanos > 0) {
            return;
        }
        if (!told && !peers.spend(at, MembershipCodec.SHORTEST_PING_BYTES, nowNanos)) {
            return;
        }
        asked.remove(at);
        if (asked.size() >= MOST) {
            Iterator<Question> oldest = asked.values().iterator();
            oldest.next();
            oldest.remove();
        }
        Question question = new Question(outbox.newNonce(), nowNanos + timeoutNanos);
        asked.put(at, question);
        outbox.shortPing(id, at, question.nonce(), actions);
    }

    /** Whether this answers a question. */
    boolean isAnswered(InetSocketAddress from, Ack ack) {
        Question question = asked.get(from);
        if (question == null || question.nonce() != ack.nonce()) {
            return false;
        }
        asked.remove(from);
        return true;
    }
}
