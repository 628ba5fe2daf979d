package org.rmcast.core.buffer;

import org.jspecify.annotations.Nullable;

/** Packets of one sequence as those see them who repair with them. Not thread safe. */
public interface HeldPackets {
    /** The lowest sequence held, or that may still be held. */
    long low();

    /** The sequence after the highest held. */
    long limit();

    /** The packet, or null if it is not held. May read from storage. */
    byte @Nullable [] get(long sequence);

    /** Whether {@link #get} would find something, without reading it. */
    boolean holds(long sequence);

    /** The lowest sequence from this one on that damage of a store has not made unreadable, see {@link PacketStore#readableFrom}. */
    long readableFrom(long sequence);
}
