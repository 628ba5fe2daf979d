package org.rmcast.core.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.repair.CodeDecoder.Decoded;
import org.rmcast.core.repair.CodeDecoder.Outcome;

class CodeDecoderTest {
    private static final InetSocketAddress HEAD = new InetSocketAddress("10.0.0.1", 7_000);
    /** Bytes 4 to 11, and all from 20 on. */
    private static final CodedPart PART = new CodedPart(4, 12, 20);

    private static final int LONGEST = 200;
    private static final long KEEP = 1_000;

    private final Map<Long, byte[]> sent = new HashMap<>();
    private final Map<Long, byte[]> held = new HashMap<>();
    private final Set<Long> gone = new HashSet<>();
    private final CodeDecoder decoder = new CodeDecoder(PART, LONGEST, 3, KEEP, new CodeDecoder.Packets() {
        @Override
        public boolean isHere(long sequence) {
            return held.containsKey(sequence) || gone.contains(sequence);
        }

        @Override
        public byte @Nullable [] get(long sequence) {
            return held.get(sequence);
        }
    });

    /** A packet whose bytes that are not coded are 0. */
    private byte[] packet(long sequence, int length) {
        byte[] packet = new byte[length];
        for (int i = 0; i < length; i++) {
            packet[i] = (byte) ((i >= 4 && i < 12) || i >= 20 ? sequence * 31 + i * 7L : 0);
        }
        sent.put(sequence, packet);
        return packet;
    }

    private byte[] sent(long sequence) {
        return Objects.requireNonNull(sent.get(sequence));
    }

    private void hold(long sequence, int length) {
        byte[] packet = packet(sequence, length).clone();
        // As it came it says more, which is not coded.
        packet[0] = 77;
        packet[15] = 78;
        held.put(sequence, packet);
    }

    private Outcome code(long now, long... sequences) {
        return wrongCode(now, 0, sequences);
    }

    /** The code, so many bytes behind the datagram's begin, with an error in its lengths. */
    private Outcome wrongCode(long now, int error, long... sequences) {
        int longest = 0;
        int lengths = error;
        for (long sequence : sequences) {
            longest = Math.max(longest, sent(sequence).length);
            lengths ^= sent(sequence).length;
        }
        byte[] datagram = new byte[9 + PART.codedBytes(longest)];
        for (long sequence : sequences) {
            PART.xorInto(sent(sequence), datagram, 9);
        }
        return decoder.onCode(HEAD, sequences, lengths, datagram, 9, now);
    }

    private void take(long sequence) {
        Decoded decoded = Objects.requireNonNull(decoder.poll());
        assertThat(decoded.sequence()).isEqualTo(sequence);
        assertThat(decoded.from()).isEqualTo(HEAD);
        assertThat(decoded.packet()).containsExactly(sent(sequence));
    }

    @Test
    void shouldTakeOutWhatIsLacking() {
        hold(1, 33);
        packet(2, 150);
        hold(3, 200);
        assertThat(code(0, 1, 2, 3)).isEqualTo(Outcome.DECODED);
        take(2);
        assertThat(decoder.poll()).isNull();
        assertThat(decoder.isWaiting()).isFalse();
    }

    @Test
    void shouldTakeOutTheLongestAndTheShortest() {
        hold(1, 20);
        packet(2, 200);
        code(0, 1, 2);
        take(2);
        held.put(2L, sent(2));
        held.remove(1L);
        code(0, 1, 2);
        take(1);
    }

    @Test
    void shouldDropWhatIsOfNoUse() {
        hold(1, 50);
        hold(2, 60);
        assertThat(code(0, 1, 2)).isEqualTo(Outcome.USELESS);
        packet(3, 70);
        held.remove(2L);
        gone.add(2L);
        assertThat(code(0, 1, 2, 3)).isEqualTo(Outcome.FORGOTTEN);
        assertThat(decoder.poll()).isNull();
    }

    @Test
    void shouldKeepWhatLacksTwoUntilOneComes() {
        hold(1, 50);
        packet(2, 60);
        packet(3, 70);
        assertThat(code(0, 1, 2, 3)).isEqualTo(Outcome.KEPT);
        assertThat(decoder.isWaiting()).isTrue();
        held.put(2L, sent(2));
        assertThat(decoder.onPacket(2, sent(2))).isZero();
        take(3);
        assertThat(decoder.isWaiting()).isFalse();
    }

    @Test
    void shouldForgetAKeptCodeWhenAllHasComeOrTimeHasPassed() {
        packet(2, 60);
        packet(3, 70);
        code(0, 2, 3);
        held.put(3L, sent(3));
        held.put(2L, sent(2));
        decoder.onPacket(2, sent(2));
        assertThat(decoder.poll()).isNull();
        assertThat(decoder.isWaiting()).isFalse();
        held.clear();
        code(0, 2, 3);
        hold(1, 50);
        hold(4, 50);
        code(KEEP + 1, 1, 4);
        assertThat(decoder.isWaiting()).isFalse();
    }

    @Test
    void shouldKeepABoundedNumber() {
        for (long i = 1; i <= 9; i++) {
            packet(i, 50);
        }
        code(0, 1, 2);
        code(0, 3, 4);
        code(0, 5, 6);
        code(0, 7, 8);
        decoder.onPacket(1, sent(1));
        assertThat(decoder.poll()).isNull();
        decoder.onPacket(3, sent(3));
        take(4);
    }

    @Test
    void shouldRefuseLies() {
        hold(1, 50);
        packet(2, 60);
        assertThat(wrongCode(0, 128, 1, 2)).isEqualTo(Outcome.WRONG);
        assertThat(wrongCode(0, 4, 1, 2)).as("bytes behind the end").isEqualTo(Outcome.WRONG);
        assertThat(decoder.onCode(HEAD, new long[] {1, 2}, 50, new byte[10], 2, 0))
                .as("shorter than what is held")
                .isEqualTo(Outcome.WRONG);
        assertThat(decoder.onCode(HEAD, new long[] {2, 3}, 0, new byte[10 + PART.codedBytes(LONGEST)], 9, 0))
                .as("longer than any packet")
                .isEqualTo(Outcome.WRONG);
        assertThat(decoder.isWaiting()).isFalse();
        assertThat(decoder.onCode(HEAD, new long[] {2, 3}, 0, new byte[50], 9, 0))
                .isEqualTo(Outcome.KEPT);
        assertThat(decoder.onPacket(2, sent(2))).as("wrong when decoded").isEqualTo(1);
        assertThat(decoder.poll()).isNull();
    }

    /** Random packets, losses and codes: what is taken out is always what was sent, and all comes in the end. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldAgreeWithAPlainModel(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> lacking = new ArrayList<>();
        for (long i = 1; i <= 64; i++) {
            int length = 20 + random.nextInt(LONGEST - 19);
            if (random.nextInt(4) == 0) {
                packet(i, length);
                lacking.add(i);
            } else {
                hold(i, length);
            }
        }
        for (int step = 0; step < 5_000 && held.size() < 64; step++) {
            long[] joined =
                    random.longs(2 + random.nextInt(7), 1, 65).distinct().toArray();
            code(step, joined);
            for (Decoded decoded = decoder.poll(); decoded != null; decoded = decoder.poll()) {
                assertThat(held).as("seed %d", seed).doesNotContainKey(decoded.sequence());
                assertThat(decoded.packet()).as("seed %d", seed).containsExactly(sent(decoded.sequence()));
                held.put(decoded.sequence(), decoded.packet());
                assertThat(decoder.onPacket(decoded.sequence(), decoded.packet()))
                        .isZero();
            }
        }
        assertThat(held).as("seed %d, lacking were %s", seed, lacking).hasSize(64);
    }
}
