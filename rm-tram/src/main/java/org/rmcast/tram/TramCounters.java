package org.rmcast.tram;

import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.MeterValues;

/** What one engine counts, for its statistics and for pruning. */
final class TramCounters {
    final MeterValues<EngineMeter> common = new MeterValues<>(EngineMeter.class);
    final MeterValues<TramMeter> own = new MeterValues<>(TramMeter.class);

    void increment(EngineMeter counter) {
        common.increment(counter);
    }

    void increment(TramMeter counter) {
        own.increment(counter);
    }

    void add(EngineMeter counter, long more) {
        common.add(counter, more);
    }

    long get(EngineMeter counter) {
        return common.get(counter);
    }

    long get(TramMeter counter) {
        return own.get(counter);
    }
}
