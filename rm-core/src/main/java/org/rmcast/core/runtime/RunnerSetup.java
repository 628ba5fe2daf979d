package org.rmcast.core.runtime;

import java.util.Objects;
import org.rmcast.core.driver.DatagramPath;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.impair.Impairer;

/**
 * What a runner drives.
 *
 * @param protocol the protocol as the channel has it
 * @param engine its engine, not yet started
 * @param path the way of its datagrams
 * @param ttl the channel's time to live
 * @param inbound the network in front of this member, on the way in
 * @param outbound the same on the way out
 */
public record RunnerSetup(
        Configured protocol, ProtocolEngine engine, DatagramPath path, int ttl, Impairer inbound, Impairer outbound) {
    public RunnerSetup {
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(inbound, "inbound");
        Objects.requireNonNull(outbound, "outbound");
    }
}
