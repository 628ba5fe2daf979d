package org.rmcast.core.engine;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counters since the start and gauges of now, the same for every protocol, and what a protocol adds. Immutable. */
@SuppressWarnings("EnumOrdinal") // an index into an array that nobody else sees
public final class EngineStatistics {
    private final long[] values;
    private final List<MemberStatistics> members;
    private final Map<String, Long> details;

    /**
     * What a head knows of one of its members.
     *
     * @param memberId who
     * @param address its unicast address
     * @param receivers receivers with an application in its subtree, itself included
     * @param packetsBehind packets sent or held here that it has not confirmed
     * @param lossPercent its smoothed loss as last reported
     */
    public record MemberStatistics(
            long memberId, InetSocketAddress address, int receivers, long packetsBehind, double lossPercent) {}

    private EngineStatistics(Builder builder) {
        this.values = builder.values.clone();
        this.members = List.copyOf(builder.members);
        this.details = Collections.unmodifiableMap(new LinkedHashMap<>(builder.details));
    }

    /** Starts from nothing but zeros. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts from what was counted. */
    public static Builder of(EngineCounters counters) {
        Builder builder = new Builder();
        for (EngineMeter meter : EngineMeter.values()) {
            builder.with(meter, counters.get(meter));
        }
        return builder;
    }

    /** A counter or gauge. */
    public long get(EngineMeter meter) {
        return values[meter.ordinal()];
    }

    /** The members that this one serves, in order of joining. */
    public List<MemberStatistics> members() {
        return members;
    }

    /**
     * Something that only some protocols have, by the name that the protocol gives it, such as {@code treeLevel}; 0 where it does
     * not have it.
     */
    public long detail(String name) {
        return details.getOrDefault(name, 0L);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("EngineStatistics[");
        for (EngineMeter meter : EngineMeter.values()) {
            text.append(meter.figure()).append('=').append(get(meter)).append(", ");
        }
        return text.append("members=")
                .append(members)
                .append(", details=")
                .append(details)
                .append(']')
                .toString();
    }

    /** Collects statistics. */
    public static final class Builder {
        private final long[] values = new long[EngineMeter.values().length];
        private final Map<String, Long> details = new LinkedHashMap<>();
        private List<MemberStatistics> members = List.of();

        private Builder() {}

        /** A counter or gauge. */
        public Builder with(EngineMeter meter, long value) {
            values[meter.ordinal()] = value;
            return this;
        }

        /** See {@link EngineStatistics#members}. */
        public Builder members(List<MemberStatistics> members) {
            this.members = members;
            return this;
        }

        /** See {@link EngineStatistics#detail}. */
        public Builder detail(String name, long value) {
            details.put(name, value);
            return this;
        }

        /** The statistics. */
        public EngineStatistics build() {
            return new EngineStatistics(this);
        }
    }
}
