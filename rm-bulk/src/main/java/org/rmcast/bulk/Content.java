package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a data set, read by position. Called by one thread at a time; it may block. */
interface Content extends AutoCloseable {
    /** How long it is. */
    long totalBytes();

    /** What receivers are told of it. */
    Description description();

    /** Its identity: the same again for the same content, by all that can be seen without reading it all. */
    long identity() throws IOException;

    /**
     * Fills the buffer as far as the content goes.
     *
     * @throws IOException if it cannot be read, or has changed
     */
    void read(long position, ByteBuffer target) throws IOException;

    @Override
    void close() throws IOException;
}
