package org.rmcast.sim.check;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * Nobody is flooded through the group: the bytes that all members together send to an address that has not proved itself are never
 * more than what was heard from it. A datagram that goes to the whole group counts once, as it was sent once.
 */
public final class AmplificationWatch implements Invariant {
    private final InetSocketAddress address;
    private long heardBytes;
    private long answeredBytes;

    /** @param address one that no member has */
    public AmplificationWatch(InetSocketAddress address) {
        this.address = Objects.requireNonNull(address, "address");
    }

    @Override
    public String name() {
        return "amplification";
    }

    /** A datagram is sent to a member or the group, as if from the address; to be called before that. */
    public void heard(int bytes) {
        heardBytes += bytes;
    }

    /** The address that is watched. */
    public InetSocketAddress address() {
        return address;
    }

    public long heardBytes() {
        return heardBytes;
    }

    public long answeredBytes() {
        return answeredBytes;
    }

    @Override
    public void onUnicast(Participant from, InetSocketAddress to, int bytes) {
        if (!to.equals(address)) {
            return;
        }
        answeredBytes += bytes;
        if (answeredBytes > heardBytes) {
            throw new BrokenInvariant(
                    from.host(),
                    answeredBytes + " bytes were sent to the unproved address " + address + ", from which " + heardBytes
                            + " were heard");
        }
    }
}
