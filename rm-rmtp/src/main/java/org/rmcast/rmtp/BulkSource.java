package org.rmcast.rmtp;

import org.jspecify.annotations.Nullable;

/**
 * The data set of a server, read by position. What it reads from is its own matter: an engine does no I/O, so a source that has not read a
 * block yet says so, reads it, and wakes the engine up. Called by one thread at a time.
 */
public interface BulkSource {
    /** Whether bytes were read. */
    enum Reading {
        /** They are there. */
        READ,
        /** They will be: ask again when woken up, or soon. */
        LATER,
        /** They cannot be read any more. */
        FAILED
    }

    /** How long the data set is. */
    long totalBytes();

    /** What the receivers are told of it beforehand, such as a name; at least 5 bytes, at most as long as fits in a packet. */
    byte[] description();

    /** Its identity: the same again if it is delivered anew, so that receivers go on where they were. */
    long identity();

    /**
     * Reads a stretch.
     *
     * @param position where it begins in the data set
     * @param target where it is to be put
     * @param offset from this index on
     * @param length how many bytes
     */
    Reading read(long position, byte[] target, int offset, int length);

    /**
     * Says that a stretch will be asked for soon, after those said before. Packets that are repaired lie far apart: a source that goes through
     * the data set in order alone would read all of it for a few.
     */
    default void expect(long position, int length) {}

    /**
     * What the receivers are told when they have all of it, such as a digest; at most as long as fits in a packet.
     *
     * @return null if it is not known yet: ask again soon
     */
    byte @Nullable [] trailer();

    /** Whether it cannot be read any more, and the trailer will never be known. */
    default boolean hasFailed() {
        return false;
    }
}
