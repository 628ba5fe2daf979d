package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/** Small parts alone. */
class PartsTest {
    @Test
    void shouldRememberHowFarItWasSomeRoundsAgo() {
        RoundMarks marks = new RoundMarks(3, 1);
        assertThat(marks.mark(10)).isEqualTo(1);
        assertThat(marks.mark(20)).isEqualTo(1);
        assertThat(marks.mark(30)).isEqualTo(1);
        assertThat(marks.mark(40)).isEqualTo(10);
        assertThat(marks.mark(50)).isEqualTo(20);
    }

    /** It moves in all rounds, in some only, or in none, each for longer than is remembered. */
    @Test
    void shouldRememberEachRoundWhereverItStoodStill() {
        for (int rounds = 1; rounds < 100; rounds += rounds / 10 + 1) {
            SplittableRandom random = new SplittableRandom(rounds);
            RoundMarks marks = new RoundMarks(rounds, 7);
            List<Long> all = new ArrayList<>();
            long position = 7;
            for (int round = 0; round < 1_000; round++) {
                int longest = List.of(1, rounds, Integer.MAX_VALUE).get(round / 100 % 3);
                position += random.nextInt(longest) == 0 ? random.nextInt(10) : 0;
                int ago = 1 + random.nextInt(rounds);
                long expected = round < ago ? 7 : all.get(round - ago);
                assertThat(marks.mark(position, ago))
                        .as("%s of %s rounds ago, after %s", ago, rounds, round)
                        .isEqualTo(expected);
                all.add(position);
            }
        }
    }

    /** Random sets of packets of several streams come out as they went in, in datagrams that fit. */
    @Test
    void shouldPackWantsIntoDatagrams() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            WantList wants = new WantList();
            TreeSet<String> expected = new TreeSet<>();
            for (int i = random.nextInt(300); i >= 0; i--) {
                long source = 1 + random.nextLong(3);
                long sequence = 1 + random.nextLong(random.nextBoolean() ? 50L : 100_000L);
                if (expected.add(source + "/" + sequence)) {
                    wants.add(source, sequence);
                }
            }
            List<String> found = new ArrayList<>();
            for (List<Want> datagram : wants.datagrams(100, 200)) {
                assertThat(datagram.stream().mapToInt(PbcastCodec::length).sum())
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(200);
                for (Want want : datagram) {
                    SequenceMask.forEach(
                            want.mask(), want.start(), sequence -> found.add(want.source() + "/" + sequence));
                }
            }
            assertThat(found).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void shouldDoubleTheWindowUntilCongestionAndCutOnceForWhatIsOnItsWay() {
        FlowWindow window = new FlowWindow(PbcastConfig.defaults());
        window.onProgress(256, 1);
        assertThat(window.packets()).isEqualTo(512);
        assertThat(window.onCongestion(100, 600)).isTrue();
        assertThat(window.packets()).isEqualTo(384);
        assertThat(window.onCongestion(599, 900)).isFalse();
        assertThat(window.onCongestion(600, 900)).isTrue();
        assertThat(window.packets()).isEqualTo(288);
        window.onProgress(288, 1);
        assertThat(window.packets()).isEqualTo(304);
    }

    @Test
    void shouldKeepTheWindowWithinItsBounds() {
        FlowWindow window = new FlowWindow(PbcastConfig.defaults());
        for (int i = 0; i < 100; i++) {
            window.onCongestion(i, i);
        }
        assertThat(window.packets()).isEqualTo(64);
        FlowWindow wide = new FlowWindow(PbcastConfig.defaults());
        wide.onProgress(1_000_000, 1);
        assertThat(wide.packets()).isEqualTo(4_096);
    }

    @Test
    void shouldForgetTalliesWithTheirPackets() {
        RepairTallies tallies = new RepairTallies();
        tallies.setRepaired(tallies.of(3), true);
        tallies.setRepaired(tallies.of(9), true);
        assertThat(SequenceMask.isSet(tallies.repairedMask(1, 10), 2)).isTrue();
        tallies.forgetBelow(5);
        byte[] mask = tallies.repairedMask(1, 10);
        assertThat(SequenceMask.isSet(mask, 2)).isFalse();
        assertThat(SequenceMask.isSet(mask, 8)).isTrue();
        tallies.forgetBelow(10);
        assertThat(tallies.repairedMask(1, 10)).isEmpty();
    }
}
