package org.rmcast.core.observe;

import io.micrometer.core.instrument.Tags;
import java.util.function.ToLongFunction;
import org.rmcast.core.engine.Meter;

/**
 * What a session counts and measures besides its engine. Every meter is tagged with {@code channel}, {@code protocol} and {@code
 * role}; {@code rm.datagrams.rejected} with {@code reason} as well. Counters count since the session was opened.
 */
@SuppressWarnings("ImmutableEnumChecker") // tags and method references do not change
public enum SessionMeter implements Meter {
    DATAGRAMS_SENT(
            Kind.COUNTER,
            "datagramsSent",
            "rm.datagrams.sent",
            "datagrams",
            "Datagrams handed to the socket, of all kinds.",
            "",
            SessionFigures::datagramsSent),
    DATAGRAMS_RECEIVED(
            Kind.COUNTER,
            "datagramsReceived",
            "rm.datagrams.received",
            "datagrams",
            "Datagrams read from the sockets, of all kinds and sources.",
            "",
            SessionFigures::datagramsReceived),
    BYTES_SENT(
            Kind.COUNTER,
            "bytesSent",
            "rm.bytes.sent",
            "bytes",
            "Payload bytes of the datagrams sent.",
            "",
            SessionFigures::bytesSent),
    BYTES_RECEIVED(
            Kind.COUNTER,
            "bytesReceived",
            "rm.bytes.received",
            "bytes",
            "Payload bytes of the datagrams read.",
            "",
            SessionFigures::bytesReceived),
    SEND_FAILURES(
            Kind.COUNTER,
            "sendFailures",
            "rm.send.failures",
            "datagrams",
            "Datagrams that the socket refused or had no room for.",
            "",
            SessionFigures::sendFailures),
    IMPAIRED_INBOUND(
            Kind.COUNTER,
            "impairedInbound",
            "",
            "datagrams",
            "Datagrams dropped or damaged on purpose on the way in.",
            "",
            SessionFigures::impairedInbound),
    IMPAIRED_OUTBOUND(
            Kind.COUNTER,
            "impairedOutbound",
            "",
            "datagrams",
            "Datagrams dropped or damaged on purpose on the way out.",
            "",
            SessionFigures::impairedOutbound),
    REJECTED_STRANGERS(
            Kind.COUNTER,
            "strangers",
            "rm.datagrams.rejected",
            "datagrams",
            "Datagrams dropped since they are not ours.",
            "stranger",
            SessionFigures::strangers),
    REJECTED_OTHER_SESSIONS(
            Kind.COUNTER,
            "otherSessions",
            "rm.datagrams.rejected",
            "datagrams",
            "Datagrams dropped since they belong to another channel.",
            "other-session",
            SessionFigures::otherSessions),
    REJECTED_MALFORMED(
            Kind.COUNTER,
            "malformed",
            "rm.datagrams.rejected",
            "datagrams",
            "Datagrams dropped since they are damaged or can not be decoded.",
            "malformed",
            SessionFigures::malformed),
    MEMBERS(
            Kind.GAUGE,
            "members",
            "rm.members",
            "members",
            "Members that this one serves.",
            "",
            f -> f.engine().members().size()),
    RECEIVERS(
            Kind.GAUGE,
            "receivers",
            "rm.receivers",
            "receivers",
            "Receivers with an application in the group, at a sender.",
            "",
            SessionFigures::receivers),
    STORAGE_PACKETS(
            Kind.GAUGE,
            "storagePackets",
            "rm.storage.packets",
            "packets",
            "Packets of a sender in storage.",
            "",
            SessionFigures::storagePackets),
    STORAGE_BYTES(
            Kind.GAUGE,
            "storageBytes",
            "rm.storage.bytes",
            "bytes",
            "Bytes in use in storage.",
            "",
            SessionFigures::storageBytes),
    SEND_QUEUE(
            Kind.GAUGE,
            "sendQueueMessages",
            "rm.queue.send",
            "messages",
            "Messages of the application waiting for the protocol.",
            "",
            SessionFigures::sendQueueMessages),
    DELIVERY_QUEUE(
            Kind.GAUGE,
            "deliveryQueueMessages",
            "rm.queue.delivery",
            "messages",
            "Messages waiting for the application.",
            "",
            SessionFigures::deliveryQueueMessages);

    private final Kind kind;
    private final String figure;
    private final String meterName;
    private final String unit;
    private final String meaning;
    private final Tags tags;
    private final ToLongFunction<SessionFigures> value;

    SessionMeter(
            Kind kind,
            String figure,
            String meterName,
            String unit,
            String meaning,
            String reason,
            ToLongFunction<SessionFigures> value) {
        this.kind = kind;
        this.figure = figure;
        this.meterName = meterName;
        this.unit = unit;
        this.meaning = meaning;
        this.tags = reason.isEmpty() ? Tags.empty() : Tags.of("reason", reason);
        this.value = value;
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

    /** The tags besides channel, protocol and role. */
    Tags extraTags() {
        return tags;
    }

    /** Reads the value. */
    public long value(SessionFigures figures) {
        return value.applyAsLong(figures);
    }
}
