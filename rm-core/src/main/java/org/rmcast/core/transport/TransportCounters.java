package org.rmcast.core.transport;

/** What a transport has done. Written and read on its loop. */
public final class TransportCounters {
    private long datagramsSent;
    private long bytesSent;
    private long datagramsReceived;
    private long bytesReceived;
    private long sendFailures;
    private long readFailures;

    TransportCounters() {}

    void sent(int datagrams, long bytes) {
        datagramsSent += datagrams;
        bytesSent += bytes;
    }

    void received(int bytes) {
        datagramsReceived++;
        bytesReceived += bytes;
    }

    void sendFailed(int datagrams) {
        sendFailures += datagrams;
    }

    void readFailed() {
        readFailures++;
    }

    /** Datagrams that the socket took. */
    public long datagramsSent() {
        return datagramsSent;
    }

    /** Their payload bytes. */
    public long bytesSent() {
        return bytesSent;
    }

    /** Datagrams read from both sockets, without this member's own. */
    public long datagramsReceived() {
        return datagramsReceived;
    }

    /** Their payload bytes. */
    public long bytesReceived() {
        return bytesReceived;
    }

    /** Datagrams that the socket refused, or had no room for. */
    public long sendFailures() {
        return sendFailures;
    }

    /** Reads that failed. */
    public long readFailures() {
        return readFailures;
    }
}
