package org.rmcast.cli.common;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A file whose time says when a session answered last, for those who look after processes and can do no more than look at a
 * file. It is touched when the session gave figures of its own since the touch before; not if only this thread is alive.
 */
final class HealthFile implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(2);

    private final Path file;
    private final Duration period;
    private @Nullable Ticker ticker;

    private HealthFile(Path file, Duration period) {
        this.file = file;
        this.period = period;
    }

    /**
     * Makes sure that the file can be had; there is none until a session is followed.
     *
     * @throws CommandFailure if it cannot be had, or it is a file that holds something
     */
    static HealthFile claim(Path file) {
        return claim(file, PERIOD);
    }

    static HealthFile claim(Path file, Duration period) {
        try {
            if (Files.exists(file) && !(Files.isRegularFile(file) && Files.size(file) == 0)) {
                throw CommandFailure.usage("--health-file " + file + " exists and is not an empty file;"
                        + " name one that may be written and deleted");
            }
            Path directory = file.toAbsolutePath().getParent();
            if (directory == null || !Files.isDirectory(directory)) {
                throw new NoSuchFileException(file.toString());
            }
            Files.deleteIfExists(file);
            // Under another name: who looks at the file must not find it before there is a session.
            Files.delete(Files.createTempFile(directory, file.getFileName() + ".", null));
        } catch (IOException e) {
            throw CommandFailure.usage("--health-file " + ErrorMessages.describe(e), e);
        }
        return new HealthFile(file, period);
    }

    /**
     * Touches the file now, and again as long as the session answers.
     *
     * @param answeredNanos asks the session, and says when it answered last, by {@link System#nanoTime}
     */
    void follow(LongSupplier answeredNanos) {
        touch();
        ticker = new Ticker(period, () -> {
            if (System.nanoTime() - answeredNanos.getAsLong() < period.toNanos()) {
                touch();
            }
        });
    }

    private void touch() {
        try {
            Files.write(file, new byte[0]);
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // The file grows old, and whoever looks at it takes notice.
        }
    }

    /** Deletes the file. */
    @Override
    public void close() {
        if (ticker != null) {
            ticker.close();
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It grows old.
        }
    }
}
