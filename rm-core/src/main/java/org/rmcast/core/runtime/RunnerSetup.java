package org.rmcast.core.runtime;

import java.util.Objects;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.impair.Impairer;

/**
 * What a runner drives.
 *
 * @param engine the protocol, not yet started
 * @param wireId the protocol's byte in the header
 * @param sessionId the channel's identity on the wire
 * @param memberId this member's
 * @param inbound the network in front of this member, on the way in
 * @param outbound the same on the way out
 */
public record RunnerSetup(
        ProtocolEngine engine, int wireId, long sessionId, long memberId, Impairer inbound, Impairer outbound) {
    public RunnerSetup {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(inbound, "inbound");
        Objects.requireNonNull(outbound, "outbound");
    }
}
