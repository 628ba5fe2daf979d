package org.rmcast.srm;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.rmcast.srm.wire.SrmPacket.Range;

/**
 * The repairs of one stream that this member may send, and when.
 *
 * <p>Source: SRM, with the events of the ns-2.35 agent. A repair waits for a time that grows with the distance to who asks; who hears
 * somebody else's repair drops its own. After a repair, whoever sent it, requests for the same are ignored for three distances: they
 * were on their way. A request may name many packets, whose repairs leave one after another. Who hears the first of them from somebody
 * else puts the rest off by a further delay, and goes on where that one stops; if two have begun, the one with the higher id
 * stops (draft-liao-lrmp-00: the lower id wins). Bounded. Not thread safe.
 */
final class Repairs {
    private static final int HOLD_DOWN_DISTANCES = 3;

    /** A repair that is to leave now. */
    record Repair(long sequence, RepairTurn turn) {}

    /**
     * A packet that was repaired a moment ago.
     *
     * @param turn this member's own part in it, null if it had none
     */
    private record HoldDown(@Nullable RepairTurn turn, long untilNanos) {}

    private final long ownId;
    private final SuppressionTimer timer;
    private final int most;
    private final Map<Long, RepairTurn> pending = new LinkedHashMap<>();
    private final TimedEntries<RepairTurn> due = new TimedEntries<>();
    private final Map<Long, HoldDown> holdDowns = new LinkedHashMap<>();
    private long forgottenBelow;

    /**
     * @param timer shared by all streams of a member
     * @param most how many packets may wait to be repaired, and how many be held down
     */
    Repairs(long ownId, SuppressionTimer timer, int most) {
        this.ownId = ownId;
        this.timer = timer;
        this.most = most;
    }

    /** Whether nothing waits. */
    boolean isEmpty() {
        return pending.isEmpty();
    }

    /** When a repair is due, or no deadline. */
    long nextDeadlineNanos() {
        return due.nextNanos();
    }

    /**
     * Somebody asks for packets.
     *
     * @param low what is below is not held
     * @param limit nor what is from here on
     * @param holds whether a packet in between is
     * @param turn with the requester and its distance, and no packets yet
     * @return how many packets wait to be repaired because of this request
     */
    int onRequest(List<Range> ranges, long low, long limit, LongPredicate holds, RepairTurn turn, long nowNanos) {
        long lowest = Math.max(low, forgottenBelow);
        for (Range range : ranges) {
            long end = Math.min(limit, range.limit());
            for (long sequence = Math.max(lowest, range.first()); sequence < end && pending.size() < most; sequence++) {
                if (!pending.containsKey(sequence) && !isHeldDown(sequence, nowNanos) && holds.test(sequence)) {
                    turn.sequences.add(sequence);
                    pending.put(sequence, turn);
                }
            }
        }
        if (!turn.sequences.isEmpty()) {
            timer.constants().onNew();
            due.set(turn, nowNanos + timer.drawNanos(turn.distanceNanos, 0));
        }
        return turn.sequences.size();
    }

    private boolean isHeldDown(long sequence, long nowNanos) {
        HoldDown holdDown = holdDowns.get(sequence);
        return holdDown != null && nowNanos - holdDown.untilNanos < 0;
    }

    /**
     * Somebody else repairs a packet.
     *
     * @param theirNanos how far it is from who asked, as it says
     * @param sourceNanos how far this member is from the source: who lacked the packet ignores requests for so long
     */
    void onRepair(long sequence, long from, long theirNanos, long sourceNanos, long nowNanos) {
        RepairTurn turn = pending.remove(sequence);
        if (turn != null) {
            learnOfFirst(turn, nowNanos);
            turn.sequences.remove(sequence);
            holdDown(sequence, turn, turn.distanceNanos, nowNanos);
            giveWay(turn, from, nowNanos);
            return;
        }
        HoldDown before = holdDowns.get(sequence);
        if (before != null && nowNanos - before.untilNanos < 0) {
            countDuplicate(before.turn, from, theirNanos);
        } else {
            holdDown(sequence, null, sourceNanos, nowNanos);
        }
    }

    private void giveWay(RepairTurn turn, long from, long nowNanos) {
        if (turn.sequences.isEmpty()) {
            due.clear(turn);
        } else if (!turn.sent || Long.compareUnsigned(from, ownId) < 0) {
            due.set(turn, nowNanos + timer.drawNanos(turn.distanceNanos, 0));
        }
    }

    private void countDuplicate(@Nullable RepairTurn turn, long from, long theirNanos) {
        if (turn != null && turn.duplicateOf != from) {
            turn.duplicateOf = from;
            timer.constants().onDuplicate(turn.sentFirst, theirNanos, turn.distanceNanos);
        }
    }

    /** The next repair that is due; its packet is held down from now on. Null if there is none. */
    @Nullable
    Repair take(long nowNanos) {
        RepairTurn turn = due.firstDue(nowNanos);
        if (turn == null) {
            return null;
        }
        long sequence = turn.sequences.first();
        turn.sequences.remove(sequence);
        pending.remove(sequence);
        if (turn.sequences.isEmpty()) {
            due.clear(turn);
        }
        if (!turn.answered) {
            turn.sentFirst = true;
            learnOfFirst(turn, nowNanos);
            timer.constants().onSent();
        }
        turn.sent = true;
        holdDown(sequence, turn, turn.distanceNanos, nowNanos);
        return new Repair(sequence, turn);
    }

    private void learnOfFirst(RepairTurn turn, long nowNanos) {
        if (!turn.answered) {
            turn.answered = true;
            double roundTripNanos = 2.0 * timer.scale(turn.distanceNanos);
            timer.constants().onDelay((nowNanos - turn.heardNanos) / roundTripNanos);
        }
    }

    private void holdDown(long sequence, @Nullable RepairTurn turn, long distanceNanos, long nowNanos) {
        holdDowns.remove(sequence);
        expire(nowNanos);
        holdDowns.put(sequence, new HoldDown(turn, nowNanos + timer.spanNanos(HOLD_DOWN_DISTANCES, distanceNanos)));
    }

    /** Those at the front are over, or one has to go. */
    private void expire(long nowNanos) {
        Iterator<HoldDown> oldest = holdDowns.values().iterator();
        while (oldest.hasNext()) {
            boolean over = nowNanos - oldest.next().untilNanos >= 0;
            if (!over && holdDowns.size() < most) {
                return;
            }
            oldest.remove();
        }
    }

    /** What is below is not held any more. */
    void forgetBelow(long low) {
        if (low <= forgottenBelow) {
            return;
        }
        forgottenBelow = low;
        pending.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey() < low;
            if (gone) {
                RepairTurn turn = entry.getValue();
                turn.sequences.remove(entry.getKey());
                if (turn.sequences.isEmpty()) {
                    due.clear(turn);
                }
            }
            return gone;
        });
    }
}
