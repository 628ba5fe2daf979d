package org.rmcast.wan;

import org.jspecify.annotations.Nullable;

/** Units by consecutive numbers, with gaps; from a first number on. Grows with what is in it. Not thread safe. */
final class UnitRing {
    private @Nullable HeldUnit[] units = new @Nullable HeldUnit[16];
    private long first;
    private long limit;

    /** @param first the lowest number that may come */
    UnitRing(long first) {
        this.first = first;
        this.limit = first;
    }

    /** The lowest number that is kept. */
    long first() {
        return first;
    }

    /** The number after the highest that was put. */
    long limit() {
        return limit;
    }

    @Nullable
    HeldUnit get(long number) {
        return number < first || number >= limit ? null : units[index(number)];
    }

    /** Puts a unit; numbers below {@link #first} must not be put. */
    void put(long number, HeldUnit unit) {
        long newLimit = Math.max(limit, number + 1);
        if (newLimit - first > units.length) {
            grow(newLimit - first);
        }
        limit = newLimit;
        units[index(number)] = unit;
    }

    /** Forgets all below a number. */
    void removeBelow(long number) {
        while (first < number && first < limit) {
            units[index(first)] = null;
            first++;
        }
        first = Math.max(first, number);
        limit = Math.max(limit, first);
    }

    private int index(long number) {
        return (int) number & units.length - 1;
    }

    private void grow(long size) {
        @Nullable
        HeldUnit[] larger =
                new @Nullable HeldUnit[Math.max(units.length * 2, Integer.highestOneBit((int) size - 1) * 2)];
        for (long number = first; number < limit; number++) {
            larger[(int) number & larger.length - 1] = units[index(number)];
        }
        units = larger;
    }
}
