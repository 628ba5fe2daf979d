package org.rmcast.pbcast;

import org.rmcast.core.buffer.ReceiveWindow;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;

/**
 * What digests say of a stream that is followed: what is held and what is missing of all that exists as far as is believed, and in
 * pull gossip what is wanted. Not thread safe.
 */
final class SourceEntries {
    private final long id;
    private final int maskBytes;
    private final ReceiveWindow window;
    private final Gaps gaps;
    private final StreamReach reach;
    private final RepairTallies tallies;

    SourceEntries(
            long id, PbcastConfig config, ReceiveWindow window, Gaps gaps, StreamReach reach, RepairTallies tallies) {
        this.id = id;
        this.maskBytes = config.maskBytes();
        this.window = window;
        this.gaps = gaps;
        this.reach = reach;
        this.tallies = tallies;
    }

    /**
     * Makes one.
     *
     * @param lack whether it says what is wanted now
     * @param kept the lowest sequence that is held
     * @param low the lowest that is gossiped
     * @param limit the sequence after the highest that exists
     * @param messages how many messages are known to be below the limit
     */
    Entry make(boolean lack, long kept, long low, long limit, long lostLimit, long messages, long nowNanos) {
        long next = window.next();
        boolean ended = reach.hasEnded() && limit == reach.endLimit();
        long last = lack ? lastWanted(next) : lastMissing(next, limit);
        long start = Math.max(next, last + 1 - maskBytes * 8L);
        return new Entry(
                id,
                kept,
                low,
                next,
                limit,
                lostLimit,
                ended,
                ended ? reach.endMessages() : messages,
                start,
                lack ? wanted(start, last, nowNanos) : missing(start, last),
                low,
                tallies.repairedMask(low, maskBytes));
    }

    private long lastWanted(long next) {
        return gaps.isEmpty() ? next - 1 : gaps.open().lastKey();
    }

    private long lastMissing(long next, long limit) {
        if (!gaps.isWhole(limit)) {
            return limit - 1;
        }
        Long last = gaps.open().lowerKey(limit);
        return last == null ? next - 1 : last;
    }

    private byte[] wanted(long start, long last, long nowNanos) {
        if (last < start) {
            return SequenceMask.EMPTY;
        }
        byte[] mask = SequenceMask.reachingTo(last - start);
        for (MissingPacket packet : gaps.open().tailMap(start, true).values()) {
            if (packet.dueNanos - nowNanos <= 0) {
                SequenceMask.set(mask, (int) (packet.sequence - start));
            }
        }
        return mask;
    }

    private byte[] missing(long start, long last) {
        if (last < start) {
            return SequenceMask.EMPTY;
        }
        byte[] mask = SequenceMask.reachingTo(last - start);
        if (gaps.isWhole(last + 1)) {
            for (long sequence : gaps.open().subMap(start, true, last, true).keySet()) {
                SequenceMask.set(mask, (int) (sequence - start));
            }
            return mask;
        }
        for (long sequence = start; sequence <= last; sequence++) {
            if (!window.has(sequence)) {
                SequenceMask.set(mask, (int) (sequence - start));
            }
        }
        return mask;
    }
}
