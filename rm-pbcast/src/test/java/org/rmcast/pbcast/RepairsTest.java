package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.pbcast.wire.PbcastPacket.Request;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/** The variants' rules for unicast and multicast, the round check and the limits, packet by packet. */
class RepairsTest {
    private static final long SOURCE = 5;
    private static final InetSocketAddress ALICE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);
    private static final InetSocketAddress BOB = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7002);

    private final RecordingActions actions = new RecordingActions();
    private final Stream stream = new Stream();
    private long nowNanos;

    /** Holds the packets 1 to 99. */
    private static final class Stream implements HeldStream {
        final RepairTallies tallies = new RepairTallies();

        @Override
        public long id() {
            return SOURCE;
        }

        @Override
        public byte @Nullable [] packet(long sequence) {
            return sequence < 100 ? data(sequence) : null;
        }

        @Override
        public RepairTallies tallies() {
            return tallies;
        }

        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public Entry entry(boolean lack, long nowNanos) {
            return new Entry(
                    SOURCE, 1, 100, 100, 0, false, 0, 100, SequenceMask.EMPTY, 1, tallies.repairedMask(1, 100));
        }
    }

    private static byte[] data(long sequence) {
        WireWriter writer = PbcastCodec.beginData(SOURCE, sequence, sequence, 1, new WireWriter(64));
        return writer.writeByte(3).writeShort(0).toByteArray();
    }

    private Repairs repairs(PbcastConfig config) {
        EngineContext engine = new EngineContext(1, 9, Role.RECEIVER, ALICE, BOB, 1, new SplittableRandom(1));
        Repairs repairs = new Repairs(new PbcastContext(engine, config), id -> id == SOURCE ? stream : null);
        repairs.beginRound(1);
        return repairs;
    }

    private static Request request(PacketType type, int round, long... sequences) {
        WantList wants = new WantList();
        for (long sequence : sequences) {
            wants.add(SOURCE, sequence);
        }
        List<Want> datagram = wants.datagrams(100, 1_000).get(0);
        return new Request(type, false, round, datagram);
    }

    private List<Long> repaired(List<byte[]> datagrams) {
        return datagrams.stream().map(RepairsTest::sequence).toList();
    }

    private static long sequence(byte[] datagram) {
        try {
            Data data = (Data) PbcastCodec.decode(datagram);
            assertThat(data.type()).isEqualTo(PacketType.RETRANSMISSION);
            return data.sequence();
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    /** Lets what waits leave at its pace. */
    private void drain(Repairs repairs) {
        for (int i = 0; i < 100; i++) {
            nowNanos += 1_000_000;
            repairs.drain(false, nowNanos, actions);
        }
    }

    /** What a round allows leaves within a part of it, not at once. */
    @Test
    void shouldSpreadRepairsOverTheRound() {
        PbcastConfig config = PbcastConfig.paper().with("repairsPerRound", 40);
        Repairs repairs = repairs(config);
        long[] all = LongStream.rangeClosed(1, 40).toArray();
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, all), 0);
        repairs.drain(false, 0, actions);
        int atOnce = actions.unicasts().size();
        assertThat(atOnce).isBetween(1, 20);
        assertThat(repairs.nextDeadlineNanos()).isPositive();
        repairs.drain(false, config.roundNanos / 4, actions);
        assertThat(actions.unicasts()).hasSizeGreaterThan(atOnce);
        drain(repairs);
        assertThat(actions.unicasts()).hasSize(40);
    }

    @Test
    void shouldRepairByUnicastMostRecentFirst() {
        Repairs repairs = repairs(PbcastConfig.paper());
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3, 40, 7), 0);
        drain(repairs);
        assertThat(repaired(actions.unicasts())).containsExactly(40L, 7L, 3L);
        assertThat(actions.targets()).containsOnly(ALICE);
        assertThat(actions.multicasts()).isEmpty();
    }

    @Test
    void shouldNotServeRequestsOfAnotherRound() {
        Repairs repairs = repairs(PbcastConfig.paper());
        repairs.beginRound(2);
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 3, 3), 0);
        drain(repairs);
        assertThat(actions.unicasts()).isEmpty();
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 2, 3), 0);
        drain(repairs);
        assertThat(actions.unicasts()).hasSize(1);
    }

    @Test
    void shouldServeOlderRoundsAsConfigured() {
        Repairs repairs = repairs(PbcastConfig.paper().with("acceptedRounds", 2));
        repairs.beginRound(4);
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(actions.unicasts()).isEmpty();
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 2, 3), 0);
        drain(repairs);
        assertThat(actions.unicasts()).hasSize(1);
    }

    @Test
    void shouldKeepToThePacketsOfARound() {
        Repairs repairs = repairs(PbcastConfig.paper().with("repairsPerRound", 2));
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 1, 2, 3, 4, 5), 0);
        drain(repairs);
        assertThat(repaired(actions.unicasts())).containsExactly(5L, 4L);
        repairs.onRequest(BOB, request(PacketType.REQUEST, 1, 5), 0);
        drain(repairs);
        assertThat(actions.unicasts()).hasSize(2);
    }

    @Test
    void shouldCycleThroughWhatIsAskedForAgain() {
        Repairs repairs =
                repairs(PbcastConfig.paper().with("repairsPerRound", 2).with("cyclicRepairs", true));
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 1, 2, 3, 4, 5), 0);
        drain(repairs);
        repairs.beginRound(2);
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 2, 1, 2, 3, 4, 5), 0);
        drain(repairs);
        assertThat(repaired(actions.unicasts())).containsExactly(5L, 4L, 3L, 2L);
    }

    @Test
    void shouldKeepToTheBytesOfARound() {
        int length = data(1).length;
        Repairs repairs = repairs(PbcastConfig.paper().with("repairBytesPerRound", 2 * length + 1));
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 1, 2, 3), 0);
        drain(repairs);
        drain(repairs);
        assertThat(actions.unicasts()).hasSize(2);
    }

    @Test
    void shouldMulticastTheSecondTimeInIpmc() {
        Repairs repairs = repairs(PbcastConfig.paper().with("variant", "ipmc"));
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(actions.multicasts()).isEmpty();
        repairs.onRequest(BOB, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(repaired(actions.multicasts())).containsExactly(3L);
        repairs.onRequest(BOB, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(actions.multicasts()).hasSize(1);
        assertThat(actions.unicasts()).hasSize(2);
    }

    @Test
    void shouldMulticastInGrbWhenBothHaveRepairedBefore() {
        Repairs repairs = repairs(PbcastConfig.paper().with("variant", "grb").with("repairThreshold", 10));
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(SequenceMask.isSet(stream.entry(false, 0).repaired(), 3 - 1)).isTrue();
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(actions.multicasts()).isEmpty();
        byte[] mask = SequenceMask.reachingTo(2);
        SequenceMask.set(mask, 2);
        repairs.onRepairedElsewhere(new Entry(SOURCE, 1, 9, 9, 0, false, 0, 9, SequenceMask.EMPTY, 1, mask));
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(repaired(actions.multicasts())).containsExactly(3L);
        assertThat(stream.entry(false, 0).repaired()).isEmpty();
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(actions.multicasts()).hasSize(1);
    }

    @Test
    void shouldIgnoreRoundAndLimitsForMulticastsInThePaperOnly() {
        Repairs pure = repairs(PbcastConfig.paper()
                .with("variant", "ipmc")
                .with("repairThreshold", 1)
                .with("repairsPerRound", 1));
        pure.onRequest(ALICE, request(PacketType.REQUEST, 7, 1, 2, 3), 0);
        drain(pure);
        pure.onRequest(ALICE, request(PacketType.REQUEST, 7, 3), 0);
        drain(pure);
        assertThat(repaired(actions.multicasts())).containsExactly(3L, 2L, 1L, 3L);
        actions.clear();
        stream.tallies.forgetBelow(100);
        Repairs bound = repairs(PbcastConfig.defaults()
                .with("variant", "ipmc")
                .with("repairThreshold", 1)
                .with("repairsPerRound", 2));
        bound.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(bound);
        bound.onRequest(BOB, request(PacketType.REQUEST, 1, 3), 0);
        drain(bound);
        bound.onRequest(ALICE, request(PacketType.REQUEST, 1, 1, 2), 0);
        drain(bound);
        assertThat(repaired(actions.multicasts())).containsExactly(3L, 2L);
        assertThat(actions.unicasts()).isEmpty();
    }

    @Test
    void shouldCountAndNeverUnicastForANeighbour() {
        Repairs repairs = repairs(PbcastConfig.paper().with("variant", "local"));
        repairs.onMulticastRequest(request(PacketType.MCAST, 1, 3), 0);
        drain(repairs);
        assertThat(actions.unicasts()).isEmpty();
        assertThat(actions.multicasts()).isEmpty();
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 3), 0);
        drain(repairs);
        assertThat(repaired(actions.multicasts())).containsExactly(3L);
        assertThat(actions.unicasts()).isEmpty();
    }

    @Test
    void shouldNotAnswerForWhatIsNotHeld() {
        Repairs repairs = repairs(PbcastConfig.defaults());
        repairs.onRequest(ALICE, request(PacketType.REQUEST, 1, 100, 500), 0);
        drain(repairs);
        assertThat(actions.unicasts()).isEmpty();
    }
}
