package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.membership.GroupState.Asked;
import org.rmcast.core.membership.MembershipPacket.Ack;

/**
 * Pings to those that are to prove where they are before their turn comes to be probed: one at a time to each address, as short
 * as a ping can be, and to an address where nobody is known to be only for as many bytes as came from there. Bounded: the oldest
 * question makes room. Not thread safe.
 */
final class Challenges {
    private static final int MOST = 256;

    private final Outbox outbox;
    private final long timeoutNanos;
    private final Map<InetSocketAddress, Question> asked = new LinkedHashMap<>();

    private record Question(long nonce, long sinceNanos) {}

    Challenges(Outbox outbox, long timeoutNanos) {
        this.outbox = outbox;
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
     * @param paidFor whether as many bytes were heard as the whole group sends because of them
     * @param cookie what shows the member where this one is, 0 for none
     */
    void ask(long id, InetSocketAddress at, boolean paidFor, long cookie, long nowNanos, Actions actions) {
        Question before = asked.get(at);
        if (before != null && nowNanos - before.sinceNanos() < timeoutNanos) {
            return;
        }
        if (!paidFor && !outbox.mayAnswer(at, MembershipCodec.SHORTEST_PING_BYTES, nowNanos)) {
            return;
        }
        asked.remove(at);
        if (asked.size() >= MOST) {
            Iterator<Question> oldest = asked.values().iterator();
            oldest.next();
            oldest.remove();
        }
        Question question = new Question(outbox.newNonce(), nowNanos);
        asked.put(at, question);
        outbox.shortPing(id, at, question.nonce(), cookie, actions);
    }

    /** The question that this answers, null if it answers none. It named no incarnation. */
    @Nullable
    Asked answered(InetSocketAddress from, Ack ack) {
        Question question = asked.get(from);
        if (question == null || question.nonce() != ack.nonce()) {
            return null;
        }
        asked.remove(from);
        return new Asked(question.sinceNanos(), ack.sender().incarnation(), false);
    }
}
