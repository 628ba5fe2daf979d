package org.rmcast.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransferProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final TransferProgress progress = new TransferProgress();

    @Test
    void shouldSayHowFarItIsBeforeItKnowsASpeed() {
        assertThat(progress.text("a.bin", 0, 1_000_000, 7))
                .isEqualTo("[------------------------]   0 % a.bin, 0 B of 1.00 MB");
    }

    @Test
    void shouldSayWhenItWillBeDone() {
        progress.text("a.bin", 0, 100_000_000, -SECOND);
        assertThat(progress.text("a.bin", 25_000_000, 100_000_000, 0))
                .endsWith("25.0 MB of 100 MB, 25.0 MB/s, ETA 0:03");
        assertThat(new TransferProgress().text("a.bin", 0, -1, 0)).isEqualTo("a.bin, 0 B");
    }

    @Test
    void shouldGoByTheLastSeconds() {
        progress.text("a.bin", 0, 10_000_000_000L, 0);
        progress.text("a.bin", 900_000_000, 10_000_000_000L, SECOND);
        progress.text("a.bin", 900_000_000, 10_000_000_000L, 20 * SECOND);
        assertThat(progress.text("a.bin", 901_000_000, 10_000_000_000L, 21 * SECOND))
                .endsWith(", 1.00 MB/s, ETA 2:31:39");
    }

    @Test
    void shouldPromiseNothingWhileNothingMoves() {
        progress.text("a.bin", 5_000, 10_000, 0);
        assertThat(progress.text("a.bin", 5_000, 10_000, SECOND)).endsWith(", 0 B/s");
        assertThat(progress.text("b.bin", 0, 10_000, 2 * SECOND))
                .as("the next file")
                .endsWith("0 B of 10.0 kB");
        assertThat(progress.text("b.bin", 1_000, 10_000, 3 * SECOND)).endsWith(", 1.00 kB/s, ETA 0:09");
    }

    @Test
    void shouldGiveASpeedWithoutALength() {
        progress.text("stdin", 0, -1, 0);
        assertThat(progress.text("stdin", 2_000_000, -1, SECOND)).isEqualTo("stdin, 2.00 MB, 2.00 MB/s");
    }
}
