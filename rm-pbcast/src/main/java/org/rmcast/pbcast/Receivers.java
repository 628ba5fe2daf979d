package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.FlushResult.Laggard;
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
            positions.put(
                    member.id(),
                    new Position(
                            member, context.config, context.engine.secrets().nextInt()));
        }
    }

    @Nullable
    Position remove(long memberId) {
        return positions.remove(memberId);
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
        return positions.values().stream().allMatch(position -> position.knowsEnd);
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

    /** A flush was answered: the losses up to now were told. */
    void onFlushAnswered() {
        positions.values().forEach(position -> position.toldLostLimit = position.lostLimit);
    }

    @Override
    public boolean keepUp(long limit) {
        for (Position position : positions.values()) {
            if (!position.lagging && (!position.has(limit) || position.lostUntold())) {
                return false;
            }
        }
        return limit != Long.MAX_VALUE;
    }

    @Override
    public boolean isSettled(long limit, long nowNanos) {
        return limit != Long.MAX_VALUE && (stableBelow >= limit || confirmed() >= limit);
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
