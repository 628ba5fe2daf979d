package org.rmcast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.rmcast.examples.video.TsClip;

class BundledClipTest {
    @Test
    void shouldBeATransportStreamOfTwelveSeconds() throws Exception {
        TsClip clip =
                TsClip.open(Path.of(DemoCommand.class.getResource("clip.ts").toURI()));
        assertThat(clip.bytes()).isLessThan(1_000_000);
        assertThat(clip.durationNanos()).isBetween(11_000_000_000L, 13_000_000_000L);
    }
}
