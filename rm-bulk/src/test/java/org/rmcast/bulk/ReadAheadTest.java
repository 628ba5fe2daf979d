package org.rmcast.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.rmtp.BulkSource.Reading;

/** What is read of a content, and how much of it. */
@Timeout(60)
class ReadAheadTest {
    private static final int PACKET = 1_000;
    private static final int PACKETS = 50_000;
    private static final int LOOK_AHEAD = 256;

    private final AtomicLong read = new AtomicLong();

    /** Byte i is i modulo 251. */
    private final class Counted implements Content {
        @Override
        public long totalBytes() {
            return (long) PACKET * PACKETS;
        }

        @Override
        public Description description() {
            return Description.file("counted");
        }

        @Override
        public long identity() {
            return 1;
        }

        @Override
        public void read(long position, ByteBuffer target) {
            for (long at = position; at < totalBytes() && target.hasRemaining(); at++) {
                target.put((byte) (at % 251));
                read.incrementAndGet();
            }
        }

        @Override
        public void close() {}
    }

    /** Asks as an engine does; waits for the disk where it has to. */
    private static void ask(ReadAhead source, int packet) {
        byte[] target = new byte[PACKET + 2];
        Reading reading = source.read((long) packet * PACKET, target, 1, PACKET);
        while (reading == Reading.LATER) {
            Thread.onSpinWait();
            reading = source.read((long) packet * PACKET, target, 1, PACKET);
        }
        assertThat(reading).isEqualTo(Reading.READ);
        for (int i = 0; i < PACKET; i += 333) {
            assertThat(target[1 + i]).as("byte %d of packet %d", i, packet).isEqualTo((byte)
                    (((long) packet * PACKET + i) % 251));
        }
        assertThat(target[0]).isZero();
        assertThat(target[PACKET + 1]).isZero();
    }

    private static void askAll(ReadAhead source, List<Integer> packets) {
        int expected = 0;
        for (int i = 0; i < packets.size(); i++) {
            for (; expected < Math.min(packets.size(), i + LOOK_AHEAD); expected++) {
                source.expect((long) packets.get(expected) * PACKET, PACKET);
            }
            ask(source, packets.get(i));
        }
    }

    private static List<Integer> every(int step) {
        List<Integer> packets = new ArrayList<>();
        for (int packet = step / 2; packet < PACKETS; packet += step) {
            packets.add(packet);
        }
        return packets;
    }

    @Test
    void shouldReadOnceWhatIsAskedForInOrder() throws Exception {
        try (ReadAhead source = new ReadAhead(new Counted())) {
            for (int packet = 0; packet < PACKETS; packet++) {
                ask(source, packet);
            }
            assertThat(read.get()).isEqualTo((long) PACKET * PACKETS);
            while (source.trailer() == null) {
                Thread.onSpinWait();
            }
            assertThat(read.get()).as("read for the digest").isEqualTo((long) PACKET * PACKETS);
        }
    }

    @Test
    void shouldReadLittleMoreThanIsRepaired() throws Exception {
        try (ReadAhead source = new ReadAhead(new Counted())) {
            List<Integer> packets = every(50);
            askAll(source, packets);
            assertThat(read.get()).isEqualTo((long) packets.size() * PACKET);
        }
    }

    @Test
    void shouldReadWholeBlocksWhereMuchIsRepaired() throws Exception {
        try (ReadAhead source = new ReadAhead(new Counted())) {
            askAll(source, every(3));
            // The first few before it is seen; then each byte once.
            assertThat(read.get())
                    .isBetween((long) PACKET * PACKETS - (2 << 20), (long) PACKET * PACKETS + 100 * PACKET);
        }
    }

    @Test
    void shouldReadWhatIsExpectedAndNeverAskedForAndTheOtherWayRound() throws Exception {
        try (ReadAhead source = new ReadAhead(new Counted())) {
            for (int packet = 0; packet < PACKETS; packet += 20) {
                source.expect((long) packet * PACKET, PACKET);
            }
            ask(source, 49_980);
            ask(source, 20);
            ask(source, 31_111);
            askAll(source, every(100));
        }
    }
}
