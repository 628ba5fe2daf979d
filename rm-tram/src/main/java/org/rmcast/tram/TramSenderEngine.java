package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SendState;
import org.rmcast.api.SendState.Cause;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.HeldPackets;
import org.rmcast.core.buffer.PacketStore;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.Timers;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.stream.PacketPump;
import org.rmcast.core.stream.SenderFlushes;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TreePlace;

/**
 * TRAM at the sender: the root of the repair tree. Sends data as far as the window, the rate and the cache let it, beacons
 * while it has nothing to say, and repairs for its direct members.
 */
final class TramSenderEngine extends TramEngine implements RepairHead.Host, PacketPump.Output {
    private enum Timer {
        BEACON,
        CLOSE
    }

    private final TramContext context;
    private final TramConfig config;
    private final MessagePacker packer;
    private final WireWriter writer;
    private final BufferManager cache;
    private final TreeRoot root = new TreeRoot();
    private final RepairHead head;
    private final SenderPace pace;
    private final PacketPump pump;
    private final SenderFlushes flushes;
    private final Orphans orphans;
    private final LagReports lags = new LagReports();
    private final CacheRelief relief;
    private final OtherStreams others;

    private final @Nullable PacketStore store;
    private final long firstMessage;
    /** Those who were members of an earlier process, until the first of them is back. */
    private @Nullable HeadMember formerMembers;

    private long nextSequence;
    /** Whether repairs were sent since the last data packet. */
    private boolean dataFirst;

    /** Whether messages are held since nobody would take them. */
    private boolean holding;

    private boolean windowClosed;
    private boolean windowWasClosed;
    /** Since when the cache has been full while the window was open; 0 if it is not. */
    private long fullSinceNanos;

    private boolean prune;
    private final Timers<Timer> timers = new Timers<>(Timer.class);
    private long beaconGapNanos;
    private final CongestionReports congestion = new CongestionReports();

    private boolean closing;
    /** Whether somebody below a head has gone for whom packets may be held yet, see {@link JrmsRule#PURGE}. */
    private boolean purgesSoon;

    TramSenderEngine(TramContext context) {
        super(context);
        this.context = context;
        this.config = context.config;
        this.packer = config.packing.packer(config.maxPacketBytes - Data.FRAMES_OFFSET);
        this.writer = new WireWriter(config.maxPacketBytes);
        this.pace = new SenderPace(config, context.engine.ttl());
        this.pump = new PacketPump(packer, pace.pacer(), config.packing.batchDelayNanos);
        this.head = new RepairHead(context, this, pace.pacer());
        this.store = context.engine.store();
        this.cache = SenderStorage.cache(
                config,
                store,
                (first, limit, nowNanos) -> Math.min(limit, head.members().retainFrom(first)));
        this.relief = new CacheRelief(config, head, config.cacheHighMark);
        this.nextSequence = cache.limit();
        this.firstMessage = SenderStorage.begin(packer, store);
        this.orphans = new Orphans(config);
        this.others = new OtherStreams(context);
        this.flushes = new SenderFlushes(new TreeReceivers(head.members(), orphans, others));
    }

    // ProtocolEngine.

    @Override
    public void onStart(long nowNanos, Actions actions) {
        others.start(nowNanos);
        head.onAttached(nowNanos);
        if (store != null) {
            SenderStorage.reportTrouble(store, firstMessage, actions);
        }
        if (nextSequence > 1 && config.resumeHoldNanos > 0) {
            formerMembers = head.holdForFormerMembers(
                    cache.low(), nextSequence + config.windowStart - 1, config.resumeHoldNanos, nowNanos);
        }
        beacon(false, actions);
        beaconGapNanos = config.beaconIntervalNanos / 4;
        timers.set(Timer.BEACON, nowNanos + beaconGapNanos);
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        if (!packer.offer(message, headers)) {
            return false;
        }
        context.counters.increment(EngineMeter.MESSAGES_ACCEPTED);
        context.counters.add(EngineMeter.BYTES_ACCEPTED, message.length);
        return true;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        flushes.add(flushId, by, deadlineNanos, firstMessage + context.counters.get(EngineMeter.MESSAGES_ACCEPTED));
        hurry(nowNanos);
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {}

    @Override
    public void onPortUnreachable(InetSocketAddress peer, long nowNanos, Actions actions) {
        head.onPortUnreachable(peer, nowNanos);
    }

    @Override
    void checkLength(InetSocketAddress from, byte[] datagram, Actions actions) {}

    @Override
    void onPacket(InetSocketAddress from, long id, TramPacket packet, long nowNanos, Actions actions) {
        others.onPacket(from, id, packet, nowNanos, actions);
        switch (packet.type()) {
            case MEMBER_SOLICITATION -> {
                orphans.onSeeker(from, id, nowNanos);
                head.admission().onSolicitation(from, (MemberSolicitation) packet, nowNanos);
            }
            case HEAD_BIND -> {
                orphans.onSeeker(from, id, nowNanos);
                head.onBind(from, id, (HeadBind) packet, nowNanos, actions);
            }
            case ACK -> onAck(from, id, (Ack) packet, nowNanos, actions);
            case MEMBER_REPORT -> head.onReport(from, id, (MemberReport) packet, nowNanos, actions);
            case COOKIE_REQUEST -> head.onCookieRequest(from, id, (CookieRequest) packet, nowNanos, actions);
            case HELLO -> onHello(from, id, (Hello) packet, nowNanos);
            default -> {} // what senders and heads say to receivers
        }
    }

    @Override
    void atDeadline(long nowNanos, Actions actions) {
        head.onDeadline(nowNanos, actions);
        orphans.onDeadline(flushes, nextSequence, nowNanos, actions);
        if (timers.isDue(Timer.BEACON, nowNanos)) {
            onBeaconTime(nowNanos, actions);
        }
    }

    @Override
    void atBatchEnd(long nowNanos, Actions actions) {
        head.settle(nowNanos, actions);
        pace.follow(head.members(), nowNanos, actions);
        windowWasClosed = windowClosed;
        windowClosed = false;
        repairAndSend(nowNanos, actions);
        forgetIfStuck(nowNanos, actions);
        congestion.report(pace.bytesPerSecond(), actions);
        if (store != null) {
            SenderStorage.reportTrouble(store, firstMessage, actions);
        }
        flushes.complete(packer, nextSequence, nowNanos, actions);
        if (closing) {
            closeIfDone(nowNanos, actions);
        }
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        closing = true;
        timers.set(Timer.CLOSE, deadlineNanos);
        flushes.addClosing(deadlineNanos, firstMessage + context.counters.get(EngineMeter.MESSAGES_ACCEPTED));
        hurry(nowNanos);
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(timers.nextNanos(), head.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, holding ? others.holdUntilNanos() : pump.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, orphans.nextDeadlineNanos());
        return Deadlines.earlier(deadline, flushes.nextDeadlineNanos());
    }

    @Override
    public long firstMessage() {
        return firstMessage;
    }

    @Override
    public int receiverCount() {
        return head.members().receivers();
    }

    // Data.

    /** Repairs first. But they share one pace with new data, which goes first when they have left it nothing. */
    private void repairAndSend(long nowNanos, Actions actions) {
        long repairs = context.counters.get(EngineMeter.REPAIRS_SENT);
        long first = nextSequence;
        boolean newDataWaits = !windowWasClosed && !packer.isEmpty();
        if (!dataFirst) {
            head.drainRepairs(newDataWaits, nowNanos, actions);
        }
        holding = !packer.isEmpty() && others.holds(nowNanos);
        if (!holding) {
            pump.pump(this, nowNanos, actions);
        }
        if (dataFirst) {
            head.drainRepairs(newDataWaits, nowNanos, actions);
        }
        boolean repaired = context.counters.get(EngineMeter.REPAIRS_SENT) != repairs;
        dataFirst = nextSequence == first && (dataFirst || repaired);
    }

    @Override
    public boolean mayGather() {
        return flushes.isEmpty();
    }

    @Override
    public boolean isOpen(long nowNanos) {
        if (isBeyondWindow(nextSequence) && !(pace.trickles() && formerMembers == null)) {
            return false;
        }
        if (nextSequence >= cache.room()) {
            cache.purgeAll(nowNanos);
        }
        boolean room = nextSequence < cache.room();
        fullSinceNanos = room ? 0 : fullSinceNanos == 0 ? nowNanos : fullSinceNanos;
        return room;
    }

    private boolean isBeyondWindow(long sequence) {
        return sequence > head.members().highestAllowed();
    }

    @Override
    public SendState sendState(long nowNanos) {
        if (packer.isEmpty()) {
            return SendState.READY;
        }
        if (holding) {
            return SendState.of(others.areFollowed(nowNanos) ? Cause.OTHER_SENDER : Cause.NO_RECEIVERS);
        }
        return switch (pump.held()) {
            case NOT -> SendState.READY;
            case PACED -> isBeyondWindow(nextSequence) ? closedState() : SendState.of(Cause.RATE);
            case CLOSED -> closedState();
        };
    }

    private SendState closedState() {
        if (formerMembers != null) {
            return SendState.of(Cause.NO_RECEIVERS);
        }
        boolean window = isBeyondWindow(nextSequence);
        Cause cause = window ? Cause.WINDOW : store == null ? Cause.BUFFER_FULL : Cause.STORAGE_FULL;
        HeadMember slowest = head.members().slowest(window);
        return slowest == null ? SendState.of(cause) : SendState.of(cause, slowest.id, slowest.address);
    }

    /**
     * The cache has been full for too long with what a few have yet to confirm: it is forgotten, and they are pruned by their
     * heads. Source: Khanna, Rogers, Bagchi, section 3.2: pruning bounds the use of resources.
     */
    private void forgetIfStuck(long nowNanos, Actions actions) {
        if (fullSinceNanos == 0 || config.waitsForAll() || nowNanos - fullSinceNanos < config.prunePatienceNanos) {
            return;
        }
        fullSinceNanos = 0;
        long held = nextSequence - cache.low();
        cache.releaseBelow(nextSequence - (store == null ? config.cacheLowMark : held / 2));
        head.onForgotten(cache.low(), nowNanos, actions);
        beacon(false, actions);
    }

    @Override
    public void onClosed(long nowNanos) {
        windowClosed = true;
        if (!windowWasClosed) {
            pace.onWindowClosed(openPackets(), nowNanos);
            scheduleBeacon(config.fillerIntervalNanos, nowNanos);
        }
    }

    @Override
    public void sendPacket(long nowNanos, Actions actions) {
        boolean timed = pace.isShared() && nextSequence % RATE_EVERY != 0;
        Data header = new Data(
                TramPacket.Type.DATA,
                prune,
                context.engine.memberId(),
                nextSequence,
                packer.nextMessage(),
                cache.low(),
                pace.announced(),
                timed ? (int) (nowNanos / 1_000) : 0,
                config.ackWindow,
                head.members().worstLoss(),
                timed,
                EMPTY);
        packer.writePacket(TramCodec.beginData(header, writer));
        byte[] datagram = writer.takeCopy();
        if (!cache.put(nextSequence, datagram)) {
            SenderStorage.takeBack(packer, store, nextSequence, config.maxPacketBytes);
            return;
        }
        actions.multicast(datagram, context.engine.ttl());
        nextSequence++;
        context.counters.increment(EngineMeter.DATA_PACKETS_SENT);
        pace.onPacketLeaves(datagram.length, openPackets());
        pump.sent(datagram.length, nowNanos);
        if (isBeyondWindow(nextSequence - 1)) {
            pace.onPacketBeyondWindow(datagram.length, nowNanos);
        } else {
            pace.onPacketSent(datagram.length, openPackets(), nowNanos);
        }
        if (nextSequence % config.ackWindow == 0) {
            onWindowSent(nowNanos, actions);
        }
        prune = false;
        head.stopAdvertising();
        beaconGapNanos = config.fillerIntervalNanos;
        cache.purge(nowNanos);
        relief.look(cache, nowNanos, actions);
    }

    private static final byte[] EMPTY = {};
    /** Where packets say when they leave, one in so many says the rate instead. */
    private static final int RATE_EVERY = 8;

    private void onWindowSent(long nowNanos, Actions actions) {
        pace.onWindowSent(openPackets(), nowNanos);
        callForPruning(nowNanos, actions);
    }

    private void callForPruning(long nowNanos, Actions actions) {
        if (head.members().worstLoss() > 0 && pace.callsForPruning(nowNanos)) {
            prune = true;
            head.onPruneCall(head.members().worstLoss() / 100.0, nowNanos, actions);
        }
    }

    private long openPackets() {
        return Math.max(0, Math.min(head.members().highestAllowed(), cache.room() - 1) - nextSequence + 1);
    }

    // Beacons.

    /** Someone waits for confirmation. */
    private void hurry(long nowNanos) {
        scheduleBeacon(Math.min(config.fillerIntervalNanos, config.beaconIntervalNanos) / 4, nowNanos);
    }

    private void scheduleBeacon(long gapNanos, long nowNanos) {
        beaconGapNanos = gapNanos;
        timers.setIfEarlier(Timer.BEACON, nowNanos + gapNanos);
    }

    private void onBeaconTime(long nowNanos, Actions actions) {
        head.settle(nowNanos, actions);
        boolean waiting = windowClosed || !flushes.isEmpty() || closing;
        long idle = pump.hasSent() ? nowNanos - pump.lastSentNanos() : Long.MAX_VALUE;
        if (!waiting && idle < config.fillerIntervalNanos) {
            // Data flows, and is a sign of life itself.
            timers.set(Timer.BEACON, pump.lastSentNanos() + config.fillerIntervalNanos);
            beaconGapNanos = config.fillerIntervalNanos;
            return;
        }
        if (windowClosed) {
            callForPruning(nowNanos, actions);
        }
        boolean unconfirmed = head.members().subtreeStart() < nextSequence && idle >= config.beaconIntervalNanos;
        beacon(waiting || unconfirmed, actions);
        beaconGapNanos = Math.min(config.beaconIntervalNanos, Math.max(1, beaconGapNanos) * 2);
        timers.set(Timer.BEACON, nowNanos + beaconGapNanos);
    }

    private void beacon(boolean filler, Actions actions) {
        boolean done = closing && packer.isEmpty();
        Beacon beacon = new Beacon(
                prune,
                done,
                filler,
                nextSequence - 1,
                cache.low(),
                packer.nextMessage(),
                pump.hasSent() ? 0 : (int) (config.advertisementIntervalNanos / 1_000_000),
                pace.announced(),
                head.members().worstLoss());
        context.multicast(beacon, context.engine.ttl(), actions);
    }

    // Members.

    private void onAck(InetSocketAddress from, long id, Ack ack, long nowNanos, Actions actions) {
        if (ack.terminate() && ack.moves()) {
            orphans.onSeeker(from, id, nowNanos);
        }
        head.onAck(from, id, ack, nowNanos, actions);
    }

    private void onHello(InetSocketAddress from, long id, Hello hello, long nowNanos) {
        if (hello.source() == context.engine.memberId()) {
            head.onHello(from, id, hello.members(), nowNanos);
        }
    }

    @Override
    public void onHello(long nowNanos) {
        root.onHello();
    }

    @Override
    public void onPlaceHeard(TreePlace place) {
        root.catchUp(place);
    }

    @Override
    public void onMembersChanged(long nowNanos, Actions actions) {
        if (head.members().count() > 0) {
            others.onReceiver(nowNanos);
        }
        HeadMember former = formerMembers;
        if (former != null && head.members().count() > 0) {
            // From now on those who are back say how much may be sent; for the others everything is still held.
            former.highestAllowed = Long.MAX_VALUE;
            formerMembers = null;
            head.recompute();
        }
        cache.purge(nowNanos);
        purgeForWhoHasGone(nowNanos);
        pace.onMembersChanged(openPackets());
    }

    /** The report comes before the acknowledgement that no longer waits for it. */
    private void purgeForWhoHasGone(long nowNanos) {
        if (purgesSoon) {
            cache.purgeAll(nowNanos);
            purgesSoon = cache.limit() - cache.low() > 2L * config.ackWindow;
        }
    }

    @Override
    public void onMemberCongested(long nowNanos) {
        pace.onCongestion(openPackets(), nowNanos);
        congestion.onCongestion(nowNanos);
    }

    @Override
    public long ackIntervalNanos() {
        return AckInterval.UNMEASURED_NANOS;
    }

    @Override
    public boolean isTight() {
        return openPackets() < config.ackWindow || cache.limit() - cache.low() > config.cacheHighMark;
    }

    @Override
    public void purgeAll(long nowNanos) {
        cache.purgeAll(nowNanos);
    }

    @Override
    public boolean onReport(MemberReport report, long nowNanos, Actions actions) {
        purgesSoon |= config.has(JrmsRule.PURGE) && report.fate() == MemberFate.PRUNED;
        orphans.onReport(report, flushes, nextSequence, nowNanos);
        return true;
    }

    @Override
    public boolean knows(MemberReport question) {
        return orphans.knows(question);
    }

    @Override
    public boolean isBelow(MemberReport report, long branchId) {
        return orphans.isBelow(report, branchId);
    }

    @Override
    public void onGone(long memberId) {
        lags.forget(memberId);
    }

    @Override
    public boolean isNews(MemberReport report) {
        return !orphans.isOld(report) && lags.isNews(report);
    }

    private void closeIfDone(long nowNanos, Actions actions) {
        if (timers.isDue(Timer.CLOSE, nowNanos)
                || (packer.isEmpty() && head.members().isEmpty() && orphans.isEmpty())) {
            FlushResult result = flushes.closingResult(packer, nextSequence, nowNanos);
            beacon(false, actions);
            head.clear();
            actions.closed(result);
        }
    }

    /** The permanent acknowledgement: every receiver has taken everything below; {@link Long#MAX_VALUE} if there is none. */
    long confirmed() {
        return head.members().subtreeStart();
    }

    // RepairHead.Host.

    @Override
    public boolean attached() {
        return true;
    }

    @Override
    public boolean inTouch() {
        return true;
    }

    @Override
    public Position position() {
        return new Position(
                root.place(),
                context.engine.memberId(),
                cache.low(),
                cache.low(),
                nextSequence,
                nextSequence,
                0,
                pace.announced());
    }

    @Override
    public boolean isFull() {
        return fullSinceNanos != 0;
    }

    @Override
    public HeldPackets held() {
        return cache;
    }

    @Override
    public long startMessage(long sequence) {
        return sequence == nextSequence ? packer.nextWholeMessage() : -1;
    }

    /** A share while there is new data to send, else all of the rate. */
    @Override
    public double spareRate() {
        return packer.isEmpty() ? pace.bytesPerSecond() : pace.bytesPerSecond() * config.reaffiliationShare;
    }

    @Override
    public @Nullable HeadCandidate above() {
        return null;
    }

    @Override
    public LanState lanState() {
        return LanState.NONE;
    }

    @Override
    public List<KnownMember> members() {
        return TramStatistics.known(head, orphans.known());
    }

    @Override
    public EngineStatistics statistics() {
        return TramStatistics.of(
                context,
                cache,
                pace.announced(),
                openPackets(),
                nextSequence,
                1,
                0,
                head,
                nextSequence,
                pace.slowest());
    }
}
