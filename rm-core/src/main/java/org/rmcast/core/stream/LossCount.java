package org.rmcast.core.stream;

import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.MeterValues;

/**
 * Counts which packets of one stream were lost on their way here, and which were only overtaken by later ones. A packet that was missing
 * is counted when it is missing no more, as one of both: {@link EngineMeter#PACKETS_MISSED} if a repair filled it in, or if it was given up;
 * {@link EngineMeter#PACKETS_OVERTAKEN} if it came by itself after a later one. What was only known to exist, and came by itself and in order,
 * is neither. If the packet itself comes after its repair, it is a duplicate and remains missed.
 *
 * <p>Not thread safe.
 */
public final class LossCount {
    private final MeterValues<EngineMeter> counters;
    /** The sequence after the highest that came. */
    private long limit;

    public LossCount(MeterValues<EngineMeter> counters) {
        this.counters = counters;
    }

    /**
     * A new packet was taken.
     *
     * @param repair whether it is sent again, since somebody lacked it
     */
    public void onPacket(long sequence, boolean repair) {
        if (repair) {
            counters.increment(EngineMeter.PACKETS_MISSED);
        } else if (sequence < limit) {
            counters.increment(EngineMeter.PACKETS_OVERTAKEN);
        }
        limit = Math.max(limit, sequence + 1);
    }

    /** So many packets that had not come are not waited for any more. */
    public void onGivenUp(long packets) {
        counters.add(EngineMeter.PACKETS_MISSED, packets);
    }
}
