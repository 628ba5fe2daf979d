package org.rmcast.sim.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;

class DatagramMutatorTest {
    private static final long SESSION = 99;

    private final DatagramMutator mutator = new DatagramMutator(new SplittableRandom(1));

    @Test
    void shouldKeepHeaderAndChecksumValid() {
        mutator.learn(datagram(1, 40));
        mutator.learn(datagram(2, 8));
        for (int i = 0; i < 10_000; i++) {
            byte[] datagram = mutator.mutate(i % 3).datagram();
            assertThat(DatagramHeader.check(datagram, 7, SESSION, 12, 1)).isEqualTo(DatagramHeader.Verdict.ACCEPTED);
            assertThat(DatagramHeader.memberId(datagram)).isEqualTo(i % 3 == 0 ? 5L : i % 3);
        }
    }

    @Test
    void shouldReachEveryTypeAndEveryByteHoweverRareATypeIs() {
        for (int i = 0; i < 1_000; i++) {
            mutator.learn(datagram(1, 40));
        }
        mutator.learn(datagram(2, 16));
        for (int i = 0; i < 20_000; i++) {
            mutator.onDecoded(mutator.mutate(0), true);
        }
        assertThat(mutator.types()).containsExactly(1, 2);
        assertThat(mutator.table().passed(2)).isGreaterThan(5_000);
        for (int offset = DatagramHeader.BYTES; offset < DatagramHeader.BYTES + 16; offset++) {
            assertThat(mutator.table().offsetsPassed(1)).contains(offset);
            assertThat(mutator.table().offsetsPassed(2)).contains(offset);
        }
    }

    @Test
    void shouldChangeLessUntilADecoderTakesHalf() {
        mutator.learn(datagram(1, 64));
        for (int i = 0; i < 20_000; i++) {
            DatagramMutator.Mutation mutation = mutator.mutate(0);
            mutator.onDecoded(mutation, decodes(mutation.datagram()));
        }
        assertThat(mutator.table().passedShare()).isGreaterThan(0.5);
    }

    @Test
    void shouldDrawTheSameMutationsFromTheSameNumbers() {
        DatagramMutator other = new DatagramMutator(new SplittableRandom(1));
        mutator.learn(datagram(1, 40));
        other.learn(datagram(1, 40));
        for (int i = 0; i < 100; i++) {
            assertThat(mutator.mutate(0).datagram()).isEqualTo(other.mutate(0).datagram());
        }
    }

    @Test
    void shouldListWhatWasReached() {
        MutationTable table = new MutationTable();
        table.know(3);
        table.count(3, 28, true);
        table.count(3, 29, true);
        table.count(3, 31, false);
        table.count(3, 40, true);
        table.count(9, 28, false);
        assertThat(table.toString().lines())
                .containsExactly(
                        "5 mutations, 3 (60 %) passed",
                        " type    tried   passed  offsets of changes that passed",
                        "    3        4        3  28..29 40",
                        "other        1        0");
    }

    /** A strict one: the length is fixed, and half of the bytes too. */
    private static boolean decodes(byte[] datagram) {
        for (int i = DatagramHeader.BYTES; i < DatagramHeader.BYTES + 24 && i < datagram.length; i++) {
            if (datagram[i] != 1) {
                return false;
            }
        }
        return datagram.length == DatagramHeader.BYTES + 64 && DatagramHeader.type(datagram) == 1;
    }

    private static byte[] datagram(int type, int bytes) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + bytes);
        DatagramHeader.begin(writer, type, 0);
        for (int i = 0; i < bytes; i++) {
            writer.writeByte(1);
        }
        return DatagramHeader.complete(writer.toByteArray(), 7, SESSION, 5, 1);
    }
}
