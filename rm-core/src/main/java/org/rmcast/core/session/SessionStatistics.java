package org.rmcast.core.session;

import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.observe.SessionFigures;

/**
 * What a session has done and how it stands.
 *
 * @param engine the protocol's part
 * @param datagramsSent datagrams handed to the socket
 * @param bytesSent their bytes
 * @param datagramsReceived datagrams read from the sockets
 * @param bytesReceived their bytes
 * @param strangers datagrams without our header, dropped
 * @param otherSessions datagrams of other channels on the same port, dropped
 * @param malformed datagrams that are damaged, of an unknown version, or refused by the codec, dropped
 * @param impairedInbound datagrams dropped or damaged on purpose on the way in, see {@code Impairments}
 * @param impairedOutbound the same on the way out
 * @param sendFailures datagrams that the socket refused
 * @param deliveryQueueMessages messages waiting for the application
 * @param sendQueueMessages messages of the application waiting for the protocol
 * @param receivers see {@link ReliableMulticastSession#receiverCount()}
 * @param storagePackets packets in storage, 0 without
 * @param storageBytes bytes in use in storage
 * @param takenNanos when the session gave these figures, by {@link System#nanoTime}; one that does not answer gives its last ones
 */
public record SessionStatistics(
        EngineStatistics engine,
        long datagramsSent,
        long bytesSent,
        long datagramsReceived,
        long bytesReceived,
        long strangers,
        long otherSessions,
        long malformed,
        long impairedInbound,
        long impairedOutbound,
        long sendFailures,
        int deliveryQueueMessages,
        int sendQueueMessages,
        int receivers,
        long storagePackets,
        long storageBytes,
        long takenNanos)
        implements SessionFigures {}
