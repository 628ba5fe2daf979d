package org.rmcast.tram;

/**
 * What a host says of one that it served from: that nobody has its port any more (ICMP port unreachable), which shows at once that a process was
 * killed. One such answer is a reason to ask, no proof. Enough are two, a moment apart, and {@link #PROBES} probes since the first that nobody has
 * answered: neither a probe that was lost nor an answer that was overtaken decides.
 *
 * <p>Where it was wrong, since the other side is heard (a firewall answers, or somebody makes it up), nothing of it is believed for a while,
 * twice as long each time, and then one probe more is needed.
 *
 * <p>Source: ours; RFC 1122, section 4.1.3.3, lets applications hear of it.
 */
final class Refusals {
    /** A process that is there answers one of so many, however it is loaded. */
    private static final int PROBES = 3;
    /** So many more are needed at most, however often it was wrong. */
    private static final int MOST_MORE = 5;

    /** Hosts give six answers in a row, which a member that asks much has used up within milliseconds. */
    private static final long APART_NANOS = 1_000_000L;

    private static final long LONGEST_DISTRUST_NANOS = 60_000_000_000L;

    private long distrustNanos;
    private long distrustedUntilNanos;
    private boolean refused;
    private boolean confirmed;
    private long firstNanos;
    private int probes;
    private int wrong;

    /** @param distrustNanos how long nothing is believed when it was wrong for the first time */
    Refusals(long distrustNanos, long nowNanos) {
        this.distrustNanos = distrustNanos;
        this.distrustedUntilNanos = nowNanos;
    }

    /** The host says so; whether that is believed. */
    boolean onRefused(long nowNanos) {
        if (nowNanos - distrustedUntilNanos < 0) {
            return false;
        }
        if (!refused) {
            refused = true;
            firstNanos = nowNanos;
        } else if (nowNanos - firstNanos >= APART_NANOS) {
            confirmed = true;
        }
        return true;
    }

    /** A probe leaves. */
    void onProbe() {
        if (refused) {
            probes++;
        }
    }

    /** The other side is heard. */
    void onHeard(long nowNanos) {
        if (refused) {
            distrustedUntilNanos = nowNanos + distrustNanos;
            distrustNanos = Math.min(2 * distrustNanos, LONGEST_DISTRUST_NANOS);
            wrong = Math.min(MOST_MORE, wrong + 1);
            refused = false;
            confirmed = false;
            probes = 0;
        }
    }

    /** Whether the process is gone, if another probe is due and none was answered. */
    boolean areEnough() {
        return confirmed && probes >= PROBES + wrong;
    }
}
