package org.rmcast.core.runtime;

import org.rmcast.core.engine.EngineStatistics;

/**
 * What a runner and its transport have done.
 *
 * @param engine the protocol's part
 * @param datagramsSent datagrams handed to the socket
 * @param bytesSent their bytes
 * @param datagramsReceived datagrams read from the sockets
 * @param bytesReceived their bytes
 * @param strangers datagrams without our header
 * @param otherSessions datagrams of other channels
 * @param malformed datagrams that are damaged, of another version, or refused by the codec
 * @param impairedInbound datagrams dropped or damaged on purpose on the way in
 * @param impairedOutbound the same on the way out
 * @param sendFailures datagrams that the socket refused
 * @param receivers receivers that the engine knows
 */
public record RunnerStatistics(
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
        int receivers) {}
