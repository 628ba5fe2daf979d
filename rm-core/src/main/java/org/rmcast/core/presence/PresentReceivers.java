package org.rmcast.core.presence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.core.claims.ReceiverPosition;
import org.rmcast.core.stream.SenderFlushes;

/** What a sender knows of those members who receive: how far each is, by its own word. Not thread safe. */
public final class PresentReceivers implements SenderFlushes.Receivers {
    private final Map<Long, Receiver> receivers = new LinkedHashMap<>();
    private int placed;

    /** One of them. */
    public static final class Receiver {
        private final PresentMember member;
        private final ReceiverPosition place = new ReceiverPosition(1);
        private long lostPackets;
        private long lostLimit;
        private boolean knowsEnd;
        private boolean placed;

        private Receiver(PresentMember member) {
            this.member = member;
        }

        /** The first packet that it may miss. */
        public long next() {
            return place.next();
        }
    }

    /** A member was met; kept if it receives. */
    public void add(PresentMember member) {
        if (member.role().receives()) {
            remove(member.id());
            receivers.put(member.id(), new Receiver(member));
        }
    }

    /** A member is gone; null if it is none of them. */
    public @Nullable Receiver remove(long id) {
        Receiver receiver = receivers.remove(id);
        placed -= receiver != null && receiver.placed ? 1 : 0;
        return receiver;
    }

    /** How many there are. */
    public int count() {
        return receivers.size();
    }

    /** How many have said where they are: those follow the stream. */
    public int placed() {
        return placed;
    }

    /**
     * A receiver says where it is.
     *
     * @param next the first packet that it misses
     * @param lostLimit the sequence after the last packet that it has given up, 0 if none
     * @param lostPackets how many it has given up
     * @param knowsEnd whether it knows that the stream has ended
     * @param sentLimit the sequence after the last packet sent
     * @return if it has lost more than it had said: the first sequence that can be among that; else 0
     */
    public long onPosition(long id, long next, long lostLimit, long lostPackets, boolean knowsEnd, long sentLimit) {
        Receiver receiver = receivers.get(id);
        long before = receiver == null ? 0 : receiver.next();
        if (receiver == null || receiver.place.says(next, sentLimit) == ReceiverPosition.Verdict.IMPOSSIBLE) {
            return 0;
        }
        placed += receiver.placed ? 0 : 1;
        receiver.placed = true;
        receiver.knowsEnd |= knowsEnd;
        long news = lostPackets - receiver.lostPackets;
        if (news <= 0) {
            return 0;
        }
        boolean isLast = news == 1 && lostLimit > receiver.lostLimit;
        receiver.lostPackets = lostPackets;
        receiver.lostLimit = lostLimit;
        return Math.min(isLast ? lostLimit - 1 : before, sentLimit - 1);
    }

    /** One of them, null if it is none. */
    public @Nullable PresentMember member(long id) {
        Receiver receiver = receivers.get(id);
        return receiver == null ? null : receiver.member;
    }

    /** All have everything below this; {@link Long#MAX_VALUE} if there are none. */
    public long confirmed() {
        long confirmed = Long.MAX_VALUE;
        for (Receiver receiver : receivers.values()) {
            confirmed = Math.min(confirmed, receiver.next());
        }
        return confirmed;
    }

    /** Who has least, null if there are none. */
    public @Nullable PresentMember slowest() {
        Receiver slowest = null;
        for (Receiver receiver : receivers.values()) {
            slowest = slowest == null || receiver.next() < slowest.next() ? receiver : slowest;
        }
        return slowest == null ? null : slowest.member;
    }

    /** Whether all know that the stream has ended. */
    public boolean allKnowEnd() {
        return receivers.values().stream().allMatch(receiver -> receiver.knowsEnd);
    }

    @Override
    public boolean keepUp(long limit) {
        return limit != Long.MAX_VALUE && confirmed() >= limit;
    }

    @Override
    public boolean isSettled(long limit, long nowNanos) {
        return keepUp(limit);
    }

    @Override
    public List<Laggard> behind(long limit) {
        List<Laggard> behind = new ArrayList<>();
        for (Receiver receiver : receivers.values()) {
            if (receiver.next() < limit) {
                behind.add(new Laggard(receiver.member.id(), receiver.member.address(), limit - receiver.next()));
            }
        }
        behind.sort(Comparator.comparingLong(Laggard::packetsBehind).reversed());
        return behind;
    }
}
