package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TreePlace;

/** A node that is, or may become, this node's repair head: what it last said of itself. */
final class HeadCandidate {
    final long id;
    final InetSocketAddress address;
    /** The scope within which the two hear one another. */
    int ttl;

    HeadState state = HeadState.ACCEPTING_MEMBERS;
    MemberRole role = MemberRole.EAGER_HEAD;
    TreePlace place = TreePlace.NONE;
    int members;
    /** The lowest sequence that it can repair. */
    long low;

    /** What it wants to see in acknowledgements; 0 before it takes this node. */
    long cookie;

    /** From the bind to its answer; 0 before that. */
    long roundTripNanos;

    /** When it first offered itself; before that {@link Long#MIN_VALUE}. */
    long offeredNanos = Long.MIN_VALUE;

    long heardAtNanos;
    /** Whether it refused this node, or did not answer, and until when that counts. */
    boolean refused;

    long refusedUntilNanos;
    /** The head that was asked first, and led to this one; null if this one was heard itself. */
    @Nullable
    HeadCandidate referrer;
    /** How many that it led to were asked in vain. */
    int referredInVain;

    /** Whether it no longer holds what this node misses first. */
    boolean dataGone;

    HeadCandidate(long id, InetSocketAddress address, int ttl) {
        this.id = id;
        this.address = address;
        this.ttl = ttl;
    }
}
