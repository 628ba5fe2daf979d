package org.rmcast.lab.layout;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.util.Locale;

/** How the members of a group are connected. Figures of different layouts are not to be compared. */
public enum Layout {
    /** All on the loopback interface, which carries datagrams by a function call; members drop datagrams themselves. */
    LOOPBACK,
    /** Each in a network namespace of its own, connected by veth pairs and a bridge; nftables drops datagrams. Linux only. */
    NAMESPACES;

    /**
     * Connects a group.
     *
     * @param receivers how many besides the sender, 1 to 64
     * @throws IOException if this layout cannot be had, with what the system says
     */
    public Network open(int receivers) throws IOException {
        return switch (this) {
            case LOOPBACK -> new LoopbackNetwork();
            case NAMESPACES -> new NamespaceNetwork(receivers);
        };
    }

    /** Tries all that a run needs. */
    void probe() throws IOException {
        try (Network network = open(1)) {
            network.lose(0.5);
        }
    }

    /** As in options and reports. */
    @Override
    @JsonValue
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
