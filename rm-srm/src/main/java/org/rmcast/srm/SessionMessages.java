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
    /** What the network adds to a datagram: the headers of UDP and IPv4. */
    private static final int NETWORK_BYTES = 28;

    private static final int NAME_BYTES = 80;
    private static final double SOURCES_PART = 0.25;
    /** The rest is for what is said out of turn. */
    private static final double OTHERS_PART = 0.6;

    private static final int SHORT_ECHOES = 8;
    private static final int LARGE_GROUP = 64;
    private static final int MOST_FIRST = 16;
    private static final long BURST_NANOS = 200_000_000L;

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
    /** How long the last regular message was, 0 if there was none. */
    private int regularBytes;

    /** When the last message of any kind left, and what it takes of the part. */
    private long lastNanos;

    private int lastBytes;
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
        long within = Streams.ACTIVE_INTERVALS * config.sessionIntervalNanos;
        active = own != null && own.isActive(within, nowNanos);
        activeSources = streams.activeCount(nowNanos) + (active ? 1 : 0);
        part.setRate(bytesPerSecond() * (active ? SOURCES_PART / activeSources : OTHERS_PART / members));
        pace.onGroup(equals(active), nextBytes(nowNanos) + NETWORK_BYTES);
    }

    /** How long the next regular message is: as the last one, or longer if it has more to show. */
    private int nextBytes(long nowNanos) {
        int echoes = Math.min(mostEchoes(nowNanos), neighbours.freshCount());
        return Math.max(regularBytes, SrmCodec.SESSION_BYTES + SrmCodec.ECHO_BYTES * echoes);
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
            double spread = members * (nextBytes(nowNanos) + NETWORK_BYTES) / (OTHERS_PART * bytesPerSecond()) * 1e9;
            long most = Math.max(1, (long) Math.min((double) config.sessionIntervalNanos, spread));
            answerAtNanos = nowNanos + context.engine.random().nextLong(most);
        }
    }

    /** As many members as would have the part of the share that each of those like this one has. */
    private int equals(boolean asSource) {
        return (int) Math.ceil(asSource ? Math.max(1, activeSources) / SOURCES_PART : members / OTHERS_PART);
    }

    private boolean isRegular(long nowNanos) {
        return Deadlines.isDue(pace.regularNanos(), nowNanos);
    }

    /** Whether a message is to be sent now. */
    boolean isDue(long nowNanos) {
        return isRegular(nowNanos)
                || (Deadlines.isDue(wantedNanos(), nowNanos)
                        && part.mayLeave(nowNanos)
                        && Deadlines.isDue(sharedNanos(), nowNanos));
    }

    /**
     * When a short message may leave by what is known now of the group's size; who joins with many others pays by the size that it knew
     * when its last message left.
     */
    private long sharedNanos() {
        return regularBytes == 0
                ? pace.regularNanos()
                : lastNanos + (long) (lastBytes / part.bytesPerSecond() * 1e9) - BURST_NANOS;
    }

    private long wantedNanos() {
        return Deadlines.earlier(pace.nextDeadlineNanos(), answerAtNanos);
    }

    long nextDeadlineNanos() {
        long wanted = wantedNanos();
        if (wanted == ProtocolEngine.NO_DEADLINE) {
            return pace.regularNanos();
        }
        long allowed = Deadlines.later(Deadlines.later(wanted, sharedNanos()), part.readyNanos());
        return Deadlines.earlier(pace.regularNanos(), allowed);
    }

    /**
     * Sends a message.
     *
     * @param asks whether receivers of the own stream are to say what they have
     * @param leaving whether it is the last one
     */
    void send(boolean asks, boolean leaving, long nowNanos, Actions actions) {
        boolean regular = regularBytes == 0 || isRegular(nowNanos);
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
                        neighbours.nextStamp(number, nowNanos),
                        intervalMillis(nowNanos),
                        reach,
                        reports,
                        echoes(regular, room / SrmCodec.ECHO_BYTES, nowNanos)),
                context.engine.ttl(),
                actions);
        context.own.increment(SrmMeter.SESSION_SENT);
        lastNanos = nowNanos;
        lastBytes = bytes + NETWORK_BYTES;
        part.leave(lastBytes, nowNanos);
        if (regular) {
            regularBytes = bytes;
            sendNearby(nowNanos, actions);
            pace.sent(equals(active), lastBytes, nowNanos);
        } else {
            pace.sentPrompt(nowNanos);
        }
        answerAtNanos = ProtocolEngine.NO_DEADLINE;
    }

    /** How often a member that sends no data speaks in a group of this size. */
    long idleIntervalNanos(long nowNanos) {
        return pace.intervalNanos(equals(false), nextBytes(nowNanos) + NETWORK_BYTES);
    }

    private int intervalMillis(long nowNanos) {
        long idle = idleIntervalNanos(nowNanos);
        long busy = pace.intervalNanos(equals(active), config.maxPacketBytes + NETWORK_BYTES);
        return (int) Math.min(SrmCodec.MOST_INTERVAL_MILLIS, Math.max(idle, busy) / 1_000_000 + 1);
    }

    private List<Echo> echoes(boolean regular, int room, long nowNanos) {
        if (!regular) {
            return neighbours.takeEchoes(List.of(), Math.min(SHORT_ECHOES, room), nowNanos);
        }
        List<Long> first = active(nowNanos);
        return neighbours.takeEchoes(first, Math.max(0, Math.min(room, mostEchoes(nowNanos))), nowNanos);
    }

    /** How many stamps a regular message shows where there is room: few the first time and where the group is large. */
    private int mostEchoes(long nowNanos) {
        if (active) {
            return Integer.MAX_VALUE;
        }
        if (regularBytes == 0) {
            return MOST_FIRST;
        }
        return members < LARGE_GROUP ? Integer.MAX_VALUE : active(nowNanos).size() + SHORT_ECHOES;
    }

    private List<Long> active(long nowNanos) {
        List<Long> all = streams.active(nowNanos);
        return all.subList(0, Math.min(MOST_FIRST, all.size()));
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
                        neighbours.nextStamp(number, nowNanos),
                        intervalMillis(nowNanos),
                        null,
                        List.of(),
                        List.of()),
                scope,
                actions);
    }
}
