package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;

/**
 * What a sender knows of those who receive: how far each was last seen to be, in digests and in answers to polls; for whom
 * flushes wait.
 */
final class Receivers implements SenderFlushes.Receivers {
    private final PbcastContext context;
    private final Map<Long, Position> positions = new LinkedHashMap<>();
    /** The same, by place. */
    private final List<Position> places = new ArrayList<>();
    /** The places of those who lacked something when that was last asked: they are asked first, so that it is cheap to ask again. */
    private int lacking;

    private int notKeepingUp;
    private int notKnowingEnd;
    /** Own packets below this were gossiped for as long as anybody holds them: who misses some is not going to get them. */
    private long stableBelow = 1;
    /** The lowest own packet that is held. */
    private long held = 1;

    Receivers(PbcastContext context) {
        this.context = context;
    }

    @Nullable
    Position find(long memberId) {
        return positions.get(memberId);
    }

    int count() {
        return positions.size();
    }

    /** All of them, in the order in which they came. */
    List<Position> all() {
        return List.copyOf(positions.values());
    }

    void add(GroupMember member) {
        if (member.role().receives()) {
            remove(member.id());
            Position position = new Position(
                    member, context.config, context.engine.secrets().nextInt());
            positions.put(member.id(), position);
            places.add(position);
        }
    }

    @Nullable
    Position remove(long memberId) {
        Position removed = positions.remove(memberId);
        if (removed != null) {
            places.remove(removed);
        }
        return removed;
    }

    /** A digest speaks of the own stream. */
    void onEntry(long memberId, Entry entry, long sentLimit) {
        Position position = positions.get(memberId);
        if (position != null) {
            position.update(entry.next(), entry.lostLimit(), entry.ended(), sentLimit);
        }
    }

    /** What a round has made stable, and what is held. */
    void onRound(long nowStableBelow, long nowHeld) {
        stableBelow = nowStableBelow;
        held = nowHeld;
    }

    /** Everybody has everything below this sequence; {@link Long#MAX_VALUE} if there is nobody. */
    long confirmed() {
        long confirmed = Long.MAX_VALUE;
        for (Position position : positions.values()) {
            confirmed = Math.min(confirmed, position.next());
        }
        return confirmed;
    }

    boolean allKnowEnd() {
        notKnowingEnd = firstThat(position -> !position.knowsEnd, notKnowingEnd);
        return notKnowingEnd < 0;
    }

    /** The place of one of whom something holds, looked for from a place on; negative if there is none. */
    private int firstThat(Predicate<Position> holds, int from) {
        int count = places.size();
        int begin = Math.max(0, from);
        for (int i = 0; i < count; i++) {
            int place = (begin + i) % count;
            if (holds.test(places.get(place))) {
                return place;
            }
        }
        return -1;
    }

    /** Those who have yet to be seen with everything below a sequence, and with {@code end} those who do not know of the end. */
    List<Position> unseen(long limit, boolean end) {
        List<Position> unseen = new ArrayList<>();
        for (Position position : positions.values()) {
            if (!position.has(limit) || (end && !position.knowsEnd)) {
                unseen.add(position);
            }
        }
        return unseen;
    }

    /** The longest round trip to one of those who have yet to be seen with everything below a sequence; 0 if none is known. */
    long farthestNanos(long limit) {
        long farthest = 0;
        for (Position position : places) {
            if (!position.has(limit)) {
                farthest = Math.max(farthest, position.roundTripNanos());
            }
        }
        return farthest;
    }

    /** A flush of everything below this sequence was answered: what was lost of that was told. */
    void onFlushAnswered(long limit) {
        positions.values().forEach(position -> position.onFlushAnswered(limit));
    }

    @Override
    public boolean keepUp(long limit) {
        notKeepingUp = firstThat(
                position -> !position.lagging && (!position.has(limit) || position.lostUntold()), notKeepingUp);
        return limit != Long.MAX_VALUE && notKeepingUp < 0;
    }

    @Override
    public boolean isSettled(long limit, long nowNanos) {
        if (limit == Long.MAX_VALUE) {
            return false;
        }
        if (stableBelow >= limit) {
            return true;
        }
        lacking = firstThat(position -> !position.has(limit), lacking);
        return lacking < 0;
    }

    @Override
    public List<Laggard> behind(long limit) {
        List<Laggard> behind = new ArrayList<>();
        for (Position position : positions.values()) {
            if (!position.has(limit)) {
                behind.add(position.laggard(limit, held));
            } else if (position.lostUntold()) {
                behind.add(new Laggard(position.member.id(), position.member.address(), 1));
            }
        }
        behind.sort(Comparator.comparingLong(Laggard::packetsBehind).reversed());
        return behind;
    }
}
