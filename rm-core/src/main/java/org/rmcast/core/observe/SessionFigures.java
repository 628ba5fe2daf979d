package org.rmcast.core.observe;

import org.rmcast.core.engine.EngineStatistics;

/** A session's counters and gauges, as meters read them. */
public interface SessionFigures {
    /** The protocol's part. */
    EngineStatistics engine();

    /** Datagrams handed to the socket. */
    long datagramsSent();

    /** Their bytes. */
    long bytesSent();

    /** Datagrams read from the sockets. */
    long datagramsReceived();

    /** Their bytes. */
    long bytesReceived();

    /** Datagrams without our header, dropped. */
    long strangers();

    /** Datagrams of other channels on the same port, dropped. */
    long otherSessions();

    /** Datagrams damaged, of an unknown version, or refused by the codec, dropped. */
    long malformed();

    /** Datagrams dropped or damaged on purpose on the way in. */
    long impairedInbound();

    /** The same on the way out. */
    long impairedOutbound();

    /** Datagrams that the socket refused. */
    long sendFailures();

    /** Messages waiting for the application. */
    int deliveryQueueMessages();

    /** Messages of the application waiting for the protocol. */
    int sendQueueMessages();

    /** Receivers known to a sender. */
    int receivers();

    /** Packets of a sender in storage, 0 without. */
    long storagePackets();

    /** Bytes in use in storage. */
    long storageBytes();
}
