package org.rmcast.core.session;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.transport.DatagramTransport;

/** What sessions are opened on. */
interface SessionNetwork {
    /** Connects a member, which hears from now on and does not read yet. */
    DatagramTransport open(SessionOptions options, String memberName) throws IOException;

    /** What it may take of the heap for a member, in bytes. */
    long heapBytes(SessionOptions options);

    /** The identity of the next member that was given none, not 0. */
    long nextMemberId();

    /** The seed of the next session that was given none, null for a random one. */
    @Nullable
    Long nextSeed();
}
