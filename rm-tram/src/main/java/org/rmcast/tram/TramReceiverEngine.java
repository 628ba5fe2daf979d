package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/**
 * TRAM at a receiver or a repair node: a member of its head, and a head to members of its own.
 *
 * <p>Coordinates {@link HeadSearch} (whose member it is), {@link Reception} (what it has), {@link Acknowledger} (when it
 * acknowledges) and {@link RepairHead} (whom it serves). Follows one stream at a time: the first source heard, until that
 * ends or falls silent.
 */
final class TramReceiverEngine implements ProtocolEngine, RepairHead.Host, HeadSearch.Host, LanElection.Host {
    private static final int MAX_EARLY_PACKETS = 1024;

    private final TramContext context;
    private final TramConfig config;
    private final HeadSearch search;
    private final RepairHead head;
    private final LanElection lan;
    private final TreeMap<Long, Data> early = new TreeMap<>();

    private long source;
    private long endedSource;
    private long sourceHeardNanos;
    private int level;
    private int senderRate;
    private long knownMessages;
    private boolean doneHeard;
    private @Nullable Reception reception;
    /** A source that fell silent, and how far its stream was taken: should it come back, nothing is repeated. */
    private long lostSource;

    private long lostSequence;
    private long lostMessage;
    private @Nullable Acknowledger acknowledger;

    private boolean terminated;
    private int prunings;
    /** Why this node was pruned, until it has joined anew. */
    private @Nullable String prunedBecause;

    /** The sender holds nothing below. */
    private long forgetBefore;

    private long silenceAtNanos = NO_DEADLINE;
    private boolean closing;
    private long closeAtNanos = NO_DEADLINE;

    TramReceiverEngine(TramContext context) {
        this.context = context;
        this.config = context.config;
        this.search = new HeadSearch(context, this);
        this.head = new RepairHead(context, this, new Pacer(config.maxRate, Pacer.BURST_NANOS));
        this.lan = new LanElection(context, this);
    }

    // ProtocolEngine.

    @Override
    public void onStart(long nowNanos, Actions actions) {
        lan.start(nowNanos);
    }

    @Override
    public boolean onSend(byte[] message, long nowNanos, Actions actions) {
        throw new IllegalStateException("a " + context.engine.role() + " does not send");
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        deliver(nowNanos, actions);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        if (datagram.length > config.maxPacketBytes) {
            throw new DecodeException("datagram of " + datagram.length + " bytes is longer than maxPacketBytes");
        }
        TramPacket packet = TramCodec.decode(datagram);
        long id = DatagramHeader.memberId(datagram);
        search.onHeard(from, id, nowNanos);
        switch (packet.type()) {
            case DATA, RETRANSMISSION, UNICAST_DATA -> onData(from, (Data) packet, nowNanos, actions);
            case BEACON -> onBeacon(from, id, (Beacon) packet, nowNanos, actions);
            case HELLO -> onHello(from, id, (Hello) packet, nowNanos, actions);
            case HEAD_ADVERTISEMENT -> onAdvertisement(from, id, (HeadAdvertisement) packet, nowNanos);
            case MEMBER_SOLICITATION -> head.onSolicitation(from, (MemberSolicitation) packet, actions);
            case HEAD_BIND -> head.onBind(from, id, (HeadBind) packet, nowNanos, actions);
            case ACCEPT_MEMBER -> search.onAccept(from, id, (AcceptMember) packet, nowNanos, actions);
            case REJECT_MEMBER -> search.onReject(from, (RejectMember) packet, nowNanos, actions);
            case UNICAST_HELLO -> onUnicastHello(from, id, (UnicastHello) packet, nowNanos, actions);
            case ACK -> head.onAck(from, id, (Ack) packet, nowNanos, actions);
            case NOT_REPAIRED -> onNotRepaired(from, (NotRepaired) packet, nowNanos);
            case MEMBER_REPORT -> head.onReport(from, id, (MemberReport) packet, actions);
        }
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        search.onDeadline(nowNanos, actions);
        lan.onDeadline(nowNanos, actions);
        head.onDeadline(nowNanos, actions);
        if (Deadlines.isDue(silenceAtNanos, nowNanos)) {
            checkSilence(nowNanos, actions);
        }
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        deliver(nowNanos, actions);
        head.drainRepairs(nowNanos, actions);
        acknowledgeIfDue(nowNanos, actions);
        if (doneHeard && !terminated) {
            terminateIfDone(actions);
        }
        if (closing) {
            leaveIfReady(nowNanos, actions);
        }
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        closing = true;
        long patience = Math.max(config.bindTimeoutNanos * 4, config.helloIntervalNanos * 4);
        closeAtNanos = deadlineNanos - nowNanos < patience ? deadlineNanos : nowNanos + patience;
        if (doneHeard) {
            // The stream is over: the members are about to leave by themselves.
            closeAtNanos = deadlineNanos;
        } else {
            head.resign(nowNanos, actions);
        }
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(search.nextDeadlineNanos(), head.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, lan.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, Deadlines.earlier(silenceAtNanos, closeAtNanos));
        if (acknowledger != null && search.isAttached()) {
            deadline = Deadlines.earlier(deadline, acknowledger.nextDeadlineNanos());
        }
        return deadline;
    }

    @Override
    public int receiverCount() {
        return receivers();
    }

    // The stream.

    private void onData(InetSocketAddress from, Data data, long nowNanos, Actions actions) {
        if (!data.retransmission() && !follows(data.source(), from, 0, nowNanos, actions)) {
            return;
        }
        if (data.source() != source) {
            return;
        }
        senderRate = data.rateBytesPerSecond();
        if (data.type() == TramPacket.Type.UNICAST_DATA && reception != null) {
            reception.route().onHeard(from);
        }
        if (acknowledger == null) {
            keepEarly(data);
            return;
        }
        acknowledger.onData(data, nowNanos);
        head.stopAdvertising();
        if (!data.retransmission()) {
            forgetBelow(data.forgetBefore(), nowNanos, actions);
        }
        if (data.prune() && !data.retransmission()) {
            head.onPruneCall(data.worstLoss() / 100.0, nowNanos, actions);
        }
    }

    /** The sender holds nothing below. */
    private void forgetBelow(long sequence, long nowNanos, Actions actions) {
        if (sequence > forgetBefore) {
            forgetBefore = sequence;
            head.onForgotten(sequence, nowNanos, actions);
        }
    }

    /** Source: Khanna, Rogers, Bagchi, section 4.2: what is asked for was dropped; the grand repair head may have it. */
    private void onNotRepaired(InetSocketAddress from, NotRepaired answer, long nowNanos) {
        Reception current = reception;
        if (current != null && answer.source() == source && current.route().onNotRepaired(from, answer)) {
            current.route().onHeard(from);
            current.requests().askElsewhere(answer.start(), answer.mask(), nowNanos);
        }
    }

    /** Packets that come before the node has a head may be of use when it has. */
    private void keepEarly(Data data) {
        early.put(data.sequence(), data);
        if (early.size() > MAX_EARLY_PACKETS) {
            early.pollFirstEntry();
        }
    }

    private void onBeacon(InetSocketAddress from, long id, Beacon beacon, long nowNanos, Actions actions) {
        if (beacon.done() && id != source) {
            return;
        }
        if (id == endedSource && id != source) {
            return;
        }
        if (!follows(id, from, beacon.advertisementMillis(), nowNanos, actions)) {
            return;
        }
        senderRate = beacon.rateBytesPerSecond();
        forgetBelow(beacon.forgetBefore(), nowNanos, actions);
        knownMessages = Math.max(knownMessages, beacon.messages());
        if (beacon.prune()) {
            head.onPruneCall(beacon.worstLoss() / 100.0, nowNanos, actions);
        }
        Reception current = reception;
        if (current != null) {
            if (beacon.done()) {
                current.onEnd(beacon.highest(), beacon.messages(), nowNanos);
            } else {
                current.expect(beacon.highest() + 1, nowNanos);
            }
            noteForAck(beacon);
        }
        if (beacon.done()) {
            onDone(actions);
        }
    }

    private void noteForAck(Beacon beacon) {
        if (acknowledger != null) {
            if (beacon.filler()) {
                acknowledger.onFiller(beacon.highest() + 1);
            }
            acknowledger.onSignOfLife();
        }
    }

    private void onDone(Actions actions) {
        doneHeard = true;
        if (terminated) {
            sendTerminate(actions);
        } else if (reception == null) {
            terminated = true;
            endedSource = source;
            search.reset();
            actions.report(new SessionEvent.StreamEnded(source));
        }
    }

    /** Whether this source is the one to follow; takes a new one where there is none, or the old one is done. */
    private boolean follows(long id, InetSocketAddress from, int advertisementMillis, long nowNanos, Actions actions) {
        if (id == source) {
            sourceHeardNanos = nowNanos;
            return true;
        }
        if (id == endedSource || closing) {
            return false;
        }
        if (source != 0 && !abandon(id, nowNanos, actions)) {
            return false;
        }
        source = id;
        sourceHeardNanos = nowNanos;
        silenceAtNanos = nowNanos + config.senderSilenceNanos;
        actions.report(new SessionEvent.SenderFound(id, from));
        search.begin(advertisementMillis * 1_000_000L, nowNanos, actions);
        return true;
    }

    /** Lets go of the present stream if it has ended or fallen silent; returns whether it is gone. */
    private boolean abandon(long successor, long nowNanos, Actions actions) {
        boolean silent = nowNanos - sourceHeardNanos > 5 * config.beaconIntervalNanos;
        if (!terminated && !silent) {
            return false;
        }
        return finishStream("another sender took over: " + Long.toHexString(successor), nowNanos, actions);
    }

    /** Ends the present stream; false while the application has yet to take what came. */
    private boolean finishStream(String reason, long nowNanos, Actions actions) {
        Reception current = reception;
        if (current != null && !current.isFinished()) {
            current.breakOff(reason, knownMessages);
            current.deliver(nowNanos, actions);
            if (!current.isFinished()) {
                return false;
            }
        } else if (current == null && !terminated) {
            actions.report(new SessionEvent.SenderLost(source, reason));
        }
        endedSource = source;
        if (current != null) {
            lostSource = source;
            lostSequence = current.next();
            lostMessage = current.nextMessage();
        }
        reset(nowNanos, actions);
        return true;
    }

    private void reset(long nowNanos, Actions actions) {
        HeadCandidate old = search.head();
        if (old != null) {
            leave(old, nowNanos, actions);
        }
        head.disownAll(nowNanos, actions);
        search.reset();
        early.clear();
        source = 0;
        level = 0;
        knownMessages = 0;
        doneHeard = false;
        terminated = false;
        reception = null;
        acknowledger = null;
        silenceAtNanos = NO_DEADLINE;
        prunings = 0;
        prunedBecause = null;
        forgetBefore = 0;
    }

    private void checkSilence(long nowNanos, Actions actions) {
        if (nowNanos - silenceAtNanos > config.helloIntervalNanos) {
            // This process itself was stopped: what the sender sent meanwhile is yet to be read.
            sourceHeardNanos = nowNanos;
        }
        long silent = nowNanos - sourceHeardNanos;
        if (silent < config.senderSilenceNanos) {
            silenceAtNanos = sourceHeardNanos + config.senderSilenceNanos;
        } else if (terminated) {
            silenceAtNanos = NO_DEADLINE;
        } else if (!finishStream("sender silent for " + silent / 1_000_000 + " ms", nowNanos, actions)) {
            silenceAtNanos = nowNanos + config.helloIntervalNanos;
        } else {
            // It may have been the network: the same source is welcome again.
            endedSource = 0;
        }
    }

    private void deliver(long nowNanos, Actions actions) {
        Reception current = reception;
        if (current == null) {
            return;
        }
        current.deliver(nowNanos, actions);
        if (acknowledger != null) {
            acknowledger.onDelivered(nowNanos);
        }
    }

    /** In TRAM++ the cache holds nothing for members that it has no room for. */
    private long lowestNeeded() {
        return config.reaffiliates() ? Long.MAX_VALUE : head.members().subtreeStart();
    }

    @Override
    public void onMembersChanged(long nowNanos, Actions actions) {
        if (reception != null && acknowledger != null) {
            reception.cache().purge(nowNanos);
            acknowledger.onMembersChanged(receivers(), nowNanos);
        }
    }

    @Override
    public void onMemberCongested(long nowNanos) {
        // Congestion shows in the member's window, which limits what this node passes upward.
    }

    @Override
    public void onReport(MemberReport report, Actions actions) {
        head.reports().pass(report);
        HeadCandidate to = search.head();
        if (to != null && search.isAttached()) {
            head.reports().send(to.address, actions);
        }
    }

    // Acknowledgements.

    private void acknowledgeIfDue(long nowNanos, Actions actions) {
        if (acknowledger == null) {
            return;
        }
        if (!search.isAttached() || terminated) {
            acknowledger.forget();
        } else if (acknowledger.isDue(nowNanos)) {
            acknowledge(false, nowNanos, actions);
        }
    }

    private void acknowledge(boolean helloMissed, long nowNanos, Actions actions) {
        HeadCandidate to = search.head();
        if (acknowledger != null && to != null) {
            acknowledger.acknowledge(to, receivers(), helloMissed, nowNanos, actions);
            head.reports().send(to.address, actions);
        }
    }

    // The end.

    private void terminateIfDone(Actions actions) {
        Reception current = reception;
        if (current != null && current.isFinished() && head.members().count() == 0) {
            terminated = true;
            endedSource = source;
            sendTerminate(actions);
            search.rest();
        }
    }

    private void sendTerminate(Actions actions) {
        HeadCandidate to = search.head();
        if (to != null) {
            context.unicast(to.address, farewell(), actions);
        }
    }

    private Ack farewell() {
        return Acknowledger.farewell(source, reception == null ? 0 : reception.next());
    }

    private void leaveIfReady(long nowNanos, Actions actions) {
        if (head.members().count() > 0 && nowNanos - closeAtNanos < 0) {
            return;
        }
        head.disownAll(nowNanos, actions);
        sendTerminate(actions);
        actions.closed(FlushResult.completed());
    }

    // Heads.

    private void onHello(InetSocketAddress from, long id, Hello hello, long nowNanos, Actions actions) {
        HeadCandidate current = search.head();
        if (current == null || id != current.id || !current.address.equals(from)) {
            search.candidates().onOverheardHello(from, id, hello, nowNanos);
            return;
        }
        if (hello.state() == HeadState.RESIGNING) {
            search.onLost("resigning", nowNanos, actions);
            return;
        }
        level = hello.level() + 1;
        current.level = hello.level();
        onHeadLow(hello.low(), hello.level());
        if (acknowledger != null) {
            if (hello.demand().contains(context.engine.memberId())) {
                acknowledger.onDemand();
            }
            acknowledger.onSignOfLife();
        }
    }

    /** A head no longer holds what is below: in TRAM++ a head above may, but the sender is the last. */
    private void onHeadLow(long low, int headLevel) {
        Reception current = reception;
        if (current == null) {
            return;
        }
        if (!config.reaffiliates()) {
            current.giveUpBelow(low, "no longer held by the repair head");
        } else if (headLevel == 1) {
            current.giveUpBelow(low, "no longer held by the sender");
        } else {
            current.route().onHeadLow(low);
        }
    }

    private void onAdvertisement(InetSocketAddress from, long id, HeadAdvertisement advertisement, long nowNanos) {
        if (advertisement.election()) {
            lan.onElection(from, id, advertisement, nowNanos);
        } else {
            search.candidates().onAdvertisement(from, id, advertisement, nowNanos);
        }
    }

    private void onUnicastHello(InetSocketAddress from, long id, UnicastHello hello, long nowNanos, Actions actions) {
        HeadCandidate current = search.head();
        if (current == null || !current.address.equals(from)) {
            onSenderLow(from, hello);
            return;
        }
        if (hello.reason() == DisownReason.NONE && id == current.id) {
            onHeadLow(hello.low(), hello.level());
        } else if (hello.reason() == DisownReason.PRUNED && id == current.id) {
            onPruned(current, hello.detail(), nowNanos, actions);
        } else if (hello.reason() != DisownReason.NONE) {
            search.onLost("disowned: " + hello.reason(), nowNanos, actions);
        }
    }

    /** The sender was asked for what its members have all confirmed, or what it has forgotten. */
    private void onSenderLow(InetSocketAddress from, UnicastHello hello) {
        Reception current = reception;
        if (current != null
                && hello.reason() == DisownReason.NONE
                && hello.level() == 1
                && current.route().knows(from)) {
            onHeadLow(hello.low(), 1);
        }
    }

    private void onPruned(HeadCandidate by, String detail, long nowNanos, Actions actions) {
        String reason = detail.isEmpty() ? "pruned by its repair head" : detail;
        prunedBecause = reason;
        // Its members would starve while it stays away.
        head.disownAll(nowNanos, actions);
        actions.report(new SessionEvent.MemberPruned(context.engine.memberId(), context.engine.localAddress(), reason));
        onHeadLost(by, reason, nowNanos, actions);
        search.holdOff(Exclusions.delayNanos(config.rejoinDelayNanos, prunings++), nowNanos);
    }

    // HeadSearch.Host.

    @Override
    public long source() {
        return source;
    }

    @Override
    public long wanted() {
        if (reception == null) {
            return source == lostSource ? lostSequence : 0;
        }
        // In TRAM++ who was pruned joins anew, where the others are by then.
        return prunedBecause != null && config.reaffiliates() ? 0 : reception.next();
    }

    @Override
    public int levelToKeep() {
        return head.members().count() > 0 ? Math.max(2, level) : 0;
    }

    @Override
    public int members() {
        return head.members().count();
    }

    @Override
    public int receivers() {
        return head.members().receivers() + (context.engine.role() == Role.RECEIVER ? 1 : 0);
    }

    @Override
    public boolean isMember(long id) {
        return head.members().get(id) != null;
    }

    @Override
    public long lanHead() {
        return lan.headId();
    }

    @Override
    public void onAttached(HeadCandidate to, AcceptMember accept, long nowNanos, Actions actions) {
        level = accept.level() + 1;
        actions.report(new SessionEvent.RepairHeadChanged(0, null, to.id, to.address, "joined"));
        Reception current = reception;
        if (current == null) {
            actions.report(new SessionEvent.MemberJoined(context.engine.memberId(), context.engine.localAddress()));
            boolean again = source == lostSource;
            long start = again ? Math.max(lostSequence, accept.start()) : accept.start();
            long startMessage = again ? lostMessage : accept.startMessage();
            current = new Reception(context, source, start, startMessage, this::lowestNeeded);
            reception = current;
            acknowledger = new Acknowledger(context, source, current, head.members(), nowNanos);
            for (Data data : new ArrayList<>(early.tailMap(start).values())) {
                acknowledger.onData(data, nowNanos);
            }
            early.clear();
            head.onAttached(nowNanos);
        } else {
            String pruned = prunedBecause;
            current.giveUpBelow(
                    accept.start(), pruned == null ? "no longer held by any repair head" : "pruned: " + pruned);
            current.requests().askAnew(nowNanos);
        }
        prunedBecause = null;
        current.route().begin(to.address);
        if (acknowledger != null) {
            acknowledger.onDemand();
        }
    }

    @Override
    public void onHeadLost(HeadCandidate lost, String reason, long nowNanos, Actions actions) {
        actions.report(new SessionEvent.RepairHeadChanged(lost.id, lost.address, 0, null, reason));
    }

    @Override
    public void onHelloMissed(long nowNanos, Actions actions) {
        acknowledge(true, nowNanos, actions);
    }

    @Override
    public void leave(HeadCandidate from, long nowNanos, Actions actions) {
        context.unicast(from.address, farewell(), actions);
    }

    @Override
    public void onNoHeadForSubtree(long nowNanos, Actions actions) {
        head.disownAll(nowNanos, actions);
        level = 0;
    }

    /** The first sequence that the application has yet to take, 0 before the stream. */
    long delivered() {
        return reception == null ? 0 : reception.delivered();
    }

    TramCounters counters() {
        return context.counters;
    }

    // RepairHead.Host and LanElection.Host.

    @Override
    public boolean attached() {
        return search.isAttached() && !closing && !terminated && reception != null;
    }

    @Override
    public int level() {
        return level;
    }

    @Override
    public @Nullable BufferManager cache() {
        return reception == null ? null : reception.cache();
    }

    @Override
    public long nextSequence() {
        return reception == null ? 0 : reception.next();
    }

    @Override
    public long ownAllowed() {
        return acknowledger == null ? 0 : acknowledger.ownAllowed();
    }

    @Override
    public long limitSequence() {
        return reception == null ? 0 : reception.limit();
    }

    @Override
    public long repairLow() {
        return reception == null ? 0 : reception.repairLow();
    }

    @Override
    public long obtainableLow() {
        return config.reaffiliates() ? Math.min(repairLow(), Math.max(1, forgetBefore)) : repairLow();
    }

    @Override
    public long startMessage(long sequence) {
        return -1;
    }

    @Override
    public int senderRate() {
        return senderRate;
    }

    @Override
    public double spareRate() {
        return senderRate * config.reaffiliationShare;
    }

    @Override
    public long headId() {
        return search.headId();
    }

    @Override
    public @Nullable InetSocketAddress headAddress() {
        HeadCandidate to = search.head();
        return to == null ? null : to.address;
    }

    @Override
    public LanState lanState() {
        return lan.state();
    }

    @Override
    public EngineStatistics statistics() {
        HeadCandidate to = search.head();
        Reception current = reception;
        return TramStatistics.of(
                context,
                current == null ? null : current.cache(),
                0,
                0,
                current == null ? 0 : current.next(),
                search.isAttached() ? level : 0,
                to == null ? 0 : to.id,
                to == null ? null : to.address,
                head,
                limitSequence());
    }
}
