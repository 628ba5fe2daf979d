package org.rmcast.pbcast;

import org.jspecify.annotations.Nullable;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;

/** A stream of which this member holds packets for others: its own, or another sender's. */
interface HeldStream {
    /** Whose stream. */
    long id();

    /** The packet, or null if it is not held. */
    byte @Nullable [] packet(long sequence);

    /** What was asked for and repaired. */
    RepairTallies tallies();

    /** Whether there is anything in it to be repaired by or for others now. */
    boolean isActive();

    /** What a digest says of it; for a LACK only what may be asked for now is in the mask. */
    Entry entry(boolean lack, long nowNanos);
}
