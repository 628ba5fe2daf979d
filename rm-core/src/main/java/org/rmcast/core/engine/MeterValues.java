package org.rmcast.core.engine;

import java.util.List;
import org.rmcast.api.Meter;

/**
 * Values of the meters of one enum, all 0 at first. Counting allocates nothing. Not thread safe.
 *
 * @param <M> the enum
 */
@SuppressWarnings("EnumOrdinal") // an index into an array that nobody else sees
public final class MeterValues<M extends Enum<M> & Meter> {
    private final Class<M> meters;
    private final long[] values;

    /** Makes zeros. */
    public MeterValues(Class<M> meters) {
        this(meters, new long[meters.getEnumConstants().length]);
    }

    private MeterValues(Class<M> meters, long[] values) {
        this.meters = meters;
        this.values = values;
    }

    /** One more. */
    public void increment(M counter) {
        values[counter.ordinal()]++;
    }

    /** So many more. */
    public void add(M counter, long more) {
        values[counter.ordinal()] += more;
    }

    /** Counts on from what another one has counted. */
    public void addAll(MeterValues<M> other) {
        for (int i = 0; i < values.length; i++) {
            values[i] += other.values[i];
        }
    }

    /** What a gauge shows now. */
    public void set(M gauge, long value) {
        values[gauge.ordinal()] = value;
    }

    /** The value now. */
    public long get(M meter) {
        return values[meter.ordinal()];
    }

    /** The value of a meter that may be of another enum, and is 0 then. */
    public long find(Meter meter) {
        return meters.isInstance(meter) ? get(meters.cast(meter)) : 0;
    }

    /** All meters of the enum, in its order. */
    public List<M> meters() {
        return List.of(meters.getEnumConstants());
    }

    /** The same values, which do not follow these any more. */
    public MeterValues<M> copy() {
        return new MeterValues<>(meters, values.clone());
    }
}
