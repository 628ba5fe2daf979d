package org.rmcast.core.flow;

/**
 * How large a share of packets is lost of late, as far as a receiver can tell: a run of packets that are missing together counts as one
 * loss, so a cut of a second is one, too. Not thread safe.
 *
 * <p>Source: losses as events, not as packets: RFC 5348, section 5.1.
 */
public final class LossShare {
    /** Of so many packets and losses the share is. */
    private static final int MEMORY = 64;

    private double share;
    private long arrivals;

    /** A packet came. */
    public void onArrival() {
        share -= share / MEMORY;
        arrivals++;
    }

    /** How many packets have come. */
    public long arrivals() {
        return arrivals;
    }

    /** Packets are missing, and the one before them is not. */
    public void onLoss() {
        share += (1 - share) / MEMORY;
    }

    /** The share of packets that are lost, 0 to less than 1: where each is lost for itself, so many of a hundred. */
    public double share() {
        // Of losses and arrivals: of each packet that comes the one before it was lost as likely as any.
        return Math.min(1 - 1.0 / MEMORY, share / (1 - share + Double.MIN_NORMAL));
    }

    /**
     * How many packets in a row must have been lost to be as unlikely as a number of them at another share.
     *
     * @param packets how many, 1 or more
     * @param usual at which share that is meant, more than 0 and less than 1; nor are there fewer at a smaller one
     */
    public int asUnlikelyAs(int packets, double usual) {
        return asUnlikelyAs(packets, usual, share());
    }

    /** The same where a share {@code present} is lost now, 0 to less than 1. */
    public static int asUnlikelyAs(int packets, double usual, double present) {
        return present <= usual ? packets : (int) Math.ceil(packets * Math.log(usual) / Math.log(present));
    }
}
