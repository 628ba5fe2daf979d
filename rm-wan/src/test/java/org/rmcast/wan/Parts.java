package org.rmcast.wan;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.stream.LossCount;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.ViewId;

/** What the tests of single parts share: a member with others in its view, addresses, units, packets. */
final class Parts {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;
    static final long SESSION = 1;
    static final long SELF = 20;

    /** The number of the view in which they are. */
    static final long VIEW = 3;

    private Parts() {}

    static WanConfig config(Parameters parameters) {
        return WanConfig.of(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
    }

    static EngineContext engine(long self) {
        return new EngineContext(SESSION, self, Role.PEER, address(0), address(self), 32, new SplittableRandom(self));
    }

    static InetSocketAddress address(long member) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 6_000 + (int) member);
    }

    /** The member {@link #SELF} with the defaults. */
    static WanContext context(long... others) {
        return context(Parameters.none(), others);
    }

    /** The member {@link #SELF} with others, whose streams to it begin with 1, and which know where its own ones begin. */
    static WanContext context(Parameters parameters, long... others) {
        WanContext context =
                new WanContext(engine(SELF), config(parameters), new Members(SELF, view(VIEW, with(others, SELF))));
        for (long id : others) {
            Peer peer = add(context, id);
            peer.in.open(0, 1);
            peer.out.opened = true;
        }
        return context;
    }

    /** One more member, of which nothing is known yet. */
    static Peer add(WanContext context, long id) {
        Peer peer = new Peer(
                id,
                context.members.freeSlot(),
                address(id),
                new OutLink(0, 1),
                new Source(id, new LossCount(context.counters), context.config.stallNanos, 0),
                new Path(context.newRoundTrip(), 1),
                context.members.view().id.number(),
                0);
        context.members.add(peer);
        return peer;
    }

    static Peer peer(WanContext context, long id) {
        Peer peer = context.members.find(id);
        if (peer == null) {
            throw new AssertionError("there is no member " + id);
        }
        return peer;
    }

    /** The way to a member takes so long, there and back. */
    static void measure(Peer peer, long roundTripMillis) {
        peer.path.onEcho(peer.path.nextProbe(), roundTripMillis * 1_000);
    }

    /** A view that the lowest of its members has installed. */
    static View view(long number, long... members) {
        List<Long> ascending = LongStream.of(members).sorted().boxed().toList();
        return new View(new ViewId(number, ascending.get(0)), ascending);
    }

    static long[] with(long[] some, long another) {
        return LongStream.concat(LongStream.of(some), LongStream.of(another)).toArray();
    }

    /** A whole message for this member alone, of which it is that source's link number and number alike. */
    static HeldUnit unit(long source, long number) {
        return unit(source, number, VIEW, Members.SELF);
    }

    /** A whole message for some, of each of whose links it has the same number. */
    static HeldUnit unit(long source, long number, long view, long slots, Dependency... causes) {
        long[] links = new long[Long.bitCount(slots)];
        Arrays.fill(links, number);
        return new HeldUnit(
                source,
                number,
                true,
                true,
                false,
                List.of(causes),
                number - 1,
                10,
                new byte[10],
                0,
                10,
                view,
                slots,
                links);
    }

    /** What was sent, in order. */
    static List<WanPacket> packets(RecordingActions actions) {
        return actions.sent().stream().map(sent -> decode(sent.datagram())).toList();
    }

    /** What was sent to a member, in order. */
    static List<WanPacket> packetsTo(long member, RecordingActions actions) {
        List<WanPacket> packets = new ArrayList<>();
        actions.sent().stream()
                .filter(sent -> address(member).equals(sent.to()))
                .forEach(sent -> packets.add(decode(sent.datagram())));
        return packets;
    }

    static WanPacket decode(byte[] datagram) {
        try {
            return WanCodec.decode(DatagramHeader.complete(datagram, WanCodec.PROTOCOL, SESSION, SELF, 1));
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }
}
