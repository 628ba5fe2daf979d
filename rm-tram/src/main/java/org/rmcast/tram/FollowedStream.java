package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.Collection;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.stream.StallWatch;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.CodedRepair;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TreePlace;

/**
 * A stream that a node follows, from the time on at which it has a head for it: what has come ({@link Reception}), and what the
 * head is told of it ({@link Acknowledger}). Dropped whole with the stream.
 */
final class FollowedStream {
    /** A head is given up and another is found in less than so many times the time for that. */
    private static final int STALLED_LIVENESS = 2;

    private final TramContext context;
    private final TramConfig config;
    private final HeadMembers members;
    private final Reception reception;
    private final Acknowledger acknowledger;
    private final StallWatch stallWatch;
    private boolean brokenOff;

    /**
     * @param start the first sequence that is wanted
     * @param startMessage the first message that begins there, or -1
     * @param members the node's own members, for whom packets are held and acknowledged
     */
    FollowedStream(
            TramContext context, long source, long start, long startMessage, HeadMembers members, long nowNanos) {
        this.context = context;
        this.config = context.config;
        this.members = members;
        this.reception = new Reception(context, source, start, startMessage, this::lowestNeeded);
        this.acknowledger = new Acknowledger(context, source, reception, members, nowNanos);
        this.stallWatch = new StallWatch(source, STALLED_LIVENESS * config.livenessNanos(), nowNanos);
    }

    /** In TRAM++ the cache holds nothing for members that it has no room for. */
    private long lowestNeeded() {
        return config.reaffiliates() ? Long.MAX_VALUE : members.retainFrom(0);
    }

    Reception reception() {
        return reception;
    }

    Acknowledger acknowledger() {
        return acknowledger;
    }

    /** Where a node with this stream is, for those that it serves. */
    Position position(TreePlace place, long source, SenderNews news) {
        long low = reception.repairLow();
        return new Position(
                place,
                source,
                low,
                config.reaffiliates() ? Math.min(low, Math.max(1, news.forgetBefore())) : low,
                reception.next(),
                reception.limit(),
                acknowledger.ownAllowed(),
                news.rate());
    }

    // Heads.

    /** The node has its first head for the stream, and takes the packets that came before. */
    void begin(HeadCandidate head, Collection<Data> early, long nowNanos) {
        early.forEach(data -> acknowledger.onData(data, nowNanos));
        reception.route().begin(head.address, head.roundTripNanos);
        acknowledger.onDemand();
    }

    /** The node has another head, which begins at a sequence; what is missing below is lost for the reason given. */
    void goOn(HeadCandidate head, long start, Reason reason, long nowNanos) {
        reception.giveUpBelow(start, reason);
        reception.requests().askAnew(nowNanos);
        acknowledger.service().begin();
        acknowledger.onOtherHead(nowNanos);
        reception.route().begin(head.address, head.roundTripNanos);
        acknowledger.onDemand();
    }

    /**
     * The head has said hello.
     *
     * @param roundTripMicros its own to the sender, 0 if it does not say
     */
    void onHello(boolean demandsAnswer, int roundTripMicros) {
        acknowledger.onDistance(roundTripMicros);
        if (demandsAnswer) {
            acknowledger.onDemand();
        }
        acknowledger.onSignOfLife();
    }

    /** A head no longer holds what is below: in TRAM++ a head above may, but the sender is the last. */
    void onHeadLow(long low, boolean sender) {
        if (!config.reaffiliates()) {
            reception.giveUpBelow(low, new Reason(EventCause.NOT_HELD, "no longer held by the repair head"));
        } else if (sender) {
            reception.giveUpBelow(low, new Reason(EventCause.NOT_HELD, "no longer held by the sender"));
        } else {
            reception.route().onHeadLow(low);
        }
    }

    /** Source: Khanna, Rogers, Bagchi, section 4.2: what is asked for was dropped; the grand repair head may have it. */
    void onNotRepaired(InetSocketAddress from, NotRepaired answer, long nowNanos, Actions actions) {
        RepairRoute route = reception.route();
        if (!route.onNotRepaired(from, answer)) {
            return;
        }
        route.onHeard(from);
        reception.requests().askElsewhere(answer.start(), answer.mask(), nowNanos);
        InetSocketAddress next = route.unproved();
        if (next != null && next.equals(answer.nextHead())) {
            askForCookie(next, nowNanos, actions);
        }
    }

    private void askForCookie(InetSocketAddress head, long nowNanos, Actions actions) {
        CookieRequest question = new CookieRequest(reception.route().nonce(head, nowNanos));
        context.introduce(head, question, nowNanos, actions);
    }

    /** The own head is silent: another one is asked for what is missing. */
    void turnTo(InetSocketAddress head, long nowNanos, Actions actions) {
        if (reception.missing() == 0) {
            return;
        }
        if (reception.route().turnTo(head)) {
            askForCookie(head, nowNanos, actions);
        } else {
            reception.requests().askWhereTheyAre(nowNanos);
        }
    }

    /** The own head is heard. */
    void trustHead() {
        reception.route().trustHead();
    }

    /** A head above is ready to be asked. */
    void onCookie(InetSocketAddress from, Cookie answer, long nowNanos) {
        if (reception.route().onCookie(from, answer, nowNanos)) {
            context.addresses.prove(from);
            reception.requests().askWhereTheyAre(nowNanos);
        } else {
            context.counters.increment(TramMeter.UNPROVED);
        }
    }

    // The stream.

    void onData(InetSocketAddress from, Data data, long nowNanos) {
        if (data.type() != TramPacket.Type.DATA) {
            reception.route().onHeard(from);
        } else {
            acknowledger.onNew(data, nowNanos);
        }
        if (data.retransmission() && reception.route().isHead(from)) {
            acknowledger.service().onRepair(nowNanos);
        }
        acknowledger.onData(data, nowNanos);
    }

    /** A code came from somebody who may repair. */
    void onCode(InetSocketAddress from, CodedRepair code, long nowNanos) {
        reception.route().onHeard(from);
        reception.codes().onCode(from, code, nowNanos);
    }

    void onBeacon(Beacon beacon, long nowNanos) {
        long limit = beacon.highest() + 1;
        if (beacon.done()) {
            reception.onEnd(beacon.highest(), beacon.messages(), nowNanos);
        } else {
            reception.expect(limit, nowNanos);
            reception.onComplete(beacon.highest(), beacon.messages());
        }
        if (beacon.filler()) {
            acknowledger.onFiller(limit);
        }
        acknowledger.onSignOfLife();
    }

    void deliver(long nowNanos, Actions actions) {
        reception.deliver(nowNanos, actions);
        acknowledger.onDelivered(nowNanos);
    }

    /** From time to time: tells the application if nothing comes. */
    void tellStall(boolean hasHead, long nowNanos, Actions actions) {
        if (context.engine.role() == Role.RECEIVER) {
            stallWatch.look(
                    reception.isWaiting(),
                    reception.nextMessage(),
                    reception.next(),
                    reception.missing(),
                    hasHead ? EventCause.NOT_IN_TIME : EventCause.NO_REPAIR_HEAD,
                    nowNanos,
                    actions);
        }
    }

    /** The node's members came, went, or confirmed more. */
    void onMembersChanged(int receivers, long nowNanos) {
        reception.cache().purge(nowNanos);
        acknowledger.onMembersChanged(receivers, nowNanos);
    }

    /** Whether the stream was ended without its end, and the application has taken all that it will get. */
    boolean isOverWithoutEnd() {
        return brokenOff && reception.isFinished();
    }

    /**
     * Ends the stream without its end, unless that was reached.
     *
     * @param messages how many messages are known to have been sent
     * @return whether it is finished; if not, the application has yet to take what came
     */
    boolean breakOff(Reason reason, long messages, long nowNanos, Actions actions) {
        if (!reception.isFinished()) {
            brokenOff = true;
            reception.breakOff(reason, messages);
            reception.deliver(nowNanos, actions);
        }
        return reception.isFinished();
    }
}
