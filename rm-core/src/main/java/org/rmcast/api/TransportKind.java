package org.rmcast.api;

/** Which of Netty's datagram channels carries a member. They behave the same; the native one is faster. */
public enum TransportKind {
    /** {@link #EPOLL} where its native library loads, else {@link #NIO}. */
    AUTO,
    /** Linux's epoll through Netty's native library: batched reads and writes, segmentation offload. */
    EPOLL,
    /** The JDK's own channels: works everywhere. */
    NIO
}
