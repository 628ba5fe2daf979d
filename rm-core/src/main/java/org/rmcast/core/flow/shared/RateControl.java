package org.rmcast.core.flow.shared;

/** How a sender adapts its rate; what the parameter {@code rateControl} of several protocols may be. */
public enum RateControl {
    /** {@link #LAN} where the channel's time to live is 0 or 1, else {@link #SHARED}. */
    BY_TTL,
    /** Quick, by the protocol's own rule, and without regard for others. */
    LAN,
    /** As the network bears it that is shared with others, see {@link SharedRateController}. */
    SHARED,
    /** Not at all: it is {@code maxRate}. */
    FIXED;

    /** The one that is meant where datagrams travel so many hops at most. */
    public RateControl at(int ttl) {
        return this == BY_TTL ? (ttl <= 1 ? LAN : SHARED) : this;
    }
}
