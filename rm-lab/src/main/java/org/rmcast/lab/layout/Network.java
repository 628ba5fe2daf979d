package org.rmcast.lab.layout;

import java.io.IOException;
import java.util.List;

/** What connects the members of one group: member 0 sends, the others receive. Closed after its members. Not thread safe. */
public sealed interface Network extends AutoCloseable permits LoopbackNetwork, NamespaceNetwork {
    /** The words before the command line of a member's process that make it run there; may be none. */
    List<String> entry(int member);

    /** Where members send and listen, as a channel names it. */
    String networkInterface();

    /** Whether {@link #lose} works; else members have to drop datagrams themselves. */
    boolean losesOnTheWire();

    /**
     * From now on each receiver loses datagrams on the wire, independently of the others.
     *
     * @param share of the datagrams, 0 to below 1
     * @throws IOException if that cannot be had, saying why
     */
    void lose(double share) throws IOException;

    /**
     * From now on what the sender sends passes no more quickly than this, behind a short queue.
     *
     * @param bitsPerSecond with the headers of Ethernet
     * @throws IOException if that cannot be had, saying why
     */
    void limit(long bitsPerSecond) throws IOException;

    @Override
    void close();
}
