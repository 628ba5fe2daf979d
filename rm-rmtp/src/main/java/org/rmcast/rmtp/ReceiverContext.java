package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;

/** What the parts of a receiver share. Not thread safe. */
final class ReceiverContext {
    private static final long NANOS_PER_MICRO = 1_000;

    final EngineContext engine;
    final RmtpConfig config;
    final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    final MeterValues<RmtpMeter> own = new MeterValues<>(RmtpMeter.class);

    ReceiverContext(EngineContext engine, RmtpConfig config) {
        this.engine = engine;
        this.config = config;
    }

    void unicast(InetSocketAddress to, RmtpPacket packet, Actions actions) {
        unicast(to, RmtpCodec.encode(packet), actions);
    }

    void unicast(InetSocketAddress to, byte[] packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, packet);
    }

    /** How many receivers share a range in which answers are put off; at least 1. */
    int receivers(long rangeMicros) {
        long spacing = config.responseSpacingNanos;
        return spacing == 0 ? 1 : (int) Math.max(1, rangeMicros * NANOS_PER_MICRO / spacing);
    }

    /**
     * How long an answer is put off.
     *
     * <p>Paper: Shiroshita et al., section 3.2.2: uniform on [0, δN], the range that the server told.
     */
    long backoffNanos(int rangeMicros) {
        return rangeMicros == 0 ? 0 : engine.random().nextLong(rangeMicros * NANOS_PER_MICRO + 1);
    }
}
