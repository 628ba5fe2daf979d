package org.rmcast.wan.wire;

import java.util.List;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireId;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;
import org.rmcast.wan.wire.WanPacket.Cause;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.Echo;
import org.rmcast.wan.wire.WanPacket.Fence;
import org.rmcast.wan.wire.WanPacket.InView;
import org.rmcast.wan.wire.WanPacket.Install;
import org.rmcast.wan.wire.WanPacket.Link;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Probe;
import org.rmcast.wan.wire.WanPacket.Promise;
import org.rmcast.wan.wire.WanPacket.Propose;
import org.rmcast.wan.wire.WanPacket.Refuse;
import org.rmcast.wan.wire.WanPacket.Stable;
import org.rmcast.wan.wire.WanPacket.Stamp;
import org.rmcast.wan.wire.WanPacket.Unit;
import org.rmcast.wan.wire.WanPacket.ViewId;
import org.rmcast.wan.wire.WanPacket.WantView;
import org.rmcast.wan.wire.WanPacket.Wants;
import org.rmcast.wan.wire.WanPacket.Way;

/**
 * Encodes and decodes the packets of the wide-area group. Big-endian, after the common header of 32 bytes ({@link DatagramHeader}); v is a
 * number of variable length ({@link WireWriter#writeVarint}); a place is a byte, a set of places a v with a bit for each.
 *
 * <pre>
 * view              v number   4 tag
 * view id           v number   8 coordinator
 * rows              1 count    of them: 1 place   v forward   1 count   of them: 1 source   v received   v received - consumed   v reach
 *
 * DATA (1), REPAIR (2)
 *   view   REPAIR: 4 request   v forward   and if that is not 0: 1 copies   rows   then units up to the end:
 *     1 origin   1 flags: 1 FIRST, 2 LAST, 4 HEADERS   v number   v destinations   for each of these: v number of the link
 *     v message
 *     FIRST: 1 count of causes, of them: 1 origin   v number   v number - 1 - message   v destinations
 *     FIRST but not LAST: v length of the message
 *     v length   payload
 * ACK (3)             view   rows
 * NAK (4), LACK (5)   view   4 request   1 requester   8 source   2 count   of them: v first   v length
 * STABLE (6)          view   v number   v number - taken
 * LINK (7)            view   v base   v first   v reach   1 count   of them: v view   v link   flags: 1 ENDED, 2 ASKS
 * FENCE (8)           view   8 gone    v since   v reach   flags: 1 ASKS, 2 SETTLED
 * PROBE (9)           view   4 number  8 sent    1 count   of them: 1 place   8 delay   2 loss   flag: 1 HEARS
 * ECHO (10)           view   4 number  8 sent    8 here
 * PROPOSE (11)        v number   view id   1 count   of them: 8 member
 * PROMISE (12)        v number   view id
 * REFUSE (13)         v number   view id
 * INSTALL (14)        view id   1 count   of them: view id   1 count   of them: 8 member   1 index
 * WANT_VIEW (15)      view id
 * </pre>
 *
 * Flags without a place are those of the common header. Thread safe.
 */
public final class WanCodec {
    /** The protocol's byte in the common header. */
    public static final int PROTOCOL = WireId.WAN.code();

    /** The most members of a view: a mask is a number of 63 bits. */
    public static final int MOST_MEMBERS = 62;

    /** Numbers from here on are refused, so that what is computed from one that was taken is taken by others. */
    public static final long NUMBERS = Wire.MAX_SEQUENCE >> 1;

    /** The longest REPAIR packet without its units and rows: the header, the view, the request, what is to be passed on, no rows. */
    public static final int DATA_BYTES = DatagramHeader.BYTES + 9 + 4 + 4 + 9 + 1 + 1;

    /** More copies than this nobody sends. */
    public static final int MOST_COPIES = 8;

    static final int FIRST = 1;
    static final int LAST = 2;
    static final int HEADERS = 4;
    static final int ENDED = 1;
    static final int LINK_ASKS = 2;
    static final int ASKS = 1;
    static final int SETTLED = 2;
    static final int HEARS = 1;

    /** Of so many views at most is told where they began in a stream. */
    public static final int MOST_BEGAN = 32;

    private WanCodec() {}

    /** The longest that a unit is besides its payload. */
    public static int unitBytes(int destinations, int causes) {
        return 2 + 9 + 9 + 9 * destinations + 9 + 1 + 28 * causes + 4 + 4;
    }

    /** The longest that a cause of this number is, whatever the view. */
    public static int causeBytes(long number) {
        return 1 + 2 * WireWriter.varintBytes(number) + 9;
    }

    /** How long a unit is besides its payload. */
    public static int unitBytes(Unit unit) {
        int bytes = 2 + WireWriter.varintBytes(unit.number()) + WireWriter.varintBytes(unit.destinations());
        for (long link : unit.links()) {
            bytes += WireWriter.varintBytes(link);
        }
        bytes += WireWriter.varintBytes(unit.message()) + WireWriter.varintBytes(unit.payloadBytes());
        if (unit.first()) {
            bytes += 1 + (unit.last() ? 0 : WireWriter.varintBytes(unit.messageBytes()));
            for (Cause cause : unit.causes()) {
                bytes += 1
                        + WireWriter.varintBytes(cause.number())
                        + WireWriter.varintBytes(cause.number() - 1 - cause.message())
                        + WireWriter.varintBytes(cause.destinations());
            }
        }
        return bytes;
    }

    /** Begins a DATA or REPAIR packet, see {@link Data}; units follow, see {@link #writeUnit}. */
    public static void beginData(
            WireWriter writer, PacketType type, Stamp view, int request, long forward, int copies, List<AckRow> rows) {
        DatagramHeader.begin(writer, type.code(), 0);
        writeStamp(writer, view);
        if (type == PacketType.REPAIR) {
            writer.writeInt(request);
        }
        writer.writeVarint(forward);
        if (forward != 0) {
            writer.writeByte(copies);
        }
        writeRows(writer, rows);
    }

    /** Writes a unit. */
    public static void writeUnit(WireWriter writer, Unit unit) {
        int flags = (unit.first() ? FIRST : 0) | (unit.last() ? LAST : 0) | (unit.headers() ? HEADERS : 0);
        writer.writeByte(unit.origin())
                .writeByte(flags)
                .writeVarint(unit.number())
                .writeVarint(unit.destinations());
        for (long link : unit.links()) {
            writer.writeVarint(link);
        }
        writer.writeVarint(unit.message());
        if (unit.first()) {
            writer.writeByte(unit.causes().size());
            for (Cause cause : unit.causes()) {
                writer.writeByte(cause.origin())
                        .writeVarint(cause.number())
                        .writeVarint(cause.number() - 1 - cause.message())
                        .writeVarint(cause.destinations());
            }
            if (!unit.last()) {
                writer.writeVarint(unit.messageBytes());
            }
        }
        writer.writeVarint(unit.payloadBytes()).writeBytes(unit.payload(), unit.payloadOffset(), unit.payloadBytes());
    }

    /** Encodes a packet; the result is plain. */
    public static byte[] encode(WanPacket packet) {
        WireWriter writer = new WireWriter(256);
        if (packet instanceof Data data) {
            beginData(writer, data.type(), data.view(), data.request(), data.forward(), data.copies(), data.rows());
            data.units().forEach(unit -> writeUnit(writer, unit));
            return writer.toByteArray();
        }
        DatagramHeader.begin(writer, packet.type().code(), flags(packet));
        if (packet instanceof InView placed) {
            writeStamp(writer, placed.view());
        }
        switch (packet.type()) {
            case DATA, REPAIR -> throw new IllegalArgumentException("written above");
            case ACK -> writeRows(writer, ((Ack) packet).rows());
            case NAK, LACK -> write(writer, (Wants) packet);
            case STABLE ->
                writer.writeVarint(((Stable) packet).number())
                        .writeVarint(((Stable) packet).number() - ((Stable) packet).taken());
            case LINK -> write(writer, (Link) packet);
            case FENCE -> write(writer, (Fence) packet);
            case PROBE -> write(writer, (Probe) packet);
            case ECHO -> write(writer, (Echo) packet);
            case PROPOSE -> write(writer, (Propose) packet);
            case PROMISE -> writeId(writer.writeVarint(((Promise) packet).number()), ((Promise) packet).installed());
            case REFUSE -> writeId(writer.writeVarint(((Refuse) packet).number()), ((Refuse) packet).known());
            case INSTALL -> write(writer, (Install) packet);
            case WANT_VIEW -> writeId(writer, ((WantView) packet).installed());
        }
        return writer.toByteArray();
    }

    /** How many bytes rows take. */
    public static int rowBytes(List<AckRow> rows) {
        WireWriter writer = new WireWriter(256);
        writeRows(writer, rows);
        return writer.length();
    }

    private static int flags(WanPacket packet) {
        if (packet instanceof Link link) {
            return (link.ended() ? ENDED : 0) | (link.asks() ? LINK_ASKS : 0);
        }
        if (packet instanceof Fence fence) {
            return (fence.asks() ? ASKS : 0) | (fence.settled() ? SETTLED : 0);
        }
        return packet instanceof Probe probe && probe.hears() ? HEARS : 0;
    }

    private static WireWriter writeStamp(WireWriter writer, Stamp view) {
        return writer.writeVarint(view.number()).writeInt(view.tag());
    }

    private static WireWriter writeId(WireWriter writer, ViewId id) {
        return writer.writeVarint(id.number()).writeLong(id.coordinator());
    }

    private static void writeRows(WireWriter writer, List<AckRow> rows) {
        writer.writeByte(rows.size());
        for (AckRow row : rows) {
            writer.writeByte(row.member())
                    .writeVarint(row.forward())
                    .writeByte(row.entries().size());
            for (AckEntry entry : row.entries()) {
                writer.writeByte(entry.source())
                        .writeVarint(entry.received())
                        .writeVarint(entry.received() - entry.consumed())
                        .writeVarint(entry.reach());
            }
        }
    }

    private static void write(WireWriter writer, Wants wants) {
        writer.writeInt(wants.request())
                .writeByte(wants.requester())
                .writeLong(wants.sourceId())
                .writeShort(wants.ranges().size());
        wants.ranges().forEach(range -> writer.writeVarint(range.first()).writeVarint(range.limit() - range.first()));
    }

    private static void write(WireWriter writer, Link link) {
        writer.writeVarint(link.base()).writeVarint(link.first()).writeVarint(link.reach());
        writer.writeByte(link.began().size());
        link.began().forEach(view -> writer.writeVarint(view.view()).writeVarint(view.link()));
    }

    private static void write(WireWriter writer, Fence fence) {
        writer.writeLong(fence.goneId()).writeVarint(fence.since()).writeVarint(fence.reach());
    }

    private static void write(WireWriter writer, Probe probe) {
        writer.writeInt(probe.number())
                .writeLong(probe.sentMicros())
                .writeByte(probe.ways().size());
        for (Way way : probe.ways()) {
            writer.writeByte(way.member()).writeLong(way.delayMicros()).writeShort(way.lossPermille());
        }
    }

    private static void write(WireWriter writer, Echo echo) {
        writer.writeInt(echo.number()).writeLong(echo.sentMicros()).writeLong(echo.hereMicros());
    }

    private static void write(WireWriter writer, Propose propose) {
        writeId(writer.writeVarint(propose.number()), propose.installed())
                .writeByte(propose.members().size());
        propose.members().forEach(writer::writeLong);
    }

    private static void write(WireWriter writer, Install install) {
        writeId(writer, install.id()).writeByte(install.before().size());
        install.before().forEach(id -> writeId(writer, id));
        writer.writeByte(install.members().size());
        for (int i = 0; i < install.members().size(); i++) {
            writer.writeLong(install.members().get(i))
                    .writeByte(install.lineages().get(i));
        }
    }

    /** Decodes a datagram whose common header was checked. */
    public static WanPacket decode(byte[] datagram) throws DecodeException {
        return WanDecoder.decode(datagram);
    }
}
