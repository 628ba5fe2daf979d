package org.rmcast.lab;

import java.util.List;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.Protocols;
import org.rmcast.core.wire.WireId;

/** The protocols of this project that are there, without those of tests, whose bytes on the wire are private ones. */
final class OwnProtocols {
    private OwnProtocols() {}

    static List<Protocol> present() {
        return Protocols.present().values().stream()
                .filter(protocol -> protocol.wireId() < WireId.FIRST_PRIVATE)
                .toList();
    }
}
