package org.rmcast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.TransportKind;
import org.rmcast.examples.video.TsClip;

class DemoViewTest {
    private final StringWriter written = new StringWriter();
    private final DemoBoard board = new DemoBoard();

    private void show(int receivers, boolean redraw) throws Exception {
        Path clip = Path.of(
                DemoViewTest.class.getResource("/org/rmcast/cli/demo/clip.ts").toURI());
        Channel channel =
                Channel.builder("demo").group("239.192.7.1").port(7000).build();
        DemoPlan plan = new DemoPlan(
                channel, TsClip.open(clip), Path.of("/tmp"), 1, receivers, 1, 5, 42, TransportKind.AUTO, true, null);
        plan.members().forEach(board::add);
        board.killed(plan.members().get(1));
        DemoScreen screen = new DemoScreen(plan, false);
        new DemoView(board, screen, new PrintWriter(written), redraw, 60, 24).close();
    }

    @Test
    void shouldPrintEventsAndALineWhereItCanNotRedraw() throws Exception {
        show(2, false);
        assertThat(written.toString().lines()).hasSize(2);
        assertThat(written.toString()).contains("head-1 was killed").doesNotContain("\u001b");
    }

    @Test
    void shouldDrawAPictureThatFitsTheScreen() throws Exception {
        show(30, true);
        String[] lines = written.toString().split("\n", -1);
        assertThat(lines).hasSizeLessThanOrEqualTo(24);
        for (String line : lines) {
            assertThat(line.replaceAll("\u001b\\[[0-9]*[A-Z]|\r", "")).hasSizeLessThan(60);
        }
        assertThat(written.toString()).contains("more lines");
    }
}
