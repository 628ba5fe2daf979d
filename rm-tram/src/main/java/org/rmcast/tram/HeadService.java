package org.rmcast.tram;

import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.Asked;

/**
 * Whether a member's head serves it: how often, and for how long, it has been asked for the first packet that the member misses, and
 * that has not come. Once a head does not serve, it is time to look for another one.
 *
 * <p>Answers that are late are no refusal: a slow link with a long queue holds them back for seconds. So there is more patience with a
 * head of which repairs come, though not this one; it ends, too, or a head could repair all but one packet.
 */
final class HeadService {
    /** What was asked for so often in vain was not merely lost. */
    private static final int ASKED_IN_VAIN = 8;
    /** How much longer a head that repairs may owe a packet. */
    private static final int MOST_PATIENCE = 4;

    private final long patienceNanos;
    private long sequence;
    private int asked;
    private long sinceNanos;
    private long repairedNanos;

    /** @param patienceNanos how long the head may owe the same packet while nothing else that it repairs comes */
    HeadService(long patienceNanos) {
        this.patienceNanos = patienceNanos;
    }

    /** There is another head. */
    void begin() {
        asked = 0;
    }

    /**
     * The head is asked for packets.
     *
     * @param start the first one missing
     */
    void onAsked(long start, Asked request, long nowNanos) {
        if (request.isNothing() || request.start() != start) {
            return;
        }
        if (asked == 0 || start != sequence) {
            sequence = start;
            asked = 0;
            sinceNanos = nowNanos;
            repairedNanos = nowNanos;
        }
        asked++;
    }

    /** A repair of the head came, whatever packet it is. */
    void onRepair(long nowNanos) {
        repairedNanos = nowNanos;
    }

    /** Whether the head has been asked for the first packet missing in vain, for too long. */
    boolean isRefused(long start, long nowNanos) {
        return asked > ASKED_IN_VAIN
                && start == sequence
                && (nowNanos - repairedNanos > patienceNanos || nowNanos - sinceNanos > MOST_PATIENCE * patienceNanos);
    }

    /** What it owes. */
    Reason reason(long nowNanos) {
        String text = "asked " + asked + " times in " + (nowNanos - sinceNanos) / 1_000_000 + " ms for packet "
                + sequence + ", in vain";
        return new Reason(EventCause.NOT_IN_TIME, text);
    }
}
