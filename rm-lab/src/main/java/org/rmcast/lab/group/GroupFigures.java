package org.rmcast.lab.group;

/** The names of the figures and series that a {@link GroupRun} measures. */
public final class GroupFigures {
    public static final String LATENCY_MEAN = "latency ms";
    public static final String LATENCY_P50 = "latency p50 ms";
    public static final String LATENCY_P99 = "latency p99 ms";
    public static final String LATENCY_MAX = "latency max ms";
    public static final String NETWORK_LATENCY_MEAN = "network latency ms";
    public static final String NETWORK_LATENCY_P99 = "network latency p99 ms";
    /** The worst mean of 32 successive packets, or of what a block of the plan is, over all normal receivers. */
    public static final String LATENCY_WORST_BLOCK = "latency worst block ms";

    public static final String JITTER_MEAN = "jitter ms";
    public static final String NETWORK_JITTER_MEAN = "network jitter ms";
    public static final String JITTER_P99 = "jitter p99 ms";
    public static final String RATE_MEAN = "rate bytes/s";
    public static final String RATE_LOW = "rate p5 bytes/s";
    public static final String RATE_MIN = "rate min bytes/s";
    public static final String RATE_MAX = "rate max bytes/s";
    public static final String SENDER_BUFFER_MAX = "sender buffer max";
    public static final String SENDER_BUFFER_MIN = "sender buffer min";
    public static final String SENDER_TROUGH = "sender buffer trough";
    public static final String SENDER_PEAK = "sender buffer peak";
    public static final String HEAD_BUFFER_MAX = "head buffer max";
    public static final String HEAD_TROUGH = "head buffer trough";
    public static final String HEAD_PEAK = "head buffer peak";
    public static final String PRUNINGS = "prunings of the faulty";
    public static final String NORMAL_PRUNINGS = "prunings of normal";
    public static final String FAILURES = "faulty given up";
    public static final String NORMAL_FAILURES = "normal given up";
    public static final String JOINS = "faulty joined again";
    public static final String FIRST_PRUNING = "first pruning at packet";
    public static final String DELIVERED_SHARE = "delivered %";
    public static final String LOST_NORMAL = "lost at normal";
    public static final String LOST_FAULTY = "lost at the faulty";
    public static final String REPAIRS = "repairs";
    public static final String SENDER_REPAIRS = "repairs by the sender";
    public static final String VIRTUAL_SECONDS = "virtual s";

    public static final String LATENCY_SERIES = "latency";
    public static final String CLOSE_UP_SERIES = "close-up";
    public static final String STATE_SERIES = "state";
    public static final String MEMBERSHIP_SERIES = "membership";
    public static final String RECEIVER_SERIES = "receivers";

    /** Columns of the latency series. */
    public static final String NORMAL_MEAN = "normal mean ms";

    public static final String NORMAL_MAX = "normal max ms";
    public static final String FAULTY_MEAN = "faulty mean ms";
    public static final String FAULTY_MAX = "faulty max ms";

    /** Columns of the close-up. */
    public static final String NORMAL = "normal ms";

    public static final String FAULTY = "faulty ms";

    /** Columns of the state series. */
    public static final String STATE_RATE = StateSampler.RATE;

    public static final String STATE_ALLOWED_RATE = StateSampler.ALLOWED_RATE;
    public static final String STATE_SENDER_BUFFER = StateSampler.SENDER_BUFFER;
    public static final String STATE_HEAD_BUFFER = StateSampler.HEAD_BUFFER_MEAN;
    public static final String STATE_FAULTY_HEAD_BUFFER = StateSampler.FAULTY_HEAD_BUFFER;
    public static final String STATE_PACKETS = StateSampler.PACKETS;

    private static final String OF_FAULTY = "faulty ";

    private GroupFigures() {}

    /** The name of a latency or jitter figure as measured at the faulty receivers. */
    public static String ofFaulty(String figure) {
        return OF_FAULTY + figure;
    }
}
