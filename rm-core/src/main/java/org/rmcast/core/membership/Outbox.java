package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.peers.Peers;

/** Makes and sends this member's datagrams, news with them. Not thread safe. */
final class Outbox {
    private final EngineContext context;
    private final GroupState state;
    private final Peers peers;
    private final MembershipCodec codec;
    private boolean joined;

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

    /** Whether this member has taken over the state of the group. */
    boolean isJoined() {
        return joined;
    }

    void markJoined() {
        joined = true;
    }

    /** A number that nobody can guess, for a question. */
    long newNonce() {
        return context.secrets().nextLong();
    }

    /** What this member says of itself in every datagram. */
    Sender self() {
        MemberTable table = state.table();
        return new Sender(
                context.memberId(), state.incarnation(), context.role(), joined, table.isPartial(), table.digest());
    }

    void unicast(InetSocketAddress to, MembershipPacket packet, Actions actions) {
        actions.unicast(to, codec.encode(packet));
    }

    void multicast(MembershipPacket packet, Actions actions) {
        actions.multicast(codec.encode(packet), context.ttl());
    }

    /** Pings a member, with news and what is held against it. */
    void ping(long id, InetSocketAddress to, long nonce, Actions actions) {
        int groupSize = state.table().groupSize();
        unicast(
                to,
                new Ping(self(), nonce, id, state.rumours().take(codec.pingRoom(), groupSize, state.against(id))),
                actions);
    }

    /** Pings a member without news, with a datagram as short as that can be. */
    void shortPing(long id, InetSocketAddress to, long nonce, Actions actions) {
        actions.unicast(to, codec.encodeUnpadded(new Ping(self(), nonce, id, List.of())));
    }

    /** Answers a ping, with news and what is held against the member; no longer than {@code limitBytes}. */
    void ack(long id, InetSocketAddress to, long nonce, int limitBytes, long nowNanos, Actions actions) {
        int room = codec.ackRoom(limitBytes);
        int groupSize = state.table().groupSize();
        List<MemberUpdate> news = state.rumours().take(room, groupSize, state.against(id));
        unicast(to, new Ack(self(), nonce, cookie(id, to, nowNanos), news), actions);
    }
}
