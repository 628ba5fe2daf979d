package org.rmcast.tram;

import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.pruning.WatchedMember;
import org.rmcast.tram.wire.TramPacket.MemberFate;

/** Watches how members keep up, once a hello interval: what they achieve, who lags and why, and who is to be pruned. */
final class MemberWatch {
    private static final double SMOOTHING = 0.25;
    /** In hundredths of a per cent. */
    private static final int NOTABLE_LOSS = 200;
    /** How many times the mean of the others is far more than theirs. */
    private static final int FAR_MORE = 2;

    private final TramConfig config;
    private final RepairHead.Host host;
    private final HeadMembers members;
    private final TramPruning pruning;

    private long rateSequence;
    private long rateAtNanos;
    private long intervalNanos;
    private double groupRate = Double.MAX_VALUE;

    MemberWatch(TramConfig config, RepairHead.Host host, HeadMembers members, TramPruning pruning) {
        this.config = config;
        this.host = host;
        this.members = members;
        this.pruning = pruning;
    }

    /** Begins a round, before the members are looked at. */
    void measureGroupRate(long nowNanos) {
        long sequence = host.position().next();
        intervalNanos = rateAtNanos == 0 ? 0 : nowNanos - rateAtNanos;
        if (intervalNanos > 0) {
            double rate = bytesPerSecond(sequence - rateSequence);
            groupRate = groupRate == Double.MAX_VALUE ? rate : smooth(groupRate, rate);
            members.setRate(Math.max(rate, groupRate) / config.maxPacketBytes);
        }
        rateAtNanos = nowNanos;
        rateSequence = sequence;
    }

    /** Looks at a member. */
    void observe(HeadMember member, long nowNanos) {
        if (intervalNanos > 0) {
            member.bytesPerSecond = smooth(member.bytesPerSecond, bytesPerSecond(member.start - member.rateStart));
        }
        member.rateStart = member.start;
        boolean slow = member.lagging && member.bytesPerSecond < config.pruneMinRate;
        member.slowSinceNanos = !slow ? 0 : member.slowSinceNanos == 0 ? nowNanos : member.slowSinceNanos;
        member.lossySinceNanos = !isLossy(member) ? 0 : member.lossySinceNanos == 0 ? nowNanos : member.lossySinceNanos;
        long memory = config.pruneMemoryNanos;
        if (nowNanos - member.joinedNanos < memory) {
            forgive(member, nowNanos);
        } else if (memory > 0 && nowNanos - member.countedSinceNanos >= 2 * memory) {
            halve(member, nowNanos);
        }
        noteBlocking(member, nowNanos);
    }

    private void halve(HeadMember member, long nowNanos) {
        member.unsatisfied /= 2;
        member.reaffiliations /= 2;
        member.unsatisfiedBefore += (member.saidUnsatisfied - member.unsatisfiedBefore) / 2;
        member.reaffiliationsBefore += (member.saidReaffiliations - member.reaffiliationsBefore) / 2;
        member.countedFrom += (host.position().limit() - member.countedFrom) / 2;
        member.countedSinceNanos += (nowNanos - member.countedSinceNanos) / 2;
    }

    /** Whether it loses more than is tolerated, by a fault of its own rather than of a network that all suffer from. */
    private boolean isLossy(HeadMember member) {
        return config.pruneLossShare > 0
                && !member.subtreeLoss
                && member.loss > config.pruneLossShare * 10_000
                && isFarMore(member, other -> other.loss);
    }

    private boolean isFarMore(HeadMember member, ToDoubleFunction<HeadMember> figure) {
        return figure.applyAsDouble(member) > FAR_MORE * members.meanBeside(member, figure);
    }

    /** A pause at the start says nothing about a member: nothing counts yet. */
    private void forgive(HeadMember member, long nowNanos) {
        member.unsatisfied = 0;
        member.reaffiliations = 0;
        member.unsatisfiedBefore = member.saidUnsatisfied;
        member.reaffiliationsBefore = member.saidReaffiliations;
        member.countedFrom = host.position().limit();
        member.countedSinceNanos = nowNanos;
    }

    private void noteBlocking(HeadMember member, long nowNanos) {
        boolean closes =
                host.position().limit() > member.highestAllowed && member.highestAllowed == members.highestAllowed();
        boolean fills = host.isFull() && member.subtreeStart == members.subtreeStart();
        boolean blocking = closes || fills;
        if (blocking && !member.blocking) {
            member.blockingSinceNanos = nowNanos;
        }
        member.blocking = blocking;
    }

    /** Whether there is something to tell: a member lags in two rounds running, or has caught up. */
    @Nullable
    MemberFate lagNews(HeadMember member) {
        boolean before = member.lagSeen;
        boolean lagging = member.lagging && member.probation == null;
        member.lagSeen = lagging;
        if (lagging && before && !member.lagReported) {
            member.lagReported = true;
            return MemberFate.LAGGING;
        }
        if (!lagging && !before && member.lagReported) {
            member.lagReported = false;
            return MemberFate.CAUGHT_UP;
        }
        return null;
    }

    /** What holds a member back, as far as can be seen from here. */
    Reason lagReason(HeadMember member, long nowNanos) {
        long silentNanos = nowNanos - member.lastHeardNanos;
        if (silentNanos > 2 * config.helloIntervalNanos) {
            return new Reason(EventCause.SILENT, "silent for " + silentNanos / 1_000_000 + " ms");
        }
        if (member.loss < NOTABLE_LOSS) {
            return new Reason(EventCause.TOO_SLOW, "its buffer is full: the application is slower than the stream");
        }
        String text = String.format(Locale.ROOT, "loses %.1f %% of the packets", member.loss / 100.0);
        return new Reason(EventCause.LOSES_TOO_MUCH, text);
    }

    /** Whether a member of late asked for what this head had dropped, here or elsewhere. */
    boolean hasTurnedElsewhere(HeadMember member) {
        return unsatisfied(member) > 0;
    }

    private static long unsatisfied(HeadMember member) {
        return Math.max(member.unsatisfied, member.saidUnsatisfied - Math.max(0, member.unsatisfiedBefore));
    }

    private static int reaffiliations(HeadMember member) {
        return Math.max(member.reaffiliations, member.saidReaffiliations - member.reaffiliationsBefore);
    }

    /** Why a member is to be pruned now, or null. */
    @Nullable
    Reason reasonToPrune(HeadMember member, double worstLossPercent, long nowNanos) {
        boolean counts = turnsElsewhereByItsFault(member, nowNanos);
        long limit = host.position().limit();
        return pruning.reasonToPrune(new WatchedMember(
                member.id,
                member.loss / 100.0,
                Math.max(0, limit - member.start),
                member.blocking ? nowNanos - member.blockingSinceNanos : 0,
                groupRate,
                worstLossPercent,
                member.subtreeLoss,
                limit - member.countedFrom,
                counts ? unsatisfied(member) : 0,
                counts ? reaffiliations(member) : 0,
                member.slowSinceNanos == 0 ? 0 : nowNanos - member.slowSinceNanos,
                member.bytesPerSecond,
                member.lossySinceNanos == 0 ? 0 : nowNanos - member.lossySinceNanos));
    }

    /** What was counted in a short time may be one pause of the receiver, and what others do as well one of the machine. */
    private boolean turnsElsewhereByItsFault(HeadMember member, long nowNanos) {
        return config.pruneMemoryNanos == 0
                || (nowNanos - member.countedSinceNanos >= config.pruneMemoryNanos
                        && isFarMore(member, MemberWatch::unsatisfied));
    }

    private double bytesPerSecond(long packets) {
        return packets * 1e9 * config.maxPacketBytes / intervalNanos;
    }

    private static double smooth(double before, double now) {
        return (1 - SMOOTHING) * before + SMOOTHING * now;
    }
}
