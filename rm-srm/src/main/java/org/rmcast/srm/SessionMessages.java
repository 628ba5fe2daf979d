package org.rmcast.srm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.presence.SessionPace;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket.Echo;
import org.rmcast.srm.wire.SrmPacket.Own;
import org.rmcast.srm.wire.SrmPacket.Report;
import org.rmcast.srm.wire.SrmPacket.Session;

/**
 * When this member sends session messages, and what is in them.
 *
 * <p>Source: SRM. All session messages together take a share of the session's bandwidth, whatever the group's size: the interval grows with
 * the number of members and the length of the messages. As RTCP does (RFC 3550, section 6.2), a quarter of it is for those who send data, so
 * that all others learn their distance to them soon. Between the regular messages short ones may go, without a list of stamps, where
 * something happens that should be known soon; they stay within this member's part of the share. Not thread safe.
 */
final class SessionMessages {
    /** A source counts as active for so many session intervals after its last data. */
    private static final int ACTIVE_INTERVALS = 10;
    /** What the network adds to a datagram: the headers of UDP and IPv4. */
    private static final int NETWORK_BYTES = 28;

    private static final int NAME_BYTES = 80;
    private static final double SOURCES_PART = 0.25;
    private static final int SHORT_ECHOES = 8;
    private static final int LARGE_GROUP = 64;
    private static final int MOST_FIRST = 16;
    private static final long BURST_NANOS = 200_000_000L;
    private static final double ALMOST = 0.85;

    private final SrmContext context;
    private final SrmConfig config;
    private final Neighbours neighbours;
    private final Streams streams;
    private final @Nullable OwnStream own;
    private final SessionPace pace;
    private final Pacer part;
    private int number;
    private int members = 1;
    private int activeSources;
    private boolean active;
    private int lastBytes = SrmCodec.SESSION_BYTES;
    private boolean regularBefore;
    private long regularNanos;
    private long answerAtNanos = ProtocolEngine.NO_DEADLINE;
    private int scopeTurn;
    private int reportTurn;

    SessionMessages(SrmContext context, Neighbours neighbours, Streams streams, @Nullable OwnStream own) {
        this.context = context;
        this.config = context.config;
        this.neighbours = neighbours;
        this.streams = streams;
        this.own = own;
        this.pace = new SessionPace(
                context.engine.random(),
                config.sessionIntervalNanos,
                config.sessionIntervalMaxNanos,
                config.promptDelayNanos,
                bytesPerSecond());
        this.part = new Pacer(bytesPerSecond(), BURST_NANOS);
    }

    private double bytesPerSecond() {
        return config.sessionShare * config.sessionBandwidth;
    }

    void start(long nowNanos) {
        pace.start(nowNanos);
    }

    /** So many members are known, this one included. */
    void onGroup(int count, long nowNanos) {
        members = count;
        long within = ACTIVE_INTERVALS * config.sessionIntervalNanos;
        active = own != null && own.isActive(within, nowNanos);
        activeSources = streams.activeCount(within, nowNanos) + (active ? 1 : 0);
        double share = active ? SOURCES_PART / activeSources : (1 - SOURCES_PART) / members;
        part.setRate(bytesPerSecond() * share);
    }

    /** New data left. */
    void onData(long nowNanos) {
        pace.onData(nowNanos);
    }

    /** Something has happened of which all should hear soon. */
    void hurry(long nowNanos) {
        pace.hurry(nowNanos);
    }

    /** A source wants to know what this member has: all who are asked answer within the time that their answers need. */
    void onAsked(long nowNanos) {
        if (answerAtNanos == ProtocolEngine.NO_DEADLINE) {
            double spread = members * (lastBytes + NETWORK_BYTES) / ((1 - SOURCES_PART) * bytesPerSecond()) * 1e9;
            long most = Math.max(1, (long) Math.min((double) config.sessionIntervalNanos, spread));
            answerAtNanos = nowNanos + context.engine.random().nextLong(most);
        }
    }

    /** As many members as would have the part of the share that each of those like this one has. */
    private int equals(boolean asSource) {
        return (int) Math.ceil(asSource ? Math.max(1, activeSources) / SOURCES_PART : members / (1 - SOURCES_PART));
    }

    private boolean isRegular(long nowNanos) {
        long interval = pace.intervalNanos(equals(active), lastBytes + NETWORK_BYTES);
        return !regularBefore || nowNanos - regularNanos >= (long) (ALMOST * interval);
    }

    /** Whether a message is to be sent now. */
    boolean isDue(long nowNanos) {
        return Deadlines.isDue(wantedNanos(), nowNanos) && (isRegular(nowNanos) || part.mayLeave(nowNanos));
    }

    private long wantedNanos() {
        return Deadlines.earlier(pace.nextDeadlineNanos(), answerAtNanos);
    }

    long nextDeadlineNanos() {
        long wanted = wantedNanos();
        if (wanted == ProtocolEngine.NO_DEADLINE || !regularBefore) {
            return wanted;
        }
        long interval = pace.intervalNanos(equals(active), lastBytes + NETWORK_BYTES);
        long allowed = Deadlines.earlier(part.readyNanos(), regularNanos + interval);
        return Deadlines.compare(wanted, allowed) < 0 ? allowed : wanted;
    }

    /**
     * Sends a message.
     *
     * @param asks whether receivers of the own stream are to say what they have
     * @param leaving whether it is the last one
     */
    void send(boolean asks, boolean leaving, long nowNanos, Actions actions) {
        boolean regular = isRegular(nowNanos);
        Own reach = own == null ? null : own.reach();
        int room = config.maxPacketBytes - SrmCodec.SESSION_BYTES - SrmCodec.OWN_BYTES - NAME_BYTES;
        List<Report> reports = reports(room);
        for (Report report : reports) {
            room -= SrmCodec.length(report);
        }
        int bytes = context.multicast(
                new Session(
                        ++number,
                        context.engine.role(),
                        leaving,
                        asks,
                        context.engine.ttl(),
                        neighbours.nextStamp(nowNanos),
                        intervalMillis(),
                        reach,
                        reports,
                        echoes(regular, room / SrmCodec.ECHO_BYTES, nowNanos)),
                context.engine.ttl(),
                actions);
        context.own.increment(SrmMeter.SESSION_SENT);
        part.leave(bytes + NETWORK_BYTES, nowNanos);
        if (regular) {
            regularBefore = true;
            regularNanos = nowNanos;
            lastBytes = bytes;
            sendNearby(nowNanos, actions);
        }
        pace.sent(equals(active), bytes + NETWORK_BYTES, nowNanos);
        answerAtNanos = ProtocolEngine.NO_DEADLINE;
    }

    private int intervalMillis() {
        long idle = pace.intervalNanos(equals(false), lastBytes + NETWORK_BYTES);
        long busy = pace.intervalNanos(equals(active), config.maxPacketBytes + NETWORK_BYTES);
        return (int) Math.min(SrmCodec.MOST_INTERVAL_MILLIS, Math.max(idle, busy) / 1_000_000 + 1);
    }

    private List<Echo> echoes(boolean regular, int room, long nowNanos) {
        if (!regular) {
            return neighbours.takeEchoes(List.of(), Math.min(SHORT_ECHOES, room), nowNanos);
        }
        List<Long> first = streams.active(ACTIVE_INTERVALS * config.sessionIntervalNanos, nowNanos);
        int shown = first.subList(0, Math.min(MOST_FIRST, first.size())).size();
        int most = active || members < LARGE_GROUP ? room : Math.min(room, shown + SHORT_ECHOES);
        return neighbours.takeEchoes(first.subList(0, shown), Math.max(0, most), nowNanos);
    }

    /** What is had of the streams of others; if there are too many, in turns. */
    private List<Report> reports(int room) {
        List<FollowedStream> all = new ArrayList<>(streams.all());
        List<Report> reports = new ArrayList<>();
        int left = room;
        for (int i = 0; i < all.size(); i++) {
            Report report = all.get((reportTurn + i) % all.size()).report();
            left -= SrmCodec.length(report);
            if (left < 0) {
                reportTurn = (reportTurn + i) % all.size();
                return reports;
            }
            reports.add(report);
        }
        reportTurn = 0;
        return reports;
    }

    /** Those nearby learn that this member is near: one scope each time, by turns. */
    private void sendNearby(long nowNanos, Actions actions) {
        int narrower = context.ladder.widest();
        if (narrower == 0) {
            return;
        }
        int scope = context.ladder.hops(scopeTurn++ % narrower);
        context.own.increment(SrmMeter.SESSION_SENT);
        context.multicast(
                new Session(
                        ++number,
                        context.engine.role(),
                        false,
                        false,
                        scope,
                        neighbours.nextStamp(nowNanos),
                        intervalMillis(),
                        null,
                        List.of(),
                        List.of()),
                scope,
                actions);
    }
}
