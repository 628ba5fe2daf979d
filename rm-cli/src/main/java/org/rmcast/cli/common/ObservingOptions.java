package org.rmcast.cli.common;

import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MeterSource;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.micrometer.SessionMeters;
import picocli.CommandLine.Option;

/** How a session can be watched from outside: of several sessions of a command the first one. */
@OptionHeading("Observing")
final class ObservingOptions implements AutoCloseable {
    private static final long ANSWER_MILLIS = 1_000;
    private static final long NEVER_NANOS = Long.MAX_VALUE / 4;

    @Option(
            names = "--metrics-port",
            paramLabel = "PORT",
            description = "Serve the session's meters to Prometheus, at http://ADDRESS:PORT/metrics; 0 is any port"
                    + " (default: do not).")
    private @Nullable Integer metricsPort;

    @Option(
            names = "--metrics-address",
            paramLabel = "ADDRESS",
            description = "Where to serve them: an address of this machine, 0.0.0.0 for all (default: 127.0.0.1).")
    private @Nullable String metricsAddress;

    @Option(
            names = "--health-file",
            paramLabel = "FILE",
            description =
                    "Touch this file every 2 s while the session answers; it is deleted at the end (default: none).")
    private @Nullable Path healthFile;

    private @Nullable MetricsServer metrics;
    private @Nullable HealthFile claimed;
    private boolean followed;

    /** For picocli. */
    ObservingOptions() {}

    /**
     * Makes sure that the command can be watched as the user wants.
     *
     * @param terminal where to say at which address meters are served
     * @throws CommandFailure if meters cannot be served there, or the file cannot be had
     */
    void prepare(Terminal terminal) {
        if (metricsPort == null && metricsAddress != null) {
            throw CommandFailure.usage("--metrics-address needs --metrics-port=PORT (0 is any)");
        }
        if (metricsPort != null && metrics == null) {
            metrics = MetricsServer.start(metricsAddress, metricsPort);
            terminal.say("metrics are at " + metrics.url());
        }
        if (healthFile != null && claimed == null) {
            claimed = HealthFile.claim(healthFile);
        }
    }

    /** Lets the meters of something be seen until it has ended. */
    void measure(MeterSource source) {
        if (metrics != null) {
            new SessionMeters(source).bindTo(metrics.registry());
        }
    }

    /** Lets a session be watched. */
    void watch(ReliableMulticastSession session) {
        measure(session);
        follow(() -> session.statistics().takenNanos());
    }

    /**
     * Lets something be watched that is no session.
     *
     * @param answer asks it, and is complete when it has answered
     */
    void watch(Supplier<CompletionStage<?>> answer) {
        follow(() -> answeredNanos(answer.get()));
    }

    private static long answeredNanos(CompletionStage<?> answer) {
        try {
            answer.toCompletableFuture().get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
            return System.nanoTime();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // It does not answer.
        }
        return System.nanoTime() - NEVER_NANOS;
    }

    private void follow(LongSupplier answeredNanos) {
        if (claimed != null && !followed) {
            claimed.follow(answeredNanos);
            followed = true;
        }
    }

    @Override
    public void close() {
        if (claimed != null && followed) {
            claimed.close();
        }
        if (metrics != null) {
            metrics.close();
        }
    }
}
