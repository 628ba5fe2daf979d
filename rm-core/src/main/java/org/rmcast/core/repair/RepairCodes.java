package org.rmcast.core.repair;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins waiting repairs to codes for a {@link RepairQueue}, and says how long it is worth to wait for partners.
 *
 * <p>A repair waits only where that pays: several ask, and so much that two or more requests are to be expected while it waits. Where little is
 * lost, or one asks alone, every repair leaves at once. What waits for the pace gathers by itself. Not thread safe.
 */
final class RepairCodes {
    /** So many waiting packets are enough to choose from. */
    private static final int ENOUGH_PACKETS = 64;
    /** How many times the time to gather is looked back to see how much is asked for. */
    private static final int LOOK_BACK = 8;

    private static final double WORTH_WAITING = 2;
    /** So many repairs are looked at for each that can be a candidate, and no more. */
    private static final int LOOK_FACTOR = 4;

    private static final int MOST_NUMBERS = 32;

    private final CodeLimits limits;
    private final CodePlanner<Repair> planner;
    private boolean planned;
    private long plannedStream;

    /** When the oldest of those that wait was asked for. */
    private long oldestNanos;
    /** Since when is counted, how many packets were asked for since, and in the time as long before. */
    private long countedFromNanos;

    private int count;
    private int countBefore;
    private @Nullable InetSocketAddress last;
    private boolean several;
    private long lastNanos;
    private long severalNanos;

    RepairCodes(CodeLimits limits) {
        this.limits = limits;
        this.planner = new CodePlanner<>(limits);
    }

    /**
     * A packet is asked for that nobody waited for before.
     *
     * @param first whether nothing else waits
     */
    void onQueued(InetSocketAddress from, boolean first, long nowNanos) {
        planned = false;
        oldestNanos = first ? nowNanos : oldestNanos;
        moveOn(nowNanos);
        count++;
        if (last != null && !last.equals(from) && nowNanos - lastNanos < lookBackNanos()) {
            several = true;
            severalNanos = nowNanos;
        }
        last = from;
        lastNanos = nowNanos;
    }

    private long lookBackNanos() {
        return LOOK_BACK * limits.gatherNanos();
    }

    private void moveOn(long nowNanos) {
        long lookBack = lookBackNanos();
        long passed = nowNanos - countedFromNanos;
        if (passed >= lookBack || passed < 0) {
            countBefore = passed >= 2 * lookBack || passed < 0 ? 0 : count;
            count = 0;
            countedFromNanos = nowNanos;
        }
    }

    /** Whether more is worth waiting for, of so many packets that wait. */
    boolean isGathering(int waiting, long nowNanos) {
        if (limits.gatherNanos() == 0
                || waiting == 0
                || waiting >= ENOUGH_PACKETS
                || nowNanos - oldestNanos >= limits.gatherNanos()
                || !several
                || nowNanos - severalNanos >= lookBackNanos()) {
            return false;
        }
        moveOn(nowNanos);
        double passed = (double) (nowNanos - countedFromNanos) / lookBackNanos();
        double asked = count + countBefore * (1 - passed);
        return asked >= WORTH_WAITING * LOOK_BACK;
    }

    /** When what waits has gathered. */
    long gatheredNanos() {
        return oldestNanos + limits.gatherNanos();
    }

    /** What waits is about to be sent, and may be others than before. */
    void onDrain() {
        planned = false;
    }

    /** What goes with a repair, in the order of sequences, itself included; alone if nothing does. */
    List<Repair> choose(Repair first, Collection<Repair> pending) {
        long lackers = first.lackers();
        if (lackers == 0 || pending.size() == 1) {
            return List.of(first);
        }
        long stream = first.packet.stream();
        if (!planned || stream != plannedStream) {
            planned = true;
            plannedStream = stream;
            plan(stream, pending);
        }
        return planner.choose(first, first.packet.sequence(), lackers);
    }

    private void plan(long stream, Collection<Repair> pending) {
        planner.clear();
        int looked = 0;
        for (Repair repair : pending) {
            if (planner.isFull() || looked++ >= LOOK_FACTOR * limits.maxCandidates()) {
                return;
            }
            long lackers = repair.packet.stream() == stream ? repair.lackers() : 0;
            if (lackers != 0) {
                planner.offer(repair, repair.packet.sequence(), lackers);
            }
        }
    }

    /** The numbers of the requests that a code answers. Of each requester only its oldest: so nobody takes older ones for lost. */
    static int[] numbers(List<Repair> joined) {
        List<Integer> numbers = new ArrayList<>();
        for (Repair repair : joined) {
            repair.addOldest(numbers, MOST_NUMBERS);
        }
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
