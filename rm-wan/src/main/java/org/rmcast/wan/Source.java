package org.rmcast.wan;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.stream.LossCount;
import org.rmcast.core.stream.StallWatch;

/**
 * What another member has sent to this one: what has come, what is missing, how far the application is, and how far others are with what it
 * sent to them. Not thread safe.
 *
 * <p>Numbers: a <em>link number</em> counts what the source sends to this member, without gaps (SEQ and REQ of the paper's section 5); a
 * <em>number</em> counts all that it sends.
 */
final class Source {
    private static final int SLOTS = Members.SLOTS;
    private static final int MOST_MISSING = 4_096;
    private static final long MOST_LATENESS_NANOS = 1_000_000_000L;
    private static final int LATENESS_MEMORY = 16;

    final long id;
    private final LossCount losses;
    private boolean open;
    private long base;
    private UnitRing units = new UnitRing(1);
    /** The first link number that has not come. */
    private long next = 1;
    /** The first that was not consumed. */
    private long nextToConsume = 1;

    private long latenessNanos;
    private long reach;
    private long received;
    private long consumed;
    private long heldBytes;
    private boolean ended;
    private boolean started;
    /** Whether the rest of the stream is given up. */
    private boolean abandoned;
    /** Whether the end of the stream was told. */
    boolean endTold;
    /** When something is to be asked for again. */
    long askAtNanos = Long.MAX_VALUE;

    /** Link numbers up to this one were looked at for gaps. */
    private long lookedLimit = 1;

    private final TreeMap<Long, Missing> missing = new TreeMap<>();
    private final Set<Long> lost = new TreeSet<>();

    /** By slot: what others have confirmed of this source's numbers, and the highest link number to them that was seen. */
    private final long[] receivedBy = new long[SLOTS];

    private final long[] consumedBy = new long[SLOTS];
    private final long[] reachOf = new long[SLOTS];
    /** By slot: up to which link number to this member another one knows of units. */
    private final long[] hintBy = new long[SLOTS];
    /** All destinations have what is up to this number, by the source's word. */
    private long stable;
    /** All have taken what is up to this number, by the source's word. */
    private long taken;

    final Assembly assembly = new Assembly();
    private final StallWatch stallWatch;

    Source(long id, LossCount losses, long patienceNanos, long nowNanos) {
        this.id = id;
        this.losses = losses;
        this.stallWatch = new StallWatch(id, patienceNanos, nowNanos);
    }

    /** Tells when nothing comes for long. */
    void look(long nowNanos, Actions actions) {
        boolean waits = open && !isConsumed() && actions.deliveryRoom();
        stallWatch.look(waits, nextToConsume, nextToConsume, missing.size(), EventCause.NOT_IN_TIME, nowNanos, actions);
    }

    // The stream.

    boolean isOpen() {
        return open;
    }

    /** The source says where its stream to this member begins; of no effect once it has. */
    void open(long newBase, long firstLink) {
        if (!open) {
            open = true;
            base = newBase;
            received = newBase;
            consumed = newBase;
            units = new UnitRing(firstLink);
            next = firstLink;
            nextToConsume = firstLink;
            lookedLimit = firstLink;
            reach = firstLink - 1;
        }
    }

    long base() {
        return base;
    }

    /** Whether anything of it has come. */
    boolean isStarted() {
        return started;
    }

    /** All units up to this number that are for this member have come, or are lost. */
    long received() {
        return received;
    }

    /** All up to this number have been consumed. */
    long consumed() {
        return consumed;
    }

    long reach() {
        return reach;
    }

    boolean hasEnded() {
        return ended;
    }

    /** The source sends no more than up to its reach. */
    void end() {
        ended = true;
    }

    /** Whether all that is known to have been sent was consumed. */
    boolean isConsumed() {
        return nextToConsume > reach;
    }

    long heldBytes() {
        return heldBytes;
    }

    int heldUnits() {
        return (int) (units.limit() - units.first());
    }

    /** Somebody knows that so many link numbers were sent. */
    void onReach(long link) {
        reach = abandoned ? reach : Math.max(reach, link);
    }

    /** Whether a unit with this link number is new, and may be put. */
    boolean isNew(long link, int mostAhead) {
        return open
                && link >= next
                && link - units.first() < mostAhead
                && units.get(link) == null
                && !lost.contains(link);
    }

    /** Whether it is the first that is missing. */
    boolean isNext(long link) {
        return link == next;
    }

    /**
     * A new unit has come; says since when it had been missed, null if it was not.
     *
     * @param repair whether it was sent again
     */
    @Nullable
    Missing put(long link, HeldUnit unit, boolean repair) {
        started = true;
        losses.onPacket(link, repair);
        heldBytes += unit.heldBytes();
        units.put(link, unit);
        onReach(link);
        for (long rest = unit.slots(); rest != 0; rest &= rest - 1) {
            int slot = Long.numberOfTrailingZeros(rest);
            reachOf[slot] = Math.max(reachOf[slot], unit.link(slot));
        }
        advance();
        return missing.remove(link);
    }

    private void advance() {
        while (next <= reach) {
            HeldUnit unit = units.get(next);
            if (unit == null && !lost.contains(next)) {
                return;
            }
            received = unit == null ? received : unit.number;
            next++;
        }
    }

    /** The next unit for the application, null if it has not come. */
    @Nullable
    HeldUnit toConsume() {
        return nextToConsume < next ? units.get(nextToConsume) : null;
    }

    /** The link number of the next unit for the application. */
    long nextToConsume() {
        return nextToConsume;
    }

    /** Whether the next unit for the application is lost. */
    boolean isNextLost() {
        return lost.contains(nextToConsume);
    }

    /** Nothing more is given of it; what is held is kept for others. */
    void abandon() {
        abandoned = true;
        nextToConsume = Math.max(units.limit(), reach + 1);
        next = nextToConsume;
        lost.clear();
        losses.onGivenUp(missing.size());
        missing.clear();
        assembly.clear();
    }

    boolean isAbandoned() {
        return abandoned;
    }

    /** The unit that {@link #toConsume} gave was consumed. */
    void consume(HeldUnit unit) {
        nextToConsume++;
        consumed = unit.number;
    }

    /** Forgets what was consumed and what all its destinations have; says how many bytes that were. */
    long release() {
        long before = heldBytes;
        while (units.first() < nextToConsume && units.first() < units.limit()) {
            HeldUnit unit = units.get(units.first());
            if (unit != null) {
                if (!isStable(unit)) {
                    break;
                }
                heldBytes -= unit.heldBytes();
            }
            units.removeBelow(units.first() + 1);
        }
        return before - heldBytes;
    }

    private boolean isStable(HeldUnit unit) {
        if (unit.number <= stable) {
            return true;
        }
        for (long rest = unit.slots() & ~Members.SELF; rest != 0; rest &= rest - 1) {
            if (receivedBy[Long.numberOfTrailingZeros(rest)] < unit.number) {
                return false;
            }
        }
        return true;
    }

    /** A unit that is held, by its link number to a member; null if there is none. */
    @Nullable
    HeldUnit find(int slot, long link) {
        if (slot == Members.SELF_SLOT) {
            return units.get(link);
        }
        // What is for both rises by both numbers.
        long low = units.first();
        long high = units.limit();
        while (low < high) {
            long middle = low + (high - low) / 2;
            long own = firstFor(slot, middle, high);
            HeldUnit unit = own < high ? units.get(own) : null;
            if (unit == null || unit.link(slot) > link) {
                high = middle;
            } else if (unit.link(slot) == link) {
                return unit;
            } else {
                low = own + 1;
            }
        }
        return null;
    }

    /** The first unit from a link number on that is held and for a member; the limit if there is none. */
    private long firstFor(int slot, long from, long limit) {
        for (long own = from; own < limit; own++) {
            HeldUnit unit = units.get(own);
            if (unit != null && unit.isFor(slot)) {
                return own;
            }
        }
        return limit;
    }

    // What is missing.

    /** A unit that was held for missing was only overtaken, by so much. */
    void onOvertaken(long nanos) {
        latenessNanos = Math.max(Math.min(MOST_LATENESS_NANOS, nanos + nanos / 4), latenessNanos);
    }

    /** A unit that was held for missing was lost: overtaking is less of it. */
    void onLost() {
        latenessNanos -= latenessNanos / LATENESS_MEMORY;
    }

    /** How long a gap may only be overtaking, by what was seen. */
    long latenessNanos() {
        return latenessNanos;
    }

    /** The units that are missing, by link number; new gaps are to be asked for after a wait. */
    Map<Long, Missing> missing(long nowNanos, long waitNanos) {
        long from = Math.max(next, lookedLimit);
        for (long link = from; link <= reach && missing.size() < MOST_MISSING; link++) {
            if (units.get(link) == null && !lost.contains(link)) {
                missing.put(link, new Missing(nowNanos, nowNanos + waitNanos));
            }
            lookedLimit = link + 1;
        }
        return missing;
    }

    /** The gaps that were looked at so far. */
    NavigableMap<Long, Missing> missing() {
        return missing;
    }

    boolean hasNewGaps() {
        return reach >= Math.max(next, lookedLimit) && missing.size() < MOST_MISSING;
    }

    /** The source cannot be asked any more: what is missing is asked for anew, at once, of whoever has it. */
    void askAnew(long nowNanos) {
        missing.replaceAll((link, asked) -> new Missing(asked.sinceNanos, nowNanos));
        askAtNanos = missing.isEmpty() ? askAtNanos : nowNanos;
    }

    /** Nobody has a unit. */
    void lose(long link) {
        missing.remove(link);
        losses.onGivenUp(1);
        lost.add(link);
        started = true;
        advance();
    }

    /** The source says that it did not send so much: whoever said so was wrong. */
    void refute(long link) {
        if (link >= units.limit() && link <= reach) {
            reach = Math.max(next, units.limit()) - 1;
            missing.tailMap(reach + 1).clear();
            lookedLimit = Math.min(lookedLimit, reach + 1);
        }
    }

    // What others have.

    void onAck(int slot, long byReceived, long byConsumed, long hint) {
        receivedBy[slot] = Math.max(receivedBy[slot], byReceived);
        consumedBy[slot] = Math.max(consumedBy[slot], byConsumed);
        hintBy[slot] = Math.max(hintBy[slot], hint);
    }

    void onStable(long number, long takenByAll) {
        stable = Math.max(stable, number);
        taken = Math.max(taken, takenByAll);
    }

    /** Whether a member is known to have taken all up to a number. */
    boolean isTakenBy(int slot, long number) {
        return Math.max(taken, consumedBy[slot]) >= number;
    }

    long receivedBy(int slot) {
        return receivedBy[slot];
    }

    long consumedBy(int slot) {
        return consumedBy[slot];
    }

    long reachOf(int slot) {
        return reachOf[slot];
    }

    long hintBy(int slot) {
        return hintBy[slot];
    }

    /** A slot is free: its member is gone. */
    void free(int slot) {
        receivedBy[slot] = 0;
        consumedBy[slot] = 0;
        reachOf[slot] = 0;
        hintBy[slot] = 0;
        for (long link = units.first(); link < units.limit(); link++) {
            HeldUnit unit = units.get(link);
            if (unit != null) {
                unit.free(slot);
            }
        }
        for (Missing unit : missing.values()) {
            unit.asked &= ~(1L << slot);
            unit.lacked &= ~(1L << slot);
        }
    }

    @Override
    public String toString() {
        return (open ? "in " : "in, not open, ") + nextToConsume + ".." + next + ".." + reach
                + (missing.isEmpty() ? "" : " missing " + missing.size());
    }
}
