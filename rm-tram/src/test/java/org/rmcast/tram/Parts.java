package org.rmcast.tram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/** What the tests of single parts share: contexts in which chance is fixed, addresses, packets. */
final class Parts {
    static final long MILLI = 1_000_000L;
    static final long SOURCE = 9;
    static final long SELF = 20;
    static final int RATE = 1_000_000;
    static final int TTL = 32;

    private Parts() {}

    /** A node whose jittered delays are the nominal ones. */
    static TramContext context(TramConfig config, Role role) {
        return context(config, role, SELF);
    }

    static TramContext context(TramConfig config, Role role, long id) {
        return context(config, role, id, TTL);
    }

    static TramContext context(TramConfig config, Role role, long id, int ttl) {
        EngineContext engine = new EngineContext(1, id, role, address(0), address((int) id), ttl, () -> Long.MIN_VALUE);
        return new TramContext(engine, config);
    }

    static InetSocketAddress address(int member) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 6_000 + member);
    }

    static TramPacket decode(byte[] datagram) {
        try {
            return TramCodec.decode(datagram);
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    /** What was sent, in order. */
    static List<TramPacket> packets(RecordingActions actions) {
        return actions.sent().stream().map(sent -> decode(sent.datagram())).toList();
    }

    /** The last packet sent. */
    static TramPacket last(RecordingActions actions) {
        List<TramPacket> packets = packets(actions);
        return packets.get(packets.size() - 1);
    }

    /** The data packet that holds one message, numbered from 0 on, so that packet 1 holds message 0. */
    static Data data(long sequence) {
        MessagePacker packer = new MessagePacker(1_000, 10_000);
        packer.startAt(sequence - 1);
        packer.offer(("message " + (sequence - 1)).getBytes(StandardCharsets.UTF_8));
        Data header = new Data(
                TramPacket.Type.DATA, false, SOURCE, sequence, packer.nextMessage(), 1, RATE, 0, 64, 0, new byte[0]);
        WireWriter writer = new WireWriter(1_200);
        packer.writePacket(TramCodec.beginData(header, writer));
        return (Data) decode(DatagramHeader.complete(writer.takeCopy(), TramCodec.PROTOCOL, 1, SOURCE, 1));
    }

    /** The same packet as a repair. */
    static Data repair(long sequence) {
        Data data = data(sequence);
        return new Data(
                TramPacket.Type.RETRANSMISSION,
                false,
                SOURCE,
                sequence,
                data.firstMessage(),
                data.forgetBefore(),
                RATE,
                data.request(),
                data.ackWindow(),
                0,
                data.datagram());
    }

    /** A member that misses everything from {@code start} on, takes packets up to {@code allowed}, and asks for some. */
    static Ack ack(long start, long allowed, long... asked) {
        return shown(0, start, allowed, asked);
    }

    /** The same, with the cookie that its head has given it. */
    static Ack shown(long cookie, long start, long allowed, long... asked) {
        byte[] mask = SequenceMask.EMPTY;
        for (long sequence : asked) {
            byte[] wider = SequenceMask.reachingTo(sequence - start);
            System.arraycopy(mask, 0, wider, 0, mask.length);
            mask = wider;
            SequenceMask.set(mask, (int) (sequence - start));
        }
        return new Ack(
                false,
                false,
                0,
                false,
                false,
                false,
                false,
                false,
                cookie,
                SOURCE,
                start,
                start,
                allowed,
                1,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                asked(start, mask));
    }

    private static Asked asked(long start, byte[] mask) {
        return mask.length == 0 ? Asked.NOTHING : new Asked(1, 0, start, mask);
    }

    /** A report as another head would have made it, or at another time. */
    static MemberReport report(long reporterId, int number, MemberReport report) {
        return new MemberReport(
                report.fate(),
                report.source(),
                reporterId,
                number,
                report.memberId(),
                report.move(),
                report.memberAddress(),
                report.receiver(),
                report.receiversBelow(),
                report.formerHead(),
                report.start(),
                report.subtreeStart(),
                report.packetsBehind(),
                report.why());
    }
}
