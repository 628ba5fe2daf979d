package org.rmcast.cli.common;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.micrometer.SessionMeters;
import picocli.CommandLine.Option;

/** How a session can be watched from outside: of several sessions of a command the first one. */
@OptionHeading("Observing")
final class ObservingOptions implements AutoCloseable {
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

    /** The first of these options that was given, null if none was. */
    @Nullable
    String given() {
        if (metricsPort != null || metricsAddress != null) {
            return "--metrics-port";
        }
        return healthFile == null ? null : "--health-file";
    }

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

    /** Lets a session be watched. */
    void watch(ReliableMulticastSession session) {
        if (metrics != null) {
            new SessionMeters(session).bindTo(metrics.registry());
        }
        if (claimed != null && !followed) {
            claimed.follow(() -> session.statistics().takenNanos());
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
