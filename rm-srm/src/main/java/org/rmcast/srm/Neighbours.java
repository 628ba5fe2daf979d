package org.rmcast.srm;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.presence.PresentMember;
import org.rmcast.srm.wire.SrmPacket.Echo;
import org.rmcast.srm.wire.SrmPacket.Session;

/**
 * How far the other members are, and who hears the group.
 *
 * <p>Each session message shows stamps of others back: those of active sources first, since timers need the distance to them, then those
 * that were heard longest ago and not shown yet. Who shows a stamp that was heard here hears the group: nobody else can know it. Not
 * thread safe.
 */
final class Neighbours {
    /** No way there and back takes longer. */
    private static final long RECENT_NANOS = 1_000_000_000L;

    private final SrmContext context;
    private final StampChain chain = new StampChain();
    private final OwnStamps ownStamps;
    private final Map<Long, Neighbour> neighbours = new HashMap<>();
    /** Those whose last stamp was not shown yet, in the order in which it came. */
    private final ArrayDeque<Neighbour> fresh = new ArrayDeque<>();

    private int known;

    Neighbours(SrmContext context) {
        this.context = context;
        this.ownStamps = new OwnStamps(chain, context.engine.secrets());
    }

    @Nullable
    Neighbour find(long id) {
        return neighbours.get(id);
    }

    /** How far a member is; {@code -1} if that is not known. */
    long distanceNanos(long id) {
        Neighbour neighbour = neighbours.get(id);
        return neighbour == null ? -1 : neighbour.distance.nanos();
    }

    /** How many distances are known. */
    int known() {
        return known;
    }

    /** Of how many a stamp has come that was not shown yet. */
    int freshCount() {
        return fresh.size();
    }

    /** A member has gone; what was known of it, null if nothing was. */
    @Nullable
    Neighbour remove(long id) {
        Neighbour neighbour = neighbours.remove(id);
        if (neighbour != null) {
            known -= neighbour.distance.isKnown() ? 1 : 0;
            fresh.remove(neighbour);
        }
        return neighbour;
    }

    /**
     * A session message of a member.
     *
     * @return the member, null if the message is not newer than the last one
     */
    @Nullable
    Neighbour onSession(long id, Session session, long nowNanos) {
        Neighbour neighbour = neighbours.computeIfAbsent(id, key -> new Neighbour(key, chain, context.ladder.widest()));
        neighbour.rung = Math.min(neighbour.rung, context.ladder.rungOf(session.scope()));
        context.ladder.onInhabited(neighbour.rung);
        if (!neighbour.onSession(session.number(), session.stamp(), nowNanos)) {
            return null;
        }
        freshen(neighbour);
        return neighbour;
    }

    private void freshen(Neighbour neighbour) {
        if (!neighbour.isFresh) {
            neighbour.isFresh = true;
            fresh.add(neighbour);
        }
    }

    /** Somebody speaks in a member's name from another address, and is not believed. */
    void onElsewhere(long id, Session session, long nowNanos) {
        Neighbour neighbour = neighbours.get(id);
        if (neighbour != null) {
            neighbour.onElsewhere(session.stamp(), nowNanos);
            freshen(neighbour);
        }
    }

    /** Takes the stamps of this member that another one shows: they tell how far it is. */
    void onEchoes(Neighbour neighbour, List<Echo> echoes, long nowNanos) {
        for (Echo echo : echoes) {
            long age = echo.peer() == context.engine.memberId() ? ownStamps.ageNanos(echo.stamp(), nowNanos) : -1;
            if (age >= 0) {
                known += neighbour.distance.isKnown() ? 0 : 1;
                neighbour.distance.onEcho(age, echo.heldMicros() * 1_000L);
            }
        }
    }

    /** Whether somebody shows a stamp of this member that it can only have heard a moment ago, and not from a recording. */
    boolean hearsThis(List<Echo> echoes, long nowNanos) {
        for (Echo echo : echoes) {
            if (echo.peer() == context.engine.memberId()
                    && isRecent(ownStamps.ageNanos(echo.stamp(), nowNanos), echo)) {
                return true;
            }
        }
        return false;
    }

    /** The same for a stamp of anybody that was heard here. */
    boolean hearsTheGroup(long id, List<Echo> echoes, long nowNanos) {
        for (Echo echo : echoes) {
            Neighbour other = echo.peer() == id ? null : neighbours.get(echo.peer());
            if (other != null && isRecent(other.ageNanos(echo.stamp(), nowNanos), echo)) {
                return true;
            }
        }
        return hearsThis(echoes, nowNanos);
    }

    /** Who shows a stamp says for how long it has had it; the rest of its age is the way, or that of a recording. */
    private static boolean isRecent(long ageNanos, Echo echo) {
        return ageNanos >= 0 && Math.abs(ageNanos - echo.heldMicros() * 1_000L) <= RECENT_NANOS;
    }

    /**
     * Somebody who hears this member speaks from another address in the name of one that was heard.
     *
     * @return whether that is the member, and not who is held to be it: whoever it is before the two have met
     */
    boolean isRather(PresentMember member, InetSocketAddress from, Session session) {
        Neighbour neighbour = neighbours.get(member.id());
        return neighbour == null || !member.isMet() || neighbour.isRather(from, session.number(), session.stamp());
    }

    /** The stamp of a session message that leaves now. */
    long nextStamp(int number, long nowNanos) {
        return ownStamps.next(number, nowNanos);
    }

    /**
     * What the next session message shows.
     *
     * @param first whose stamps come first: those of active sources
     * @param most not more than these
     */
    List<Echo> takeEchoes(List<Long> first, int most, long nowNanos) {
        Set<Neighbour> shown = new LinkedHashSet<>();
        for (long id : first) {
            Neighbour neighbour = neighbours.get(id);
            if (neighbour != null && neighbour.isStamped() && shown.size() < most) {
                shown.add(neighbour);
            }
        }
        for (Neighbour next = fresh.peek(); next != null && shown.size() < most; next = fresh.peek()) {
            fresh.remove();
            next.isFresh = false;
            shown.add(next);
        }
        List<Echo> echoes = new ArrayList<>(shown.size());
        for (Neighbour neighbour : shown) {
            echoes.add(new Echo(
                    neighbour.id, neighbour.lastStamp(), SrmContext.micros(nowNanos - neighbour.heardNanos())));
        }
        for (Neighbour neighbour : shown) {
            Echo rival = echoes.size() < most ? neighbour.takeRival(nowNanos) : null;
            if (rival != null) {
                echoes.add(rival);
            }
        }
        return echoes;
    }
}
