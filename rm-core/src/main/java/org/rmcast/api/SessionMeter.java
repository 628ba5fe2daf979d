package org.rmcast.api;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

/**
 * What the host of an engine counts and measures: its sockets, its driver, its queues and its storage. Datagrams are those of UDP,
 * without a member's own that come back to it.
 */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum SessionMeter implements Meter {
    DATAGRAMS_SENT(counter(
            "datagramsSent", "rm.datagrams.sent", "datagrams", "Datagrams handed to the socket, of all kinds.")),
    DATAGRAMS_RECEIVED(counter(
            "datagramsReceived",
            "rm.datagrams.received",
            "datagrams",
            "Datagrams read from the sockets, of all kinds and sources.")),
    BYTES_SENT(counter("bytesSent", "rm.sent", "bytes", "Payload bytes of the datagrams sent.")),
    BYTES_RECEIVED(counter("bytesReceived", "rm.received", "bytes", "Payload bytes of the datagrams read.")),
    SEND_FAILURES(counter(
            "sendFailures", "rm.send.failures", "datagrams", "Datagrams that the socket refused or had no room for.")),
    READ_FAILURES(counter("readFailures", "rm.read.failures", "reads", "Reads from a socket that failed.")),
    IMPAIRED_INBOUND(
            counter("impairedInbound", "", "datagrams", "Datagrams dropped or damaged on purpose on the way in.")),
    IMPAIRED_OUTBOUND(
            counter("impairedOutbound", "", "datagrams", "Datagrams dropped or damaged on purpose on the way out.")),
    REJECTED_STRANGERS(
            counter("strangers", "rm.datagrams.rejected", "datagrams", "Datagrams dropped since they are not ours.")
                    .because("stranger")),
    REJECTED_OTHER_SESSIONS(counter(
                    "otherSessions",
                    "rm.datagrams.rejected",
                    "datagrams",
                    "Datagrams dropped since they belong to another channel.")
            .because("other-session")),
    REJECTED_UNSUPPORTED(counter(
                    "unsupported",
                    "rm.datagrams.rejected",
                    "datagrams",
                    "Datagrams dropped since they are of another version, or have a field that is not known and must be.")
            .because("unsupported")),
    REJECTED_DAMAGED(counter(
                    "damaged",
                    "rm.datagrams.rejected",
                    "datagrams",
                    "Datagrams dropped since their checksum does not match.")
            .because("damaged")),
    REJECTED_TWINS(counter(
                    "twins",
                    "rm.datagrams.rejected",
                    "datagrams",
                    "Datagrams dropped since another process sends under this member's id.")
            .because("twin")),
    REJECTED_MALFORMED(counter(
                    "malformed",
                    "rm.datagrams.rejected",
                    "datagrams",
                    "Datagrams dropped since they cannot be decoded.")
            .because("malformed")),
    WAKE_UPS(counter(
            "wakeUps",
            "rm.wakeups",
            "wakeups",
            "Times that the engine was woken: by datagrams, a deadline or the application.")),
    ENGINE_CALLS(counter(
            "engineCalls",
            "rm.engine.calls",
            "calls",
            "Calls of the engine that may act, those at the end of a wake-up included.")),
    MEMBERS(gauge("members", "rm.members", "members", "Members that this one serves.")),
    RECEIVERS(gauge(
            "receivers", "rm.receivers", "receivers", "Receivers with an application in the group, at a sender.")),
    STORAGE_PACKETS(gauge(
            "storagePackets", "rm.storage.packets", "packets", "Packets in storage, a sender's or a repair head's.")),
    STORAGE_BYTES(gauge("storageBytes", "rm.storage.bytes", "bytes", "Bytes in use in storage.")),
    SEND_QUEUE(gauge(
            "sendQueueMessages", "rm.queue.send", "messages", "Messages of the application waiting for the protocol.")),
    DELIVERY_QUEUE(
            gauge("deliveryQueueMessages", "rm.queue.delivery", "messages", "Messages waiting for the application.")),
    HELD_BY_WINDOW(held("Window", "window", "the window is full")),
    HELD_BY_RATE(held("Rate", "rate", "the rate is reached")),
    HELD_BY_BUFFER(held("Buffer", "buffer", "the sender's buffer is full with what is not confirmed")),
    HELD_BY_STORAGE(held("Storage", "storage", "the storage is full")),
    HELD_BY_NO_RECEIVERS(held("NoReceivers", "no-receivers", "the receivers that are waited for are not there")),
    HELD_BY_OTHER_SENDER(held("OtherSender", "other-sender", "receivers follow another sender")),
    HELD_BY_QUEUE(held("Queue", "queue", "the protocol does not take messages from the full queue fast enough"));

    private final MeterDeclaration declaration;

    SessionMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    /** One of the causes of {@link SendState}. */
    private static MeterDeclaration held(String figure, String reason, String why) {
        return gauge(
                        "heldBy" + figure,
                        "rm.send.held",
                        "senders",
                        "1 while messages cannot leave a sender since " + why + '.')
                .because(reason);
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
