package org.rmcast.tram;

/**
 * How far the hellos of a node are apart: {@code helloInterval}, or with {@link JrmsRule#HELLO} as far as its acknowledgements, and closer while
 * a member holds the others up and is silent.
 */
final class HelloInterval {
    private static final long CLOSE_NANOS = 1_000_000_000L;

    private final TramConfig config;
    private final RepairHead.Host host;

    HelloInterval(TramConfig config, RepairHead.Host host) {
        this.config = config;
        this.host = host;
    }

    /** By which silence is measured. */
    long nanos() {
        return nanos(config, host.ackIntervalNanos());
    }

    /**
     * The same for a node with such acknowledgements.
     *
     * <p>Source: JRMS 1.1, HelloThread: {@code max(3 s, ackInterval)}.
     */
    static long nanos(TramConfig config, long ackIntervalNanos) {
        return config.has(JrmsRule.HELLO)
                ? Math.max(config.helloIntervalNanos, ackIntervalNanos)
                : config.helloIntervalNanos;
    }

    /**
     * Until the next hello.
     *
     * @param owed whether a member has not answered the last one
     */
    long toNextNanos(boolean owed) {
        boolean close = config.has(JrmsRule.HELLO) && owed && host.isTight();
        return close ? Math.min(CLOSE_NANOS, config.helloIntervalNanos) : nanos();
    }
}
