package org.rmcast.tram;

import org.rmcast.tram.wire.TramPacket.MemberSolicitation;

/**
 * When a node that is new to the stream asks for heads, where others may begin at the same time: it listens for a moment first, and
 * lets the solicitation of another one stand for its own, since offers go to the group. A head may hear this node and not the other: so
 * it relies on others a few times at most, and then asks itself. The sooner it hears another one the more there are, see {@link
 * CrowdDelay}: the longer it takes before it binds, so that not all do at once.
 *
 * <p>Source: SRM (Floyd et al., 1997), section 3.2, of requests: a random time, suppression, exponential back-off.
 */
final class JoiningCrowd {
    private static final int NOBODY = -1;
    /** The first solicitation waits for this share of their interval at most. */
    private static final int LISTEN_SHARE = 4;
    /** Solicitations are up to so many times as rare, doubled each time that all of the scope was searched in vain. */
    private static final int MOST_DOUBLINGS = 2;

    private static final int MOST_RELIED = 2;
    /** Their binds spread over so much for each of a crowd: a head takes a datagram in half of that. */
    private static final long SPREAD_NANOS = 20_000L;

    private static final long MOST_SPREAD_NANOS = 100_000_000L;

    private final TramContext context;
    private boolean active;
    private boolean listening;
    private long beganNanos;
    /** Over how long they are to bind who look at the same time; negative before another one was heard. */
    private long spreadNanos;
    /** The widest scope in which another one has asked since this node did, or relied on one. */
    private int askedTtl = NOBODY;

    private boolean askedUrgently;
    private int relied;

    JoiningCrowd(TramContext context) {
        this.context = context;
    }

    /**
     * A search begins.
     *
     * @param isNew whether the node wants no more than to begin with what comes next, as all do who are new: others ask for the same
     */
    void begin(boolean isNew, long nowNanos) {
        // Where heads advertise themselves nobody asks but who has listened in vain.
        active = isNew && context.config.advertisementIntervalNanos == 0;
        listening = active;
        beganNanos = nowNanos;
        spreadNanos = -1;
        askedTtl = NOBODY;
        askedUrgently = false;
        relied = 0;
    }

    /** Whether the node is to listen before it asks. */
    boolean isListening() {
        return listening;
    }

    /** Whether many may look for a head at this time. */
    boolean isExpected() {
        return active;
    }

    /** How long to listen. */
    long listenNanos() {
        return (long) (longestNanos() * CrowdDelay.share(context.engine.random()));
    }

    private long longestNanos() {
        return context.config.solicitationIntervalNanos / LISTEN_SHARE;
    }

    /** Another node asks for heads of the same stream. */
    void onSolicitation(MemberSolicitation said, long nowNanos) {
        if (spreadNanos < 0) {
            double size = CrowdDelay.sizeOf((nowNanos - beganNanos) / (double) longestNanos());
            spreadNanos = Math.min(MOST_SPREAD_NANOS, (long) (SPREAD_NANOS * size));
        }
        askedTtl = Math.max(askedTtl, said.ttl());
        askedUrgently |= said.urgent();
    }

    /** Whether another one's solicitation stands for the one that is due now. */
    boolean mayRely(int ttl, boolean urgent) {
        listening = false;
        boolean rely = active && relied < MOST_RELIED && askedTtl >= ttl && (askedUrgently || !urgent);
        relied = rely ? relied + 1 : 0;
        askedTtl = NOBODY;
        askedUrgently = false;
        return rely;
    }

    /** How long to wait for offers. */
    long waitNanos(int rounds) {
        long interval = context.config.solicitationIntervalNanos;
        if (!active) {
            return context.jittered(interval);
        }
        long spread = (long) (Math.max(0, spreadNanos) * context.engine.random().nextDouble());
        return context.jittered(interval << Math.min(rounds, MOST_DOUBLINGS)) + spread;
    }
}
