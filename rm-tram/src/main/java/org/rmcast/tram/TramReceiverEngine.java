package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.HeldPackets;
import org.rmcast.core.buffer.PacketStore;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.CodeDecoder.Decoded;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.CodedRepair;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.UnicastHello;
import org.rmcast.tram.wire.TreePlace;

/**
 * TRAM at a receiver or a repair node: a member of its head, and a head to members of its own.
 *
 * <p>Coordinates {@link CurrentStream} (the stream that it follows: the first one heard, until that ends or its sender falls
 * silent), {@link Affiliation} (whose member it is) and {@link RepairHead} (whom it serves).
 */
final class TramReceiverEngine extends TramEngine implements RepairHead.Host {
    /** Nobody is made to wait longer for advertisements than its own heads would. */
    private static final long MAX_LISTEN_NANOS = 5_000_000_000L;

    private final TramContext context;
    private final TramConfig config;
    private final Pacer repairPacer;
    private final RepairHead head;
    private final CurrentStream stream;
    private final LanElection lan;
    private final Affiliation affiliation;
    private final HeadSearch search;
    private final StreamNotice notice;
    private final WatchedPorts headPort = new WatchedPorts();

    private final CacheRelief relief;

    /** Whether the present stream, should it be ended without its end, is so for its sender's silence. */
    private boolean silentSender;

    private boolean toldOfLongDatagrams;
    private boolean closing;
    private long closeAtNanos = NO_DEADLINE;
    /** Until then the application waits at most for a head that knows that all of the stream is here. */
    private long endAtNanos = NO_DEADLINE;

    TramReceiverEngine(TramContext context) {
        super(context);
        this.context = context;
        this.config = context.config;
        this.repairPacer = new Pacer(config.maxRate, Pacer.BURST_NANOS);
        this.head = new RepairHead(context, this, repairPacer);
        this.relief = new CacheRelief(config, head, config.headCacheHighMark);
        this.stream = new CurrentStream(context, head.members());
        this.lan = new LanElection(context, head.members(), this::position);
        this.affiliation = new Affiliation(context, stream, head, lan);
        this.search = affiliation.search();
        this.notice = new StreamNotice(context);
    }

    // ProtocolEngine.

    @Override
    public void onStart(long nowNanos, Actions actions) {
        lan.start(nowNanos);
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        throw new IllegalStateException("a " + context.engine.role() + " does not send");
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        stream.deliver(nowNanos, actions);
    }

    @Override
    public void onPortUnreachable(InetSocketAddress peer, long nowNanos, Actions actions) {
        search.onPortUnreachable(peer, nowNanos);
        head.onPortUnreachable(peer, nowNanos);
    }

    @Override
    void checkLength(InetSocketAddress from, byte[] datagram, Actions actions) throws DecodeException {
        if (datagram.length > config.maxPacketBytes) {
            if (!toldOfLongDatagrams) {
                toldOfLongDatagrams = true;
                actions.report(new SessionEvent.LongDatagrams(from, datagram.length, config.maxPacketBytes));
            }
            throw new DecodeException("datagram of " + datagram.length + " bytes is longer than maxPacketBytes");
        }
    }

    @Override
    void onPacket(InetSocketAddress from, long id, TramPacket packet, long nowNanos, Actions actions) {
        if (packet.type() != TramPacket.Type.MEMBER_SOLICITATION) {
            // Whoever looks for a head itself is none to rely on.
            search.onHeard(from, id, nowNanos);
        }
        switch (packet.type()) {
            case DATA, RETRANSMISSION, UNICAST_DATA -> {
                onData(from, (Data) packet, nowNanos, actions);
                takeDecoded(nowNanos, actions);
            }
            case CODED_REPAIR -> onCode(from, (CodedRepair) packet, nowNanos, actions);
            case BEACON -> onBeacon(from, id, (Beacon) packet, nowNanos, actions);
            case HELLO -> onHello(from, id, (Hello) packet, nowNanos, actions);
            case HEAD_ADVERTISEMENT -> onAdvertisement(from, id, (HeadAdvertisement) packet, nowNanos);
            case MEMBER_SOLICITATION -> onSolicitation(from, (MemberSolicitation) packet, nowNanos);
            case HEAD_BIND -> head.onBind(from, id, (HeadBind) packet, nowNanos, actions);
            case ACCEPT_MEMBER -> search.onAccept(from, id, (AcceptMember) packet, nowNanos, actions);
            case REJECT_MEMBER -> search.onReject(from, (RejectMember) packet, nowNanos, actions);
            case UNICAST_HELLO -> affiliation.onUnicastHello(from, id, (UnicastHello) packet, nowNanos, actions);
            case ACK -> head.onAck(from, id, (Ack) packet, nowNanos, actions);
            case NOT_REPAIRED -> stream.onNotRepaired(from, (NotRepaired) packet, nowNanos, actions);
            case MEMBER_REPORT -> head.onReport(from, id, (MemberReport) packet, nowNanos, actions);
            case REPORT_TAKEN -> affiliation.onReportTaken(from, (ReportTaken) packet, nowNanos, actions);
            case COOKIE_REQUEST -> head.onCookieRequest(from, id, (CookieRequest) packet, nowNanos, actions);
            case COOKIE -> stream.onCookie(from, (Cookie) packet, nowNanos);
        }
    }

    @Override
    void atDeadline(long nowNanos, Actions actions) {
        search.onDeadline(nowNanos, actions);
        lan.onDeadline(nowNanos, actions);
        head.onDeadline(nowNanos, actions);
        notice.onDeadline(position(), head.members().count(), nowNanos, actions);
        checkSilence(nowNanos, actions);
    }

    @Override
    void atBatchEnd(long nowNanos, Actions actions) {
        head.settle(nowNanos, actions);
        stream.deliver(nowNanos, actions);
        BufferManager cache = stream.cache();
        if (cache != null) {
            relief.look(cache, nowNanos, actions);
        }
        if (stream.isOverWithoutEnd()) {
            // The sender may be back by now; what it says is for a stream that begins anew.
            letGo(nowNanos, actions);
        }
        repairPacer.setRate(stream.repairRate());
        head.drainRepairs(false, nowNanos, actions);
        affiliation.acknowledgeIfDue(nowNanos, actions);
        headPort.follow(search.portToWatch(), actions);
        terminateIfDone(nowNanos, actions);
        reportStorageTrouble(actions);
        if (closing) {
            leaveIfReady(nowNanos, actions);
        }
    }

    /** What is damaged here a head above may have: which messages it costs shows at who needs it. */
    private void reportStorageTrouble(Actions actions) {
        PacketStore store = context.engine.store();
        if (store != null) {
            for (StorageTrouble trouble = store.takeTrouble(); trouble != null; trouble = store.takeTrouble()) {
                actions.report(trouble);
            }
        }
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        closing = true;
        endAtNanos = Deadlines.earlier(deadlineNanos, nowNanos + config.livenessNanos());
        long patience = Math.max(config.bindTimeoutNanos * 4, config.helloIntervalNanos * 4);
        closeAtNanos = deadlineNanos - nowNanos < patience ? deadlineNanos : nowNanos + patience;
        if (stream.news().isDone()) {
            // The stream is over: the members are about to leave by themselves.
            closeAtNanos = deadlineNanos;
        } else {
            head.resign(nowNanos, actions);
        }
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(affiliation.nextDeadlineNanos(), head.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, lan.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, notice.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, stream.choice().nextDeadlineNanos());
        return Deadlines.earlier(deadline, Deadlines.earlier(endAtNanos, closeAtNanos));
    }

    @Override
    public int receiverCount() {
        return affiliation.receivers();
    }

    // The stream.

    private void onData(InetSocketAddress from, Data data, long nowNanos, Actions actions) {
        if (!data.retransmission() && !follows(data.source(), from, 0, nowNanos, actions)) {
            return;
        }
        if (data.source() != stream.source() || !stream.onData(from, data, nowNanos)) {
            return;
        }
        head.stopAdvertising();
        if (!data.retransmission()) {
            forgetBelow(data.forgetBefore(), nowNanos, actions);
            pruneIfCalled(data.prune(), data.worstLoss(), nowNanos, actions);
        } else {
            head.onRepaired(data, nowNanos);
        }
    }

    private void onCode(InetSocketAddress from, CodedRepair code, long nowNanos, Actions actions) {
        if (code.source() == stream.source()) {
            stream.onCode(from, code, nowNanos);
            takeDecoded(nowNanos, actions);
        }
    }

    /** What was taken out of codes is taken as if it had come as repairs. */
    private void takeDecoded(long nowNanos, Actions actions) {
        for (Decoded decoded = stream.takeDecoded(); decoded != null; decoded = stream.takeDecoded()) {
            try {
                TramPacket repair = TramCodec.decode(decoded.packet());
                context.counters.increment(TramMeter.CODES_DECODED);
                onData(decoded.from(), (Data) repair, nowNanos, actions);
            } catch (DecodeException e) {
                context.counters.increment(TramMeter.CODES_WRONG);
            }
        }
    }

    /** The sender holds nothing below. */
    private void forgetBelow(long sequence, long nowNanos, Actions actions) {
        if (stream.news().onForgotten(sequence)) {
            head.onForgotten(sequence, nowNanos, actions);
        }
    }

    private void pruneIfCalled(boolean called, int worstLoss, long nowNanos, Actions actions) {
        if (called) {
            head.onPruneCall(worstLoss / 100.0, nowNanos, actions);
        }
    }

    private void onBeacon(InetSocketAddress from, long id, Beacon beacon, long nowNanos, Actions actions) {
        boolean known = id == stream.source();
        if (!known && (beacon.done() || stream.choice().isOver(id))) {
            return;
        }
        if (!follows(id, from, beacon.advertisementMillis(), nowNanos, actions)) {
            return;
        }
        if (!stream.choice().isAtHome(from)) {
            context.counters.increment(TramMeter.ELSEWHERE);
            return;
        }
        if (beacon.done() && stream.isBeyond(beacon.highest())) {
            context.counters.increment(TramMeter.CONTRADICTIONS);
            return;
        }
        if (!stream.takes(beacon, nowNanos)) {
            return;
        }
        stream.news().onBeacon(beacon);
        forgetBelow(beacon.forgetBefore(), nowNanos, actions);
        pruneIfCalled(beacon.prune(), beacon.worstLoss(), nowNanos, actions);
        stream.onBeacon(beacon, nowNanos);
        if (beacon.done()) {
            onDone(nowNanos, actions);
        }
    }

    private void onHello(InetSocketAddress from, long id, Hello hello, long nowNanos, Actions actions) {
        if (isElsewhere(id, from, nowNanos)) {
            return;
        }
        if (hello.source() == stream.source()) {
            notice.onSaid(nowNanos);
            head.onHello(from, id, hello.members(), nowNanos);
        }
        affiliation.onHello(from, id, hello, nowNanos, actions);
    }

    private void onSolicitation(InetSocketAddress from, MemberSolicitation solicitation, long nowNanos) {
        search.onSolicitation(solicitation, nowNanos);
        head.admission().onSolicitation(from, solicitation, nowNanos);
    }

    private void onDone(long nowNanos, Actions actions) {
        if (stream.choice().isEnded()) {
            if (affiliation.isHeadGoneAtEnd(nowNanos)) {
                // What it was told it may not have passed on.
                stream.choice().goOn();
                search.lookAgain(new Reason(EventCause.SILENT, "silent at the end"), nowNanos, actions);
            } else {
                affiliation.leaveForGood(nowNanos, actions);
            }
        } else if (stream.followed() == null) {
            stream.choice().end();
            search.reset();
            actions.report(new SessionEvent.StreamEnded(stream.source()));
        }
    }

    /** Whether this source is the one to follow; takes a new one where there is none, or the old one is done. */
    private boolean follows(long id, InetSocketAddress from, int advertisementMillis, long nowNanos, Actions actions) {
        StreamChoice choice = stream.choice();
        if (choice.hears(id, from, nowNanos)) {
            return true;
        }
        if (id == choice.source()) {
            context.counters.increment(TramMeter.ELSEWHERE);
            return false;
        }
        if (choice.isOver(id) || closing || !choice.isFree(from, nowNanos)) {
            notice.onOther(nowNanos);
            return false;
        }
        Reason reason = new Reason(EventCause.ANOTHER_SENDER, "another sender took over: " + Long.toHexString(id));
        silentSender = false;
        if (choice.source() != 0 && !finishStream(reason, nowNanos, actions)) {
            return false;
        }
        choice.follow(id, from, nowNanos);
        actions.report(new SessionEvent.SenderFound(id, from));
        long listenNanos = Math.max(MAX_LISTEN_NANOS, config.advertisementIntervalNanos);
        search.begin(Math.min(listenNanos, advertisementMillis * 1_000_000L), nowNanos, actions);
        return true;
    }

    /** Ends the present stream; false while the application has yet to take what came. */
    private boolean finishStream(Reason reason, long nowNanos, Actions actions) {
        if (!stream.finish(reason, nowNanos, actions)) {
            return false;
        }
        affiliation.reset(nowNanos, actions);
        stream.drop();
        return true;
    }

    private void checkSilence(long nowNanos, Actions actions) {
        long silent = stream.choice().silentNanos(nowNanos);
        if (silent == 0) {
            return;
        }
        silentSender = true;
        Reason reason = new Reason(EventCause.SILENT, "sender silent for " + silent / 1_000_000 + " ms");
        if (finishStream(reason, nowNanos, actions)) {
            stream.choice().forgive();
        } else {
            stream.choice().lookAgain(nowNanos);
        }
    }

    private void letGo(long nowNanos, Actions actions) {
        if (finishStream(Reason.NONE, nowNanos, actions) && silentSender) {
            stream.choice().forgive();
        }
    }

    /** Whether somebody else is a head in the sender's name: it would have newcomers, and serve them nothing. */
    private boolean isElsewhere(long id, InetSocketAddress from, long nowNanos) {
        boolean elsewhere = stream.choice().isElsewhere(id, from, nowNanos);
        if (elsewhere) {
            context.counters.increment(TramMeter.ELSEWHERE);
        }
        return elsewhere;
    }

    private void onAdvertisement(InetSocketAddress from, long id, HeadAdvertisement advertisement, long nowNanos) {
        if (isElsewhere(id, from, nowNanos)) {
            return;
        }
        if (advertisement.election()) {
            lan.onElection(from, id, advertisement, nowNanos);
        } else if (search.candidates().onAdvertisement(from, id, advertisement, nowNanos)) {
            head.admission().onOffer(from, advertisement);
            search.onOffer(from, nowNanos);
        }
    }

    // The end.

    private void terminateIfDone(long nowNanos, Actions actions) {
        boolean done = stream.news().isDone() && !stream.choice().isEnded() && stream.isFinished();
        if (done
                && head.members().count() == 0
                && !head.reports().arePending()
                && affiliation.isEndKnown(nowNanos, actions)) {
            stream.choice().end();
            affiliation.leaveForGood(nowNanos, actions);
            search.rest();
        }
    }

    private void leaveIfReady(long nowNanos, Actions actions) {
        boolean awaited = head.members().count() > 0 || head.reports().arePending();
        boolean ending = stream.news().isDone()
                && stream.isFinished()
                && !stream.choice().isEnded();
        if ((awaited && nowNanos - closeAtNanos < 0) || (ending && nowNanos - endAtNanos < 0)) {
            return;
        }
        affiliation.leaveForGood(nowNanos, actions);
        actions.closed(FlushResult.completed());
    }

    /** The first sequence that the application has yet to take, 0 before the stream. */
    long delivered() {
        FollowedStream followed = stream.followed();
        return followed == null ? 0 : followed.reception().delivered();
    }

    TramCounters counters() {
        return context.counters;
    }

    // RepairHead.Host.

    @Override
    public boolean attached() {
        return search.isAttached() && !closing && !stream.choice().isEnded() && stream.followed() != null;
    }

    @Override
    public boolean inTouch() {
        return attached() && search.isInTouch();
    }

    @Override
    public Position position() {
        return stream.position(affiliation.place());
    }

    @Override
    public boolean isFull() {
        return stream.isFull();
    }

    @Override
    public @Nullable HeldPackets held() {
        return stream.held();
    }

    @Override
    public long startMessage(long sequence) {
        FollowedStream followed = stream.followed();
        return followed == null ? -1 : followed.reception().firstMessageAt(sequence);
    }

    @Override
    public double spareRate() {
        return stream.news().rate() * config.reaffiliationShare;
    }

    @Override
    public int roundTripMicros() {
        FollowedStream followed = stream.followed();
        return followed == null ? 0 : followed.acknowledger().roundTripMicros();
    }

    @Override
    public @Nullable HeadCandidate above() {
        return search.head();
    }

    @Override
    public LanState lanState() {
        return lan.state();
    }

    @Override
    public void onHello(long nowNanos) {
        affiliation.noteMembers(nowNanos);
    }

    @Override
    public void onPlaceHeard(TreePlace place) {}

    @Override
    public void onMembersChanged(long nowNanos, Actions actions) {
        affiliation.noteMembers(nowNanos);
        stream.onMembersChanged(affiliation.receivers(), nowNanos);
    }

    @Override
    public void onMemberCongested(long nowNanos) {
        // Else congestion shows in the member's window, which limits what this node passes upward.
        FollowedStream followed = stream.followed();
        if (followed != null && config.has(JrmsRule.CONGESTION)) {
            followed.acknowledger().onMemberCongested();
        }
    }

    @Override
    public long ackIntervalNanos() {
        FollowedStream followed = stream.followed();
        return followed == null
                ? AckInterval.UNMEASURED_NANOS
                : followed.acknowledger().intervalNanos();
    }

    @Override
    public boolean isTight() {
        BufferManager cache = stream.cache();
        return cache != null && cache.limit() - cache.low() > config.headCacheHighMark;
    }

    @Override
    public void purgeAll(long nowNanos) {
        BufferManager cache = stream.cache();
        if (cache != null) {
            cache.purgeAll(nowNanos);
        }
    }

    @Override
    public boolean onReport(MemberReport report, long nowNanos, Actions actions) {
        affiliation.pass(report);
        return false;
    }

    @Override
    public boolean knows(MemberReport question) {
        return head.reports().wasTaken(question);
    }

    @Override
    public boolean isBelow(MemberReport report, long branchId) {
        return false;
    }

    @Override
    public void onGone(long memberId) {}

    @Override
    public boolean isNews(MemberReport report) {
        return true;
    }

    @Override
    public List<KnownMember> members() {
        return TramStatistics.known(head, search.head());
    }

    @Override
    public EngineStatistics statistics() {
        HeadCandidate to = search.head();
        Position position = position();
        return TramStatistics.of(
                context,
                stream.cache(),
                0,
                0,
                position.next(),
                search.isAttached() ? position.level() : 0,
                to == null ? 0 : to.id,
                head,
                position.limit(),
                null);
    }
}
