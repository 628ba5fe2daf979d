package org.rmcast.pbcast;

import org.rmcast.core.flow.QueueingDelay;

/**
 * What one member's answers to polls tell of the way to it: how much of what was sent is missing there at first, and whether it
 * waited in queues. Not thread safe.
 */
final class PathMeter {
    /** What the last packets met on their way. */
    enum State {
        /** Nothing, or too little is known. */
        CLEAR,
        /** They have waited, though not for long. */
        QUEUED,
        /** All of them have waited for too long, for some time. */
        DELAYED,
        /** Many are missing, though nothing waits: they do not come this way at all. */
        DEAF,
        /** Many are missing, and the others have waited: a queue overflows. */
        OVERFLOWING
    }

    private static final int LEAST_MEASURED = 32;
    /** Of losses together with a queue so many are a sign: fewer may be those of the network. */
    private static final double OVERFLOW_SHARE = 0.1;

    private final PbcastConfig config;
    private final QueueingDelay delay = new QueueingDelay();
    private State state = State.CLEAR;
    private State before = State.CLEAR;
    private long measuredLimit;
    private long measuredReceived;
    private long measuredNanos;
    private long spanNanos;
    private long waitedNanos;
    /** The last round trip took {@code queueDelay} longer than the shortest, as did all since {@link #standsSinceNanos}. */
    private boolean stands;

    private long standsSinceNanos;

    PathMeter(PbcastConfig config) {
        this.config = config;
    }

    /** What is known; the same until there is more to tell. */
    State state() {
        return state;
    }

    /** Whether it was the same before: where a queue overflows for all, one is the first to tell. */
    boolean isStateAgain() {
        return state == before;
    }

    /** How long the packets took that show the state. */
    long spanNanos() {
        return spanNanos;
    }

    /** How long the packets that show the state have waited on their way. */
    long waitedNanos() {
        return waitedNanos;
    }

    /** Whether they have waited clearly longer than those to another member, so that it is not in a queue before all. */
    boolean hasQueueOfItsOwn(long othersWaitedNanos) {
        return delay.isClearly(waitedNanos - othersWaitedNanos);
    }

    /** A poll was answered after so long. */
    void onRoundTrip(long nanos, long nowNanos) {
        delay.sample(nanos);
        boolean waits = delay.waitedNanos(nanos) >= config.queueDelayNanos;
        standsSinceNanos = waits && stands ? standsSinceNanos : nowNanos;
        stands = waits;
    }

    /** The member is asked again after a time in which it was not: nothing is known. */
    void restart() {
        measuredLimit = 0;
        state = State.CLEAR;
        before = State.CLEAR;
        stands = false;
        delay.restart();
    }

    /** The window cannot be smaller, and still what is sent waits: this is no queue of ours, but a longer way. */
    void onLongerWay() {
        delay.forgetShortest();
    }

    /**
     * A member answers.
     *
     * @param limit how far it is
     * @param received how many packets came there without being asked for
     * @return whether there is a new {@link #state}
     */
    boolean measure(long limit, long received, long nowNanos) {
        if (measuredLimit == 0) {
            measuredLimit = limit;
            measuredReceived = received;
            measuredNanos = nowNanos;
            return false;
        }
        long span = limit - measuredLimit;
        if (span < LEAST_MEASURED) {
            return false;
        }
        before = state;
        state = judge((double) (span - (received - measuredReceived)) / span, nowNanos);
        measuredLimit = limit;
        measuredReceived = received;
        spanNanos = nowNanos - measuredNanos;
        waitedNanos = delay.waitingNanos();
        measuredNanos = nowNanos;
        delay.restart();
        return true;
    }

    private State judge(double missing, long nowNanos) {
        boolean queued = delay.isQueued();
        if (queued && missing >= Math.min(OVERFLOW_SHARE, config.congestionLossShare)) {
            return State.OVERFLOWING;
        }
        if (missing >= config.congestionLossShare) {
            return State.DEAF;
        }
        if (isStanding(nowNanos)) {
            return State.DELAYED;
        }
        return queued ? State.QUEUED : State.CLEAR;
    }

    /**
     * Whether a queue stands. A burst, or a busy host, delays some round trips, a queue that stands all of them: CoDel, K. Nichols and
     * V. Jacobson, "Controlling Queue Delay", ACM Queue 10(5), 2012.
     */
    private boolean isStanding(long nowNanos) {
        return stands && nowNanos - standsSinceNanos >= config.queueDelayNanos;
    }
}
