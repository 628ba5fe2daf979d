package org.rmcast.core.buffer;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;

/**
 * Packets of consecutive sequences in storage, bounded in bytes: the second tier of a {@link BufferManager}, or of a {@link
 * StoredCache}.
 *
 * <p>Holds a range {@code [low, limit)} of sequences. Packets are appended at its limit and released at its low end. A
 * sequence in between that cannot be read any more is a hole, see {@link #readableFrom}.
 *
 * <p>A store is handed to an engine as time and randomness are: the runner opens it before the engine is made and closes it
 * after the engine has ended. So an engine may call it, though it does no input or output itself: the calls are short, never
 * wait for another process, never throw for what the disk does, and the simulator hands over a store in memory. Not thread
 * safe: one caller at a time, as for engines.
 */
public interface PacketStore extends AutoCloseable {
    /** The lowest sequence held. After a restart it may be lower again than what had been released. */
    long low();

    /** The sequence after the highest held: that of the next packet appended. */
    long limit();

    /**
     * How many packets of this length can be appended now. If it is above 0, the next {@link #append} of such a packet, or a
     * shorter one, succeeds unless the disk fails; further ones may find it full.
     *
     * @param packetBytes length of a packet, positive
     */
    long room(int packetBytes);

    /**
     * Appends the packet of the sequence {@link #limit()}. When this returns true, the packet survives the end of the process.
     *
     * @return false if there is no room, or the disk failed; nothing has changed then, and there is no room until it is tried again
     */
    boolean append(byte[] packet);

    /** The packet, or null if it is not held, or in a hole. Damage found in this call is a hole from then on. */
    byte @Nullable [] get(long sequence);

    /** Whether {@link #get} would find something, without reading it. */
    boolean holds(long sequence);

    /** The newest packet that can be read, released or not; null if there is none. */
    byte @Nullable [] newest();

    /**
     * The lowest sequence from this one on that is not in a hole: {@code sequence} itself unless it is in one, in which case
     * everything below the result is lost. At most {@link #limit()} for a sequence below it.
     */
    long readableFrom(long sequence);

    /** Releases everything below a sequence, at most the limit. Its bytes may become free later, in bulk. */
    void releaseBelow(long sequence);

    /**
     * Releases the oldest packets, as many as become free together, for a cache that needs room for others.
     *
     * @param below nothing from this sequence on
     * @return false if nothing was released
     */
    boolean releaseOldest(long below);

    /** Forgets all that is held, holes included: the next packet appended is that of this sequence. For a cache; nobody resumes with it. */
    void beginAt(long first);

    /** The bound in bytes. */
    long capacityBytes();

    /** Bytes in use, released ones that are not free yet included. */
    long bytes();

    /** Sequences held, holes included. */
    default long packets() {
        return limit() - low();
    }

    /** Trouble since the last call, which the engine is to report; null if there is none. Cheap. */
    SessionEvent.@Nullable StorageTrouble takeTrouble();

    /** Closes the store and keeps what it holds, for a member that resumes. */
    @Override
    void close();
}
