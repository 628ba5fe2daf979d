package org.rmcast.nak;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.shared.RateFeedback;
import org.rmcast.core.presence.PresentMember;
import org.rmcast.core.stream.StallWatch;
import org.rmcast.core.stream.StreamReception;
import org.rmcast.nak.wire.NakPacket.Data;
import org.rmcast.nak.wire.NakPacket.Heard;
import org.rmcast.nak.wire.NakPacket.PacketType;
import org.rmcast.nak.wire.NakPacket.Position;
import org.rmcast.nak.wire.NakPacket.Rate;
import org.rmcast.nak.wire.NakPacket.RateTaken;
import org.rmcast.nak.wire.NakPacket.Reach;
import org.rmcast.nak.wire.NakPacket.Request;
import org.rmcast.nak.wire.NakPacket.Session;

/**
 * What this member has of another one's stream, and what it tells and asks that one. Nothing is delivered before it is known that the
 * sender has met this member, so that its flushes wait for it. Not thread safe.
 */
final class Source {
    private static final long FIRST_CONFIRM_NANOS = 20_000_000L;
    private static final long CONFIRM_NANOS = 100_000_000L;

    private final NakContext context;
    private final PresentMember member;
    private final Requests requests;
    private final StreamReception reception;
    private final StallWatch stallWatch;
    /** All packets below were given to the application, or reported as lost. */
    private long position = 1;

    /** What was lost of earlier times in which this stream was followed. */
    private final long lostBefore;

    /** What it tells of the rate; null while nobody wants to know. */
    private @Nullable RateFeedback rate;

    private boolean found;
    /** When its sender is asked whether it has met this member, if that is not known. */
    private long confirmAtNanos;

    private int poll;
    private long polledLimit;
    private boolean answerDue;
    private boolean asksSender;
    private boolean gone;
    private long goneNanos;
    /** Nothing is to be done before something is heard of it: most streams of a large group are so at most times. */
    private boolean idle;

    /**
     * @param start how far the stream was before anything was owed
     * @param lostBefore how many packets were lost of it when it was followed before
     */
    Source(NakContext context, PresentMember member, Reach start, long lostBefore, long nowNanos) {
        this.context = context;
        this.lostBefore = lostBefore;
        this.member = member;
        this.requests = new Requests(context, member.address());
        this.reception = new StreamReception(
                member.id(), context.reception, requests, start.limit(), start.messages(), requests.roundTripNanos());
        this.stallWatch = new StallWatch(member.id(), context.config.silenceNanos / 2, nowNanos);
        this.position = start.limit();
        this.confirmAtNanos = nowNanos + FIRST_CONFIRM_NANOS;
    }

    long id() {
        return member.id();
    }

    InetSocketAddress address() {
        return member.address();
    }

    /** How many packets were lost, over all times. */
    long lostPackets() {
        return lostBefore + reception.lostPackets();
    }

    StreamReception reception() {
        return reception;
    }

    /** The sender has met this member. */
    void onConfirmed(Actions actions) {
        if (!found) {
            found = true;
            answerDue = true;
            actions.report(new SessionEvent.SenderFound(id(), address()));
        }
    }

    boolean isFound() {
        return found;
    }

    // What comes.

    void onData(Data data, long nowNanos) {
        idle = false;
        boolean repair = data.type() == PacketType.REPAIR;
        if (repair) {
            requests.onEcho(data.number(), nowNanos);
            reception.onRoundTrip(requests.roundTripNanos());
        }
        StreamReception.Taken taken =
                reception.onPacket(data.sequence(), data.firstMessage(), data.datagram(), true, repair, nowNanos);
        if (taken == StreamReception.Taken.CONTRADICTION) {
            context.own.increment(NakMeter.CONTRADICTIONS);
        } else if (data.timed()) {
            onTimed(data, nowNanos);
        }
    }

    private void onTimed(Data data, long nowNanos) {
        RateFeedback feedback = rate;
        if (feedback == null) {
            feedback = new RateFeedback(context.engine.memberId(), context.engine.random());
            rate = feedback;
        }
        feedback.onData(data.sequence(), data.datagram().length, data.number(), nowNanos);
    }

    void onRateTaken(RateTaken answer, long nowNanos) {
        if (rate != null) {
            rate.onAnswer(answer.number(), answer.pauseMicros(), nowNanos);
        }
    }

    void onSession(Session session, long nowNanos) {
        idle = false;
        Reach reach = session.own();
        boolean possible = session.answer()
                ? reception.onAnswer(reach.limit(), reach.low(), reach.messages(), reach.ended(), nowNanos)
                : reception.onSource(reach.limit(), reach.low(), reach.messages(), reach.ended(), nowNanos);
        if (!possible) {
            context.own.increment(NakMeter.CONTRADICTIONS);
            return;
        }
        if (session.poll() != 0) {
            poll = session.poll();
            polledLimit = reach.limit();
            answerDue = true;
        }
    }

    /** Somebody else says how far the stream is. */
    void onHeard(Heard heard, long nowNanos) {
        idle = false;
        asksSender |= reception.onOthers(heard.limit(), heard.messages(), nowNanos);
    }

    /** The sender has gone. */
    void onGone(Reason reason, long nowNanos) {
        idle = false;
        gone = true;
        goneNanos = nowNanos;
        reception.onSourceGone(reason);
    }

    /** Whether nothing is to be expected of it any more, nor of others about it. */
    boolean isOver(long nowNanos) {
        boolean told = !found || reception.hasEnded() || reception.isLost();
        return gone && told && nowNanos - goneNanos >= 2 * context.config.silenceNanos;
    }

    // What goes.

    /** Time has gone on: what is overdue is given up, or asked for again. */
    void onDeadline(long nowNanos) {
        if (idle) {
            return;
        }
        reception.onDeadline(nowNanos);
        if (reception.isOpen() && found) {
            requests.expire(reception, nowNanos);
        }
    }

    /** Gives the application what can be given, and asks for what is missing. */
    void onBatchEnd(long nowNanos, Actions actions) {
        if (idle) {
            stallWatch.rest(nowNanos);
            return;
        }
        if (!found) {
            askToBeMet(nowNanos, actions);
            return;
        }
        reception.deliver(nowNanos, actions);
        position = Math.max(position, reception.nextPacket());
        stallWatch.look(
                reception.isWaiting(),
                reception.nextPacket(),
                reception.next(),
                reception.missing(),
                EventCause.NOT_IN_TIME,
                nowNanos,
                actions);
        if (!reception.isOpen() && !reception.hasEnded()) {
            return;
        }
        if (asksSender) {
            asksSender = false;
            ask(requests.question(nowNanos), actions);
        }
        for (Request request : requests.take(reception, nowNanos)) {
            ask(request, actions);
        }
        answer(actions);
        RateFeedback.Numbered report = rate == null ? null : rate.take(nowNanos);
        if (report != null) {
            context.unicast(address(), new Rate(report.number(), report.report()), actions);
        }
        idle = poll == 0 && reception.isIdle() && requests.isIdle() && (rate == null || rate.isIdle());
    }

    /** It answers those only whom it has met. */
    private void askToBeMet(long nowNanos, Actions actions) {
        if (reception.isOpen() && confirmAtNanos - nowNanos <= 0) {
            confirmAtNanos = nowNanos + CONFIRM_NANOS;
            ask(requests.question(nowNanos), actions);
        }
    }

    private void ask(Request request, Actions actions) {
        context.own.increment(NakMeter.REQUESTS_SENT);
        context.unicast(address(), request, actions);
    }

    private void answer(Actions actions) {
        boolean complete = poll != 0 && position >= polledLimit;
        if (answerDue || complete) {
            answerDue = false;
            context.unicast(
                    address(),
                    new Position(
                            poll,
                            position,
                            reception.lostLimit(),
                            lostPackets(),
                            reception.claims().hasEnded()),
                    actions);
            poll = complete ? 0 : poll;
        }
    }

    /** What others are told of it. */
    Heard heard() {
        return new Heard(id(), reception.claims().limit(), reception.messages());
    }

    void clear() {
        reception.clear();
    }

    long nextDeadlineNanos() {
        if (idle || !reception.isOpen()) {
            return ProtocolEngine.NO_DEADLINE;
        }
        if (!found) {
            return confirmAtNanos;
        }
        long deadline = Deadlines.earlier(reception.nextDeadlineNanos(), requests.nextDeadlineNanos());
        return rate == null ? deadline : Deadlines.earlier(deadline, rate.nextDeadlineNanos());
    }

    @Override
    public String toString() {
        return Long.toHexString(id()) + " " + reception + ", " + requests.count() + " missing";
    }
}
