package org.rmcast.core.membership;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * News that this member passes on with its pings and acks: each lambda ln(n + 1) times, those told least often first, so that
 * fresh ones go before old ones (SWIM, section 4.1). Of one member only the latest is kept. Bounded: when full, what was told
 * most often goes. Not thread safe.
 */
final class Rumours {
    private static final Comparator<Rumour> FRESHEST_FIRST = (one, other) ->
            one.told != other.told ? Integer.compare(one.told, other.told) : Long.compare(other.number, one.number);

    private final int capacity;
    private final int factor;
    private final TreeSet<Rumour> byFreshness = new TreeSet<>(FRESHEST_FIRST);
    private final Map<Long, Rumour> byId = new HashMap<>();
    private long numbers;

    private static final class Rumour {
        final MemberUpdate update;
        final long number;
        int told;

        Rumour(MemberUpdate update, long number) {
            this.update = update;
            this.number = number;
        }
    }

    /**
     * An empty store.
     *
     * @param factor lambda
     */
    Rumours(int capacity, int factor) {
        this.capacity = capacity;
        this.factor = factor;
    }

    int count() {
        return byId.size();
    }

    /** Takes in news of a member of whom there are none. */
    void addIfAbsent(MemberUpdate update) {
        if (!byId.containsKey(update.id())) {
            add(update);
        }
    }

    /** Takes in news, in place of older ones of the same member. */
    void add(MemberUpdate update) {
        Rumour before = byId.remove(update.id());
        if (before != null) {
            byFreshness.remove(before);
        }
        if (byId.size() >= capacity) {
            byId.remove(byFreshness.last().update.id());
            byFreshness.pollLast();
        }
        Rumour rumour = new Rumour(update, numbers++);
        byId.put(update.id(), rumour);
        byFreshness.add(rumour);
    }

    /**
     * Chooses what to tell, and counts it as told.
     *
     * @param roomBytes how much fits
     * @param groupSize n
     * @param first goes before all others, if it fits: what concerns the one that is told
     */
    List<MemberUpdate> take(int roomBytes, int groupSize, @Nullable MemberUpdate first) {
        List<MemberUpdate> chosen = new ArrayList<>();
        int room = roomBytes;
        if (first != null && first.encodedBytes() <= room) {
            chosen.add(first);
            room -= first.encodedBytes();
        }
        List<Rumour> told = new ArrayList<>();
        while (!byFreshness.isEmpty() && byFreshness.first().update.encodedBytes() <= room) {
            Rumour rumour = byFreshness.first();
            byFreshness.pollFirst();
            told.add(rumour);
            if (first == null || first.id() != rumour.update.id()) {
                chosen.add(rumour.update);
                room -= rumour.update.encodedBytes();
            }
        }
        told.forEach(rumour -> keepUnlessTold(rumour, limit(groupSize)));
        return chosen;
    }

    private void keepUnlessTold(Rumour rumour, int limit) {
        rumour.told++;
        if (rumour.told < limit) {
            byFreshness.add(rumour);
        } else {
            byId.remove(rumour.update.id());
        }
    }

    private int limit(int groupSize) {
        return (int) Math.ceil(factor * StrictMath.log(groupSize + 1.0));
    }
}
