package org.rmcast.core.impair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ImpairerTest {
    private static final int DATAGRAMS = 100_000;

    private final List<byte[]> arrived = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();

    @Test
    void shouldPassTheSameArrayAtOnceWithoutImpairments() {
        byte[] datagram = new byte[10];
        impairer("none").offer(datagram, -5, this::take);
        assertThat(arrived).hasSize(1);
        assertThat(arrived.get(0)).isSameAs(datagram);
        assertThat(times).containsExactly(-5L);
    }

    @Test
    void shouldCountWhatItLosesDuplicatesAndCorrupts() {
        byte[] datagram = new byte[200];
        Impairer impairer = impairer("loss=5%,duplicate=2%,corrupt=1%");
        for (int i = 0; i < DATAGRAMS; i++) {
            impairer.offer(datagram, i, this::take);
        }
        assertThat(datagram).isEqualTo(new byte[200]);
        assertThat(impairer.dropped() / (double) DATAGRAMS).isCloseTo(0.05, within(0.003));
        assertThat(impairer.duplicated() / (0.95 * DATAGRAMS)).isCloseTo(0.02, within(0.002));
        assertThat(impairer.corrupted() / (0.95 * DATAGRAMS)).isCloseTo(0.01, within(0.002));
        assertThat(arrived).hasSize((int) (DATAGRAMS - impairer.dropped() + impairer.duplicated()));
    }

    @Test
    void shouldFlipOneToFourBitsOfACopy() {
        byte[] datagram = new byte[1];
        Impairer impairer = impairer("corrupt=100%");
        boolean[] seen = new boolean[9];
        for (int i = 0; i < 1_000; i++) {
            impairer.offer(datagram, i, this::take);
            seen[Integer.bitCount(arrived.get(i)[0] & 0xff)] = true;
        }
        assertThat(seen).containsExactly(false, true, true, true, true, false, false, false, false);
        assertThat(datagram).containsExactly(0);
        impairer.offer(new byte[0], 1_000, this::take);
        assertThat(arrived.get(1_000)).isEmpty();
    }

    @Test
    void shouldDelayWithJitterInOrder() {
        Impairer impairer = impairer("delay=20ms,jitter=2ms");
        long latest = Long.MIN_VALUE;
        double sum = 0;
        for (int i = 0; i < 10_000; i++) {
            long now = i * 10_000_000L;
            impairer.offer(new byte[1], now, this::take);
            long arrives = times.get(i);
            assertThat(arrives - now).isBetween(20_000_000L, 22_000_000L);
            assertThat(arrives).isGreaterThan(latest);
            latest = arrives;
            sum += arrives - now;
        }
        assertThat(sum / 10_000).isCloseTo(21_000_000, within(20_000.0));
        times.clear();
        Impairer dense = impairer("jitter=2ms");
        for (int i = 0; i < 1_000; i++) {
            dense.offer(new byte[1], i, this::take);
        }
        assertThat(times).isSorted();
    }

    @Test
    void shouldLetOthersOvertakeWhatIsReordered() {
        Impairer impairer = impairer("delay=1ms,reorder=10%,reorder-delay=3ms");
        for (int i = 0; i < 10_000; i++) {
            impairer.offer(new byte[1], i, this::take);
            assertThat(times.get(i) - i).isIn(1_000_000L, 4_000_000L);
        }
        assertThat(impairer.reordered()).isCloseTo(1_000, within(100L));
    }

    @Test
    void shouldSpaceDatagramsByTheRateAndDropBeyondTheQueue() {
        Impairer impairer = impairer("rate=1kB,queue=3,delay=1ms");
        for (int i = 0; i < 5; i++) {
            impairer.offer(new byte[100], 0, this::take);
        }
        assertThat(times).containsExactly(101_000_000L, 201_000_000L, 301_000_000L);
        assertThat(impairer.dropped()).isEqualTo(2);
        impairer.offer(new byte[50], 100_000_000, this::take);
        assertThat(times.get(3)).isEqualTo(351_000_000);
        impairer.offer(new byte[100], 1_000_000_000, this::take);
        assertThat(times.get(4)).isEqualTo(1_101_000_000);
    }

    @Test
    void shouldDropBeyondTheQueueInBytes() {
        Impairer impairer = impairer("rate=1kB,queue-bytes=250");
        impairer.offer(new byte[300], 0, this::take);
        impairer.offer(new byte[10], 0, this::take);
        assertThat(times).containsExactly(300_000_000L);
        for (int i = 0; i < 4; i++) {
            impairer.offer(new byte[100], 300_000_000, this::take);
        }
        assertThat(times).containsExactly(300_000_000L, 400_000_000L, 500_000_000L);
    }

    @Test
    void shouldKeepTheOrderOfALongQueueWhileItGrows() {
        Impairer impairer = impairer("rate=1MB,queue=1000");
        for (int i = 0; i < 2_000; i++) {
            impairer.offer(new byte[1_000], i * 600_000L, this::take);
        }
        assertThat(times).isSorted().doesNotHaveDuplicates();
        assertThat(impairer.dropped()).isZero();
    }

    @Test
    void shouldDoTheSameForTheSameSeedAndOtherForAnother() {
        String text = "loss=10%,jitter=5ms,duplicate=10%,corrupt=10%,reorder=5%,rate=1MB";
        assertThat(trace(text + ",seed=4", 1)).isEqualTo(trace(text + ",seed=4", 1));
        assertThat(trace(text + ",seed=4", 1)).isNotEqualTo(trace(text + ",seed=5", 1));
        assertThat(trace(text + ",seed=4", 1)).isNotEqualTo(trace(text + ",seed=4", 2));
    }

    private static List<Long> trace(String text, long salt) {
        List<Long> trace = new ArrayList<>();
        Impairer impairer = Impairer.seeded(Impairments.parse(text), salt);
        byte[] datagram = new byte[40];
        for (int i = 0; i < 1_000; i++) {
            impairer.offer(datagram, i * 1_000L, (bytes, at) -> {
                trace.add(at);
                trace.add((long) java.util.Arrays.hashCode(bytes));
            });
        }
        return trace;
    }

    private static Impairer impairer(String text) {
        return new Impairer(Impairments.parse(text), new SplittableRandom(11));
    }

    private void take(byte[] datagram, long atNanos) {
        arrived.add(datagram);
        times.add(atNanos);
    }
}
