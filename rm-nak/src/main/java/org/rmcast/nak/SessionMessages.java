package org.rmcast.nak;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.presence.SessionPace;
import org.rmcast.nak.wire.NakCodec;
import org.rmcast.nak.wire.NakPacket.Heard;
import org.rmcast.nak.wire.NakPacket.Reach;
import org.rmcast.nak.wire.NakPacket.Session;

/** This member's session messages: what they say, and when they leave. Not thread safe. */
final class SessionMessages {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** In large groups a member speaks seldom, but at least so often. */
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final NakContext context;
    private final SessionPace pace;
    private final int mostHeard;
    private int lastBytes = NakCodec.OTHERS_OFFSET;
    private int members = 1;
    /** Which of the others' streams is named first, where not all fit. */
    private int turn;

    /** @param mostHeard how many streams of others fit */
    SessionMessages(NakContext context, int mostHeard) {
        this.context = context;
        this.mostHeard = mostHeard;
        this.pace = new SessionPace(
                context.engine.random(),
                context.config.sessionIntervalNanos,
                Math.max(LONGEST_NANOS, context.config.sessionIntervalNanos),
                context.config.sessionPromptNanos,
                context.config.sessionRate);
    }

    void start(long nowNanos) {
        pace.start(nowNanos);
    }

    /** Data left. */
    void onData(long nowNanos) {
        pace.onData(nowNanos);
    }

    /** So many others are known. */
    void onGroup(int others) {
        members = 1 + others;
        pace.onGroup(members, lastBytes);
    }

    boolean isDue(long nowNanos) {
        return Deadlines.isDue(pace.nextDeadlineNanos(), nowNanos);
    }

    /** Sends one, with the question that the own stream has. */
    void send(@Nullable OwnStream own, Sources sources, long nowNanos, Actions actions) {
        List<Heard> heard = sources.heard(mostHeard, turn);
        turn += heard.size();
        Reach reach = own == null ? Reach.NOTHING : own.reach();
        Session session = message(own == null ? 0 : own.takePoll(), false, reach, heard);
        lastBytes = NakCodec.OTHERS_OFFSET + heard.size() * NakCodec.MOST_HEARD_BYTES;
        context.own.increment(NakMeter.SESSIONS_SENT);
        context.multicast(session, actions);
        pace.sent(members, lastBytes, nowNanos);
    }

    /** Tells one member how far the own stream is. */
    Session answer(Reach reach) {
        return message(0, true, reach, List.of());
    }

    /** How often a member speaks in a group of this size. */
    long intervalNanos() {
        return pace.intervalNanos(members, lastBytes);
    }

    private Session message(int poll, boolean answer, Reach reach, List<Heard> heard) {
        long interval = intervalNanos() / NANOS_PER_MILLI;
        return new Session(context.engine.role(), (int) interval, poll, answer, reach, heard);
    }

    long nextDeadlineNanos() {
        return pace.nextDeadlineNanos();
    }
}
