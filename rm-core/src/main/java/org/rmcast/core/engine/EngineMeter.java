package org.rmcast.core.engine;

/** What every protocol counts and measures; what a protocol does not have stays 0. */
public enum EngineMeter implements Meter {
    DATA_PACKETS_SENT(
            Kind.COUNTER, "dataPacketsSent", "rm.packets.sent", "packets", "Original data packets multicast."),
    DATA_PACKETS_RECEIVED(
            Kind.COUNTER,
            "dataPacketsReceived",
            "rm.packets.received",
            "packets",
            "Data and repair packets that arrived and were new."),
    DUPLICATE_PACKETS(
            Kind.COUNTER,
            "duplicatePackets",
            "rm.packets.duplicate",
            "packets",
            "Data and repair packets that arrived and were already held."),
    PACKETS_MISSED(
            Kind.COUNTER,
            "packetsMissed",
            "rm.packets.missed",
            "packets",
            "Packets found missing at first (gaps), repaired or not, lost or only overtaken."),
    CONTROL_PACKETS_SENT(
            Kind.COUNTER, "controlPacketsSent", "rm.control.sent", "packets", "Packets that carry no data, sent."),
    NAKS_SENT(Kind.COUNTER, "naksSent", "rm.nak.sent", "packets", "Packets asked for again."),
    NAKS_RECEIVED(Kind.COUNTER, "naksReceived", "rm.nak.received", "packets", "Packets that others asked for."),
    REPAIRS_SENT(Kind.COUNTER, "repairsSent", "rm.repairs.sent", "packets", "Repair packets sent."),
    REPAIRS_RECEIVED(
            Kind.COUNTER, "repairsReceived", "rm.repairs.received", "packets", "Repair packets that filled a gap."),
    REPAIRS_SUPPRESSED(
            Kind.COUNTER,
            "repairsSuppressed",
            "rm.repairs.suppressed",
            "packets",
            "Repairs not sent because one was sent just before."),
    MESSAGES_ACCEPTED(
            Kind.COUNTER,
            "messagesAccepted",
            "rm.messages.accepted",
            "messages",
            "Messages taken from the application."),
    MESSAGES_DELIVERED(
            Kind.COUNTER,
            "messagesDelivered",
            "rm.messages.delivered",
            "messages",
            "Messages given to the application."),
    MESSAGES_LOST(
            Kind.COUNTER,
            "messagesLost",
            "rm.messages.lost",
            "messages",
            "Messages reported to the application as lost for good."),
    BYTES_ACCEPTED(Kind.COUNTER, "bytesAccepted", "", "bytes", "Payload bytes taken from the application."),
    BYTES_DELIVERED(Kind.COUNTER, "bytesDelivered", "", "bytes", "Payload bytes given to the application."),
    MEMBERS_PRUNED(Kind.COUNTER, "membersPruned", "rm.members.pruned", "members", "Members that this one pruned."),
    BUFFER_PACKETS(
            Kind.GAUGE,
            "bufferPackets",
            "rm.buffer.packets",
            "packets",
            "Packets held for repair, reordering or sending."),
    BUFFER_BYTES(Kind.GAUGE, "bufferBytes", "rm.buffer.bytes", "bytes", "The same in bytes."),
    BUFFER_CAPACITY_PACKETS(Kind.GAUGE, "bufferCapacityPackets", "", "packets", "The bound of bufferPackets."),
    SEND_RATE_BYTES_PER_SECOND(
            Kind.GAUGE,
            "sendRateBytesPerSecond",
            "rm.send.rate",
            "bytes",
            "The rate that rate control allows now, at a sender, in bytes per second."),
    WINDOW_PACKETS(
            Kind.GAUGE,
            "windowPackets",
            "rm.window.packets",
            "packets",
            "Packets that may be sent before the window closes, at a sender."),
    NEXT_SEQUENCE(
            Kind.GAUGE, "nextSequence", "", "packets", "The next packet to send (sender) or to deliver (receiver).");

    private final Kind kind;
    private final String figure;
    private final String meterName;
    private final String unit;
    private final String meaning;

    EngineMeter(Kind kind, String figure, String meterName, String unit, String meaning) {
        this.kind = kind;
        this.figure = figure;
        this.meterName = meterName;
        this.unit = unit;
        this.meaning = meaning;
    }

    @Override
    public String figure() {
        return figure;
    }

    @Override
    public String meterName() {
        return meterName;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
