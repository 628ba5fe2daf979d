package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthFileTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000);

    @TempDir
    private Path dir = Path.of("");

    @Test
    void shouldLeaveTheFileAloneIfTheSessionDoesNotAnswer() throws Exception {
        Path file = dir.resolve("health");
        CountDownLatch asked = new CountDownLatch(3);
        long once = System.nanoTime() - TimeUnit.HOURS.toNanos(1);
        CountDownLatch old = new CountDownLatch(1);
        try (HealthFile health = HealthFile.claim(file, Duration.ofMillis(1))) {
            assertThat(file).doesNotExist();
            health.follow(() -> {
                awaitOrFail(old);
                asked.countDown();
                return once;
            });
            Files.setLastModifiedTime(file, LONG_AGO);
            old.countDown();
            awaitOrFail(asked);
            assertThat(Files.getLastModifiedTime(file)).isEqualTo(LONG_AGO);
        }
        assertThat(file).doesNotExist();
    }

    private static void awaitOrFail(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
