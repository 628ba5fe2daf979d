package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/** What a head knows of one of its members. */
final class HeadMember {
    private static final int ROUND_TRIPS = 3;
    private static final long LONGEST_ON_THE_WAY_NANOS = 1_000_000_000L;

    final long id;
    final InetSocketAddress address;
    final MemberRole role;
    /** The scope within which head and member hear one another. */
    final int ttl;
    /** The first sequence for which the head answers. */
    final long firstSequence;

    final long joinedNanos;
    /** Whose member it was before, until it is heard of: 0 if it is new. */
    long formerHead;
    /** As it said itself when it last asked to be taken, see {@link Roster}. */
    int move;
    /** Whether the sender was told of that. */
    boolean reported;

    /** What it was told to show in its acknowledgements. */
    long cookie;
    /** Whether it has yet to show that: until then it only has a place, for a while. */
    boolean newcomer;
    /** Whether what it wants is held for it, and the end waits for it, though it is a newcomer. */
    boolean trusted;

    /** The first sequence that the member misses. */
    long start;
    /** The first sequence that anyone in its subtree misses. */
    long subtreeStart;
    /** Its subtree once had everything below: so it has itself, whomever it takes that misses more. */
    private long confirmed;

    /** Whether it has acknowledged, and so knows that it was taken: until then nobody is told of it. */
    boolean heard;

    long highestAllowed;
    /** Whether the window waits for it: since it has caught up with the others', or has been a member for long. */
    boolean counts;
    /** While it has to show first that it stays; null if it is waited for as others are. */
    @Nullable
    Probation probation;
    /** How many acknowledgements in a row have not lagged behind the window, while it does not count. */
    int acksInStep;

    /** Whether not all is known yet of what became of members below. */
    boolean reportsPending;

    int receivers;
    int directMembers;
    int indirectMembers;
    /** How fast the slowest of its subtree wants the stream; null if it has not said. */
    @Nullable
    RateReport rate;

    /** Smoothed loss in hundredths of a per cent, its own or its subtree's. */
    int loss;

    boolean subtreeLoss;
    List<Laggard> laggards = List.of();

    /** Packets that it asked for and this head no longer held. */
    long unsatisfied;
    /** Those below this were counted, however often they are asked for. */
    private long goneBelow;
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

    /** Whether others were sent to it, see {@link Referrer}; when that was last, and first since it was heard. */
    private boolean referred;

    private long referredNanos;
    private long referredFirstNanos;
    /** How many members it is to have with them. */
    private int expectedMembers;

    double bytesPerSecond;
    long rateStart;

    long lastHeardNanos;
    /** Whether it lives; null while it is a newcomer. */
    @Nullable
    Liveness liveness;
    /** When it last had all that there was, came further, or asked for something; {@link Long#MIN_VALUE} before that. */
    private long awareNanos = Long.MIN_VALUE;
    /** Where its acknowledgements began then. */
    private long awareStart;

    boolean blocking;
    long blockingSinceNanos;

    /** Whether it was given up and its place is only kept for its orphans, until {@link #orphansUntilNanos}. */
    boolean ghost;

    long orphansUntilNanos;
    /** Whether it is a ghost since it fell silent. */
    boolean failed;
    /** Those of its orphans that have another head by now, and for how many receivers they stand. */
    private final Set<Long> adopted = new HashSet<>();

    private long adoptedReceivers;
    private long adoptedNanos;

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

    /** The place of those who were members of an earlier process and are not known by name: a ghost. */
    static HeadMember former(
            InetSocketAddress address, long start, long highestAllowed, long untilNanos, long nowNanos) {
        HeadMember former = new HeadMember(0, address, MemberRole.MEMBER_ONLY, 0, start, nowNanos);
        former.highestAllowed = highestAllowed;
        former.counts = true;
        former.ghost = true;
        former.orphansUntilNanos = untilNanos;
        return former;
    }

    /**
     * One of its members has another head.
     *
     * @param below how many receivers there are in the subtree of that one, itself included if it is one
     * @param memoryNanos those that left longer ago are not among its receivers any more
     */
    void onAdopted(long orphan, int below, long memoryNanos, long nowNanos) {
        if (!failed && nowNanos - adoptedNanos > memoryNanos) {
            adopted.clear();
            adoptedReceivers = 0;
        }
        adoptedNanos = nowNanos;
        if (adopted.add(orphan)) {
            adoptedReceivers += below;
        }
    }

    /** Whether all of its orphans have another head, as far as is known. */
    boolean areAllAdopted() {
        return failed && adoptedReceivers >= receiversBelow();
    }

    /** Somebody was sent to it. */
    void onReferral(long memoryNanos, long nowNanos) {
        expectedMembers = membersExpected(memoryNanos, nowNanos) + 1;
        if (!referred || lastHeardNanos - referredFirstNanos >= 0) {
            referredFirstNanos = nowNanos;
        }
        referred = true;
        referredNanos = nowNanos;
    }

    /** How many members it has: as it said, or as many as it should have by now if somebody was sent to it a short while ago. */
    int membersExpected(long memoryNanos, long nowNanos) {
        boolean lately = referred && nowNanos - referredNanos < memoryNanos;
        return lately ? Math.max(expectedMembers, directMembers) : directMembers;
    }

    /** Whether somebody was sent to it a while ago, and it has said nothing since. */
    boolean isSilentSinceReferral(long patienceNanos, long nowNanos) {
        return referred && referredFirstNanos - lastHeardNanos > 0 && nowNanos - referredFirstNanos > patienceNanos;
    }

    /** It was told that packets are no longer held here. */
    void onGone(long firstSequence, byte[] mask) {
        long before = unsatisfied;
        SequenceMask.forEach(mask, firstSequence, sequence -> {
            if (sequence >= goneBelow) {
                unsatisfied++;
                goneBelow = sequence + 1;
            }
        });
        reaffiliations += unsatisfied > before ? 1 : 0;
    }

    /** It asks once more to be taken; if that is another move, it was without this head, or had another one, meanwhile. */
    void onBindAgain(HeadBind bind) {
        if (bind.move() > move) {
            move = bind.move();
            formerHead = bind.formerHead();
            reported = false;
        }
    }

    /**
     * Takes what the member says of itself and of its subtree.
     *
     * <p>What its subtree has may fall, for a head takes members that miss what others have long had. While reports from below
     * wait it does not rise: nobody is to be forgotten before it is known why.
     *
     * @param bounds what is beyond them is taken for as much as they say
     * @return whether the head's own figures may change with it
     */
    boolean update(Ack ack, AckBounds bounds) {
        long saidStart = Math.min(ack.start(), bounds.start());
        long saidAllowed = Math.min(ack.highestAllowed(), bounds.allowed());
        boolean news = saidStart > start
                || ack.subtreeStart() != subtreeStart
                || saidAllowed > highestAllowed
                || ack.receivers() != receivers;
        start = Math.max(start, saidStart);
        long said = Math.min(start, ack.subtreeStart());
        reportsPending = ack.reportsPending();
        subtreeStart = reportsPending ? Math.min(subtreeStart, said) : said;
        confirmed = Math.max(confirmed, subtreeStart);
        highestAllowed = Math.max(highestAllowed, saidAllowed);
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
        rate = ack.rate() == null ? rate : ack.rate();
        loss = ack.loss();
        subtreeLoss = ack.subtreeLoss();
        laggards = ack.laggards();
        return news;
    }

    /** The first sequence that it may not have handed to its application itself, as far as it has said: what others miss aside. */
    long confirmed() {
        return Math.max(confirmed, subtreeStart);
    }

    /**
     * How many packets it may not have confirmed yet though it keeps up: those of three round trips, one of its confirmation, one of the
     * repair of what it lost, and one more where that was lost. However far away it says it is, no more than those of a second.
     */
    long onTheWay(double packetsPerSecond) {
        long nanos = liveness == null ? 0 : Math.min(LONGEST_ON_THE_WAY_NANOS, ROUND_TRIPS * liveness.roundTripNanos());
        return (long) (packetsPerSecond * nanos / 1e9);
    }

    /** Whether it is a receiver with an application, as far as is known. */
    boolean isReceiver() {
        return role != MemberRole.EAGER_HEAD && receivers > 0;
    }

    /** Whether others depend on it. */
    boolean isHead() {
        return role == MemberRole.EAGER_HEAD || directMembers > 0 || ghost;
    }

    /** How many receivers there are in its subtree, itself not included. */
    int receiversBelow() {
        return isReceiver() ? receivers - 1 : receivers;
    }

    /**
     * Whether a member lacks packets, does not ask for them, and has not come further for a while, as its acknowledgement says: no
     * multicast seems to reach it, so it does not know.
     *
     * @param limit the sequence after the highest that is known here
     */
    boolean isUnaware(Ack ack, long limit, long patienceNanos, long nowNanos) {
        boolean aware = ack.start() >= limit
                || ack.start() != awareStart
                || !ack.asked().isNothing();
        if (aware || awareNanos == Long.MIN_VALUE) {
            awareStart = ack.start();
            awareNanos = nowNanos;
        }
        return nowNanos - awareNanos > patienceNanos;
    }
}
