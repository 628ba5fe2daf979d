package org.rmcast.core.observe;

import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/**
 * The meters of a session. Every one is tagged with {@code channel}, {@code protocol} and {@code role}; {@code
 * rm.datagrams.rejected} with {@code reason} as well. Counters count since the session was opened.
 */
@SuppressWarnings("ImmutableEnumChecker") // tags and method references do not change
public enum SessionMeter {
    /** Datagrams handed to the socket, of all kinds. */
    DATAGRAMS_SENT("rm.datagrams.sent", Type.COUNTER, "datagrams", SessionFigures::datagramsSent),
    /** Datagrams read from the sockets, of all kinds and sources. */
    DATAGRAMS_RECEIVED("rm.datagrams.received", Type.COUNTER, "datagrams", SessionFigures::datagramsReceived),
    /** Payload bytes of the datagrams sent. */
    BYTES_SENT("rm.bytes.sent", Type.COUNTER, "bytes", SessionFigures::bytesSent),
    /** Payload bytes of the datagrams read. */
    BYTES_RECEIVED("rm.bytes.received", Type.COUNTER, "bytes", SessionFigures::bytesReceived),
    /** Datagrams that the socket refused or had no room for. */
    SEND_FAILURES("rm.send.failures", Type.COUNTER, "datagrams", SessionFigures::sendFailures),
    /** Datagrams dropped since they are not ours. */
    REJECTED_STRANGERS("rm.datagrams.rejected", Type.COUNTER, "datagrams", "stranger", SessionFigures::strangers),
    /** Datagrams dropped since they belong to another channel. */
    REJECTED_OTHER_SESSIONS(
            "rm.datagrams.rejected", Type.COUNTER, "datagrams", "other-session", SessionFigures::otherSessions),
    /** Datagrams dropped since they are damaged or can not be decoded. */
    REJECTED_MALFORMED("rm.datagrams.rejected", Type.COUNTER, "datagrams", "malformed", SessionFigures::malformed),
    /** Original data packets multicast. */
    PACKETS_SENT("rm.packets.sent", Type.COUNTER, "packets", f -> f.engine().dataPacketsSent()),
    /** Data and repair packets that arrived and were new. */
    PACKETS_RECEIVED(
            "rm.packets.received", Type.COUNTER, "packets", f -> f.engine().dataPacketsReceived()),
    /** Data and repair packets that arrived and were already held. */
    PACKETS_DUPLICATE(
            "rm.packets.duplicate", Type.COUNTER, "packets", f -> f.engine().duplicatePackets()),
    /** Packets found missing at first, repaired or not. */
    PACKETS_MISSED("rm.packets.missed", Type.COUNTER, "packets", f -> f.engine().packetsMissed()),
    /** Packets that carry no data, sent. */
    CONTROL_SENT("rm.control.sent", Type.COUNTER, "packets", f -> f.engine().controlPacketsSent()),
    /** Packets asked for again. */
    NAK_SENT("rm.nak.sent", Type.COUNTER, "packets", f -> f.engine().naksSent()),
    /** Packets that others asked for. */
    NAK_RECEIVED("rm.nak.received", Type.COUNTER, "packets", f -> f.engine().naksReceived()),
    /** Repair packets sent. */
    REPAIRS_SENT("rm.repairs.sent", Type.COUNTER, "packets", f -> f.engine().repairsSent()),
    /** Repair packets that filled a gap. */
    REPAIRS_RECEIVED(
            "rm.repairs.received", Type.COUNTER, "packets", f -> f.engine().repairsReceived()),
    /** Repairs not sent because one was sent just before. */
    REPAIRS_SUPPRESSED(
            "rm.repairs.suppressed", Type.COUNTER, "packets", f -> f.engine().repairsSuppressed()),
    /** Messages taken from the application. */
    MESSAGES_ACCEPTED(
            "rm.messages.accepted", Type.COUNTER, "messages", f -> f.engine().messagesAccepted()),
    /** Messages given to the application. */
    MESSAGES_DELIVERED(
            "rm.messages.delivered", Type.COUNTER, "messages", f -> f.engine().messagesDelivered()),
    /** Messages reported to the application as lost for good. */
    MESSAGES_LOST("rm.messages.lost", Type.COUNTER, "messages", f -> f.engine().messagesLost()),
    /** Members that this one pruned. */
    MEMBERS_PRUNED("rm.members.pruned", Type.COUNTER, "members", f -> f.engine().membersPruned()),
    /** Members that this one serves. */
    MEMBERS("rm.members", Type.GAUGE, "members", f -> f.engine().members().size()),
    /** Receivers with an application in the group, at a sender. */
    RECEIVERS("rm.receivers", Type.GAUGE, "receivers", SessionFigures::receivers),
    /** Packets held for repair, reordering or sending. */
    BUFFER_PACKETS("rm.buffer.packets", Type.GAUGE, "packets", f -> f.engine().bufferPackets()),
    /** The same in bytes. */
    BUFFER_BYTES("rm.buffer.bytes", Type.GAUGE, "bytes", f -> f.engine().bufferBytes()),
    /** Packets of a sender in storage. */
    STORAGE_PACKETS("rm.storage.packets", Type.GAUGE, "packets", SessionFigures::storagePackets),
    /** Bytes in use in storage. */
    STORAGE_BYTES("rm.storage.bytes", Type.GAUGE, "bytes", SessionFigures::storageBytes),
    /** The rate that rate control allows, at a sender, in bytes per second. */
    SEND_RATE("rm.send.rate", Type.GAUGE, "bytes", f -> f.engine().sendRateBytesPerSecond()),
    /** Packets that may be sent before the window closes, at a sender. */
    WINDOW_PACKETS("rm.window.packets", Type.GAUGE, "packets", f -> f.engine().windowPackets()),
    /** Messages of the application waiting for the protocol. */
    SEND_QUEUE("rm.queue.send", Type.GAUGE, "messages", SessionFigures::sendQueueMessages),
    /** Messages waiting for the application. */
    DELIVERY_QUEUE("rm.queue.delivery", Type.GAUGE, "messages", SessionFigures::deliveryQueueMessages);

    /** Whether a meter's value only grows. */
    public enum Type {
        COUNTER,
        GAUGE
    }

    private final String meterName;
    private final Type type;
    private final String unit;
    private final Tags tags;
    private final ToDoubleFunction<SessionFigures> value;

    SessionMeter(String meterName, Type type, String unit, ToDoubleFunction<SessionFigures> value) {
        this.meterName = meterName;
        this.type = type;
        this.unit = unit;
        this.tags = Tags.empty();
        this.value = value;
    }

    SessionMeter(String meterName, Type type, String unit, String reason, ToDoubleFunction<SessionFigures> value) {
        this.meterName = meterName;
        this.type = type;
        this.unit = unit;
        this.tags = Tags.of("reason", reason);
        this.value = value;
    }

    /** The name in the registry. */
    public String meterName() {
        return meterName;
    }

    /** Counter or gauge. */
    public Type type() {
        return type;
    }

    /** The base unit. */
    public String unit() {
        return unit;
    }

    /** The tags besides channel, protocol and role. */
    Tags extraTags() {
        return tags;
    }

    /** Reads the value. */
    public double value(SessionFigures figures) {
        return value.applyAsDouble(figures);
    }
}
