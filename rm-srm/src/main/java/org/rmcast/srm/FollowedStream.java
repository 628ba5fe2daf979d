package org.rmcast.srm;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.core.buffer.AgeMarks;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.flow.shared.SuppressedRateFeedback;
import org.rmcast.core.stream.GapListener;
import org.rmcast.core.stream.StreamReception;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket.Data;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.PacketType;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Rate;
import org.rmcast.srm.wire.SrmPacket.Report;
import org.rmcast.srm.wire.SrmPacket.Request;
import org.rmcast.srm.wire.SrmPacket.Session;

/**
 * The stream of another member: what came of it, what is asked for, what is repaired for others.
 *
 * <p>How far the stream is only its source says. When the source is gone what others have heard of it counts: packets are repaired among
 * those who are left, for as long as any are asked for or there is news; then the application is told that the source is lost. Not thread
 * safe.
 */
final class FollowedStream implements GapListener {
    private static final Reason NOT_HELD =
            new Reason(EventCause.NOT_HELD, "nobody has repaired it, however often it was asked for");
    private static final int MOST_REPAIRS = 65_536;
    private static final int RANGE_BYTES = 6;
    private static final int FIRST_RANGE_BYTES = 18;
    /** After so many session intervals without news of a source that is gone nothing more is expected. */
    private static final int QUIET_INTERVALS = 4;

    private final SrmContext context;
    private final Neighbours neighbours;
    final long id;
    final int incarnation;
    /** Which it is of all that were followed here. */
    final long number;

    private final StreamReception reception;
    private final Requests requests;
    private final Repairs repairs;
    private final AgeMarks ages;
    private final int mostRanges;
    private final SuppressedRateFeedback rate;

    /** Why the source is gone, null while it is there. */
    private @Nullable Reason gone;
    /** What was known of the source that is gone, and where it was; null if it could be anybody. */
    private @Nullable Neighbour source;

    private @Nullable InetSocketAddress home;

    private long distanceNanos = -1;
    private long newsNanos;
    private long heardDataNanos;
    private boolean hasData;
    /** How far it is by the word of the source that is gone: up to there nobody else knows more. */
    private long ownLimit;
    /** How far others have said that it is since the source itself said so last; of no meaning while the source is there. */
    private long saidLimit;

    private long saidMessages;

    /** What others have said since the source was reported lost, and when it is believed. */
    private long lateLimit;

    private long lateMessages;
    private long lateNanos = ProtocolEngine.NO_DEADLINE;

    /**
     * @param start the first sequence that is wanted
     * @param startMessage the first message that is wanted, -1 for the first that begins there
     * @param number which it is of all that were followed here
     */
    FollowedStream(
            SrmContext context,
            Neighbours neighbours,
            long id,
            int incarnation,
            long start,
            long startMessage,
            long number,
            long nowNanos) {
        this.context = context;
        this.neighbours = neighbours;
        this.id = id;
        this.incarnation = incarnation;
        this.number = number;
        SrmConfig config = context.config;
        this.requests = new Requests(context.requestTimer, context.ladder, config.requestGatherNanos);
        this.repairs = new Repairs(context.engine.memberId(), context.repairTimer, MOST_REPAIRS);
        this.ages = new AgeMarks(config.holdNanos, start);
        this.mostRanges =
                Math.max(1, (config.maxPacketBytes - SrmCodec.REQUEST_BYTES - FIRST_RANGE_BYTES) / RANGE_BYTES);
        this.rate = new SuppressedRateFeedback(context.engine.memberId(), context.engine.random());
        this.newsNanos = nowNanos;
        this.reception =
                new StreamReception(id, context.reception, this, start, startMessage, 2 * config.defaultDistanceNanos);
    }

    StreamReception reception() {
        return reception;
    }

    Repairs repairs() {
        return repairs;
    }

    /** How far the source is; the default while that is not known. */
    long distanceNanos() {
        long measured = neighbours.distanceNanos(id);
        distanceNanos = measured >= 0 ? measured : distanceNanos;
        return distanceNanos >= 0 ? distanceNanos : context.config.defaultDistanceNanos;
    }

    /** Whether new data came within a time. */
    boolean isActive(long withinNanos, long nowNanos) {
        return hasData && nowNanos - heardDataNanos < withinNanos;
    }

    // What comes.

    /**
     * A packet of the stream.
     *
     * @param from who sent it
     */
    void onData(long from, Data data, long nowNanos, Actions actions) {
        boolean repair = data.type() == PacketType.REPAIR;
        long sequence = data.sequence();
        if (data.incarnation() != incarnation
                || (from != id && gone == null && sequence >= reception.claims().limit())) {
            context.own.increment(SrmMeter.CONTRADICTIONS);
            return;
        }
        if (repair) {
            onRepair(from, data, nowNanos, actions);
        } else {
            hasData = true;
            heardDataNanos = nowNanos;
        }
        if (!reception.isOpen()) {
            // What comes after its source was reported lost is of the stream that is followed anew.
            context.own.increment(SrmMeter.NOT_FOLLOWED);
            return;
        }
        StreamReception.Taken taken =
                reception.onPacket(sequence, data.firstMessage(), data.datagram(), from == id, repair, nowNanos);
        if (taken == StreamReception.Taken.NEW) {
            newsNanos = nowNanos;
        } else if (taken == StreamReception.Taken.CONTRADICTION) {
            context.own.increment(SrmMeter.CONTRADICTIONS);
        }
        if (data.timed() && from == id && taken != StreamReception.Taken.CONTRADICTION) {
            long measured = neighbours.distanceNanos(id);
            rate.onData(sequence, data.datagram().length, data.distanceMicros(), 2 * measured, nowNanos);
        }
    }

    /** Another receiver says how fast the stream may be: repairs for it go no faster. */
    void onRate(RateReport report, long nowNanos) {
        rate.onHeard(report, nowNanos);
        SrmConfig config = context.config;
        long bytesPerSecond = Math.max(config.minSharedRate, Math.min(config.maxRate, report.bytesPerSecond()));
        context.repairPacer.setRate((double) bytesPerSecond);
    }

    private void onRepair(long from, Data data, long nowNanos, Actions actions) {
        context.own.increment(SrmMeter.REPAIRS_HEARD);
        context.ladder.onRepair(data.scope());
        RequestState asked = requests.find(data.sequence());
        if (asked != null && asked.asked() > 0) {
            context.ladder.onRepair(asked.lastScope());
        }
        repairs.onRepair(data.sequence(), from, data.distanceMicros() * 1_000L, distanceNanos(), nowNanos);
        if (data.firstStep() && asked != null && asked.asked() > 0 && asked.lastScope() < context.engine.ttl()) {
            context.own.increment(SrmMeter.REPAIRS_PASSED_ON);
            byte[] second =
                    SrmCodec.repair(data.datagram(), false, data.distanceMicros(), data.round(), asked.lastScope());
            context.repairPacer.leave(second.length, nowNanos);
            actions.multicast(second, asked.lastScope());
        }
    }

    /** The source says how far it is. */
    void onOwn(Own own, long nowNanos) {
        if (gone != null) {
            gone = null;
            source = null;
            newsNanos = nowNanos;
        }
        saidLimit = 0;
        saidMessages = 0;
        // What the source has let go of others may still hold: its low is of no meaning here.
        if (!reception.onAnswer(own.limit(), 1, own.messages(), own.ended(), nowNanos)) {
            context.own.increment(SrmMeter.CONTRADICTIONS);
        }
    }

    /**
     * Another member says what it has.
     *
     * @return whether that counts
     */
    boolean onReport(Report report, long nowNanos) {
        if (gone == null) {
            if (report.limit() >= saidLimit) {
                saidMessages =
                        report.limit() > saidLimit ? report.messages() : Math.max(saidMessages, report.messages());
                saidLimit = report.limit();
            }
            return false;
        }
        if (report.limit() > ownLimit && reception.isOpen()) {
            believe(report.limit(), report.messages(), nowNanos);
        } else if (report.limit() > ownLimit) {
            saidLimit = Math.max(saidLimit, report.limit());
            saidMessages = Math.max(saidMessages, report.messages());
            waitForSource(nowNanos);
        }
        return true;
    }

    /** Nothing is told of what others have said for as long as the source may be heard again. */
    private void waitForSource(long nowNanos) {
        if (lateNanos == ProtocolEngine.NO_DEADLINE && saidMessages > lateMessages) {
            lateLimit = saidLimit;
            lateMessages = saidMessages;
            lateNanos = nowNanos + QUIET_INTERVALS * context.config.sessionIntervalNanos;
        }
    }

    private void believe(long limit, long messages, long nowNanos) {
        long before = reception.limit();
        reception.onOthers(limit, messages, nowNanos);
        if (reception.limit() > before) {
            newsNanos = nowNanos;
        }
    }

    /**
     * Once the source is reported lost nothing is asked for any more, and what others had of it is reported as lost; but when they hear it again this
     * member may, too, and follow it anew from before where they were.
     */
    private void believeLate(long nowNanos) {
        if (Deadlines.isDue(lateNanos, nowNanos)) {
            lateNanos = ProtocolEngine.NO_DEADLINE;
            believe(lateLimit, lateMessages, nowNanos);
            waitForSource(nowNanos);
        }
    }

    /** The group is heard again after an interruption. */
    void restartRequests(long nowNanos) {
        requests.restart(distanceNanos(), nowNanos);
    }

    /** Somebody asks for packets. */
    void onRequest(long from, Request request, long requesterNanos, long nowNanos) {
        if (requests.onRequest(request.ranges(), request.distanceMicros() * 1_000L, distanceNanos(), nowNanos)) {
            context.own.increment(SrmMeter.REQUESTS_SUPPRESSED);
        }
        repairs.onRequest(
                request.ranges(),
                reception.low(),
                reception.limit(),
                reception::holds,
                new RepairTurn(from, requesterNanos, request.round(), request.scope(), nowNanos),
                nowNanos);
    }

    /**
     * The source is not there any more.
     *
     * @param neighbour what was known of it, null if nothing was
     * @param address where it was
     */
    void onGone(@Nullable Neighbour neighbour, InetSocketAddress address, Reason reason, long nowNanos) {
        if (neighbour != null && neighbour.isKnown()) {
            source = neighbour;
            home = address;
        }
        gone = reason;
        newsNanos = nowNanos;
        ownLimit = Math.max(reception.limit(), reception.claims().limit());
        reception.claims().ownerGone();
        if (saidLimit <= ownLimit) {
            saidLimit = 0;
            saidMessages = 0;
        } else if (reception.isOpen()) {
            believe(saidLimit, saidMessages, nowNanos);
        } else {
            waitForSource(nowNanos);
        }
    }

    /** Whether the source is gone, and was known somewhere else. */
    boolean wasElsewhere(InetSocketAddress from) {
        return source != null && !from.equals(home);
    }

    /** Somebody who hears this member speaks from elsewhere in the name of the source that is gone: whether that is the source. */
    boolean isSource(InetSocketAddress from, Session session) {
        if (source != null && source.isRather(from, session.number(), session.stamp())) {
            source = null;
        }
        return source == null;
    }

    // What is missing.

    @Override
    public void onMissing(long first, long limit, long nowNanos) {
        requests.onGap(first, limit, distanceNanos(), nowNanos);
    }

    @Override
    public boolean onFilled(long sequence, boolean repair, long nowNanos) {
        RequestState state = requests.remove(sequence);
        return state != null && state.round() > 0;
    }

    @Override
    public void onGivenUpBelow(long limit) {
        requests.removeBelow(limit);
    }

    @Override
    public void onNothingFrom(long limit) {
        requests.removeFrom(limit);
    }

    /** Asks for what is due, gives up what nobody repairs. */
    void onDeadline(long nowNanos, Actions actions) {
        believeLate(nowNanos);
        reception.onDeadline(nowNanos);
        SrmConfig config = context.config;
        for (long over = requests.overdue(config.requestRounds, config.giveUpNanos, nowNanos);
                over > 0;
                over = requests.overdue(config.requestRounds, config.giveUpNanos, nowNanos)) {
            requests.remove(over);
            reception.giveUp(over, NOT_HELD);
        }
        for (Requests.Asking asking = requests.ask(mostRanges, distanceNanos(), nowNanos);
                asking != null;
                asking = requests.ask(mostRanges, distanceNanos(), nowNanos)) {
            ask(asking, actions);
        }
        RateReport report = rate.take(nowNanos);
        if (report != null) {
            context.multicast(new Rate(id, report), context.engine.ttl(), actions);
        }
        release(nowNanos);
        conclude(nowNanos);
    }

    private void ask(Requests.Asking asking, Actions actions) {
        List<Range> ranges = asking.ranges();
        context.own.increment(SrmMeter.REQUESTS_SENT);
        for (Range range : ranges) {
            context.counters.add(EngineMeter.NAKS_SENT, range.limit() - range.first());
        }
        int round = Math.min(asking.round(), 255);
        context.multicast(
                new Request(id, SrmContext.micros(distanceNanos()), round, asking.scope(), ranges),
                asking.scope(),
                actions);
    }

    private void release(long nowNanos) {
        ages.mark(reception.next(), nowNanos);
        long below = ages.agedBelow(nowNanos);
        reception.releaseBelow(below);
        repairs.forgetBelow(below);
    }

    private void conclude(long nowNanos) {
        Reason reason = gone;
        if (reason != null
                && reception.isOpen()
                && requests.isEmpty()
                && nowNanos - newsNanos >= QUIET_INTERVALS * context.config.sessionIntervalNanos) {
            reception.onSourceGone(reason);
        }
    }

    /** Gives the application what can be given. */
    void deliver(long nowNanos, Actions actions) {
        reception.deliver(nowNanos, actions);
    }

    /** Whether nothing is to be done for it before something comes: nothing is missing, nothing is held for others. */
    boolean isAtRest() {
        return gone == null
                && reception.isIdle()
                && !reception.claims().hasEnded()
                && reception.packets() == 0
                && requests.isEmpty()
                && repairs.isEmpty();
    }

    /** Whether it is over, nobody needs it any more, and its source has gone, which would be followed anew else. */
    boolean isForgettable(long nowNanos) {
        return gone != null
                && (reception.hasEnded() || reception.isLost())
                && nowNanos - newsNanos >= context.config.holdNanos;
    }

    long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(reception.nextDeadlineNanos(), requests.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, lateNanos);
        deadline = Deadlines.earlier(deadline, rate.nextDeadlineNanos());
        boolean concludes = gone != null && reception.isOpen() && requests.isEmpty();
        return concludes
                ? Deadlines.earlier(deadline, newsNanos + QUIET_INTERVALS * context.config.sessionIntervalNanos)
                : deadline;
    }

    /** What this member has of it. */
    Report report() {
        boolean ended = reception.claims().hasEnded();
        long next = reception.next();
        long limit =
                Math.max(next, Math.min(reception.limit(), reception.claims().limit()));
        return new Report(
                id,
                next,
                limit,
                ended,
                reception.messages(),
                Math.min(limit, reception.lostLimit()),
                reception.lostPackets());
    }

    /** Its source was restarted: what is missing does not come any more. */
    void abandon(long nowNanos, Actions actions) {
        if (gone != null) {
            reception.onSourceGone(gone);
            reception.deliver(nowNanos, actions);
        }
        clear();
    }

    void clear() {
        reception.clear();
    }

    @Override
    public String toString() {
        return reception + (gone == null ? "" : ", gone") + ", " + requests.size() + " missing";
    }
}
