package org.rmcast.core.engine;

/** What an engine counts, by {@link EngineMeter}. Not thread safe. */
@SuppressWarnings("EnumOrdinal") // an index into an array that nobody else sees
public class EngineCounters {
    private final long[] values = new long[EngineMeter.values().length];

    /** One more. */
    public final void increment(EngineMeter counter) {
        values[counter.ordinal()]++;
    }

    /** So many more. */
    public final void add(EngineMeter counter, long more) {
        values[counter.ordinal()] += more;
    }

    /** How many there are. */
    public final long get(EngineMeter counter) {
        return values[counter.ordinal()];
    }
}
