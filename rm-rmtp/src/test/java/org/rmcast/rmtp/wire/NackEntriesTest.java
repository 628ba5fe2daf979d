package org.rmcast.rmtp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.rmtp.wire.RmtpPacket.Nack;

class NackEntriesTest {
    private static NackEntries entries(BitSet held, int packets) {
        return new NackEntries(
                from -> {
                    int next = held.nextClearBit((int) from);
                    return next >= packets ? -1 : next;
                },
                from -> held.nextSetBit((int) from),
                packets);
    }

    /** Writes NACKs until all is told, reads them, and returns how many bytes of entries they had. */
    private static long roundTrip(BitSet held, int packets, int maxBytes, String what) throws DecodeException {
        NackEntries entries = entries(held, packets);
        BitSet told = new BitSet();
        long at = 0;
        long bytes = 0;
        while (at < packets) {
            NackEntries.Part part = entries.write(new Nack(1, 2, 3, 1, at, 0, new long[0]), maxBytes);
            assertThat(part.packet().length).as(what).isLessThanOrEqualTo(maxBytes);
            Nack nack = (Nack) RmtpCodec.decode(part.packet());
            assertThat(nack.first()).as(what).isEqualTo(at);
            assertThat(nack.limit()).as(what).isEqualTo(part.limit()).isGreaterThan(at);
            for (int i = 0; i < nack.ranges().length; i += 2) {
                told.set((int) nack.ranges()[i], (int) nack.ranges()[i + 1]);
            }
            bytes += part.packet().length - RmtpCodec.ENTRIES_OFFSET;
            at = nack.limit();
        }
        BitSet missing = (BitSet) held.clone();
        missing.flip(0, packets);
        assertThat(told).as(what).isEqualTo(missing);
        return bytes;
    }

    @Test
    void shouldTellWhatIsMissing() throws DecodeException {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int packets = 1 + random.nextInt(20_000);
            BitSet held = new BitSet();
            double share = random.nextDouble();
            boolean bursts = random.nextBoolean();
            for (int packet = 0; packet < packets; packet++) {
                int run = bursts ? 1 + random.nextInt(2_000) : 1;
                boolean has = random.nextDouble() < share;
                for (int i = 0; i < run && packet < packets; i++, packet += bursts ? 1 : 0) {
                    held.set(packet, has);
                }
            }
            held.clear(packets, held.length() + packets);
            roundTrip(held, packets, 200 + random.nextInt(1_200), "seed " + seed);
        }
    }

    /** The paper (section 3.2.2): 48 bytes with a header of 8 at 1 % of 2,000 packets. */
    @Test
    void shouldBeAsShortAsThePapers() throws DecodeException {
        SplittableRandom random = new SplittableRandom(1);
        BitSet held = new BitSet();
        for (int packet = 0; packet < 2_000; packet++) {
            held.set(packet, random.nextDouble() >= 0.01);
        }
        int missing = 2_000 - held.cardinality();
        assertThat(roundTrip(held, 2_000, 1_400, "1 %")).isLessThanOrEqualTo(missing * 5 / 2);
    }

    @Test
    void shouldUseBitmapsWhereMuchIsMissing() throws DecodeException {
        SplittableRandom random = new SplittableRandom(1);
        BitSet held = new BitSet();
        for (int packet = 0; packet < 100_000; packet++) {
            held.set(packet, random.nextDouble() >= 0.2);
        }
        assertThat(roundTrip(held, 100_000, 1_400, "20 %")).isLessThan(13_750);
    }
}
