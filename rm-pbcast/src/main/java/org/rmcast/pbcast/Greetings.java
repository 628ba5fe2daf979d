package org.rmcast.pbcast;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;

/**
 * Tells each member that comes into the view while the own stream flows how far it is then: what is sent from there on is owed to it,
 * and if the first of that is lost it could not say how much. Said four times, with growing pauses, since any may be lost.
 * Bounded: whom it was said to first makes room. Not thread safe.
 */
final class Greetings {
    private static final int MOST = 256;
    private static final int LAST_ROUND = 16;

    private final PbcastContext context;
    private final SwimMembership membership;
    private final Map<Long, Greeting> open = new LinkedHashMap<>();

    private static final class Greeting {
        final GroupMember member;
        final Poll poll;
        int rounds;

        Greeting(GroupMember member, Poll poll) {
            this.member = member;
            this.poll = poll;
        }
    }

    Greetings(PbcastContext context, SwimMembership membership) {
        this.context = context;
        this.membership = membership;
    }

    /** A member is in the view, and the own stream is so far. */
    void onUp(GroupMember member, Poll announcement, long nowNanos, Actions actions) {
        open.remove(member.id());
        if (open.size() >= MOST) {
            Iterator<Long> oldest = open.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        Greeting greeting = new Greeting(member, announcement);
        open.put(member.id(), greeting);
        say(greeting, nowNanos, actions);
    }

    void onDown(long memberId) {
        open.remove(memberId);
    }

    /** A round of gossip ends: says it again after one round, four, and sixteen. */
    void endRound(long nowNanos, Actions actions) {
        Iterator<Greeting> greetings = open.values().iterator();
        while (greetings.hasNext()) {
            Greeting greeting = greetings.next();
            greeting.rounds++;
            if (greeting.rounds == 1 || greeting.rounds == 4 || greeting.rounds == LAST_ROUND) {
                say(greeting, nowNanos, actions);
            }
            if (greeting.rounds >= LAST_ROUND) {
                greetings.remove();
            }
        }
    }

    private void say(Greeting greeting, long nowNanos, Actions actions) {
        if (membership.mayAnswer(greeting.member.address(), PbcastCodec.POLL_BYTES, nowNanos)) {
            context.unicast(greeting.member.address(), greeting.poll, actions);
        }
    }
}
