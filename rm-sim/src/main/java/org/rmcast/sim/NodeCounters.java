package org.rmcast.sim;

/**
 * What a node's runner counted, over all incarnations of its member.
 */
public final class NodeCounters {
    private long datagramsReceived;
    private long datagramBytesReceived;
    long rejected;
    long undecodable;
    long socketOverflows;
    long unheard;
    long partitioned;
    long filtered;
    private long multicastsSent;
    private long unicastsSent;
    long unroutable;
    private long bytesSent;

    NodeCounters() {}

    void received(int bytes) {
        datagramsReceived++;
        datagramBytesReceived += bytes;
    }

    void sent(boolean multicast, int bytes) {
        if (multicast) {
            multicastsSent++;
        } else {
            unicastsSent++;
        }
        bytesSent += bytes;
    }

    /** Datagrams given to engines, malformed ones included. */
    public long datagramsReceived() {
        return datagramsReceived;
    }

    /** The same in bytes. */
    public long datagramBytesReceived() {
        return datagramBytesReceived;
    }

    /** Datagrams that the check of the common header kept from the engine: damaged, strangers, other sessions. */
    public long rejected() {
        return rejected;
    }

    /** Datagrams that an engine refused as malformed. */
    public long undecodable() {
        return undecodable;
    }

    /** Datagrams lost because the socket buffer was full. */
    public long socketOverflows() {
        return socketOverflows;
    }

    /** Datagrams that arrived while no member was there. */
    public long unheard() {
        return unheard;
    }

    /** Datagrams that a partition kept away. */
    public long partitioned() {
        return partitioned;
    }

    /** Datagrams that the simulation's filter kept away. */
    public long filtered() {
        return filtered;
    }

    public long multicastsSent() {
        return multicastsSent;
    }

    public long unicastsSent() {
        return unicastsSent;
    }

    /** Unicast datagrams to addresses that nobody has. */
    public long unroutable() {
        return unroutable;
    }

    /** Bytes of all datagrams sent. */
    public long bytesSent() {
        return bytesSent;
    }
}
