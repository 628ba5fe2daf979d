package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.function.Supplier;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;

/**
 * The nodes of one LAN (TTL 1) agree on which of them heads it, so that the LAN hangs on the tree by one branch.
 *
 * <p>Source: JRMS 1.1: volunteers multicast an advertisement with the ELECT_LAN_HEAD flag; they are ordered by role,
 * level, address and port, and the first one wins. Here the winner keeps advertising, so that its loss starts a new
 * election.
 */
final class LanElection {
    private static final int ROUNDS = 3;
    private static final int SILENT_ROUNDS = 5;
    private static final int LAN_TTL = 1;

    private final TramContext context;
    private final HeadMembers members;
    private final Supplier<Position> position;
    private LanState state = LanState.NONE;
    private long headId;
    private long headHeardNanos;
    private int rounds;
    private long atNanos = ProtocolEngine.NO_DEADLINE;

    /**
     * @param members the node's own members
     * @param position says where the node is
     */
    LanElection(TramContext context, HeadMembers members, Supplier<Position> position) {
        this.context = context;
        this.members = members;
        this.position = position;
    }

    LanState state() {
        return state;
    }

    /** The elected head of this LAN, 0 if it is this node or none. */
    long headId() {
        return state == LanState.LAN_MEMBER ? headId : 0;
    }

    void start(long nowNanos) {
        if (context.config.lanElection && context.role() != MemberRole.MEMBER_ONLY) {
            volunteer(nowNanos);
        }
    }

    long nextDeadlineNanos() {
        return atNanos;
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(atNanos, nowNanos)) {
            return;
        }
        atNanos = nowNanos + context.jittered(context.config.solicitationIntervalNanos);
        if (state == LanState.LAN_MEMBER) {
            long silence = nowNanos - headHeardNanos;
            if (silence > SILENT_ROUNDS * 2 * context.config.solicitationIntervalNanos) {
                volunteer(nowNanos);
            }
            return;
        }
        if (state == LanState.VOLUNTEER && rounds >= ROUNDS) {
            state = LanState.LAN_HEAD;
        }
        rounds++;
        advertise(actions);
    }

    /** Another node of the LAN stands for election, or holds the office. */
    void onElection(InetSocketAddress from, long id, HeadAdvertisement other, long nowNanos) {
        if (state == LanState.NONE) {
            return;
        }
        if (state == LanState.LAN_MEMBER && id == headId) {
            headHeardNanos = nowNanos;
            return;
        }
        if (state != LanState.LAN_MEMBER && isBetter(other, from)) {
            state = LanState.LAN_MEMBER;
            headId = id;
            headHeardNanos = nowNanos;
        }
    }

    private boolean isBetter(HeadAdvertisement other, InetSocketAddress from) {
        int order = other.role().compareTo(context.role());
        if (order == 0) {
            order = Integer.compare(
                    rank(other.place().level()), rank(position.get().level()));
        }
        InetSocketAddress own = context.engine.localAddress();
        if (order == 0) {
            order = Arrays.compareUnsigned(
                    from.getAddress().getAddress(), own.getAddress().getAddress());
        }
        if (order == 0) {
            order = Integer.compare(from.getPort(), own.getPort());
        }
        return order < 0;
    }

    /** A node that is not in the tree yet comes last. */
    private static int rank(int level) {
        return level == 0 ? Integer.MAX_VALUE : level;
    }

    private void volunteer(long nowNanos) {
        state = LanState.VOLUNTEER;
        headId = 0;
        rounds = 0;
        atNanos = nowNanos + context.jittered(context.config.solicitationIntervalNanos) / 4;
    }

    private void advertise(Actions actions) {
        Position own = position.get();
        HeadAdvertisement advertisement = new HeadAdvertisement(
                true,
                LAN_TTL,
                HeadState.INIT,
                context.role(),
                state,
                own.place(),
                members.count(),
                context.config.maxMembers,
                own.source(),
                Math.max(0, own.low()));
        context.multicast(advertisement, LAN_TTL, actions);
    }
}
