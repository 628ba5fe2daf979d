package org.rmcast.core.state;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.state.StatePacket.Chunk;
import org.rmcast.core.state.StatePacket.Offer;
import org.rmcast.core.state.StatePacket.Query;
import org.rmcast.core.state.StatePacket.Read;
import org.rmcast.core.state.StatePacket.Status;
import org.rmcast.core.state.StatePacket.Take;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/**
 * Transfer of an application's state from one member to another, by unicast: a block for the engine of a protocol with FIFO
 * order, which passes it its datagrams and deadlines. Decision 16 has the rules.
 *
 * <p>A state comes with the number of each sender's next message. The host gives the application nothing while it waits, then the
 * state, then the messages from these numbers on; this block sees to it that none is missing in between, by taking only a snapshot
 * that was made late enough, and begins anew, at another member if need be, until the deadline.
 *
 * <p>Like an engine: one caller at a time, time is an argument, no input or output of its own. Bounded: two snapshots of the host's
 * size, {@value StateSupply#MOST_QUEUED} chunks to be sent, {@value StatePull#WINDOW} on their way.
 */
public final class StateExchange {
    private final StateSupply supply;
    private final StateFetch fetch;

    /** @param maxPacketBytes the channel's largest packet */
    public StateExchange(EngineContext engine, SwimMembership membership, StreamPositions streams, int maxPacketBytes) {
        StateContext context = new StateContext(engine, membership, streams, maxPacketBytes);
        this.supply = new StateSupply(context);
        this.fetch = new StateFetch(context);
    }

    /** The most heap that transfers take besides snapshots, in bytes. */
    public static long mostBytes(int maxPacketBytes) {
        long queue = 100L * StateSupply.MOST_QUEUED + 2_000L * StateSupply.MOST_TAKERS;
        return queue + (long) StatePull.WINDOW * (maxPacketBytes + 100L) + 4L * 16_384 * StateCodec.ENTRY_BYTES;
    }

    /** Whether a datagram of this packet type is for {@link #onDatagram}: 0xD0 to 0xDF. */
    public static boolean owns(int packetType) {
        return packetType >= StateCodec.FIRST_TYPE && packetType <= StateCodec.LAST_TYPE;
    }

    /** The member starts. */
    public void onStart(long nowNanos) {
        supply.start(nowNanos);
    }

    /**
     * A datagram of a type that this one {@link #owns} arrived, and the membership was told.
     *
     * @throws DecodeException if it is malformed; nothing has changed then
     */
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        StatePacket packet = StateCodec.decode(datagram);
        if (cast == Cast.MULTICAST) {
            throw new DecodeException("a packet for one member came by multicast");
        }
        long id = DatagramHeader.memberId(datagram);
        if (packet instanceof Query query) {
            supply.onQuery(from, query, nowNanos, actions);
        } else if (packet instanceof Take take) {
            supply.onTake(from, id, take, nowNanos, actions);
        } else if (packet instanceof Read read) {
            supply.onRead(from, read, nowNanos);
        } else if (packet instanceof Status status) {
            fetch.onStatus(from, id, status, nowNanos);
        } else if (packet instanceof Offer offer) {
            fetch.onOffer(from, id, offer, nowNanos, actions);
        } else if (packet instanceof Chunk chunk) {
            fetch.onChunk(from, id, chunk, nowNanos);
        }
    }

    /** The application waits for a state. */
    public void onWanted(long deadlineNanos, long nowNanos, Actions actions) {
        fetch.begin(deadlineNanos, nowNanos, actions);
    }

    /** A snapshot was made, or null. */
    public void onSnapshot(long id, @Nullable Snapshot snapshot, long nowNanos, Actions actions) {
        supply.onSnapshot(id, snapshot, nowNanos, actions);
    }

    /** A member has gone from the view. */
    public void onDown(long memberId, long nowNanos, Actions actions) {
        fetch.onDown(memberId, nowNanos, actions);
    }

    /** The time given by {@link #nextDeadlineNanos()} has come. */
    public void onDeadline(long nowNanos, Actions actions) {
        supply.onDeadline(nowNanos, actions);
        fetch.onDeadline(nowNanos, actions);
    }

    /** A wake-up ends. */
    public void onBatchEnd(long nowNanos, Actions actions) {
        supply.onBatchEnd(nowNanos, actions);
        fetch.onBatchEnd(nowNanos, actions);
    }

    /** When {@link #onDeadline} wants to be called, followed by {@link #onBatchEnd}. Cheap. */
    public long nextDeadlineNanos() {
        return Deadlines.earlier(supply.nextDeadlineNanos(), fetch.nextDeadlineNanos());
    }
}
