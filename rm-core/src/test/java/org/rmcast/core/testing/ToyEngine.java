package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/** The engine of the toys: a stream of its own where the role sends, and the streams of others where it receives. */
final class ToyEngine implements ProtocolEngine {
    private static final long TICK_NANOS = 20_000_000L;
    private static final int MOST_SOURCES = 1_000;

    private final EngineContext context;
    private final ToyConfig config;
    private final ToyBudget toSend;
    private final ToyBudget toDeliver;
    private final @Nullable ToyStream own;
    private final Map<Long, ToySource> sources = new LinkedHashMap<>();
    private final MeterValues<ToyMeter> counters = new MeterValues<>(ToyMeter.class);
    private long tickAtNanos;
    private long deliveredBefore;
    private boolean leaving;

    ToyEngine(EngineContext context, ToyConfig config) {
        this.context = context;
        this.config = config;
        this.toSend = new ToyBudget(config.window, config.memory / 2);
        this.toDeliver = new ToyBudget(config.window, config.memory / 2);
        this.own = context.role().sends() ? new ToyStream(context, toSend) : null;
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        failAt("onStart");
        tickAtNanos = nowNanos + context.random().nextLong(TICK_NANOS);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        failAt("onDatagram");
        ToyPacket packet = ToyPacket.read(datagram);
        long member = DatagramHeader.memberId(datagram);
        switch (packet.type()) {
            case DATA, HEARTBEAT, WELCOME, DISMISS -> onSource(from, member, datagram, packet, nowNanos, actions);
            case ACK, NAK, JOIN, LEAVE -> onMember(from, member, packet, nowNanos, actions);
        }
    }

    /** A packet of a sender to its receivers, or to this one. */
    private void onSource(
            InetSocketAddress from, long member, byte[] datagram, ToyPacket packet, long nowNanos, Actions actions) {
        if (!context.role().receives() || leaving) {
            return;
        }
        ToySource source = sources.get(member);
        boolean toAll = packet.type() == ToyPacket.Type.DATA || packet.type() == ToyPacket.Type.HEARTBEAT;
        if (source == null && toAll && sources.size() < MOST_SOURCES) {
            source = new ToySource(context, member, from, toDeliver, nowNanos);
            sources.put(member, source);
        }
        if (source == null) {
            return;
        }
        switch (packet.type()) {
            case DATA -> source.onData(from, datagram, packet, nowNanos, actions);
            case HEARTBEAT -> source.onHeartbeat(from, packet, nowNanos, actions);
            case WELCOME -> source.onWelcome(from, packet.first(), packet.second(), nowNanos, actions);
            default -> source.onDismiss(packet.first(), nowNanos, actions);
        }
    }

    /** A packet of a receiver to its sender. */
    private void onMember(InetSocketAddress from, long member, ToyPacket packet, long nowNanos, Actions actions) {
        ToyStream stream = own;
        if (stream == null) {
            return;
        }
        counters.increment(ToyMeter.HELLOS);
        switch (packet.type()) {
            case JOIN -> {
                if (packet.first() == context.memberId()) {
                    stream.onJoin(member, from, packet.second(), nowNanos, actions);
                }
            }
            case LEAVE -> stream.onLeave(member, packet.first(), nowNanos, actions);
            default -> stream.onReport(member, from, packet, nowNanos, actions);
        }
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        failAt("onSend");
        return own != null && own.send(message, headers, nowNanos, actions);
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        if (own == null) {
            actions.flushed(flushId, FlushResult.completed());
        } else if (!config.mute) {
            own.flush(flushId, deadlineNanos, nowNanos, actions);
        }
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        deliveredBefore = delivered();
        sources.values().forEach(source -> source.leave(actions));
        sources.clear();
        leaving = true;
        if (own == null) {
            actions.closed(FlushResult.completed());
        } else if (!config.mute) {
            own.close(deadlineNanos, nowNanos, actions);
        }
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        sources.values().forEach(source -> source.deliverHeld(actions));
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        failAt("onDeadline");
        if (tickAtNanos - nowNanos <= 0) {
            tickAtNanos = nowNanos + TICK_NANOS;
            sources.values().removeIf(source -> {
                boolean gone = !source.onTick(nowNanos, actions);
                deliveredBefore += gone ? source.delivered() : 0;
                return gone;
            });
            sources.values().forEach(source -> source.report(true, nowNanos, actions));
        }
        if (own != null) {
            own.onTick(nowNanos, actions);
        }
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        sources.values().forEach(source -> source.report(false, nowNanos, actions));
    }

    @Override
    public long nextDeadlineNanos() {
        long flushNanos = own == null || config.mute ? NO_DEADLINE : own.deadlineNanos();
        return flushNanos == NO_DEADLINE || flushNanos - tickAtNanos > 0 ? tickAtNanos : flushNanos;
    }

    @Override
    public int receiverCount() {
        return own == null ? 0 : own.memberCount();
    }

    @Override
    public EngineStatistics statistics() {
        long sent = own == null ? 0 : own.sent();
        return EngineStatistics.builder()
                .with(EngineMeter.DATA_PACKETS_SENT, sent)
                .with(EngineMeter.MESSAGES_ACCEPTED, sent)
                .with(EngineMeter.REPAIRS_SENT, own == null ? 0 : own.repairs())
                .with(EngineMeter.DATA_PACKETS_RECEIVED, delivered() + toDeliver.packets())
                .with(
                        EngineMeter.DUPLICATE_PACKETS,
                        sources.values().stream()
                                .mapToLong(ToySource::duplicates)
                                .sum())
                .with(EngineMeter.MESSAGES_DELIVERED, delivered())
                .with(EngineMeter.BUFFER_PACKETS, toSend.packets() + toDeliver.packets())
                .with(EngineMeter.BUFFER_BYTES, toSend.bytes() + toDeliver.bytes())
                .with(EngineMeter.BUFFER_CAPACITY_PACKETS, toSend.mostPackets() + toDeliver.mostPackets())
                .with(EngineMeter.NEXT_SEQUENCE, sent)
                .with(counters)
                .build();
    }

    @Override
    public String toString() {
        return "ToyEngine at " + (own == null ? delivered() : own.sent());
    }

    private long delivered() {
        long delivered = deliveredBefore;
        for (ToySource source : sources.values()) {
            delivered += source.delivered();
        }
        return delivered;
    }

    private void failAt(String where) {
        if (config.fail.equals(where)) {
            throw new IllegalStateException("made to fail");
        }
    }
}
