package org.rmcast.cli.perf;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import org.rmcast.cli.common.AlwaysJson;
import org.rmcast.cli.common.BytesConverter;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.EpochClock;
import org.rmcast.cli.common.OneSenderCommand;
import org.rmcast.cli.common.StorageArguments;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rmcast perf send}. */
@Command(
        name = "send",
        description = "Send messages at a rate or as fast as they are taken; print one JSON line at the end.",
        footer = {"", "Example: rmcast perf send --wait-for 4 --size 210 --message-rate 10000 --duration 10s"},
        versionProvider = VersionProvider.class)
public final class PerfSendCommand extends OneSenderCommand implements AlwaysJson {
    static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
    private static final long DEFAULT_COUNT = 100_000;
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(60);

    @Mixin
    private StorageArguments storage = new StorageArguments();

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            converter = BytesConverter.class,
            defaultValue = "1024",
            description = "Length of a message, 0 to 16MiB (default: ${DEFAULT-VALUE}); latency needs 8 at least.")
    private int size = 1024;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "How many messages (default: " + DEFAULT_COUNT + ", without limit if --duration is given).")
    private @Nullable Long count;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "For how long, such as 10s (default: until --count is reached).")
    private @Nullable Duration duration;

    @Option(
            names = "--message-rate",
            paramLabel = "N",
            description = "Messages per second (default: as fast as they are taken).")
    private @Nullable Double messageRate;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "0",
            description = "Messages sent before that are not measured (default: ${DEFAULT-VALUE}).")
    private long warmUp;

    /** For picocli. */
    public PerfSendCommand() {
        super(PerfCommand.CHANNEL, 1);
    }

    @Override
    protected void run() throws Exception {
        outcome().put("role", "sender");
        check();
        sendAll();
    }

    @Override
    protected SessionBuilder senderBuilder() {
        return storage.apply(builder());
    }

    private void check() {
        if (size > MAX_MESSAGE_BYTES) {
            throw CommandFailure.usage("--size must be 0 to 16MiB, was " + size + " bytes");
        }
        if (count != null && count < 1) {
            throw CommandFailure.usage("--count must be 1 or more, was " + count);
        }
        if (messageRate != null && !(messageRate > 0 && messageRate <= 1e9)) {
            throw CommandFailure.usage("--message-rate must be more than 0 and at most 1e9, was " + messageRate);
        }
        if (warmUp < 0 || (warmUp > 0 && size < PerfPayload.TIMED_BYTES)) {
            throw CommandFailure.usage("--warmup needs messages of " + PerfPayload.TIMED_BYTES
                    + " bytes or more, and must not be negative");
        }
    }

    @Override
    protected void send(MulticastSender session) throws InterruptedException {
        ProcessFigures process = new ProcessFigures();
        PerfLoad load = new PerfLoad(new PerfPayload(size), messageRate == null ? 0 : messageRate);
        StorageArguments.report(session, terminal());
        awaitReceivers(session);
        if (warmUp > 0) {
            load.warmUp(warmUp, session::send);
            session.flush(WARM_UP_TIMEOUT);
        }
        double cpuAtStart = process.cpuSeconds();
        outcome().put("startEpochNanos", EpochClock.nanos());
        long start = System.nanoTime();
        try {
            load.run(maxCount(), duration == null ? LONGEST : duration, session::send);
            outcome().put("seconds", (System.nanoTime() - start) / 1e9);
            close(session);
        } finally {
            report(load, (System.nanoTime() - start) / 1e9);
            outcome().put("cpuSeconds", process.cpuSeconds() - cpuAtStart).putAll(process.fields());
        }
    }

    private long maxCount() {
        return count != null ? count : duration == null ? DEFAULT_COUNT : Long.MAX_VALUE;
    }

    private void report(PerfLoad load, double secondsToComplete) {
        long bytes = load.sent() * size;
        outcome()
                .put("size", size)
                .put("messages", load.sent())
                .put("bytes", bytes)
                .put("secondsToComplete", secondsToComplete)
                .put("messagesPerSecond", load.sent() / secondsToComplete)
                .put("goodputBytesPerSecond", bytes / secondsToComplete);
    }
}
