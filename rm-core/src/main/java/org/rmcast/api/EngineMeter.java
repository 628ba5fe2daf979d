package org.rmcast.api;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

/** What every protocol counts and measures; what a protocol does not have stays 0. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum EngineMeter implements Meter {
    DATA_PACKETS_SENT(counter("dataPacketsSent", "rm.packets.sent", "packets", "Original data packets multicast.")),
    DATA_PACKETS_RECEIVED(counter(
            "dataPacketsReceived",
            "rm.packets.received",
            "packets",
            "Data and repair packets that arrived and were new.")),
    DUPLICATE_PACKETS(counter(
            "duplicatePackets",
            "rm.packets.duplicate",
            "packets",
            "Data and repair packets that arrived and were already held.")),
    PACKETS_MISSED(
            counter(
                    "packetsMissed",
                    "rm.packets.missed",
                    "packets",
                    "Packets that were lost on their way here: they were filled in by a repair, or given up. Counted then, not when they are found missing.")),
    PACKETS_OVERTAKEN(counter(
            "packetsOvertaken",
            "rm.packets.overtaken",
            "packets",
            "Packets that came by themselves after a later one. They are not missed.")),
    CONTROL_PACKETS_SENT(
            counter("controlPacketsSent", "rm.control.sent", "packets", "Packets that carry no data, sent.")),
    NAKS_SENT(counter("naksSent", "rm.nak.sent", "packets", "Packets asked for again.")),
    NAKS_RECEIVED(counter("naksReceived", "rm.nak.received", "packets", "Packets that others asked for.")),
    REPAIRS_SENT(counter("repairsSent", "rm.repairs.sent", "packets", "Repair packets sent.")),
    REPAIRS_RECEIVED(counter("repairsReceived", "rm.repairs.received", "packets", "Repair packets that filled a gap.")),
    REPAIRS_SUPPRESSED(counter(
            "repairsSuppressed",
            "rm.repairs.suppressed",
            "packets",
            "Repairs not sent because one was sent just before.")),
    MESSAGES_ACCEPTED(
            counter("messagesAccepted", "rm.messages.accepted", "messages", "Messages taken from the application.")),
    MESSAGES_DELIVERED(
            counter("messagesDelivered", "rm.messages.delivered", "messages", "Messages given to the application.")),
    MESSAGES_LOST(counter(
            "messagesLost", "rm.messages.lost", "messages", "Messages reported to the application as lost for good.")),
    BYTES_ACCEPTED(counter("bytesAccepted", "", "bytes", "Payload bytes taken from the application.")),
    BYTES_DELIVERED(counter("bytesDelivered", "", "bytes", "Payload bytes given to the application.")),
    MEMBERS_PRUNED(counter("membersPruned", "rm.members.pruned", "members", "Members that this one pruned.")),
    BUFFER_PACKETS(
            gauge("bufferPackets", "rm.buffer.packets", "packets", "Packets held for repair, reordering or sending.")),
    BUFFER_BYTES(gauge("bufferBytes", "rm.buffer.bytes", "bytes", "The same in bytes.")),
    BUFFER_CAPACITY_PACKETS(gauge("bufferCapacityPackets", "", "packets", "The bound of bufferPackets.")),
    SEND_RATE_BYTES_PER_SECOND(gauge(
            "sendRateBytesPerSecond",
            "rm.send.rate",
            "bytes per second",
            "The rate that rate control allows now, at a sender.")),
    WINDOW_PACKETS(gauge(
            "windowPackets",
            "rm.window.packets",
            "packets",
            "Packets that may be sent before the window closes, at a sender.")),
    NEXT_SEQUENCE(gauge("nextSequence", "", "packets", "The next packet to send (sender) or to deliver (receiver)."));

    private final MeterDeclaration declaration;

    EngineMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
