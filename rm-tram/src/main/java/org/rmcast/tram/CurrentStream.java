package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.HeldPackets;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.shared.RateReport;
import org.rmcast.core.repair.CodeDecoder.Decoded;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.CodedRepair;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TreePlace;

/**
 * The stream of a receiver or repair node from its choice to its end: whose it is ({@link StreamChoice}), what its sender says
 * ({@link SenderNews}), and, once the node has a head for it, what comes of it ({@link FollowedStream}).
 */
final class CurrentStream {
    static final int MAX_EARLY_PACKETS = 1024;

    private final TramContext context;
    private final HeadMembers members;
    private final StreamChoice choice;
    /** Packets that came before the node had a head; they may be of use when it has. */
    private final TreeMap<Long, Data> early = new TreeMap<>();

    private SenderNews news = new SenderNews();
    private StreamReach reach;
    private @Nullable FollowedStream followed;

    CurrentStream(TramContext context, HeadMembers members) {
        this.context = context;
        this.members = members;
        this.choice = new StreamChoice(context.config);
        this.reach = new StreamReach(context);
    }

    StreamChoice choice() {
        return choice;
    }

    SenderNews news() {
        return news;
    }

    /** How far the stream may be. */
    StreamReach reach() {
        return reach;
    }

    long source() {
        return choice.source();
    }

    /** The stream, null until the node has a head for it. */
    @Nullable
    FollowedStream followed() {
        return followed;
    }

    /** The packets in memory, null before the stream. */
    @Nullable
    BufferManager cache() {
        return followed == null ? null : followed.reception().cache();
    }

    /** The packets held for repair, null before the stream. */
    @Nullable
    HeldPackets held() {
        return followed == null ? null : followed.reception().held();
    }

    /** At how many bytes/s the node repairs: where the rate is shared, no faster than the sender sends, nor than the members want. */
    double repairRate() {
        boolean shared = context.config.isShared(context.engine.ttl());
        if (news.rate() == 0 || !(shared || context.config.has(JrmsRule.REPAIR_RATE))) {
            return context.config.maxRate;
        }
        if (!shared) {
            return (double) news.rate();
        }
        RateReport slowest = members.slowestRate(null);
        long wanted = slowest == null ? news.rate() : Math.min(news.rate(), slowest.bytesPerSecond());
        return (double) Math.max(context.config.minSharedRate, wanted);
    }

    /** Whether there is no room for more packets. */
    boolean isFull() {
        return followed != null
                && followed.reception().limit() >= followed.reception().room();
    }

    /** The first sequence missing, 0 before the stream. */
    long next() {
        return followed == null ? 0 : followed.reception().next();
    }

    /** The first sequence that is wanted of a head: what is missing, or where the stream was left; 0 if it is new to the node. */
    long wanted() {
        if (followed == null) {
            return choice.isBack() ? choice.leftSequence() : 0;
        }
        return followed.reception().next();
    }

    /** Whether packets above this sequence are known to exist. */
    boolean isBeyond(long sequence) {
        return followed != null && followed.reception().limit() > sequence + 1;
    }

    /** Whether the stream has ended and the node has all of it that it will get. */
    boolean isFinished() {
        return followed != null && followed.reception().isFinished();
    }

    /** Whether the stream was ended without its end, and the application has only now taken the rest. */
    boolean isOverWithoutEnd() {
        return followed != null && followed.isOverWithoutEnd();
    }

    /** Where the node is, for those that it serves. */
    Position position(TreePlace place) {
        return followed == null
                ? new Position(place, source(), 0, 0, 0, 0, 0, news.rate())
                : followed.position(place, source(), news);
    }

    // Begin and end.

    /** The node has its first head for the stream. */
    void begin(HeadCandidate head, AcceptMember accept, long nowNanos) {
        boolean back = choice.isBack();
        long start = back ? Math.max(choice.leftSequence(), accept.start()) : accept.start();
        long startMessage = back ? choice.leftMessage() : -1;
        FollowedStream begun = new FollowedStream(context, source(), start, startMessage, members, nowNanos);
        if (!back && start > 1 && accept.startMessage() >= 0) {
            begun.reception().claimFirstMessage(accept.startMessage());
        }
        begun.begin(head, early.tailMap(start).values(), nowNanos);
        early.clear();
        followed = begun;
    }

    /** Ends the stream without its end, unless that was reached; false while the application has yet to take what came. */
    boolean finish(Reason reason, long nowNanos, Actions actions) {
        FollowedStream current = followed;
        if (current != null) {
            if (!current.breakOff(reason, news.messages(), nowNanos, actions)) {
                return false;
            }
            choice.leaveAt(current.reception().next(), current.reception().nextMessage());
        } else if (!choice.isEnded()) {
            actions.report(new SessionEvent.SenderLost(source(), reason.cause(), reason.text()));
        }
        return true;
    }

    /** Forgets the stream that is finished. */
    void drop() {
        choice.drop();
        early.clear();
        news = new SenderNews();
        reach = new StreamReach(context);
        followed = null;
    }

    // The stream.

    /** A data packet of the stream came; returns whether it can be one, and the node has a head for it. */
    boolean onData(InetSocketAddress from, Data data, long nowNanos) {
        if (data.retransmission() && !mayRepair(from)) {
            context.counters.increment(TramMeter.UNPROVED);
            return false;
        }
        if (!reach.takes(data, nowNanos)) {
            return false;
        }
        news.onData(data);
        if (followed == null) {
            early.put(data.sequence(), data);
            if (early.size() > MAX_EARLY_PACKETS) {
                early.pollFirstEntry();
            }
            return false;
        }
        followed.onData(from, data, nowNanos);
        return true;
    }

    /** A code came: what can be taken out of it now is there to {@link #takeDecoded take}. */
    void onCode(InetSocketAddress from, CodedRepair code, long nowNanos) {
        if (!mayRepair(from)) {
            context.counters.increment(TramMeter.UNPROVED);
        } else if (followed != null) {
            followed.onCode(from, code, nowNanos);
        }
    }

    /** The next packet that was taken out of a code, as a repair that has yet to be checked; null if there is none. */
    @Nullable
    Decoded takeDecoded() {
        return followed == null ? null : followed.reception().codes().take();
    }

    private boolean mayRepair(InetSocketAddress from) {
        return choice.isAt(from)
                || (followed != null && followed.reception().route().mayRepair(from));
    }

    /** Whether what the sender says in a beacon can be true. */
    boolean takes(Beacon beacon, long nowNanos) {
        return reach.takes(beacon, this::packet, nowNanos);
    }

    private byte @Nullable [] packet(long sequence) {
        if (followed != null) {
            return followed.reception().cache().get(sequence);
        }
        Data data = early.get(sequence);
        return data == null ? null : data.datagram();
    }

    void onBeacon(Beacon beacon, long nowNanos) {
        if (followed != null) {
            followed.onBeacon(beacon, nowNanos);
        }
    }

    void onNotRepaired(InetSocketAddress from, NotRepaired answer, long nowNanos, Actions actions) {
        if (followed != null && answer.source() == source() && reach.takes(answer.low(), nowNanos)) {
            followed.onNotRepaired(from, answer, nowNanos, actions);
        }
    }

    void onCookie(InetSocketAddress from, Cookie answer, long nowNanos) {
        if (followed != null) {
            followed.onCookie(from, answer, nowNanos);
        }
    }

    void deliver(long nowNanos, Actions actions) {
        if (followed != null) {
            followed.deliver(nowNanos, actions);
        }
    }

    /** The node's members came, went, or confirmed more. */
    void onMembersChanged(int receivers, long nowNanos) {
        if (followed != null) {
            followed.onMembersChanged(receivers, nowNanos);
        }
    }
}
