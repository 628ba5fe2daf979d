package org.rmcast.srm;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.peers.Peers;
import org.rmcast.core.presence.PresenceConfig;
import org.rmcast.core.presence.PresenceEngine;
import org.rmcast.core.presence.PresentMember;
import org.rmcast.core.stream.StreamReception;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket;
import org.rmcast.srm.wire.SrmPacket.Data;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Rate;
import org.rmcast.srm.wire.SrmPacket.Report;
import org.rmcast.srm.wire.SrmPacket.Request;
import org.rmcast.srm.wire.SrmPacket.Session;

/**
 * SRM for one member, of any role: a stream of its own where it sends, the streams of others where it receives, repairs for everybody.
 *
 * <p>A member is met when it shows a stamp that was heard here, in a session message from where it was first heard: it hears the group.
 * Nobody else's requests are answered and nobody else's repairs are taken.
 */
final class SrmEngine extends PresenceEngine<OwnStream> {
    private static final int LAST_MESSAGES = 3;

    private final SrmContext context;
    private final Neighbours neighbours;
    private final Streams streams;
    private final SessionMessages sessions;
    private final RepairSending repairs;
    /** When a member that is met was last heard. */
    private long heardNanos;

    SrmEngine(SrmContext context) {
        super(context.engine, presence(context.config), context.engine.role().sends() ? new OwnStream(context) : null);
        this.context = context;
        this.neighbours = new Neighbours(context);
        this.streams = new Streams(context, neighbours);
        this.sessions = new SessionMessages(context, neighbours, streams, own);
        this.repairs = new RepairSending(context, neighbours, streams, own);
    }

    private static PresenceConfig presence(SrmConfig config) {
        return new PresenceConfig(
                config.maxMembers,
                config.silentIntervals * config.sessionIntervalNanos,
                config.silentIntervals,
                config.maxPacketBytes);
    }

    // ProtocolEngine.

    @Override
    public void onStart(long nowNanos, Actions actions) {
        sessions.start(nowNanos);
        heardNanos = nowNanos;
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        SrmPacket packet = SrmCodec.decode(datagram);
        if (cast == Cast.UNICAST) {
            context.own.increment(SrmMeter.BY_UNICAST);
            return;
        }
        long id = DatagramHeader.memberId(datagram);
        Session session = packet instanceof Session said ? said : null;
        int incarnation = DatagramHeader.incarnation(datagram);
        boolean elsewhere = presence.heard(id, from, datagram.length, nowNanos) == Peers.Standing.ELSEWHERE;
        FollowedStream gone = session == null ? null : streams.fromElsewhere(id, incarnation, from);
        if ((elsewhere || gone != null) && !isThere(id, from, session, elsewhere, gone, nowNanos)) {
            if (session != null) {
                neighbours.onElsewhere(id, session, nowNanos);
            }
            context.own.increment(SrmMeter.ELSEWHERE);
            return;
        }
        if (session != null) {
            onSession(id, from, incarnation, session, nowNanos, actions);
            return;
        }
        PresentMember member = presence.find(id);
        if (member == null || !member.isMet() || !member.address().equals(from)) {
            context.own.increment(SrmMeter.UNPROVED);
            return;
        }
        onHeard(nowNanos);
        if (packet instanceof Data data) {
            onData(id, data, nowNanos, actions);
        } else if (packet instanceof Request request) {
            onRequest(id, request, nowNanos);
        } else if (packet instanceof Rate rate) {
            onRate(rate, nowNanos);
        }
    }

    private void onRate(Rate rate, long nowNanos) {
        FollowedStream stream = streams.find(rate.source());
        if (rate.source() == context.engine.memberId() && own != null) {
            own.onRate(rate.report(), nowNanos);
        } else if (stream != null) {
            stream.onRate(rate.report(), nowNanos);
        }
    }

    /** A member that is met is heard: after a silence what was asked for in it was in vain. */
    private void onHeard(long nowNanos) {
        long restartNanos = context.config.restartAfterNanos;
        if (restartNanos > 0 && nowNanos - heardNanos >= restartNanos) {
            streams.restartRequests(nowNanos);
        }
        heardNanos = nowNanos;
    }

    /**
     * Whether a member is where a datagram in its name comes from, though it was elsewhere.
     *
     * @param session null if the datagram is something else
     * @param elsewhere whether it is held to be elsewhere now
     * @param gone its stream, if it is gone and was elsewhere; else null
     */
    private boolean isThere(
            long id,
            InetSocketAddress from,
            @Nullable Session session,
            boolean elsewhere,
            @Nullable FollowedStream gone,
            long nowNanos) {
        return session != null
                && neighbours.hearsThis(session.echoes(), nowNanos)
                && (gone == null || gone.isSource(from, session))
                && (!elsewhere || hasMoved(id, from, session, nowNanos));
    }

    /** Somebody else spoke in a member's name first; it shows from where it is that it hears this member. */
    private boolean hasMoved(long id, InetSocketAddress from, Session session, long nowNanos) {
        PresentMember member = presence.find(id);
        if (member == null || !neighbours.isRather(member, from, session) || !presence.prove(member, from, nowNanos)) {
            return false;
        }
        neighbours.remove(id);
        return true;
    }

    private void onData(long id, Data data, long nowNanos, Actions actions) {
        if (data.source() == context.engine.memberId()) {
            if (own != null) {
                context.own.increment(SrmMeter.REPAIRS_HEARD);
                own.repairs().onRepair(data.sequence(), id, data.distanceMicros() * 1_000L, 0, nowNanos);
            }
            return;
        }
        FollowedStream stream = streams.find(data.source());
        if (stream == null) {
            context.own.increment(SrmMeter.NOT_FOLLOWED);
        } else {
            stream.onData(id, data, nowNanos, actions);
        }
    }

    private void onRequest(long id, Request request, long nowNanos) {
        context.own.increment(SrmMeter.REQUESTS_HEARD);
        for (Range range : request.ranges()) {
            context.counters.add(EngineMeter.NAKS_RECEIVED, range.limit() - range.first());
        }
        FollowedStream stream = streams.find(request.source());
        if (request.source() == context.engine.memberId() && own != null) {
            own.onRequest(id, request, requesterNanos(id, request, 0), nowNanos);
        } else if (stream != null) {
            stream.onRequest(id, request, requesterNanos(id, request, stream.distanceNanos()), nowNanos);
        }
    }

    /** How far who asks is; if that was not measured, by the way over the source. */
    private long requesterNanos(long id, Request request, long sourceNanos) {
        long measured = neighbours.distanceNanos(id);
        return measured >= 0 ? measured : request.distanceMicros() * 1_000L + sourceNanos;
    }

    private void onSession(
            long id, InetSocketAddress from, int incarnation, Session session, long nowNanos, Actions actions) {
        PresentMember before = presence.find(id);
        FollowedStream stream = streams.find(id);
        if (before != null && stream != null && stream.incarnation != incarnation) {
            presence.cameAgain(before, nowNanos, actions);
            before = null;
        }
        boolean known = before != null;
        if (!known && session.leaving()) {
            return;
        }
        PresentMember member =
                presence.introduce(id, from, session.role(), session.intervalMillis() * 1_000_000L, nowNanos, actions);
        if (member == null) {
            return;
        }
        Neighbour neighbour = neighbours.onSession(id, session, nowNanos);
        if (neighbour == null) {
            return;
        }
        if (!known && member.isConcerned()) {
            sessions.hurry(nowNanos);
        }
        neighbours.onEchoes(neighbour, session.echoes(), nowNanos);
        if (neighbours.hearsThis(session.echoes(), nowNanos)) {
            presence.prove(member, from, nowNanos);
        }
        boolean hears = member.isMet() || neighbours.hearsTheGroup(id, session.echoes(), nowNanos);
        if (hears && isFollowed(id, incarnation, session, nowNanos, actions)) {
            presence.meet(member, nowNanos, actions);
        }
        if (member.isMet()) {
            onHeard(nowNanos);
            onReports(id, session.reports(), nowNanos);
            if (session.asks() && streams.find(id) != null) {
                sessions.onAsked(nowNanos);
            }
            if (session.leaving()) {
                presence.leave(member, nowNanos, actions);
            }
        }
    }

    /** Whether the stream of a member, if it has one that concerns this one, is followed; takes what it says of it. */
    private boolean isFollowed(long id, int incarnation, Session session, long nowNanos, Actions actions) {
        Own reach = session.own();
        if (!context.engine.role().receives() || !session.role().sends()) {
            return true;
        }
        if (reach == null) {
            return streams.find(id) != null;
        }
        FollowedStream stream = streams.follow(id, incarnation, reach, nowNanos, actions);
        if (stream != null) {
            stream.onOwn(reach, nowNanos);
        }
        return stream != null;
    }

    private void onReports(long id, List<Report> reports, long nowNanos) {
        for (Report report : reports) {
            if (report.source() != context.engine.memberId()) {
                streams.onReport(report, nowNanos);
            } else if (own != null) {
                own.onReport(id, report);
            }
        }
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        streams.deliver(nowNanos, actions);
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        presence.onDeadline(nowNanos, actions);
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        if (hasLeft()) {
            return;
        }
        context.onGroup(presence.count() + 1);
        sessions.onGroup(presence.count() + 1, nowNanos);
        presence.onInterval(sessions.idleIntervalNanos(nowNanos));
        streams.onDeadline(nowNanos, actions);
        streams.deliver(nowNanos, actions);
        repairs.drain(nowNanos, actions);
        boolean asks = false;
        if (own != null) {
            own.onBatchEnd(nowNanos, actions);
            asks = own.takeQuestion(nowNanos);
            if (own.takeNews()) {
                sessions.onData(nowNanos);
            }
        }
        if (asks || sessions.isDue(nowNanos)) {
            sessions.send(own != null && own.isAwaiting(), false, nowNanos, actions);
        }
        leaveIfClosed(nowNanos, actions);
    }

    @Override
    protected void sayLeaving(long nowNanos, Actions actions) {
        for (int i = 0; i < LAST_MESSAGES; i++) {
            sessions.send(false, true, nowNanos, actions);
        }
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(super.nextDeadlineNanos(), sessions.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, streams.nextDeadlineNanos());
        return Deadlines.earlier(deadline, repairs.nextDeadlineNanos());
    }

    // Members.

    @Override
    public void onMet(PresentMember member, long nowNanos, Actions actions) {
        super.onMet(member, nowNanos, actions);
        sessions.hurry(nowNanos);
    }

    @Override
    public void onGone(PresentMember member, boolean memberLeft, Reason reason, long nowNanos, Actions actions) {
        streams.onGone(member, neighbours.remove(member.id()), reason, nowNanos);
        super.onGone(member, memberLeft, reason, nowNanos, actions);
    }

    // What is known.

    /** Those who follow this member's stream, by their own word: who hears the group may not have heard of it yet. */
    @Override
    public int receiverCount() {
        return own == null ? 0 : own.receivers().placed();
    }

    @Override
    public EngineStatistics statistics() {
        List<StreamReception> receptions = new ArrayList<>();
        long farthestNanos = 0;
        for (FollowedStream stream : streams.all()) {
            receptions.add(stream.reception());
            farthestNanos = Math.max(farthestNanos, neighbours.distanceNanos(stream.id));
        }
        context.own.set(SrmMeter.STREAMS_FOLLOWED, receptions.size());
        context.own.set(SrmMeter.DISTANCES_KNOWN, neighbours.known());
        context.own.set(SrmMeter.SOURCE_DISTANCE, farthestNanos / 1_000);
        long buffers = receptions.size() + (own == null ? 0L : 1L);
        return statistics(context.counters, context.own, receptions, buffers * context.config.bufferPackets);
    }

    @Override
    public String toString() {
        return presence.count() + " others heard, " + presence.met().size() + " met, streams " + streams;
    }
}
