package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;

/**
 * What this member has sent, or been given, and what came before that, as far as it may not have been delivered everywhere: the matrix SENT of
 * Raynal, Schiper and Toueg ("The causal ordering abstraction and a simple way to implement it", 1991, section 3), of each source the latest
 * messages with the destinations for which they are the last word.
 *
 * <p>An entry is dropped for a destination when a later message of the same source is for it, and when the destination is known to have been
 * given it. It is not dropped when something else that comes after it is sent there (Kshemkalyani and Singhal, "Necessary and sufficient
 * conditions on information for causal message ordering and their optimal implementation", 1998): that may be lost for good with its sender,
 * and what came before it would be forgotten. What a destination was told it is not told again. Destinations are sets of slots, see {@link
 * Members}. Not thread safe.
 */
final class CausalPast {
    private final List<Dependency> entries = new ArrayList<>();

    /** Whether a member was given a message. */
    interface Known {
        boolean wasGiven(int slot, long sourceId, long number);
    }

    int size() {
        return entries.size();
    }

    /**
     * What a message carries of the past, so that whoever gets it knows what comes before it.
     *
     * @param slots for whom it is
     */
    List<Dependency> before(long slots) {
        List<Dependency> carried = new ArrayList<>();
        for (Dependency entry : entries) {
            if ((slots & ~entry.told) != 0) {
                carried.add(new Dependency(entry.sourceId, entry.number, entry.message, entry.slots));
            }
        }
        return carried;
    }

    /**
     * A message is sent that carries {@link #before}.
     *
     * @param sourceId this member
     * @param number of its last piece
     * @param message its own number
     * @param slots for whom it is
     */
    void send(long sourceId, long number, long message, long slots) {
        entries.forEach(entry -> entry.told |= slots);
        add(sourceId, number, message, slots);
    }

    /**
     * A message was given to the application.
     *
     * @param number of its last piece
     * @param message its own number
     * @param slots for whom it is
     * @param carried what it carried, see {@link #before}
     */
    void deliver(long sourceId, long number, long message, long slots, List<Dependency> carried) {
        for (Dependency before : carried) {
            add(before.sourceId, before.number, before.message, before.slots & ~Members.SELF);
        }
        add(sourceId, number, message, slots & ~Members.SELF);
    }

    private void add(long sourceId, long number, long message, long slots) {
        long news = slots;
        for (int i = 0; i < entries.size(); i++) {
            Dependency entry = entries.get(i);
            if (entry.sourceId == sourceId) {
                if (entry.number >= number) {
                    news &= ~entry.slots;
                } else {
                    entry.slots &= ~slots;
                }
            }
        }
        if (news != 0) {
            entries.add(new Dependency(sourceId, number, message, news));
        }
        entries.removeIf(entry -> entry.slots == 0);
    }

    /** Forgets what is known to have been delivered. */
    void prune(Known known) {
        for (Dependency entry : entries) {
            for (long rest = entry.slots; rest != 0; rest &= rest - 1) {
                int slot = Long.numberOfTrailingZeros(rest);
                if (known.wasGiven(slot, entry.sourceId, entry.number)) {
                    entry.slots &= ~(1L << slot);
                }
            }
        }
        entries.removeIf(entry -> entry.slots == 0);
    }

    /** A member is gone: what comes after waits until all that it had sent is settled, see {@link Departures#isAwaitedBy}. */
    void free(long id, int slot) {
        for (Dependency entry : entries) {
            entry.slots &= ~(1L << slot);
            entry.told &= ~(1L << slot);
        }
        entries.removeIf(entry -> entry.slots == 0 || entry.sourceId == id);
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
