package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private final StringWriter written = new StringWriter();

    private Terminal terminal(boolean redraw) {
        PrintWriter writer = new PrintWriter(written);
        return new Terminal(InputStream.nullInputStream(), writer, writer, redraw, redraw, 40, 24, false);
    }

    @Test
    void shouldShowTheLastStateAtTheEnd() throws Exception {
        assertThat(StatusLine.during(() -> 5, () -> "half way", terminal(false)))
                .isEqualTo(5);
        assertThat(written.toString().lines()).containsExactly("half way");
    }

    @Test
    void shouldRedrawInPlaceOnATerminal() throws Exception {
        CountDownLatch drawn = new CountDownLatch(3);
        StatusLine.during(
                () -> drawn.await(10, TimeUnit.SECONDS),
                () -> {
                    drawn.countDown();
                    return "x".repeat(50) + drawn.getCount();
                },
                terminal(true));
        assertThat(written.toString()).contains("\r" + "x".repeat(39) + "\u001b[K");
        assertThat(written.toString()).endsWith(System.lineSeparator());
    }

    @Test
    void shouldSayNothingWhereThereIsNothingToSay() throws Exception {
        StatusLine.during(() -> 5, () -> "", terminal(true));
        assertThat(written.toString()).isEmpty();
    }

    @Test
    void shouldDrawBars() {
        assertThat(StatusLine.bar(0, 10)).isEqualTo("[------------------------]   0 %");
        assertThat(StatusLine.bar(5, 10)).isEqualTo("[############------------]  50 %");
        assertThat(StatusLine.bar(999, 1000)).isEqualTo("[#######################-]  99 %");
        assertThat(StatusLine.bar(20, 10)).isEqualTo("[########################] 100 %");
        assertThat(StatusLine.bar(0, 0)).isEqualTo("[########################] 100 %");
    }
}
