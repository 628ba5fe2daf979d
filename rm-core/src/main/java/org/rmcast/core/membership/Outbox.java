package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.peers.Peers;

/**
 * Makes and sends this member's datagrams, news with them. What is caused by somebody who is no member is sent only as far as
 * as many bytes came from there. Not thread safe.
 */
final class Outbox {
    private final EngineContext context;
    private final GroupState state;
    private final Peers peers;
    private final MembershipCodec codec;

    Outbox(EngineContext context, GroupState state, Peers peers, int maxPacketBytes) {
        this.context = context;
        this.state = state;
        this.peers = peers;
        this.codec = new MembershipCodec(maxPacketBytes);
    }

    /** How packets become datagrams on this channel. */
    MembershipCodec codec() {
        return codec;
    }

    /** What a member shows when it asks for the state of the group. */
    long cookie(long id, InetSocketAddress at, long nowNanos) {
        return peers.cookie(id, at, nowNanos);
    }

    /** A number that nobody can guess, for a question. */
    long newNonce() {
        return context.secrets().nextLong();
    }

    /** What this member says of itself in every datagram. */
    Sender self() {
        MemberTable table = state.table();
        return new Sender(
                context.memberId(),
                state.incarnation(),
                context.role(),
                state.isJoined(),
                table.isPartial(),
                table.digest());
    }

    /** Whether a member of the view, or one that has proved it, is at this address. */
    boolean isVouched(InetSocketAddress address) {
        return state.table().at(address) != null || peers.isProved(address);
    }

    /** Whether so many bytes may be sent there, because of what came from there. */
    boolean mayAnswer(InetSocketAddress to, int bytes, long nowNanos) {
        return isVouched(to) || peers.spend(to, bytes, nowNanos);
    }

    void unicast(InetSocketAddress to, MembershipPacket packet, Actions actions) {
        actions.unicast(to, codec.encode(packet));
    }

    /** Sends what somebody caused of whom it is not known that it is there. */
    boolean answer(InetSocketAddress to, MembershipPacket packet, long nowNanos, Actions actions) {
        byte[] datagram = codec.encode(packet);
        boolean may = mayAnswer(to, datagram.length, nowNanos);
        if (may) {
            actions.unicast(to, datagram);
        }
        return may;
    }

    void multicast(MembershipPacket packet, Actions actions) {
        actions.multicast(codec.encode(packet), context.ttl());
    }

    /** Pings a member, with what is held against it, and news unless it looks as if it could not hear them. */
    void ping(long id, InetSocketAddress to, long nonce, long nowNanos, Actions actions) {
        MemberUpdate against = state.against(id, nowNanos);
        MemberEntry entry = state.table().find(id);
        boolean hears = entry != null && !MemberTable.isSilent(entry);
        List<MemberUpdate> news = hears ? news(codec.pingRoom(), against) : only(codec.pingRoom(), against);
        unicast(to, new Ping(self(), nonce, id, 0, news), actions);
        state.onAsked(id, nowNanos);
    }

    /** Pings somebody without news, with a datagram as short as that can be. */
    void shortPing(long id, InetSocketAddress to, long nonce, long cookie, Actions actions) {
        unicast(to, new Ping(self(), nonce, id, cookie, List.of()), actions);
    }

    /** Answers a ping, with news and what is held against the member: to a stranger with no more than came from it. */
    void ack(long id, InetSocketAddress to, long nonce, long nowNanos, Actions actions) {
        boolean vouched = isVouched(to);
        int room = codec.ackRoom(vouched ? codec.maxBytes() : peers.creditBytes(to, nowNanos));
        if (room < 0) {
            return;
        }
        MemberUpdate against = state.against(id, nowNanos);
        List<MemberUpdate> news = vouched ? news(room, against) : only(room, against);
        answer(to, new Ack(self(), nonce, cookie(id, to, nowNanos), news), nowNanos, actions);
    }

    private List<MemberUpdate> news(int roomBytes, @Nullable MemberUpdate against) {
        return state.rumours().take(roomBytes, state.table().groupSize(), against);
    }

    private static List<MemberUpdate> only(int roomBytes, @Nullable MemberUpdate against) {
        return against == null || against.encodedBytes() > roomBytes ? List.of() : List.of(against);
    }
}
