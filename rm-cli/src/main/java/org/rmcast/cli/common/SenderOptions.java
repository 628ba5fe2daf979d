package org.rmcast.cli.common;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MemberStatistics;
import org.rmcast.api.MulticastSender;
import picocli.CommandLine.Option;

/** How a sender waits for its receivers, before the first message and after the last. */
@OptionHeading("Sender")
public final class SenderOptions {
    /** The option that says how many receivers to wait for. */
    public static final String WAIT_FOR = "--wait-for";

    /** Receivers have to hear that the stream ends. */
    private static final Duration SHORTEST_CLOSE = Duration.ofSeconds(1);

    @Option(
            names = WAIT_FOR,
            paramLabel = "N",
            converter = ReceiverCountConverter.class,
            description = "Wait for this many receivers before sending; 0: do not wait (default: ${DEFAULT-VALUE}).")
    private @Nullable Integer receivers;

    @Option(
            names = "--wait-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long to wait for them (default: ${DEFAULT-VALUE}).",
            defaultValue = "60s")
    private Duration waitTimeout = Duration.ofSeconds(60);

    @Option(
            names = "--close-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "How long to wait at the end until all receivers have everything (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    private Duration closeTimeout = Duration.ofSeconds(30);

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = RateConverter.class,
            description =
                    "Send at most this much in a second, such as 100Mbit or 12MB (default: what the network bears).")
    private @Nullable Long bytesPerSecond;

    /** For picocli. */
    public SenderOptions() {}

    /**
     * The channel with the rate that the user wants.
     *
     * @throws CommandFailure if its protocol cannot be told one
     */
    public Channel apply(Channel channel) {
        return bytesPerSecond == null ? channel : HighestRate.of(channel, bytesPerSecond);
    }

    /** How long to wait for receivers. */
    public Duration waitTimeout() {
        return waitTimeout;
    }

    /** How many receivers to wait for; {@code others} is this many. */
    public int wanted(int others) {
        return receivers == null ? others : receivers;
    }

    /**
     * Waits for the receivers asked for.
     *
     * @param others how many {@code others} are
     * @throws CommandFailure if fewer came
     */
    public void awaitReceivers(MulticastSender session, int others, Terminal terminal, Outcome outcome)
            throws InterruptedException {
        int wanted = wanted(others);
        if (wanted < 0) {
            throw CommandFailure.usage("--wait-for must be 0 or more, was " + wanted);
        }
        if (wanted == 0) {
            return;
        }
        terminal.say("waiting for " + Figures.plural(wanted, "receiver") + " ...");
        if (!session.awaitReceivers(wanted, waitTimeout)) {
            int came = session.receiverCount();
            outcome.put("receivers", came).put("wanted", wanted);
            throw CommandFailure.of(
                    ExitCode.NOBODY_CAME,
                    "only " + came + " of " + wanted + " receivers came within "
                            + Figures.seconds(waitTimeout.toMillis() / 1e3));
        }
    }

    /**
     * Waits until every receiver has everything, and ends the stream; also if one was lost, so that the others have its end.
     *
     * @param outcome is told how many receivers were there at the end, and who misses what
     * @return how many receivers have everything; those that failed or left on the way do not count
     * @throws CommandFailure naming who has not
     */
    public int close(MulticastSender session, Outcome outcome) throws InterruptedException {
        long startNanos = System.nanoTime();
        FlushResult flushed = session.flush(closeTimeout);
        Duration flushTook = since(startNanos);
        int complete = session.receiverCount();
        MemberNames names = new MemberNames(session.members());
        Duration rest = closeTimeout.minus(flushTook);
        FlushResult closed = session.close(rest.compareTo(SHORTEST_CLOSE) > 0 ? rest : SHORTEST_CLOSE);
        outcome.put("receivers", complete).delivered(flushed.complete() ? closed : flushed, names);
        requireComplete(flushed, names, flushTook);
        requireComplete(closed, names, since(startNanos));
        return complete;
    }

    private static Duration since(long startNanos) {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    private static void requireComplete(FlushResult result, MemberNames names, Duration took) {
        if (!result.complete()) {
            throw CommandFailure.incomplete("not everyone confirmed to have everything, after "
                    + Figures.seconds(took.toMillis() / 1e3) + ": " + laggards(result, names));
        }
    }

    /**
     * {@code , 3 receivers, slowest anna at 10.0.0.5:40112 is 1,204 packets behind} for the status line; nothing once the session has
     * ended.
     */
    public static String receivers(MulticastSender session) {
        if (session.closed().toCompletableFuture().isDone()) {
            return "";
        }
        return ", " + Figures.plural(session.receiverCount(), "receiver")
                + slowest(session.statistics().members(), new MemberNames(session.members()));
    }

    static String slowest(List<? extends MemberStatistics> members, MemberNames names) {
        return members.stream()
                .max(Comparator.comparingLong(MemberStatistics::packetsBehind))
                .filter(slowest -> slowest.packetsBehind() > 0)
                .map(slowest -> ", slowest " + names.describe(slowest.memberId(), slowest.address()) + " is "
                        + Figures.plural(slowest.packetsBehind(), "packet") + " behind")
                .orElse("");
    }

    /** {@code all 3 receivers have everything}. */
    public static String completion(int receivers) {
        return switch (receivers) {
            case 0 -> "no receiver was there at the end";
            case 1 -> "1 receiver has everything";
            default -> "all " + receivers + " receivers have everything";
        };
    }

    static String laggards(FlushResult result, MemberNames names) {
        List<String> behind = new ArrayList<>();
        for (FlushResult.Laggard laggard : result.missing()) {
            behind.add(names.describe(laggard.memberId(), laggard.address()) + " is " + laggard.packetsBehind()
                    + " packets behind");
        }
        if (result.unnamed() > 0 || behind.isEmpty()) {
            behind.add(result.unnamed() + " more");
        }
        return String.join(", ", behind);
    }
}
