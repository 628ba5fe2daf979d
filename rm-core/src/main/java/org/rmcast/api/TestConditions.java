package org.rmcast.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is different for a test: a bad network before the sockets, and a seed. Members without a seed are hit independently. Immutable.
 */
public final class TestConditions {
    private static final TestConditions NONE = new TestConditions("", "", null);

    private final String inbound;
    private final String outbound;
    private final @Nullable Long seed;

    private TestConditions(String inbound, String outbound, @Nullable Long seed) {
        this.inbound = inbound;
        this.outbound = outbound;
        this.seed = seed;
    }

    /** A session as it is. */
    public static TestConditions none() {
        return NONE;
    }

    /**
     * With a bad network for what arrives.
     *
     * @param impairments such as {@code loss=5%,delay=20ms,jitter=5ms}; refused by {@link SessionBuilder#open} if it is not understood
     */
    public TestConditions withInbound(String impairments) {
        return new TestConditions(Objects.requireNonNull(impairments, "impairments"), outbound, seed);
    }

    /** As {@link #withInbound} for what is sent: what is lost here is lost for all members alike. */
    public TestConditions withOutbound(String impairments) {
        return new TestConditions(inbound, Objects.requireNonNull(impairments, "impairments"), seed);
    }

    /**
     * With this seed of the member's randomness: the protocol's back-offs, and which datagrams are hit. Give each member a seed of its
     * own, else their back-offs coincide.
     */
    public TestConditions withSeed(long value) {
        return new TestConditions(inbound, outbound, value);
    }

    /** See {@link #withInbound}; empty for none. */
    public String inbound() {
        return inbound;
    }

    /** See {@link #withOutbound}; empty for none. */
    public String outbound() {
        return outbound;
    }

    /** See {@link #withSeed}; null for a random one. */
    public @Nullable Long seed() {
        return seed;
    }
}
