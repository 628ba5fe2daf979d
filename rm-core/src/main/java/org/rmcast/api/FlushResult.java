package org.rmcast.api;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.text.MemberText;

/**
 * Whether every receiver has everything, and who has not.
 *
 * @param complete true if every member of the group at the time has confirmed all that was sent before the flush
 * @param missing the members that have not, the furthest behind first; bounded, so there may be more than are named
 * @param unnamed how many further members are behind that could not be named
 */
public record FlushResult(boolean complete, List<Laggard> missing, int unnamed) {
    public FlushResult {
        missing = List.copyOf(missing);
    }

    /** Everyone has everything. */
    public static FlushResult completed() {
        return new FlushResult(true, List.of(), 0);
    }

    /**
     * A member that has not confirmed everything.
     *
     * @param memberId who
     * @param address its unicast address, where known
     * @param packetsBehind how many packets it has not confirmed
     */
    public record Laggard(long memberId, @Nullable InetSocketAddress address, long packetsBehind) {
        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }
}
