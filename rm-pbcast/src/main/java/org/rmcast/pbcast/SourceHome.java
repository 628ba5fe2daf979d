package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipView;

/**
 * Where a sender is: what comes in its name from elsewhere is not its word. The address that the membership knows, or that it
 * has proved; of a sender that is not in the view the first address heard, for as long as it speaks from there. Not thread safe.
 */
final class SourceHome {
    /** After so long a silence another address may be held. */
    private static final long QUIET_NANOS = 5_000_000_000L;

    private final long id;
    private final MembershipView view;
    private @Nullable InetSocketAddress address;
    private boolean proved;
    /** When the sender itself was heard last. */
    private long heardNanos;

    SourceHome(long id, MembershipView view, long nowNanos) {
        this.id = id;
        this.view = view;
        this.heardNanos = nowNanos;
        lookUp();
    }

    /** Whether a datagram in the sender's name is its own, which counts as a sign of it then. */
    boolean hears(InetSocketAddress from, long nowNanos) {
        if (!(proved && from.equals(address)) && !lookUp() && isFree(nowNanos)) {
            address = from;
            proved = false;
        }
        if (!from.equals(address)) {
            return false;
        }
        heardNanos = nowNanos;
        return true;
    }

    private boolean isFree(long nowNanos) {
        return address == null || nowNanos - heardNanos >= QUIET_NANOS;
    }

    /** Whether the membership knows where the sender is. */
    private boolean lookUp() {
        GroupMember member = view.find(id);
        if (member == null || !view.isVouched(id)) {
            return false;
        }
        if (!member.address().equals(address)) {
            address = member.address();
        }
        proved = true;
        return true;
    }

    /** The sender has proved to be at an address. */
    void onProved(InetSocketAddress at) {
        if (!lookUp()) {
            address = at;
            proved = true;
        }
    }

    /** Where the sender is, as far as is known; null if it is not. */
    @Nullable
    InetSocketAddress address() {
        if (!proved) {
            lookUp();
        }
        return address;
    }

    /** Whether the sender is known to be there: not only heard. */
    boolean isProved() {
        return proved || lookUp();
    }
}
