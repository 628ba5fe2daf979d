package org.rmcast.tram;

/**
 * How long a member waits for the next reason to acknowledge: twice the time that an ack window takes, measured from one acknowledgement to the
 * next if half an ack window at least has come meanwhile.
 *
 * <p>Source: JRMS 1.1, TRAMMemberAck.loadTimer.
 */
final class AckInterval {
    /** Before anything was measured; the sender, which acknowledges nothing, never measures. */
    static final long UNMEASURED_NANOS = 5_000_000_000L;

    private final int ackWindow;
    private long nanos = UNMEASURED_NANOS;
    private boolean acknowledged;
    private long ackedNanos;
    private long ackedLimit;

    AckInterval(int ackWindow) {
        this.ackWindow = ackWindow;
    }

    long nanos() {
        return nanos;
    }

    /**
     * The timer is set anew.
     *
     * @param limit the sequence after the highest known
     */
    void measure(long limit, long nowNanos) {
        long packets = limit - ackedLimit;
        if (acknowledged && packets >= ackWindow / 2 && nowNanos > ackedNanos) {
            nanos = 2 * Math.round((nowNanos - ackedNanos) * ((double) ackWindow / packets));
        }
    }

    /** An acknowledgement was sent. */
    void onAck(long limit, long nowNanos) {
        measure(limit, nowNanos);
        acknowledged = true;
        ackedNanos = nowNanos;
        ackedLimit = limit;
    }
}
