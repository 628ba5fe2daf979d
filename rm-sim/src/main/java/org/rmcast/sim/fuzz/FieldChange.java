package org.rmcast.sim.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/** How the number in a field is changed: to what tends to lie beyond a bound, or to what another datagram says. */
enum FieldChange {
    ZERO,
    ALL_ONES,
    ONE_BIT,
    A_LITTLE_MORE,
    A_LITTLE_LESS,
    HIGHEST_SEQUENCE,
    ANYTHING,
    AS_ANOTHER;

    private static final List<FieldChange> ALL = List.of(values());
    private static final long MAX_SEQUENCE = 1L << 61;

    static FieldChange draw(RandomGenerator random) {
        return ALL.get(random.nextInt(ALL.size()));
    }

    /**
     * The new value; bits beyond the field's width are cut off by who writes it.
     *
     * @param other what another datagram of the type has there
     */
    long apply(long value, long other, RandomGenerator random) {
        return switch (this) {
            case ZERO -> 0;
            case ALL_ONES -> -1;
            case ONE_BIT -> value ^ (1L << random.nextInt(Long.SIZE));
            case A_LITTLE_MORE -> value + 1 + random.nextInt(64);
            case A_LITTLE_LESS -> value - 1 - random.nextInt(64);
            case HIGHEST_SEQUENCE -> MAX_SEQUENCE - random.nextInt(2);
            case ANYTHING -> random.nextLong();
            case AS_ANOTHER -> other;
        };
    }
}
