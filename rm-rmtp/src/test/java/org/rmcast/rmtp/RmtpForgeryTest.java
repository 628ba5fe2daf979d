package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket.Ack;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.fuzz.Forgery;

/** What those can do who are not in the group, and one of it that lies. Host 5 is a stranger's. */
class RmtpForgeryTest {
    private static final int STRANGER = 5;
    /** That of all simulations. */
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private static final long BYTES = 1_000_000;
    private static final Duration LONG = Duration.ofMinutes(10);

    private static Delivered group() {
        return Delivered.of(5, BYTES)
                .list(ReceiverList.of(Delivered.addresses(4)))
                .link(RmtpDeliveryTest.link(2))
                .parameters(Parameters.none().with("rateControl", "fixed").with("rate", 500_000))
                .simulation(builder -> builder.notStarted(STRANGER).unjudged())
                .start();
    }

    private static int transfer(Delivered delivered) {
        int[] transfer = {0};
        delivered.simulation.node(0).observe(new NodeObserver() {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                try {
                    transfer[0] = RmtpCodec.decode(datagram).transfer();
                } catch (DecodeException e) {
                    throw new AssertionError(e);
                }
            }
        });
        assertThat(delivered.simulation.runUntil(() -> transfer[0] != 0, LONG)).isTrue();
        return transfer[0];
    }

    /** In the name of a receiver, and from its address: without its token nothing of it counts. */
    @Test
    void shouldNotBelieveWhoShowsNoToken() {
        Delivered delivered = group();
        int transfer = transfer(delivered);
        InetSocketAddress victim = SimNode.addressOf(2);
        for (int i = 0; i < 500; i++) {
            for (byte[] forged : List.of(
                    RmtpCodec.encode(new Ack(transfer, 7, 0)),
                    RmtpCodec.encode(new Busy(transfer, 7)),
                    RmtpCodec.encode(new ConnectionAck(transfer, 7, 9, Answer.NO, 0, 0)),
                    RmtpCodec.encode(new Nack(transfer, 7, 0, 1, 0, 700, new long[] {0, 700})))) {
                delivered.simulation.injectUnicast(STRANGER, victim, 0, complete(3000, forged));
            }
            delivered.simulation.runFor(Duration.ofMillis(5));
        }
        delivered.finish(LONG);
        for (int host = 1; host <= 4; host++) {
            assertThat(delivered.verdict(host).outcome()).isEqualTo(ReceiverVerdict.Outcome.RELEASED);
            assertThat(delivered.verdict(host).busy()).isZero();
        }
        assertThat(delivered.simulation.node(0).statistics().get(RmtpMeter.UNPROVED))
                .isGreaterThan(1_000);
    }

    /** Nobody sends a stranger's address more than came from there. */
    @Test
    void shouldNotAnswerAStrangerWithMoreThanItSent() {
        Delivered delivered = group();
        int transfer = transfer(delivered);
        List<byte[]> heard = new ArrayList<>();
        Map<Integer, Long> answered = new HashMap<>();
        InetSocketAddress stranger = SimNode.addressOf(STRANGER);
        delivered.simulation.node(STRANGER).observe(new NodeObserver() {
            @Override
            public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
                if (!multicast) {
                    answered.merge(0, (long) datagram.length, Long::sum);
                }
            }
        });
        delivered.simulation.node(0).observe(new NodeObserver() {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                heard.add(datagram);
            }
        });
        SplittableRandom random = new SplittableRandom(5);
        long[] sent = {0};
        for (int i = 0; i < 3_000; i++) {
            byte[] forged = forged(transfer, heard, random);
            for (int host = 0; host <= 4; host++) {
                sent[0] += forged.length;
                delivered.simulation.injectUnicast(STRANGER, stranger, host, forged);
            }
            delivered.simulation.runFor(Duration.ofMillis(1));
        }
        delivered.finish(LONG);
        for (int host = 1; host <= 4; host++) {
            assertThat(delivered.verdict(host).outcome()).isEqualTo(ReceiverVerdict.Outcome.RELEASED);
        }
        assertThat(answered.getOrDefault(0, 0L)).isLessThanOrEqualTo(sent[0]);
    }

    /** A forged CONN from the address of a victim brings it one CACK, which is shorter; the receiver asks no second time in vain. */
    @Test
    void shouldNotSendAStrangerMoreThanItsConnectionRequest() {
        Delivered delivered = Delivered.of(2, BYTES)
                .list(ReceiverList.of(Delivered.addresses(1)))
                .simulation(builder -> builder.notStarted(0).notStarted(2).unjudged())
                .start();
        long[] answered = {0};
        delivered.simulation.node(2).observe(new NodeObserver() {
            @Override
            public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
                answered[0] += datagram.length;
            }
        });
        byte[] request = RmtpCodec.encode(new ConnectionRequest(9, false, 1, BYTES, 1_000, 0, new byte[6]));
        byte[] poll = RmtpCodec.encode(new Poll(9, 1, 0, 0));
        int sent = request.length + poll.length;
        delivered.simulation.injectUnicast(2, 1, complete(1000, request));
        delivered.simulation.runFor(Duration.ofSeconds(30));
        delivered.simulation.injectUnicast(2, 1, complete(1000, poll));
        delivered.simulation.runFor(Duration.ofSeconds(30));
        assertThat(answered[0]).isPositive().isLessThanOrEqualTo(sent);
    }

    /** A CACK, or something that the server sent, with some bytes changed. */
    private static byte[] forged(int transfer, List<byte[]> heard, SplittableRandom random) {
        byte[] plain = heard.isEmpty() || random.nextInt(4) == 0
                ? complete(6000, RmtpCodec.encode(new ConnectionAck(transfer, random.nextInt(2), 9, Answer.YES, 0, 0)))
                : heard.get(random.nextInt(heard.size())).clone();
        for (int change = random.nextInt(3); change > 0; change--) {
            plain[DatagramHeader.BYTES + random.nextInt(plain.length - DatagramHeader.BYTES)] = (byte) random.nextInt();
        }
        return Forgery.as(random.nextBoolean() ? 1000 : 6000, plain);
    }

    /** A member that asks for everything after each round costs packets; nobody else is named, and it does not go on for ever. */
    @Test
    void shouldNotLetALiarHoldUpOthers() {
        Delivered delivered = Delivered.of(4, BYTES).link("delay=2ms").start();
        int[] changed = {0};
        long packets = delivered.report().packets();
        delivered.simulation.filter((host, datagram) -> {
            boolean lie = host == 0 && DatagramHeader.memberId(datagram) == 2000 && DatagramHeader.type(datagram) == 7;
            if (lie) {
                changed[0]++;
                long token = token(datagram);
                int round = round(datagram);
                byte[] liar = RmtpCodec.encode(
                        new Nack(transferOf(datagram), token, round, packets, 0, packets, new long[] {0, packets}));
                delivered.simulation.injectUnicast(STRANGER - 1, SimNode.addressOf(1), 0, complete(2000, liar));
            }
            boolean goes =
                    host == 0 && DatagramHeader.memberId(datagram) == 2000 && DatagramHeader.type(datagram) == 11;
            return !lie && !goes;
        });
        DeliveryReport report = delivered.finish(LONG);
        assertThat(changed[0]).isPositive();
        for (int host = 2; host <= 4; host++) {
            assertThat(delivered.verdict(host).outcome()).isEqualTo(ReceiverVerdict.Outcome.RELEASED);
            assertThat(delivered.verdict(host).nanos())
                    .isLessThan(Duration.ofSeconds(2).toNanos());
        }
        assertThat(delivered.verdict(1).outcome()).isEqualTo(ReceiverVerdict.Outcome.NO_PROGRESS);
        assertThat(report.sentToGroup()).isLessThan(3 * packets);
    }

    private static int transferOf(byte[] datagram) {
        try {
            return RmtpCodec.decode(datagram).transfer();
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    private static Ack ack(byte[] datagram) {
        try {
            return (Ack) RmtpCodec.decode(datagram);
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    private static long token(byte[] datagram) {
        return ack(datagram).token();
    }

    private static int round(byte[] datagram) {
        return ack(datagram).round();
    }

    /** Bytes at random are counted and dropped. */
    @Test
    void shouldCountWhatItCannotRead() {
        Delivered delivered = group();
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 2_000; i++) {
            byte[] noise = new byte[DatagramHeader.BYTES + random.nextInt(100)];
            random.nextBytes(noise);
            noise[4] = (byte) (1 + random.nextInt(14));
            noise[5] = (byte) random.nextInt(2);
            for (int host = 0; host <= 4; host++) {
                delivered.simulation.injectUnicast(STRANGER, host, complete(6000, noise));
            }
        }
        delivered.finish(LONG);
        for (int host = 1; host <= 4; host++) {
            assertThat(delivered.verdict(host).outcome()).isEqualTo(ReceiverVerdict.Outcome.RELEASED);
            assertThat(delivered.simulation.node(host).driverCounters().get(SessionMeter.REJECTED_MALFORMED))
                    .isGreaterThan(100);
        }
    }

    /** A datagram of the simulator's session, of this member. */
    private static byte[] complete(long memberId, byte[] packet) {
        Arrays.fill(packet, 6, DatagramHeader.BYTES, (byte) 0);
        return DatagramHeader.complete(packet, RmtpCodec.PROTOCOL, SESSION, memberId, 1);
    }
}
