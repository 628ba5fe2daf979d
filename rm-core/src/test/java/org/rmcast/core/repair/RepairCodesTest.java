package org.rmcast.core.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.RepairQueue.Answer;

/** A queue of repairs that joins them to codes. */
class RepairCodesTest {
    private static final long MS = 1_000_000L;
    private static final long START = -77_777_777_777L;
    private static final long HOLD_OFF = 20 * MS;
    private static final long GATHER = MS;
    private static final int PACKET = 1_000;
    private static final long STREAM = 5;
    private static final InetSocketAddress GROUP = new InetSocketAddress("239.1.1.1", 7_000);

    private final RepairQueue queue = queue(100_000, 0);
    private final Sent sent = new Sent();

    private static RepairQueue queue(int maxPackets, long gatherNanos) {
        RepairLimits limits = new RepairLimits(maxPackets, Long.MAX_VALUE / 2, 256, 16 * PACKET, 0.5, MS);
        RepairQueue queue = new RepairQueue(limits, new Pacer(1e12, MS), 1e12, GROUP);
        queue.multicastAt(2);
        queue.joinBy(CodeLimits.of(255, gatherNanos));
        return queue;
    }

    /** Notes what is sent. */
    private static final class Sent implements RepairOutput {
        final List<String> all = new ArrayList<>();
        boolean noRoom;

        @Override
        public int unicast(long stream, long sequence, RepairRequest request, Actions actions) {
            all.add(sequence + " to " + request.from().getPort());
            return PACKET;
        }

        @Override
        public int multicast(long stream, long sequence, Actions actions) {
            all.add(sequence + " to all");
            return PACKET;
        }

        @Override
        public int coded(long stream, long[] sequences, int[] numbers, Actions actions) {
            if (noRoom) {
                return 0;
            }
            all.add(Arrays.toString(sequences) + " for " + Arrays.toString(numbers));
            return PACKET;
        }
    }

    private static RepairRequest from(int host, int number) {
        return new RepairRequest(new InetSocketAddress("10.0.0.1", host), number, HOLD_OFF, true);
    }

    private Answer ask(int host, long sequence, long now) {
        return queue.request(from(host, 100 + host), STREAM, sequence, PACKET, now);
    }

    private void drain(long now) {
        queue.drain(sent, false, now, new RepairQueueTest.NoActions());
    }

    @Test
    void shouldJoinWhatDifferentOnesAskFor() {
        ask(1, 9, START);
        ask(2, 4, START);
        ask(3, 6, START);
        drain(START);
        assertThat(sent.all).containsExactly("[4, 6, 9] for [102, 103, 101]");
        assertThat(queue.packets()).isZero();
        assertThat(queue.counters().coded).isEqualTo(1);
        assertThat(queue.counters().packetsInCodes).isEqualTo(3);
    }

    @Test
    void shouldSendAloneWhatOneAsksForAlone() {
        ask(1, 4, START);
        ask(1, 5, START);
        drain(START);
        assertThat(sent.all).containsExactly("4 to 1", "5 to 1");
    }

    @Test
    void shouldSendAloneToWhoCannotDecode() {
        queue.request(new RepairRequest(from(1, 0).from(), 7, HOLD_OFF), STREAM, 4, PACKET, START);
        ask(2, 5, START);
        ask(3, 4, START);
        drain(START);
        assertThat(sent.all).containsExactly("4 to all", "5 to 2");
    }

    @Test
    void shouldKnowAllWhoLackWhatGoesToTheGroupAnyway() {
        for (int host = 1; host <= 4; host++) {
            ask(host, 4, START);
        }
        ask(4, 5, START);
        ask(5, 6, START);
        drain(START);
        assertThat(sent.all).containsExactly("[4, 6] for [101, 102, 103, 104, 105]", "5 to 4");
    }

    @Test
    void shouldSendAloneWhatFindsNoRoomAsACode() {
        sent.noRoom = true;
        ask(1, 4, START);
        ask(2, 5, START);
        drain(START);
        assertThat(sent.all).containsExactly("4 to 1", "5 to 2");
    }

    @Test
    void shouldNotJoinWhereNothingGoesToTheGroup() {
        queue.multicastAt(Integer.MAX_VALUE);
        ask(1, 4, START);
        ask(2, 5, START);
        drain(START);
        assertThat(sent.all).containsExactly("4 to 1", "5 to 2");
    }

    @Test
    void shouldJoinOnlyWhereEnoughAskTogether() {
        queue.multicastAt(3);
        ask(1, 4, START);
        ask(2, 5, START);
        drain(START);
        assertThat(sent.all).containsExactly("4 to 1", "5 to 2");
    }

    /** The code of 4 and 5 gives the third the one for which it asks first, the other has to be sent. */
    @Test
    void shouldHoldOffOneOfACodeForEach() {
        ask(1, 4, START);
        ask(2, 5, START);
        drain(START);
        sent.all.clear();
        assertThat(ask(3, 4, START + 1)).isEqualTo(Answer.HELD_OFF);
        assertThat(ask(3, 5, START + 1)).isEqualTo(Answer.QUEUED);
        assertThat(ask(3, 4, START + 2)).isEqualTo(Answer.HELD_OFF);
        assertThat(ask(1, 4, START + 2)).isEqualTo(Answer.HELD_OFF);
        assertThat(ask(1, 5, START + 2)).isEqualTo(Answer.MERGED);
        drain(START + 2);
        assertThat(sent.all).containsExactly("5 to all");
        assertThat(ask(1, 4, START + HOLD_OFF)).isEqualTo(Answer.QUEUED);
    }

    /** A number says that all asked for before has been answered. */
    @Test
    void shouldEchoOnlyTheOldestRequestOfEach() {
        queue.request(from(1, 11), STREAM, 1, PACKET, START);
        queue.request(from(1, 12), STREAM, 2, PACKET, START);
        queue.request(from(2, 21), STREAM, 1, PACKET, START);
        queue.request(from(3, 31), STREAM, 3, PACKET, START);
        queue.request(from(2, 22), STREAM, 4, PACKET, START);
        queue.request(from(4, 41), STREAM, 2, PACKET, START);
        queue.request(from(4, 41), STREAM, 3, PACKET, START);
        drain(START);
        assertThat(sent.all).containsExactly("[1, 3] for [11, 21, 31, 41]", "[2, 4] for [12, 41, 22]");
    }

    @Test
    void shouldWaitForPartnersOnlyWhereManyAskForMuch() {
        RepairQueue gathering = queue(1_000, GATHER);
        long now = START;
        for (int sequence = 1; sequence <= 100; sequence++, now += GATHER / 4) {
            gathering.request(from(1, 1), STREAM, sequence, PACKET, now);
            gathering.drain(sent, false, now, new RepairQueueTest.NoActions());
            assertThat(gathering.packets()).as("one alone").isZero();
        }
        now += 16 * GATHER;
        for (int sequence = 101; sequence <= 120; sequence++, now += 2 * GATHER) {
            gathering.request(from(sequence % 8 + 1, 1), STREAM, sequence, PACKET, now);
            gathering.drain(sent, false, now, new RepairQueueTest.NoActions());
            assertThat(gathering.packets()).as("seldom").isZero();
        }
        sent.all.clear();
        for (int sequence = 201; sequence <= 300; sequence++, now += GATHER / 4) {
            gathering.request(from(sequence % 8 + 1, 1), STREAM, sequence, PACKET, now);
            gathering.drain(sent, false, now, new RepairQueueTest.NoActions());
        }
        assertThat(sent.all.size()).isBetween(20, 45);
        now += GATHER;
        gathering.drain(sent, false, now, new RepairQueueTest.NoActions());
        assertThat(gathering.packets()).isZero();
        gathering.request(from(1, 1), STREAM, 301, PACKET, now);
        gathering.drain(sent, false, now, new RepairQueueTest.NoActions());
        assertThat(gathering.nextDeadlineNanos() - now).isBetween(1L, GATHER);
        gathering.drain(sent, false, gathering.nextDeadlineNanos(), new RepairQueueTest.NoActions());
        assertThat(gathering.packets()).isZero();
        assertThat(gathering.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    /** Real packets, lost at random, as are codes: all have all in the end, byte for byte, for few repairs. */
    @ParameterizedTest
    @CsvSource({"4, 0.2, 0.40, 1", "4, 0.2, 0.40, 2", "32, 0.05, 0.2, 3", "32, 0.05, 0.2, 4", "100, 0.05, 1.5, 5"})
    void shouldRepairAGroupWithFewRepairs(int receivers, double loss, double most, long seed) {
        Group group = new Group(receivers, loss, seed);
        int packets = 3_200;
        long now = START;
        for (long first = 1; first <= packets; first += 64) {
            group.send(first, first + 64);
            for (int round = 0; group.ask(queue, now) > 0; round++, now += HOLD_OFF) {
                assertThat(round).as("seed %d", seed).isLessThan(60);
                queue.drain(group, false, now, new RepairQueueTest.NoActions());
            }
        }
        System.out.printf(
                "R = %d, %.0f %%: %.3f repairs for each packet, of these codes %.3f%n",
                receivers, loss * 100, (double) group.repairs / packets, (double) queue.counters().coded / packets);
        assertThat((double) group.repairs / packets).as("seed %d", seed).isLessThanOrEqualTo(most);
    }

    /** Receivers that hold what came, and ask for what did not. */
    private static final class Group implements RepairOutput {
        private static final CodedPart PART = new CodedPart(0, 0, 0);

        final SplittableRandom random;
        final double loss;
        final Map<Long, byte[]> sent = new HashMap<>();
        final List<Map<Long, byte[]>> held = new ArrayList<>();
        final List<CodeDecoder> decoders = new ArrayList<>();
        long first;
        long limit;
        int repairs;

        Group(int receivers, double loss, long seed) {
            this.random = new SplittableRandom(seed);
            this.loss = loss;
            for (int i = 0; i < receivers; i++) {
                Map<Long, byte[]> has = new HashMap<>();
                held.add(has);
                decoders.add(new CodeDecoder(PART, PACKET, 64, Long.MAX_VALUE, new CodeDecoder.Packets() {
                    @Override
                    public boolean isHere(long sequence) {
                        return has.containsKey(sequence);
                    }

                    @Override
                    public byte @Nullable [] get(long sequence) {
                        return has.get(sequence);
                    }
                }));
            }
        }

        void send(long from, long to) {
            first = from;
            limit = to;
            for (long sequence = from; sequence < to; sequence++) {
                byte[] packet = new byte[1 + random.nextInt(PACKET)];
                random.nextBytes(packet);
                sent.put(sequence, packet);
                for (Map<Long, byte[]> has : held) {
                    if (random.nextDouble() >= loss) {
                        has.put(sequence, packet);
                    }
                }
            }
        }

        private byte[] packet(long sequence) {
            return Objects.requireNonNull(sent.get(sequence));
        }

        /** All ask for all that they lack; returns how much that is. */
        int ask(RepairQueue queue, long now) {
            int lacking = 0;
            for (int host = 0; host < held.size(); host++) {
                for (long sequence = first; sequence < limit; sequence++) {
                    if (!held.get(host).containsKey(sequence)) {
                        queue.request(from(host + 1, 1), STREAM, sequence, PACKET, now);
                        lacking++;
                    }
                }
            }
            return lacking;
        }

        @Override
        public int unicast(long stream, long sequence, RepairRequest request, Actions actions) {
            repairs++;
            arrive(request.from().getPort() - 1, sequence);
            return PACKET;
        }

        @Override
        public int multicast(long stream, long sequence, Actions actions) {
            repairs++;
            for (int host = 0; host < held.size(); host++) {
                arrive(host, sequence);
            }
            return PACKET;
        }

        private void arrive(int host, long sequence) {
            byte[] packet = packet(sequence);
            if (random.nextDouble() >= loss && held.get(host).put(sequence, packet) == null) {
                decoders.get(host).onPacket(sequence, packet);
                decode(host);
            }
        }

        @Override
        public int coded(long stream, long[] sequences, int[] numbers, Actions actions) {
            repairs++;
            int longest = LongStream.of(sequences)
                    .mapToInt(one -> packet(one).length)
                    .max()
                    .orElseThrow();
            byte[] code = new byte[longest];
            int lengths = 0;
            for (long sequence : sequences) {
                PART.xorInto(packet(sequence), code, 0);
                lengths ^= packet(sequence).length;
            }
            for (int host = 0; host < held.size(); host++) {
                if (random.nextDouble() >= loss) {
                    decoders.get(host).onCode(GROUP, sequences, lengths, code, 0, 0);
                    decode(host);
                }
            }
            return PACKET;
        }

        private void decode(int host) {
            CodeDecoder decoder = decoders.get(host);
            for (CodeDecoder.Decoded one = decoder.poll(); one != null; one = decoder.poll()) {
                assertThat(one.packet()).containsExactly(packet(one.sequence()));
                held.get(host).put(one.sequence(), one.packet());
                assertThat(decoder.onPacket(one.sequence(), one.packet())).isZero();
            }
        }
    }
}
