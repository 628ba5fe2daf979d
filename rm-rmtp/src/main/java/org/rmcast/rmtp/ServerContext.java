package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;

/** What the parts of a server share. Not thread safe. */
final class ServerContext {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int MOST_DOUBLINGS = 16;

    final EngineContext engine;
    final RmtpConfig config;
    /** Resolved by the channel's ttl. */
    final RateControl rateControl;

    final BulkSource source;
    final DataSet dataSet;
    final long packets;
    /** Which delivery this is, so that datagrams of an earlier one are not taken for its own. */
    final int transfer;

    final MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
    final MeterValues<RmtpMeter> own = new MeterValues<>(RmtpMeter.class);
    /** The longest round trip that a receiver told. */
    private long roundTripNanos;
    /** The longest time from the end of a round to an answer to it, of the last round that was answered. */
    private long answeredNanos = Long.MAX_VALUE;

    private boolean failed;

    ServerContext(EngineContext engine, RmtpConfig config, BulkSource source) {
        this.engine = engine;
        this.config = config;
        this.rateControl = config.rateControl.at(engine.ttl());
        this.source = source;
        this.dataSet = new DataSet(
                engine.memberId(), source.identity(), source.totalBytes(), config.payloadBytes(), source.description());
        this.packets = dataSet.packets();
        this.transfer = engine.secrets().nextInt() | 1;
        int described = dataSet.description().length;
        if (described < RmtpCodec.MIN_DESCRIPTION_BYTES || described > config.mostDescriptionBytes()) {
            throw new IllegalArgumentException("the description must be " + RmtpCodec.MIN_DESCRIPTION_BYTES + " to "
                    + config.mostDescriptionBytes() + " bytes, was " + described);
        }
    }

    ConnectionRequest connectionRequest(boolean open, int receivers) {
        return new ConnectionRequest(
                transfer,
                open,
                dataSet.identity(),
                dataSet.totalBytes(),
                dataSet.packetBytes(),
                backoffMicros(receivers),
                dataSet.description());
    }

    void multicast(RmtpPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.multicast(RmtpCodec.encode(packet), engine.ttl());
    }

    void unicast(InetSocketAddress to, RmtpPacket packet, Actions actions) {
        counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, RmtpCodec.encode(packet));
    }

    /** A receiver told how long its round trip is. */
    void onRoundTrip(int micros) {
        roundTripNanos = Math.max(roundTripNanos, micros * NANOS_PER_MICRO);
    }

    /**
     * An answer to a round came.
     *
     * @param nanos after the end of the round
     * @param first whether it is the first one to that round
     */
    void onAnswer(long nanos, boolean first) {
        answeredNanos = first ? nanos : Math.max(answeredNanos, nanos);
    }

    /** TAT: how long an answer takes that is not put off. */
    long turnAroundNanos() {
        return Math.max(config.turnAroundMinNanos, Math.min(config.turnAroundMaxNanos, roundTripNanos));
    }

    /** How far so many receivers spread their answers: δN. */
    long spreadNanos(int receivers) {
        return Math.min(receivers * config.responseSpacingNanos, Integer.MAX_VALUE * NANOS_PER_MICRO);
    }

    int backoffMicros(int receivers) {
        return (int) (spreadNanos(receivers) / NANOS_PER_MICRO);
    }

    /**
     * How long to wait for the answers of so many receivers.
     *
     * <p>Paper: Shiroshita et al., section 4.1: {@code TAT + δN + α}. Here turn-around and margin double with each try, up to {@code
     * answerMax}. Who is asked again is waited for by what was seen of the others' answers, if that is less than what receivers told: a
     * receiver that was just started may have told seconds.
     *
     * @param tries how often they were asked before
     */
    long answerNanos(int receivers, int tries) {
        long turnAround = turnAroundNanos();
        if (tries > 0) {
            turnAround = Math.max(config.turnAroundMinNanos, Math.min(turnAround, answeredNanos));
        }
        long once = turnAround + config.marginNanos;
        long longest = Math.max(once, config.answerMaxNanos);
        return spreadNanos(receivers) + Math.min(longest, once << Math.min(tries, MOST_DOUBLINGS));
    }

    /** The data set cannot be read any more. */
    void fail() {
        failed = true;
    }

    boolean hasFailed() {
        return failed;
    }
}
