package org.rmcast.testkit;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.testing.ToyPacket;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireWriter;

/** An honest engine behind somebody who does one thing wrong. */
final class TamperedEngine implements ProtocolEngine {
    private static final int EVERY = 1_000;
    private static final int ANSWER_BYTES = 1_000;
    private static final int FORGOTTEN_TYPE = 6;

    private final ProtocolEngine honest;
    private final TamperedProtocol.Deed deed;
    private final Set<List<Object>> strangers = new HashSet<>();
    private final List<byte[]> leaked = new ArrayList<>();
    private long leakedBytes;

    TamperedEngine(ProtocolEngine honest, TamperedProtocol.Deed deed) {
        this.honest = honest;
        this.deed = deed;
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        honest.onStart(nowNanos, new TamperedActions(actions));
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        switch (deed) {
            case THROWS_WHEN_TRUNCATED -> readCarelessly(datagram);
            case FORGETS_A_TYPE -> forget(datagram);
            case LEAKS -> leak(datagram);
            case ANSWERS_STRANGERS -> greet(from, datagram, actions);
            default -> {}
        }
        honest.onDatagram(from, cast, datagram, nowNanos, new TamperedActions(actions));
    }

    private static void forget(byte[] datagram) throws DecodeException {
        if (DatagramHeader.type(datagram) == FORGOTTEN_TYPE) {
            throw new DecodeException("no such type");
        }
    }

    private static void readCarelessly(byte[] datagram) {
        ByteBuffer.wrap(datagram).getLong(DatagramHeader.BYTES);
    }

    private void leak(byte[] datagram) {
        leaked.add(datagram);
        leakedBytes += datagram.length;
    }

    /** Whoever is heard for the first time is sent a long packet, proved or not. */
    private void greet(InetSocketAddress from, byte[] datagram, Actions actions) {
        if (strangers.add(List.of(from, DatagramHeader.memberId(datagram)))) {
            WireWriter writer = new WireWriter(DatagramHeader.BYTES + ANSWER_BYTES);
            DatagramHeader.begin(writer, ToyPacket.Type.ACK.code(), 0)
                    .writeBytes(new byte[ANSWER_BYTES], 0, ANSWER_BYTES);
            actions.unicast(from, writer.toByteArray());
        }
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        return honest.onSend(message, headers, nowNanos, new TamperedActions(actions));
    }

    @Override
    public void onPortUnreachable(InetSocketAddress peer, long nowNanos, Actions actions) {
        honest.onPortUnreachable(peer, nowNanos, new TamperedActions(actions));
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        if (deed == TamperedProtocol.Deed.SAYS_COMPLETE_TOO_EARLY) {
            actions.flushed(flushId, FlushResult.completed());
        } else {
            honest.onFlush(flushId, by, deadlineNanos, nowNanos, new TamperedActions(actions));
        }
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {
        honest.onDeliveryRoom(nowNanos, new TamperedActions(actions));
    }

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        honest.onDeadline(nowNanos, new TamperedActions(actions));
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {
        honest.onBatchEnd(nowNanos, new TamperedActions(actions));
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        honest.onClose(deadlineNanos, nowNanos, new TamperedActions(actions));
    }

    @Override
    public long nextDeadlineNanos() {
        return honest.nextDeadlineNanos();
    }

    @Override
    public int receiverCount() {
        return honest.receiverCount();
    }

    @Override
    public EngineStatistics statistics() {
        EngineStatistics statistics = honest.statistics();
        EngineStatistics.Builder builder = EngineStatistics.builder();
        for (EngineMeter meter : EngineMeter.values()) {
            builder.with(meter, statistics.get(meter));
        }
        return builder.with(EngineMeter.BUFFER_BYTES, statistics.get(EngineMeter.BUFFER_BYTES) + leakedBytes)
                .build();
    }

    /** Hands on what the honest engine asks for, but for every thousandth message. */
    private final class TamperedActions implements Actions {
        private final Actions actions;

        TamperedActions(Actions actions) {
            this.actions = actions;
        }

        @Override
        public void multicast(byte[] packet, int ttl) {
            actions.multicast(packet, ttl);
        }

        @Override
        public void unicast(InetSocketAddress to, byte[] packet) {
            actions.unicast(to, packet);
        }

        @Override
        public void watchPort(InetSocketAddress peer) {
            actions.watchPort(peer);
        }

        @Override
        public void unwatchPort(InetSocketAddress peer) {
            actions.unwatchPort(peer);
        }

        @Override
        public long nowNanos() {
            return actions.nowNanos();
        }

        @Override
        public void deliver(ReceivedMessage message) {
            boolean dropped =
                    deed == TamperedProtocol.Deed.DROPS_EVERY_THOUSANDTH && message.sequence() % EVERY == EVERY - 1;
            if (!dropped) {
                actions.deliver(message);
            }
        }

        @Override
        public boolean deliveryRoom() {
            return actions.deliveryRoom();
        }

        @Override
        public void report(SessionEvent event) {
            actions.report(event);
        }

        @Override
        public void flushed(long flushId, FlushResult result) {
            actions.flushed(flushId, result);
        }

        @Override
        public void confirmed(Receipt receipt) {
            actions.confirmed(receipt);
        }

        @Override
        public void closed(FlushResult result) {
            actions.closed(result);
        }
    }
}
