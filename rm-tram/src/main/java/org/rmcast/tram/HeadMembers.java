package org.rmcast.tram;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/**
 * A head's members in the order of their joining, and what all of them together have. Ghosts, which stand for the orphans of
 * a failed head, count for what is held, but not for the window, and not as members.
 */
final class HeadMembers {
    /** After so many acknowledgements in a row that would not lower the window, a new member is as good as the others. */
    private static final int ACKS_IN_STEP = 8;

    private static final int UNKNOWN = -1;
    /** Who wants less than this part of what most want is not waited for, unless all are. */
    private static final int CRAWLING = 4;

    private final TramConfig config;
    private final Map<Long, HeadMember> members = new LinkedHashMap<>();
    private long subtreeStart = Long.MAX_VALUE;
    private long keepingUpStart = Long.MAX_VALUE;
    private long heldStart = Long.MAX_VALUE;
    private long highestAllowed = Long.MAX_VALUE;
    private long floor;
    private int ttl;
    private boolean laggards;
    private boolean departed;
    /** How many of late come to the head each second. */
    private double packetsPerSecond;
    /** Negative if it has to be found out: each data packet says it. */
    private int worstLoss = UNKNOWN;

    private long rateReports;

    /** Whether the figures below are to be counted anew: they are asked for in each wake-up, and change with few. */
    private boolean uncounted = true;

    private int count;
    private int places;
    private int nonHeads;
    private long receivers;

    HeadMembers(TramConfig config) {
        this.config = config;
    }

    @Nullable
    HeadMember get(long id) {
        return members.get(id);
    }

    void put(HeadMember member) {
        members.put(member.id, member);
        onStanding();
    }

    void remove(HeadMember member) {
        members.remove(member.id);
        departed = true;
        onStanding();
    }

    /** Whether one has gone since this was last asked. */
    boolean takeDeparted() {
        boolean taken = departed;
        departed = false;
        return taken;
    }

    /** To be called when a member came or went, or a newcomer has become a member, or a member a ghost. */
    void onStanding() {
        worstLoss = UNKNOWN;
        uncounted = true;
    }

    void clear() {
        members.clear();
        floor = 0;
        onStanding();
    }

    /**
     * Takes what a member says, see {@link HeadMember#update}. That somebody has less than was known counts at once, what they have
     * more with the next {@link #recompute}.
     */
    boolean update(HeadMember member, Ack ack, AckBounds bounds) {
        worstLoss = UNKNOWN;
        rateReports += ack.rate() == null ? 0 : 1;
        uncounted |= ack.receivers() != member.receivers;
        boolean changes = member.update(ack, bounds);
        if (isHeldFor(member)) {
            subtreeStart = Math.min(subtreeStart, member.subtreeStart);
            heldStart = Math.min(heldStart, heldFrom(member));
        }
        return changes;
    }

    /** All, ghosts included. */
    Collection<HeadMember> all() {
        return members.values();
    }

    /** All, for a loop that changes the table. */
    List<HeadMember> copy() {
        return List.copyOf(members.values());
    }

    /** Whether nobody, a ghost included, holds the window or the cache. */
    boolean isEmpty() {
        for (HeadMember member : members.values()) {
            if (isHeldFor(member)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isHeldFor(HeadMember member) {
        return !member.newcomer || member.trusted;
    }

    /** Members, ghosts and newcomers not counted. */
    int count() {
        countAll();
        return count;
    }

    /** Members and newcomers. */
    int places() {
        countAll();
        return places;
    }

    private void countAll() {
        if (!uncounted) {
            return;
        }
        uncounted = false;
        count = 0;
        places = 0;
        nonHeads = 0;
        receivers = 0;
        for (HeadMember member : members.values()) {
            if (!member.ghost) {
                places++;
                count += member.newcomer ? 0 : 1;
                nonHeads += member.role == MemberRole.MEMBER_ONLY ? 1 : 0;
                receivers += member.receivers;
            }
        }
    }

    /** Of the newcomers that are not waited for the one that has had its place for longest, null if there is none. */
    @Nullable
    HeadMember overdueNewcomer() {
        for (HeadMember member : members.values()) {
            if (member.newcomer && !member.trusted) {
                return member;
            }
        }
        return null;
    }

    /** Places of members that cannot become heads. */
    int nonHeads() {
        countAll();
        return nonHeads;
    }

    /** Receivers in all members' subtrees. */
    int receivers() {
        countAll();
        return (int) Math.min(Integer.MAX_VALUE, receivers);
    }

    /** Members of members, and so on. */
    int indirectMembers() {
        long sum = 0;
        for (HeadMember member : members.values()) {
            sum += member.ghost || member.newcomer ? 0 : (long) member.directMembers + member.indirectMembers;
        }
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    /** The worst loss among the members, in hundredths of a per cent. */
    int worstLoss() {
        if (worstLoss == UNKNOWN) {
            worstLoss = 0;
            for (HeadMember member : members.values()) {
                worstLoss = Math.max(worstLoss, member.ghost ? 0 : member.loss);
            }
        }
        return worstLoss;
    }

    /** How many acknowledgements have said something of the rate. */
    long rateReports() {
        return rateReports;
    }

    /**
     * What the member says of the rate that wants the stream slowest, of those that are waited for; null if none has said anything.
     *
     * <p>Where the group does not wait for all, nobody holds it back who wants less than a quarter of what most want: it falls behind, and what
     * becomes of it is for {@code slowReceivers} to say.
     *
     * @param own what the head itself says, one of them; null if it is none
     */
    @Nullable
    RateReport slowestRate(@Nullable RateReport own) {
        List<RateReport> reports = new ArrayList<>();
        if (own != null) {
            reports.add(own);
        }
        for (HeadMember member : members.values()) {
            if (member.rate != null && !member.ghost && !member.newcomer && !member.lagging) {
                reports.add(member.rate);
            }
        }
        reports.sort(Comparator.comparingLong(RateReport::bytesPerSecond));
        if (config.waitsForAll() || reports.isEmpty()) {
            return reports.isEmpty() ? null : reports.get(0);
        }
        long least = reports.get(reports.size() / 2).bytesPerSecond() / CRAWLING;
        return reports.stream()
                .filter(report -> report.bytesPerSecond() >= least)
                .findFirst()
                .orElse(null);
    }

    /** The mean of a figure over the members other than this one; 0 if there are none. */
    double meanBeside(HeadMember member, ToDoubleFunction<HeadMember> figure) {
        double sum = 0;
        int others = 0;
        for (HeadMember other : members.values()) {
            if (other != member && !other.ghost && !other.newcomer) {
                sum += figure.applyAsDouble(other);
                others++;
            }
        }
        return others == 0 ? 0 : sum / others;
    }

    /** The first sequence that anyone in any member's subtree misses; {@link Long#MAX_VALUE} without members. */
    long subtreeStart() {
        return subtreeStart;
    }

    /** The first sequence that any of those misses for whom the window waits; {@link Long#MAX_VALUE} if there is none. */
    long keepingUpStart() {
        return keepingUpStart;
    }

    /** The highest sequence that every member takes; {@link Long#MAX_VALUE} without members. */
    long highestAllowed() {
        return highestAllowed;
    }

    /** The member that takes least of those for whom the window waits; or that has confirmed least, whoever waits for it. Null without members. */
    @Nullable
    HeadMember slowest(boolean ofWindow) {
        HeadMember slowest = null;
        for (HeadMember member : members.values()) {
            boolean asked = isHeldFor(member) && !(ofWindow && member.lagging);
            if (asked && (slowest == null || place(member, ofWindow) < place(slowest, ofWindow))) {
                slowest = member;
            }
        }
        return slowest;
    }

    private static long place(HeadMember member, boolean inWindow) {
        return inWindow ? member.highestAllowed : member.subtreeStart;
    }

    /** The scope that reaches all members. */
    int ttl() {
        return ttl;
    }

    /** Whether the window does not wait for some of the members. */
    boolean hasLaggards() {
        return laggards;
    }

    /**
     * From where on packets are held for members: not below the floor, for what is gone is gone. Once something was forgotten nobody is waited
     * for who misses it, below a head: that prunes it, or has all that it needs itself.
     *
     * @param low the lowest sequence that is still held
     */
    long retainFrom(long low) {
        if (floor > 0) {
            setFloor(low);
        }
        return Math.max(floor, heldStart);
    }

    /** The same for one member: nothing for one on probation, beside what is held anyway. */
    private long heldFrom(HeadMember member) {
        if (member.lagging && isOnProbation(member) && config.slowReceivers != TramConfig.SlowReceivers.SPILL) {
            return Long.MAX_VALUE;
        }
        if (holdsForItselfOnly(member)) {
            return member.start;
        }
        if (member.ghost || member.subtreeStart >= floor || !member.isHead()) {
            return member.subtreeStart;
        }
        long held = member.start;
        for (Laggard laggard : member.laggards) {
            held = laggard.start() >= floor ? Math.min(held, laggard.start()) : held;
        }
        return held;
    }

    /** In TRAM a head waits for all but those on probation, however far below: what they miss is not held, and the head above is told so. */
    private boolean holdsForItselfOnly(HeadMember member) {
        return member.greedy && !member.reportsPending && !config.reaffiliates();
    }

    private static boolean isOnProbation(HeadMember member) {
        return member.probation != null && !member.isHead();
    }

    /** Nothing is held below this any more, whoever misses it. */
    void setFloor(long sequence) {
        if (sequence <= floor) {
            return;
        }
        floor = sequence;
        heldStart = Long.MAX_VALUE;
        for (HeadMember member : members.values()) {
            if (isHeldFor(member)) {
                heldStart = Math.min(heldStart, heldFrom(member));
            }
        }
    }

    /** How many packets came to the head of late each second. */
    void setRate(double packetsPerSecond) {
        this.packetsPerSecond = packetsPerSecond;
    }

    /**
     * To be called after a member came, went, or confirmed more.
     *
     * @param position the first sequence that the head itself misses; 0 at the sender
     * @param allowed the highest sequence that the head itself takes; 0 at the sender
     * @param limit the sequence after the highest known to exist: nobody is taken to be beyond
     */
    void recompute(long position, long allowed, long limit) {
        subtreeStart = Long.MAX_VALUE;
        keepingUpStart = Long.MAX_VALUE;
        heldStart = Long.MAX_VALUE;
        highestAllowed = Long.MAX_VALUE;
        ttl = 0;
        laggards = false;
        onStanding();
        boolean waitForAll = config.waitsForAll();
        long best = waitForAll ? 0 : best(position, limit);
        long mostAllowed = waitForAll ? 0 : mostAllowed(allowed);
        boolean someCount = someCount();
        // A head is in the group itself, the sender alone is not.
        boolean someStay = position > 0 || members.values().stream().anyMatch(member -> member.counts && !member.ghost);
        List<Long> leaves = new ArrayList<>();
        for (HeadMember member : members.values()) {
            if (!isHeldFor(member)) {
                continue;
            }
            subtreeStart = Math.min(subtreeStart, member.subtreeStart);
            ttl = Math.max(ttl, member.ttl);
            member.lagging = (someStay && isOnProbation(member))
                    || (!waitForAll && (isBehind(member, best) || blocksOthers(member, best, mostAllowed)));
            heldStart = Math.min(heldStart, heldFrom(member));
            laggards |= member.lagging || holdsForItselfOnly(member);
            if (!member.lagging) {
                if (member.failed || (someCount && !member.counts)) {
                    // What orphans may miss is held; who is gone, or has just come, does not stop the others.
                } else if (waitForAll || member.isHead()) {
                    highestAllowed = Math.min(highestAllowed, member.highestAllowed);
                } else {
                    leaves.add(member.highestAllowed);
                }
                // A head with laggards below it speaks for itself only.
                boolean alone = member.greedy && !member.reportsPending;
                keepingUpStart = Math.min(keepingUpStart, alone ? member.start : member.subtreeStart);
            }
        }
        highestAllowed = Math.min(highestAllowed, median(leaves));
    }

    /** Whether the window waits for anybody who has more than just come. */
    private boolean someCount() {
        for (HeadMember member : members.values()) {
            if (member.counts) {
                return true;
            }
        }
        return false;
    }

    /**
     * To be called with a member's acknowledgement: whether the window waits for it from now on. Source: JRMS 1.1, GroupMgmtBlk:
     * a new member must not lower the highest sequence that is allowed.
     */
    boolean admitToWindow(HeadMember member, long nowNanos) {
        Probation probation = member.probation;
        if (member.counts || (probation != null && !member.isHead() && !probation.isOver(nowNanos))) {
            return false;
        }
        member.probation = null;
        member.acksInStep = member.highestAllowed >= highestAllowed ? member.acksInStep + 1 : 0;
        member.counts = !someCount()
                || member.acksInStep >= ACKS_IN_STEP
                || nowNanos - member.joinedNanos >= 2 * config.livenessNanos();
        return member.counts;
    }

    /** How far the best of the head and its members is: the first sequence missing. */
    long best(long position, long limit) {
        long best = position;
        for (HeadMember member : members.values()) {
            best = Math.max(best, member.start);
        }
        return Math.max(position, Math.min(best, limit));
    }

    /**
     * What at least half of the members take. In TRAM++ the highest sequence follows the buffers of the heads, not the slowest
     * receiver: one with a small window must not close that of the others, yet where most have had enough the window closes.
     */
    private static long median(List<Long> allowed) {
        if (allowed.isEmpty()) {
            return Long.MAX_VALUE;
        }
        Collections.sort(allowed);
        return allowed.get(allowed.size() / 2);
    }

    private long mostAllowed(long allowed) {
        long most = allowed;
        for (HeadMember member : members.values()) {
            most = Math.max(most, member.highestAllowed);
        }
        return most;
    }

    /**
     * Whether a member is so far behind the best one that the window should not wait for it.
     *
     * <p>Source: Khanna, Rogers, Bagchi, section 3.2: from the low water mark on a head acknowledges greedily. One ack window
     * is added, since what was acknowledged last is that much behind even where nothing is lost. At half a cache it is time
     * in any case, or the window would close before the news is at the sender. What a member far away has said is that old: it
     * is behind only what it could have confirmed by now.
     */
    private boolean isBehind(HeadMember member, long best) {
        long limit = Math.min((long) config.headCacheLowMark + config.ackWindow, config.headCachePackets / 2);
        long confirmable = best - member.onTheWay(packetsPerSecond);
        return confirmable - member.start > (member.lagging ? limit / 2 : limit);
    }

    /** Whether a member has no room for more while the others have, and the window is about to close for it. */
    private boolean blocksOthers(HeadMember member, long best, long mostAllowed) {
        long difference = Math.min(2 * config.ackWindow, config.headCachePackets / 2);
        return best + config.ackWindow / 2 > member.highestAllowed && mostAllowed - member.highestAllowed > difference;
    }

    /** Who is behind {@code sequence}, the furthest first, at most {@code max}. */
    List<Laggard> laggards(long sequence, int max) {
        List<Laggard> found = new ArrayList<>();
        for (HeadMember member : members.values()) {
            if (isHeldFor(member) && member.subtreeStart < sequence) {
                if (member.start < sequence || member.laggards.isEmpty()) {
                    found.add(new Laggard(member.id, member.subtreeStart));
                }
                for (Laggard laggard : member.laggards) {
                    if (laggard.start() < sequence) {
                        found.add(laggard);
                    }
                }
            }
        }
        found.sort(Comparator.comparingLong(Laggard::start));
        return found.size() > max ? List.copyOf(found.subList(0, max)) : found;
    }

    /** All who are behind {@code sequence}, the furthest first, as the sender tells its application. */
    List<FlushResult.Laggard> behind(long sequence) {
        List<FlushResult.Laggard> behind = new ArrayList<>();
        for (Laggard laggard : laggards(sequence, Integer.MAX_VALUE)) {
            HeadMember member = laggard.memberId() == 0 ? null : members.get(laggard.memberId());
            behind.add(new FlushResult.Laggard(
                    laggard.memberId(), member == null ? null : member.address, sequence - laggard.start()));
        }
        return behind;
    }
}
