package org.rmcast.api;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** What a member knows of another one that it serves. Immutable. Given by sessions; new methods come in minor releases. */
public interface MemberStatistics {
    /** Which member. */
    long memberId();

    /** Its unicast address. */
    InetSocketAddress address();

    /** Packets that were sent or are held here and that it has not confirmed. */
    long packetsBehind();

    /** Its smoothed loss in percent, as last reported. */
    double lossPercent();

    /** The round trip to it; null where the protocol does not measure it, or has not yet. */
    default @Nullable RoundTripStatistics roundTrip() {
        return null;
    }
}
