package org.rmcast.sim;

/** Kinds of datagrams that a {@link SimLink} can be cut for. */
public enum Traffic {
    /** Nothing: the link works. */
    NONE(0),
    /** What is sent to the group: as where a switch forgets who listens. */
    MULTICAST(1),
    /** What is sent to one address: as behind a firewall. */
    UNICAST(2),
    /** Everything. */
    ALL(3);

    private final int code;

    Traffic(int code) {
        this.code = code;
    }

    /** For the trace. */
    int code() {
        return code;
    }

    boolean concerns(Packet packet) {
        return switch (this) {
            case NONE -> false;
            case MULTICAST -> packet.destination() == Packet.GROUP;
            case UNICAST -> packet.destination() != Packet.GROUP;
            case ALL -> true;
        };
    }
}
