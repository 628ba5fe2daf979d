package org.rmcast.nak;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.peers.Peers;
import org.rmcast.core.presence.AddressProof;
import org.rmcast.core.presence.PresenceConfig;
import org.rmcast.core.presence.PresenceEngine;
import org.rmcast.core.presence.PresentMember;
import org.rmcast.core.stream.StreamReception;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.nak.wire.NakCodec;
import org.rmcast.nak.wire.NakPacket;
import org.rmcast.nak.wire.NakPacket.Data;
import org.rmcast.nak.wire.NakPacket.Heard;
import org.rmcast.nak.wire.NakPacket.Hello;
import org.rmcast.nak.wire.NakPacket.PacketType;
import org.rmcast.nak.wire.NakPacket.Position;
import org.rmcast.nak.wire.NakPacket.Proof;
import org.rmcast.nak.wire.NakPacket.Rate;
import org.rmcast.nak.wire.NakPacket.RateTaken;
import org.rmcast.nak.wire.NakPacket.Request;
import org.rmcast.nak.wire.NakPacket.Session;
import org.rmcast.nak.wire.NakPacket.Welcome;

/**
 * The NAK protocol for one member, of any role: a stream of its own where it sends, the streams of others where it receives.
 *
 * <p>Paper: Tanaraksiritavorn and Mishra, section 2: data by multicast, a request by unicast to the sender for what is missing, the repair
 * by unicast to who asked, a session message when the sender is idle. Who is there, and the proof of addresses, are not in it.
 */
final class NakEngine extends PresenceEngine<OwnStream> implements AddressProof.Output {
    /** So often a member says that it leaves: who does not hear it waits for it until it is silent. */
    private static final int LEAVES = 3;

    /** What one member says to another: a whole group must not be made to answer it. */
    private static final Set<PacketType> FOR_ONE = EnumSet.of(
            PacketType.REPAIR,
            PacketType.REQUEST,
            PacketType.POSITION,
            PacketType.WELCOME,
            PacketType.PROOF,
            PacketType.RATE,
            PacketType.RATE_TAKEN);

    /** What leads to a proof is taken wherever it comes from. */
    private static final Set<PacketType> PROVES = EnumSet.of(PacketType.HELLO, PacketType.WELCOME, PacketType.PROOF);

    /** Of its own intervals a member may be silent for so many. */
    private static final int SILENT_INTERVALS = 6;

    /** So much of a session message is left to the member's name. */
    private static final int NAME_BYTES = 80;

    private final NakContext context;
    private final AddressProof proof;
    private final SessionMessages sessions;
    private final Sources sources;

    NakEngine(NakContext context) {
        super(context.engine, presence(context.config), context.engine.role().sends() ? new OwnStream(context) : null);
        this.context = context;
        this.proof = new AddressProof(context.engine, presence, NakCodec.WELCOME_BYTES, this);
        this.sources = new Sources(context);
        int most = (context.config.maxPacketBytes - NakCodec.OTHERS_OFFSET - NAME_BYTES) / NakCodec.MOST_HEARD_BYTES;
        this.sessions = new SessionMessages(context, Math.max(1, most));
    }

    private static PresenceConfig presence(NakConfig config) {
        return new PresenceConfig(config.maxMembers, config.silenceNanos, SILENT_INTERVALS, config.maxPacketBytes);
    }

    // ProtocolEngine.

    @Override
    public void onStart(long nowNanos, Actions actions) {
        sessions.start(nowNanos);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        NakPacket packet = NakCodec.decode(datagram);
        if (cast == Cast.MULTICAST && FOR_ONE.contains(packet.type())) {
            throw new DecodeException(packet.type() + " is for one member and came by multicast");
        }
        if (cast == Cast.MULTICAST && packet instanceof Session session && session.answer()) {
            throw new DecodeException("an answer is for one member and came by multicast");
        }
        long id = DatagramHeader.memberId(datagram);
        if (presence.heard(id, from, datagram.length, nowNanos) == Peers.Standing.ELSEWHERE
                && !PROVES.contains(packet.type())) {
            context.own.increment(NakMeter.ELSEWHERE);
            return;
        }
        onPacket(id, from, packet, nowNanos, actions);
    }

    private void onPacket(long id, InetSocketAddress from, NakPacket packet, long nowNanos, Actions actions) {
        switch (packet.type()) {
            case DATA, REPAIR -> onData(id, from, (Data) packet, nowNanos, actions);
            case SESSION -> onSession(id, from, (Session) packet, nowNanos, actions);
            case REQUEST -> onRequest(id, from, (Request) packet, nowNanos, actions);
            case POSITION -> {
                if (own != null && isProved(id, from, nowNanos)) {
                    own.onPosition(id, (Position) packet);
                }
            }
            case RATE -> {
                RateTaken answer =
                        own != null && isProved(id, from, nowNanos) ? own.onRate((Rate) packet, nowNanos) : null;
                if (answer != null) {
                    context.unicast(from, answer, actions);
                }
            }
            case RATE_TAKEN -> {
                Source source = sources.find(id);
                if (source != null && isProved(id, from, nowNanos)) {
                    source.onRateTaken((RateTaken) packet, nowNanos);
                }
            }
            case HELLO -> onHello(id, from, (Hello) packet, nowNanos, actions);
            case WELCOME -> {
                Welcome welcome = (Welcome) packet;
                proof.onWelcome(id, from, welcome.nonce(), welcome.cookie(), nowNanos, actions);
            }
            case PROOF -> onProof(id, from, (Proof) packet, nowNanos, actions);
            case LEAVE -> {
                PresentMember member = presence.find(id);
                if (member != null && member.address().equals(from)) {
                    presence.leave(member, nowNanos, actions);
                }
            }
        }
    }

    /** Whether a member has proved its address and was met; if not it is asked to. */
    private boolean isProved(long id, InetSocketAddress from, long nowNanos) {
        PresentMember member = presence.find(id);
        if (member != null && member.isMet() && proof.isProved(id, from)) {
            return true;
        }
        context.own.increment(NakMeter.UNPROVED);
        if (member != null) {
            proof.wanted(member, nowNanos);
        }
        return false;
    }

    private void onData(long id, InetSocketAddress from, Data data, long nowNanos, Actions actions) {
        if (!context.engine.role().receives()) {
            return;
        }
        if (!isProved(id, from, nowNanos)) {
            sources.onEarly(id, data);
            return;
        }
        if (data.type() == PacketType.REPAIR) {
            onAnswer(id, actions);
        }
        Source source = sources.find(id);
        if (source != null) {
            source.onData(data, nowNanos);
        }
    }

    /** Repairs and answers go to those only whom their sender has met. */
    private void onAnswer(long id, Actions actions) {
        PresentMember member = presence.find(id);
        Source source = sources.find(id);
        if (member != null && source != null && !member.isConfirmed()) {
            proof.confirm(member);
            source.onConfirmed(actions);
        }
    }

    private void onSession(long id, InetSocketAddress from, Session session, long nowNanos, Actions actions) {
        long intervalNanos = session.intervalMillis() * 1_000_000L;
        PresentMember member = presence.introduce(id, from, session.role(), intervalNanos, nowNanos, actions);
        if (member == null) {
            return;
        }
        proof.wanted(member, nowNanos);
        boolean proved = member.isMet() && proof.isProved(id, from);
        Source source = sources.find(id);
        if (source != null && proved) {
            if (session.answer()) {
                onAnswer(id, actions);
            }
            source.onSession(session, nowNanos);
        }
        for (Heard heard : session.others()) {
            if (heard.source() != id && proved) {
                sources.onHeard(heard, nowNanos);
            } else if (heard.source() != id && sources.isNewsOfALost(heard)) {
                proof.demand(member, nowNanos);
            }
        }
    }

    private void onRequest(long id, InetSocketAddress from, Request request, long nowNanos, Actions actions) {
        if (own != null && isProved(id, from, nowNanos) && own.onRequest(from, request, nowNanos)) {
            context.unicast(from, sessions.answer(own.reach()), actions);
        }
    }

    private void onHello(long id, InetSocketAddress from, Hello hello, long nowNanos, Actions actions) {
        if (presence.find(id) == null) {
            presence.introduce(id, from, hello.role(), 0, nowNanos, actions);
        }
        if (hello.target() == context.engine.memberId() && presence.find(id) != null) {
            proof.onHello(id, from, hello.nonce(), nowNanos, actions);
        }
    }

    private void onProof(long id, InetSocketAddress from, Proof packet, long nowNanos, Actions actions) {
        PresentMember member = proof.onProof(id, from, packet.shown(), packet.given(), packet.met(), nowNanos, actions);
        if (member != null && context.engine.role().receives()) {
            sources.onProof(member, packet.own(), packet.met(), nowNanos, actions);
        }
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        sources.onBatchEnd(nowNanos, actions);
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        presence.onDeadline(nowNanos, actions);
        proof.onDeadline(nowNanos, actions);
        sources.onDeadline(nowNanos);
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        if (hasLeft()) {
            return;
        }
        sources.onBatchEnd(nowNanos, actions);
        sessions.onGroup(presence.count());
        presence.onInterval(sessions.intervalNanos());
        if (own != null) {
            own.onBatchEnd(nowNanos, actions);
            if (own.takeNews()) {
                sessions.onData(nowNanos);
            }
        }
        if (sessions.isDue(nowNanos) || (own != null && own.isPollDue())) {
            sessions.send(own, sources, nowNanos, actions);
        }
        leaveIfClosed(nowNanos, actions);
    }

    @Override
    protected void sayLeaving(long nowNanos, Actions actions) {
        if (own != null) {
            sessions.send(own, sources, nowNanos, actions);
        }
        for (int i = 0; i < LEAVES; i++) {
            context.multicast(new NakPacket.Leave(), actions);
        }
    }

    @Override
    public long nextDeadlineNanos() {
        long deadline = Deadlines.earlier(super.nextDeadlineNanos(), proof.nextDeadlineNanos());
        deadline = Deadlines.earlier(deadline, sessions.nextDeadlineNanos());
        return Deadlines.earlier(deadline, sources.nextDeadlineNanos());
    }

    // Members.

    @Override
    public void onGone(PresentMember member, boolean memberLeft, Reason reason, long nowNanos, Actions actions) {
        sources.onGone(member.id(), reason, nowNanos);
        super.onGone(member, memberLeft, reason, nowNanos, actions);
    }

    @Override
    public void hello(PresentMember target, long nonce, Actions actions) {
        context.multicast(new Hello(target.id(), nonce, context.engine.role()), actions);
    }

    @Override
    public void welcome(InetSocketAddress to, long nonce, long cookie, Actions actions) {
        context.unicast(to, new Welcome(nonce, cookie), actions);
    }

    @Override
    public void proof(PresentMember member, long shown, long given, boolean met, Actions actions) {
        NakPacket.Reach reach = own == null ? NakPacket.Reach.NOTHING : own.start(member.id());
        context.unicast(member.address(), new Proof(shown, given, met, reach), actions);
    }

    // What is known.

    @Override
    public EngineStatistics statistics() {
        List<StreamReception> receptions = new ArrayList<>();
        long spurious = 0;
        for (Source source : sources.all()) {
            receptions.add(source.reception());
            spurious += source.reception().reordering().spurious();
        }
        context.own.set(NakMeter.STREAMS_FOLLOWED, receptions.size());
        context.own.set(NakMeter.SPURIOUS, spurious);
        long ownPackets = own == null ? 0 : context.config.ownBufferPackets;
        long capacity = ownPackets + (long) receptions.size() * context.config.bufferPackets;
        return statistics(context.counters, context.own, receptions, capacity);
    }

    @Override
    public String toString() {
        return presence.count() + " others heard, " + presence.met().size() + " met, sources " + sources.all();
    }
}
