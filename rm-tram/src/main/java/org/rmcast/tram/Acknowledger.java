package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.Laggard;

/**
 * A member's acknowledgements to its head for one stream: gathers the reasons to send one, and says in it what this node and
 * all below it have, what is asked for, and how far the sender may go.
 */
final class Acknowledger {
    private static final long COALESCE_NANOS = 1_000_000L;
    /** No head is farther from the sender, whatever it says. */
    private static final long MOST_ABOVE_NANOS = 5_000_000_000L;

    private final TramContext context;
    private final TramConfig config;
    private final long source;
    private final Reception reception;
    private final HeadMembers members;
    private final AckWindow window;
    private final HeadService service;
    /** How fast the stream may be, where that is asked for. */
    private final @Nullable SharedPace pace;

    private final AckInterval interval;
    /** When {@link JrmsRule#ACK_TIMER} asks again. */
    private long timerNanos = ProtocolEngine.NO_DEADLINE;

    private boolean due;
    /** A member reports congestion, which is to be passed on. */
    private boolean congestedBelow;

    private boolean gapClosed;
    private long atNanos = ProtocolEngine.NO_DEADLINE;
    /** The sequence below which the sender waits for confirmation. */
    private long demandLimit;

    private long sentAllowed;
    private long sentStart;
    /** The sender's rate, as its last packet said. */
    private int rate;

    private long sentSubtreeStart;
    private int sentReceivers;
    private boolean limitedByRoom;
    /** From the head to the sender and back. */
    private long aboveNanos;

    Acknowledger(TramContext context, long source, Reception reception, HeadMembers members, long nowNanos) {
        this.context = context;
        this.config = context.config;
        this.source = source;
        this.reception = reception;
        this.members = members;
        this.interval = new AckInterval(config.ackWindow);
        this.service = new HeadService(6 * config.livenessNanos());
        this.pace = config.isShared(context.engine.ttl())
                ? new SharedPace(context.engine.memberId(), members, nowNanos)
                : null;
        int first = context.engine.random().nextInt(config.ackWindow);
        this.window = new AckWindow(config, reception.next(), first, nowNanos);
    }

    /** Whether the head repairs what it is asked for. */
    HeadService service() {
        return service;
    }

    // Reasons.

    /** Takes a data packet into the reception, and sees whether that is one. */
    void onData(Data data, long nowNanos) {
        boolean wasMissing = !reception.requests().isEmpty();
        int gap = reception.onData(data, nowNanos);
        if (gap < 0) {
            return;
        }
        due |= window.onData(data.sequence(), reception.lost(), reception.missing(), nowNanos);
        gapClosed |= wasMissing && reception.requests().isEmpty();
        if (config.promptNak) {
            saySoonThatItIsHere(nowNanos);
        } else if (gap > 0 && !config.has(JrmsRule.ACK_TIMER)) {
            armTimer(data, nowNanos);
        }
    }

    /** A data packet that is no repair has just come. */
    void onNew(Data data, long nowNanos) {
        if (pace == null) {
            return;
        }
        if (data.timed()) {
            pace.own().onTime(data.sentMicros(), nowNanos);
        }
        pace.own().onPacket(data.sequence(), data.datagram().length, nowNanos);
    }

    /** The head says how far it is from the sender. */
    void onDistance(int roundTripMicros) {
        long before = aboveNanos;
        aboveNanos = Math.min(MOST_ABOVE_NANOS, roundTripMicros * 1_000L);
        if (pace != null) {
            pace.own().moveBy(aboveNanos - before);
        }
    }

    /** How far the sender is, as far as the rate control has to know it. */
    int roundTripMicros() {
        return pace == null ? 0 : (int) Math.min(Integer.MAX_VALUE, pace.own().baseNanos() / 1_000);
    }

    /** The way to the sender is another one. */
    void onOtherHead(long nowNanos) {
        aboveNanos = 0;
        if (pace != null) {
            pace.onOtherHead(nowNanos);
        }
    }

    /** Whether the acknowledgement that is due is to ask for an answer, see {@link SharedPace#isQuestionDue}. */
    boolean isQuestionDue(long nowNanos) {
        return pace != null && pace.isDue(nowNanos) && pace.isQuestionDue(nowNanos);
    }

    /** The head has answered, so long after it was asked. */
    void onHeadRoundTrip(long nanos) {
        if (pace != null) {
            pace.own().onRoundTrip(nanos + aboveNanos);
        }
    }

    /** Source: JRMS 1.1: twice the time of one window, only while something is missing. */
    private void armTimer(Data data, long nowNanos) {
        rate = data.retransmission() ? rate : data.rateBytesPerSecond();
        double windowNanos = 2e9 * data.ackWindow() * data.datagram().length / Math.max(1, rate);
        soon(nowNanos + (long) Math.max(COALESCE_NANOS, Math.min(10e9, windowNanos)));
    }

    /**
     * A window may be long where little comes, and repairs may take seconds behind a queue, as what the head asks then does: it is told before
     * it wonders.
     */
    private void saySoonThatItIsHere(long nowNanos) {
        if (atNanos == ProtocolEngine.NO_DEADLINE) {
            atNanos = nowNanos + config.helloIntervalNanos * 3 / 2;
        }
    }

    /** The sender waits for confirmation of everything below a sequence. */
    void onFiller(long limit) {
        demandLimit = limit;
        due = true;
    }

    /** The head demands one. */
    void onDemand() {
        due = true;
    }

    /** A sign of life of sender or head: in TRAM a reason while something is missing, unless JRMS's timer is. */
    void onSignOfLife() {
        due |= !config.promptNak && !config.has(JrmsRule.ACK_TIMER) && reception.missing() > 0;
    }

    /** A member reports congestion. Source: JRMS 1.1, TRAMHeadAck.receiveAckPacket: it is passed on at once. */
    void onMemberCongested() {
        congestedBelow = true;
        due = true;
    }

    /** How far hellos are apart, see {@link JrmsRule#HELLO}. */
    long intervalNanos() {
        return interval.nanos();
    }

    /** Members came, went or confirmed more: passed upward early where somebody waits for it. */
    void onMembersChanged(int receivers, long nowNanos) {
        long allowed = Math.min(window.highestAllowed(), members.highestAllowed());
        long subtreeStart = permanent();
        if (allowed - sentAllowed > config.ackWindow / 2) {
            soon(nowNanos);
        } else if (receivers != sentReceivers || (subtreeStart > sentSubtreeStart && sentSubtreeStart < demandLimit)) {
            soon(nowNanos + COALESCE_NANOS);
        }
    }

    /** The application took messages: there may be room for more, and somebody may wait for that. */
    void onDelivered(long nowNanos) {
        if (limitedByRoom && allowed() - sentAllowed > config.ackWindow / 2) {
            soon(nowNanos);
        } else if (sentSubtreeStart < demandLimit && sentSubtreeStart < sentStart && permanent() > sentSubtreeStart) {
            soon(nowNanos + COALESCE_NANOS);
        }
    }

    /**
     * The permanent acknowledgement: everything below was delivered here and at all members below, so that the sender may
     * forget it. Source: Khanna, Rogers, Bagchi, section 3.2.
     */
    private long permanent() {
        return Math.min(reception.confirmed(), members.subtreeStart());
    }

    /** How far the sender may go now, for this node and its members. */
    private long allowed() {
        long own = window.allowed(reception.next(), reception.limit(), reception.room());
        return Math.min(own, members.highestAllowed());
    }

    private void soon(long nanos) {
        atNanos = Deadlines.earlier(atNanos, nanos);
    }

    /** The highest sequence that this node itself takes. */
    long ownAllowed() {
        return window.highestAllowed();
    }

    // Sending.

    /** There is nobody to acknowledge to. */
    void forget() {
        due = false;
        congestedBelow = false;
        gapClosed = false;
        atNanos = ProtocolEngine.NO_DEADLINE;
        timerNanos = ProtocolEngine.NO_DEADLINE;
    }

    boolean isDue(long nowNanos) {
        if (due
                || (pace != null && pace.isDue(nowNanos))
                || isTimeToAskAgain(nowNanos)
                || Deadlines.isDue(atNanos, nowNanos)
                || (gapClosed && closedGapMatters())) {
            return true;
        }
        gapClosed = false;
        return Deadlines.isDue(reception.requests().nextDueNanos(), nowNanos);
    }

    /** Source: JRMS 1.1, TRAMMemberAck.handleTimeout: with nothing missing the timer is set anew. */
    private boolean isTimeToAskAgain(long nowNanos) {
        if (!Deadlines.isDue(timerNanos, nowNanos)) {
            return false;
        }
        interval.measure(reception.limit(), nowNanos);
        timerNanos = nowNanos + interval.nanos();
        return reception.missing() > 0;
    }

    /** In TRAM always; with prompt repair gaps close all the time. */
    private boolean closedGapMatters() {
        return !config.promptNak
                || reception.next() - window.ackedStart() >= window.spacing()
                || sentSubtreeStart < demandLimit;
    }

    long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(atNanos, timerNanos);
        deadline = Deadlines.earlier(deadline, reception.requests().nextDueNanos());
        return pace == null ? deadline : Deadlines.earlier(deadline, pace.nextDeadlineNanos());
    }

    /**
     * Sends an acknowledgement, or several where one does not reach all that is asked for.
     *
     * @param probe asks for a sign of life, see {@link Ack}; 0 if there is no need
     */
    void acknowledge(
            HeadCandidate head, int receivers, boolean reportsPending, int probe, long nowNanos, Actions actions) {
        boolean congestion = window.congestion() || congestedBelow;
        interval.onAck(reception.limit(), nowNanos);
        long room = reception.room();
        window.onAck(
                reception.next(), reception.limit(), room, reception.route().roundTripNanos(), nowNanos);
        sentAllowed = Math.min(window.highestAllowed(), members.highestAllowed());
        limitedByRoom = window.highestAllowed() >= room - 1 - config.ackWindow;
        sentStart = reception.next();
        sentSubtreeStart = permanent();
        sentReceivers = receivers;
        int worst = members.worstLoss();
        boolean greedy = members.hasLaggards();
        List<Laggard> laggards =
                members.isEmpty() ? List.of() : members.laggards(reception.next(), context.config.maxLaggards());
        RateReport rate = rate(nowNanos);
        // What one mask does not reach is asked for in one more acknowledgement, which says the same.
        for (Asked asked : request(nowNanos, actions)) {
            Ack ack = new Ack(
                    congestion,
                    false,
                    probe,
                    worst > window.loss(),
                    greedy,
                    false,
                    reportsPending,
                    false,
                    head.cookie,
                    source,
                    reception.next(),
                    sentSubtreeStart,
                    sentAllowed,
                    receivers,
                    members.count(),
                    members.indirectMembers(),
                    Math.max(worst, window.loss()),
                    (int) context.counters.get(TramMeter.REAFFILIATIONS),
                    (int) context.counters.get(TramMeter.ASKED_ELSEWHERE),
                    laggards,
                    asked,
                    rate);
            rate = null;
            context.unicast(head.address, ack, actions);
        }
        forget();
        if (config.has(JrmsRule.ACK_TIMER) && !config.promptNak) {
            timerNanos = nowNanos + interval.nanos();
        } else if (!reception.requests().isEmpty()) {
            if (config.promptNak) {
                saySoonThatItIsHere(nowNanos);
            } else {
                soon(nowNanos + config.repairTimeoutMaxNanos);
            }
        }
    }

    /** What there is to say of the rate now, null if nothing. */
    private @Nullable RateReport rate(long nowNanos) {
        if (pace == null || !pace.isDue(nowNanos)) {
            return null;
        }
        pace.own().onRoundTrip(reception.route().roundTripNanos() + aboveNanos);
        return pace.report(nowNanos);
    }

    /** Asks other heads for what the own one does not hold; returns what to ask the own one for, one thing at least. */
    private List<Asked> request(long nowNanos, Actions actions) {
        RepairRequests requests = reception.requests();
        boolean decodes = reception.codes().areWanted(nowNanos);
        List<Asked> own = new ArrayList<>();
        for (RepairRequests.Request request : requests.take(nowNanos, context.counters)) {
            if (request.station == 0) {
                own.add(request.asked(decodes));
            } else {
                askElsewhere(request, actions);
            }
        }
        if (own.isEmpty()) {
            own.add(Asked.NOTHING);
        }
        service.onAsked(reception.next(), own.get(0), nowNanos);
        return own;
    }

    /** Source: Khanna, Rogers, Bagchi, section 3.2: temporary re-affiliation, for the packets that are missing only. */
    private void askElsewhere(RepairRequests.Request request, Actions actions) {
        InetSocketAddress to = reception.route().address(request.station);
        if (to != null) {
            long cookie = reception.route().cookie(request.station);
            context.unicast(to, temporary(cookie, source, request.asked(false)), actions);
            if (request.station != RepairRoute.SUBSTITUTE) {
                if (request.turnsElsewhere()) {
                    context.counters.increment(TramMeter.REAFFILIATIONS);
                }
                reception.route().onAsked(request.station);
            }
        }
    }

    private static Ack temporary(long cookie, long source, Asked asked) {
        return new Ack(
                false,
                false,
                0,
                false,
                false,
                true,
                false,
                false,
                cookie,
                source,
                asked.start(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                asked);
    }

    /**
     * Takes leave of who gave the cookie, having everything up to {@code start}.
     *
     * @param moves whether this node looks for another head, with all below it; else it goes for good
     * @param receivers how many receivers look for another head: with this node, or left behind by it
     */
    static Ack farewell(long source, long start, boolean moves, int receivers, long cookie) {
        return new Ack(
                false,
                true,
                0,
                false,
                false,
                false,
                false,
                moves,
                cookie,
                source,
                start,
                start,
                start,
                receivers,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                Asked.NOTHING);
    }
}
