package org.rmcast.wan;

import java.net.InetSocketAddress;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.flow.RoundTripEstimate;

/** Another member of the view. Not thread safe. */
final class Peer implements KnownMember {
    private final long id;
    final int slot;
    private InetSocketAddress address;
    /** What this member sends to it. */
    final OutLink out;
    /** What it sends to this member. */
    final Source in;

    final Path path;
    /** What of its messages was passed on to others. */
    final PassedOn passedOn = new PassedOn();
    /** The number of the view with which it came. */
    final long sinceView;
    /** Whether the application was told that it joined. */
    boolean reported;
    /** A packet of the present view has come from it. */
    boolean seenInView;
    /** When a packet came from it last, in whichever view that it shares. */
    long heardNanos;
    /** When confirmations to it are due, {@link org.rmcast.core.engine.ProtocolEngine#NO_DEADLINE} if there is nothing new. */
    long ackAtNanos = Long.MAX_VALUE;
    /** The slots of those to which it is to pass this member's next confirmation on. */
    long ackFor;
    /** The slots of those whose confirmations are to be passed on to it. */
    long ackOf;

    Peer(
            long id,
            int slot,
            InetSocketAddress address,
            OutLink out,
            Source in,
            Path path,
            long sinceView,
            long nowNanos) {
        this.id = id;
        this.slot = slot;
        this.address = address;
        this.out = out;
        this.in = in;
        this.path = path;
        this.sinceView = sinceView;
        this.heardNanos = nowNanos;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /** It is somewhere else. */
    void moved(InetSocketAddress to) {
        address = to;
    }

    long bit() {
        return 1L << slot;
    }

    RoundTripEstimate roundTrip() {
        return path.roundTrip;
    }

    /**
     * After how long what is sent to it now is confirmed at the latest.
     *
     * @param ackDelayNanos how long it may keep a confirmation
     */
    long confirmationNanos(long ackDelayNanos) {
        return roundTrip().timeoutNanos() + 2 * ackDelayNanos + out.lateNanos();
    }

    @Override
    public String toString() {
        return Long.toHexString(id) + " (" + out + ", " + in + ")";
    }
}
