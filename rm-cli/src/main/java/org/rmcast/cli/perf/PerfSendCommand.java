package org.rmcast.cli.perf;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import org.rmcast.cli.common.BytesConverter;
import org.rmcast.cli.common.ChannelOptions;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.CommonOptions;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.EpochClock;
import org.rmcast.cli.common.ExitCodes;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.common.SenderOptions;
import org.rmcast.cli.common.SessionFigures;
import org.rmcast.cli.common.SessionOptions;
import org.rmcast.cli.common.StorageArguments;
import org.rmcast.cli.common.Terminal;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rmcast perf send}. */
@Command(
        name = "send",
        description = "Send messages at a rate or as fast as they are taken; print one JSON line at the end.",
        footer = {"", "Example: rmcast perf send --wait-for 4 --size 210 --rate 10000 --duration 10s"},
        versionProvider = VersionProvider.class)
public final class PerfSendCommand implements Callable<Integer> {
    static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
    private static final long DEFAULT_COUNT = 100_000;
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(60);

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    @Mixin
    private SenderOptions senderOptions = new SenderOptions();

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
            description = "For how long, such as 10s.")
    private @Nullable Duration duration;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Messages per second (default: as fast as they are taken).")
    private @Nullable Double rate;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "0",
            description = "Messages sent before that are not measured (default: ${DEFAULT-VALUE}).")
    private long warmUp;

    /** For picocli. */
    public PerfSendCommand() {}

    @Override
    public Integer call() throws Exception {
        check();
        Channel channel = channelOptions.channel(PerfCommand.CHANNEL_NAME, PerfCommand.PORT);
        MulticastSender session = sessionOptions.open(
                storage.apply(sessionOptions.builder(channel)), SessionBuilder::openSender, common.terminal());
        try {
            measure(session);
            return ExitCodes.OK;
        } finally {
            session.abort();
        }
    }

    private void check() {
        if (size > MAX_MESSAGE_BYTES) {
            throw CommandFailure.usage("--size must be 0 to 16MiB, was " + size + " bytes");
        }
        if (count != null && count < 1) {
            throw CommandFailure.usage("--count must be 1 or more, was " + count);
        }
        if (rate != null && !(rate > 0 && rate <= 1e9)) {
            throw CommandFailure.usage("--rate must be more than 0 and at most 1e9, was " + rate);
        }
        if (warmUp < 0 || (warmUp > 0 && size < PerfPayload.TIMED_BYTES)) {
            throw CommandFailure.usage("--warmup needs messages of " + PerfPayload.TIMED_BYTES
                    + " bytes or more, and must not be negative");
        }
    }

    private void measure(MulticastSender session) throws InterruptedException {
        Terminal terminal = common.terminal();
        ProcessFigures process = new ProcessFigures();
        PerfLoad load = new PerfLoad(new PerfPayload(size), rate == null ? 0 : rate);
        StorageArguments.report(session, terminal);
        senderOptions.awaitReceivers(session, 1, terminal);
        if (warmUp > 0) {
            load.warmUp(warmUp, session::send);
            session.flush(WARM_UP_TIMEOUT);
        }
        long maxCount = count != null ? count : duration == null ? DEFAULT_COUNT : Long.MAX_VALUE;
        double cpuAtStart = process.cpuSeconds();
        long startEpoch = EpochClock.nanos();
        long start = System.nanoTime();
        load.run(maxCount, duration == null ? LONGEST : duration, session::send);
        double seconds = (System.nanoTime() - start) / 1e9;
        int receivers = senderOptions.close(session);
        double secondsToComplete = (System.nanoTime() - start) / 1e9;

        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("role", "sender");
        fields.put("receivers", receivers);
        fields.put("size", size);
        fields.put("messages", load.sent());
        fields.put("bytes", load.sent() * size);
        fields.put("startEpochNanos", startEpoch);
        fields.put("seconds", seconds);
        fields.put("secondsToComplete", secondsToComplete);
        fields.put("messagesPerSecond", load.sent() / secondsToComplete);
        fields.put("goodputBytesPerSecond", (double) (load.sent() * size) / secondsToComplete);
        fields.put("cpuSeconds", process.cpuSeconds() - cpuAtStart);
        fields.putAll(process.fields());
        SessionFigures.of(session.statistics()).forEach(fields::putIfAbsent);
        terminal.out().println(Json.line(fields));
        terminal.out().flush();
    }
}
