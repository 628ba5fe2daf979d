package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/** What a head knows of one of its members. */
final class HeadMember {
    final long id;
    final InetSocketAddress address;
    final MemberRole role;
    /** The scope within which head and member hear one another. */
    final int ttl;
    /** The first sequence for which the head answers. */
    final long firstSequence;

    final long joinedNanos;

    /** The first sequence that the member misses. */
    long start;
    /** The first sequence that anyone in its subtree misses. */
    long subtreeStart;

    long highestAllowed;
    /** Whether the window waits for it: since it has caught up with the others', or has been a member for long. */
    boolean counts;
    /** How many acknowledgements in a row have not lagged behind the window, while it does not count. */
    int acksInStep;

    int receivers;
    int directMembers;
    int indirectMembers;
    /** Smoothed loss in hundredths of a per cent, its own or its subtree's. */
    int loss;

    boolean subtreeLoss;
    List<Laggard> laggards = List.of();

    /** Packets that it asked for and this head no longer held. */
    long unsatisfied;
    /** How often this head had to send it elsewhere. */
    int reaffiliations;
    /** The same as the member says itself: it does not ask its head for what that is known to have dropped. */
    int saidUnsatisfied;

    int saidReaffiliations;
    /** What it had said when the two began to count. */
    int unsatisfiedBefore = -1;

    int reaffiliationsBefore;
    /** The sequence from which on the figures above count, and its time. */
    long countedFrom;

    long countedSinceNanos;
    /** Whether it is so far behind the others that the window does not wait for it. */
    boolean lagging;

    /** Whether it has members for whom the window does not wait. */
    boolean greedy;

    boolean lagSeen;
    boolean lagReported;
    long slowSinceNanos;
    /** Since when it has lost more than is tolerated, 0 if it does not. */
    long lossySinceNanos;

    double bytesPerSecond;
    long rateStart;

    long lastHeardNanos;
    int unansweredDemands;
    boolean blocking;
    long blockingSinceNanos;

    /** Whether it was given up and its place is only kept for its orphans, until {@link #orphansUntilNanos}. */
    boolean ghost;

    long orphansUntilNanos;

    HeadMember(long id, InetSocketAddress address, MemberRole role, int ttl, long start, long nowNanos) {
        this.id = id;
        this.address = address;
        this.role = role;
        this.ttl = ttl;
        this.firstSequence = start;
        this.joinedNanos = nowNanos;
        this.countedSinceNanos = nowNanos;
        this.start = start;
        this.rateStart = start;
        this.subtreeStart = start;
        this.lastHeardNanos = nowNanos;
    }

    /**
     * Takes what the member says of itself and of its subtree.
     *
     * @param limit the first sequence missing is not above this
     * @param mayFall whether what its subtree has may fall: in TRAM++, where a head takes members that miss what it no longer
     *     holds itself
     * @return whether the head's own figures may change with it
     */
    boolean update(Ack ack, long limit, boolean mayFall) {
        boolean news = ack.start() > start
                || ack.subtreeStart() != subtreeStart
                || ack.highestAllowed() > highestAllowed
                || ack.receivers() != receivers;
        start = Math.max(start, Math.min(limit, ack.start()));
        long said = Math.min(start, ack.subtreeStart());
        subtreeStart = mayFall ? said : Math.max(subtreeStart, said);
        highestAllowed = Math.max(highestAllowed, ack.highestAllowed());
        if (unsatisfiedBefore < 0) {
            unsatisfiedBefore = ack.askedElsewhere();
            reaffiliationsBefore = ack.reaffiliations();
        }
        saidUnsatisfied = ack.askedElsewhere();
        saidReaffiliations = ack.reaffiliations();
        greedy = ack.greedy();
        receivers = ack.receivers();
        directMembers = ack.directMembers();
        indirectMembers = ack.indirectMembers();
        loss = ack.loss();
        subtreeLoss = ack.subtreeLoss();
        laggards = ack.laggards();
        return news;
    }
}
