package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.Token;
import org.rmcast.sim.SimNode;

/**
 * What a server holds of 10,000 receivers over 10^7 packets, on the heap: an engine alone, which is told by receivers that something is there already,
 * so it asks what they lack before it sends anything.
 */
class RmtpServerMemoryTest {
    private static final int RECEIVERS = 10_000;
    private static final long PACKETS = 10_000_000;
    private static final int NAMED_BY_EACH = 200;
    private static final long SESSION = 7;
    private static final long NOW = 1_000_000_000L;
    private static final long MOST_BYTES = 256L << 20;

    private final Wire wire = new Wire();
    private @Nullable RmtpServer engine;

    @Test
    void shouldHoldASetOfPacketsAndAStatePerReceiver() throws DecodeException {
        long before = heapBytes();
        RmtpConfig config = RmtpConfig.defaults().with("rateControl", "fixed");
        InetSocketAddress own = SimNode.addressOf(0);
        EngineContext context = new EngineContext(
                SESSION, 1_000, Role.SENDER, own, own, 8, new SplittableRandom(1), new SplittableRandom(2), null);
        MadeUpSource source = new MadeUpSource(PACKETS * config.payloadBytes(), Delivered.IDENTITY);
        ReceiverList all = ReceiverList.of(Delivered.addresses(RECEIVERS));
        RmtpServer server = new RmtpServer(context, config, new RmtpProtocol.Delivery(source, all));
        engine = server;
        server.onStart(NOW, wire);
        long[] tokens = connect();
        long connected = heapBytes() - before;

        nameAtRandom(tokens);
        long named = heapBytes() - before;
        long pending = server.statistics().get(EngineMeter.BUFFER_BYTES);

        // All but one are to be served apart: each has a set of its own.
        for (int host = 2; host <= RECEIVERS; host++) {
            hear(host, RmtpCodec.encode(new Busy(wire.transfer, tokens[host])));
        }
        server.onBatchEnd(NOW, wire);
        long apart = heapBytes() - before;
        System.out.printf(
                "rmtp, server of %d receivers and %d packets: %d KiB when they are connected, %d KiB when packets are"
                        + " named, %d KiB when all but one are served apart; the set of packets %d KiB%n",
                RECEIVERS, PACKETS, connected >> 10, named >> 10, apart >> 10, pending >> 10);
        assertThat(pending).isGreaterThan(PACKETS / 8);
        assertThat(server.receiverCount()).isEqualTo(RECEIVERS);
        assertThat(Math.max(connected, Math.max(named, apart))).isLessThan(MOST_BYTES);
    }

    private RmtpServer server() {
        return Objects.requireNonNull(engine);
    }

    /** Two CACKs of each; returns the tokens by host. */
    private long[] connect() throws DecodeException {
        long[] tokens = new long[RECEIVERS + 1];
        for (int host = 1; host <= RECEIVERS; host++) {
            hear(host, RmtpCodec.encode(new ConnectionAck(wire.transfer, 0, host, Answer.YES, 0, 0)));
            tokens[host] = wire.token;
            hear(host, RmtpCodec.encode(new ConnectionAck(wire.transfer, tokens[host], host, Answer.YES, 5_000, 1)));
        }
        server().onBatchEnd(NOW, wire);
        assertThat(wire.polled).as("what they lack is asked for").isTrue();
        return tokens;
    }

    /** Each names packets at random: of all sets those are the largest. */
    private void nameAtRandom(long[] tokens) throws DecodeException {
        SplittableRandom random = new SplittableRandom(3);
        for (int host = 1; host <= RECEIVERS; host++) {
            long[] packets = random.longs(NAMED_BY_EACH, 0, PACKETS / 2)
                    .map(packet -> 2 * packet)
                    .distinct()
                    .sorted()
                    .toArray();
            long[] ranges = Arrays.stream(packets)
                    .flatMap(packet -> Arrays.stream(new long[] {packet, packet + 1}))
                    .toArray();
            hear(host, RmtpCodec.encode(new Nack(wire.transfer, tokens[host], 0, packets.length, 0, PACKETS, ranges)));
        }
    }

    private void hear(int host, byte[] packet) throws DecodeException {
        Arrays.fill(packet, 6, DatagramHeader.BYTES, (byte) 0);
        byte[] datagram = DatagramHeader.complete(packet, RmtpCodec.PROTOCOL, SESSION, 1_000L * (host + 1), 1);
        server().onDatagram(SimNode.addressOf(host), Cast.UNICAST, datagram, NOW, wire);
    }

    private static long heapBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Looks at what the server sends, and keeps nothing of it. */
    private static final class Wire implements Actions {
        private int transfer;
        private long token;
        private boolean polled;

        private void look(byte[] bytes) {
            try {
                RmtpPacket packet = RmtpCodec.decode(bytes);
                transfer = packet.transfer();
                polled |= packet instanceof RmtpPacket.Poll;
                token = packet instanceof Token answer ? answer.token() : token;
            } catch (DecodeException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void multicast(byte[] packet, int ttl) {
            look(packet);
        }

        @Override
        public void unicast(InetSocketAddress to, byte[] packet) {
            look(packet);
        }

        @Override
        public void watchPort(InetSocketAddress peer) {}

        @Override
        public void unwatchPort(InetSocketAddress peer) {}

        @Override
        public void deliver(ReceivedMessage message) {
            throw new AssertionError("a server delivers nothing");
        }

        @Override
        public long nowNanos() {
            return NOW;
        }

        @Override
        public boolean deliveryRoom() {
            return false;
        }

        @Override
        public void report(SessionEvent event) {}

        @Override
        public void flushed(long flushId, FlushResult result) {}

        @Override
        public void closed(FlushResult result) {}
    }
}
