package org.rmcast.rmtp;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.rmtp.wire.RmtpPacket.Ack;
import org.rmcast.rmtp.wire.RmtpPacket.Answer;
import org.rmcast.rmtp.wire.RmtpPacket.Busy;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionAck;
import org.rmcast.rmtp.wire.RmtpPacket.MonitorReport;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.rmtp.wire.RmtpPacket.ReceiveReady;
import org.rmcast.rmtp.wire.RmtpPacket.ReleaseAck;
import org.rmcast.sim.fuzz.Lies;

/** What a receiver can say that is not so, with the token that it was given; without one, with any. Not thread safe. */
final class MemberLies implements Lies {
    /** That of all simulations. */
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private static final int MOST_RANGES = 20;

    private final long packets;
    private final boolean busyAndReady;
    private long token = 1;
    private int transfer;
    private int round;

    MemberLies(long packets) {
        this(packets, false);
    }

    private MemberLies(long packets, boolean busyAndReady) {
        this.packets = packets;
        this.busyAndReady = busyAndReady;
    }

    /** Says that it is busy and that it is ready, and nothing else. */
    static MemberLies busyAndReady() {
        return new MemberLies(0, true);
    }

    @Override
    public byte @Nullable [] lie(List<byte[]> heard, long ownMemberId, RandomGenerator random) {
        heard.forEach(this::learn);
        if (transfer == 0) {
            return null;
        }
        byte[] packet = RmtpCodec.encode(packet(random));
        Arrays.fill(packet, 6, DatagramHeader.BYTES, (byte) 0);
        return DatagramHeader.complete(packet, RmtpCodec.PROTOCOL, SESSION, ownMemberId, 1);
    }

    private void learn(byte[] datagram) {
        try {
            RmtpPacket packet = RmtpCodec.decode(datagram);
            if (packet instanceof RmtpPacket.Token given) {
                token = given.token();
                transfer = packet.transfer();
            } else if (packet instanceof Poll poll) {
                round = poll.round();
            } else if (packet instanceof RmtpPacket.Data data) {
                round = data.round();
                transfer = packet.transfer();
            }
        } catch (DecodeException e) {
            // Somebody else's lie.
        }
    }

    private RmtpPacket packet(RandomGenerator random) {
        if (busyAndReady) {
            return random.nextBoolean() ? new Busy(transfer, token) : new ReceiveReady(transfer, token);
        }
        int of = Math.max(0, round - random.nextInt(3));
        return switch (random.nextInt(8)) {
            case 0 -> new Ack(transfer, token, of);
            case 1 -> new Busy(transfer, token);
            case 2 -> new ReceiveReady(transfer, token);
            case 3 -> new ReleaseAck(transfer, token, random.nextBoolean());
            case 4 -> new MonitorReport(transfer, token, random.nextInt(1 << 16), random.nextInt(Integer.MAX_VALUE));
            case 5 -> connectionAck(random);
            default -> packets == 0 ? new Busy(transfer, token) : nack(of, random);
        };
    }

    private RmtpPacket connectionAck(RandomGenerator random) {
        List<Answer> answers = List.of(Answer.values());
        Answer answer = answers.get(random.nextInt(answers.size()));
        long held = random.nextBoolean() ? 0 : random.nextLong(1, packets + 2);
        return new ConnectionAck(
                transfer, random.nextBoolean() ? token : 0, 1, answer, random.nextInt(Integer.MAX_VALUE), held);
    }

    private RmtpPacket nack(int of, RandomGenerator random) {
        long[] bounds = random.longs(2L * (1 + random.nextInt(MOST_RANGES)), 0, packets + 1)
                .sorted()
                .distinct()
                .toArray();
        long[] ranges = Arrays.copyOf(bounds, bounds.length & ~1);
        long limit = random.nextBoolean() || ranges.length == 0 ? packets : ranges[ranges.length - 1];
        long first = random.nextInt(4) == 0 && ranges.length > 0 && ranges[0] < limit ? ranges[0] : 0;
        return new Nack(transfer, token, of, random.nextLong(1, packets + 1), first, limit, ranges);
    }
}
