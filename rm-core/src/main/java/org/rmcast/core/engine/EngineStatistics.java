package org.rmcast.core.engine;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.MemberStatistics;
import org.rmcast.api.Meter;
import org.rmcast.api.MeterReadings;
import org.rmcast.api.RoundTripStatistics;
import org.rmcast.core.text.MemberText;

/**
 * Counters since the start and gauges of now: {@link EngineMeter}, the same for every protocol, and the meters that a protocol
 * declares itself. Immutable; thread safe.
 */
public final class EngineStatistics implements MeterReadings {
    private final MeterValues<EngineMeter> common;
    private final @Nullable MeterValues<?> own;
    private final List<Served> members;

    /**
     * What a member knows of another one that it serves.
     *
     * @param memberId who
     * @param address its unicast address
     * @param packetsBehind packets sent or held here that it has not confirmed
     * @param lossPercent its smoothed loss as last reported
     * @param roundTrip null if it is not measured
     */
    public record Served(
            long memberId,
            InetSocketAddress address,
            long packetsBehind,
            double lossPercent,
            @Nullable RoundTripStatistics roundTrip)
            implements MemberStatistics {
        /** Of one to which the round trip is not measured. */
        public Served(long memberId, InetSocketAddress address, long packetsBehind, double lossPercent) {
            this(memberId, address, packetsBehind, lossPercent, null);
        }

        @Override
        public String toString() {
            return MemberText.of(this);
        }
    }

    private EngineStatistics(Builder builder) {
        this.common = builder.common.copy();
        this.own = builder.own;
        this.members = List.copyOf(builder.members);
    }

    /** Starts from nothing but zeros. */
    public static Builder builder() {
        return new Builder(new MeterValues<>(EngineMeter.class));
    }

    /** Starts from what was counted. */
    public static Builder of(MeterValues<EngineMeter> counters) {
        return new Builder(counters.copy());
    }

    @Override
    public List<Meter> meters() {
        List<Meter> all = new ArrayList<>(common.meters());
        if (own != null) {
            all.addAll(own.meters());
        }
        return all;
    }

    @Override
    public long get(Meter meter) {
        if (meter instanceof EngineMeter everyones) {
            return common.get(everyones);
        }
        return own == null ? 0 : own.find(meter);
    }

    /** The members that this one serves, in order of joining. */
    public List<Served> members() {
        return members;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("EngineStatistics[");
        for (Meter meter : meters()) {
            text.append(meter.figure()).append('=').append(get(meter)).append(", ");
        }
        return text.append("members=").append(members).append(']').toString();
    }

    /** Collects statistics. */
    public static final class Builder {
        private final MeterValues<EngineMeter> common;
        private @Nullable MeterValues<?> own;
        private List<Served> members = List.of();

        private Builder(MeterValues<EngineMeter> common) {
            this.common = common;
        }

        /** A counter or gauge. */
        public Builder with(EngineMeter meter, long value) {
            common.set(meter, value);
            return this;
        }

        /** What only this protocol has, see {@link Protocol#meters}: copied. */
        public Builder with(MeterValues<?> values) {
            own = values.copy();
            return this;
        }

        /** See {@link EngineStatistics#members}. */
        public Builder members(List<Served> members) {
            this.members = members;
            return this;
        }

        /** The statistics. */
        public EngineStatistics build() {
            return new EngineStatistics(this);
        }
    }
}
