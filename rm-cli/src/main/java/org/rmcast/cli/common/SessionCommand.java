package org.rmcast.cli.common;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.rmcast.api.Channel;
import org.rmcast.api.MeterSource;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.bulk.BulkOptions;
import picocli.CommandLine.Mixin;

/** A command that takes part in a channel. */
public abstract class SessionCommand extends ReportingCommand implements Defaults.Owner {
    @Mixin
    private ChannelOptions channelOptions = new ChannelOptions();

    @Mixin
    private SessionOptions sessionOptions = new SessionOptions();

    private final ChannelDefaults defaults;

    /** For subclasses, with the channel that they use unless the user names another. */
    protected SessionCommand(ChannelDefaults defaults) {
        this.defaults = defaults;
    }

    @Override
    public Map<String, String> defaultValues() {
        return Map.of(
                "--name", defaults.name(),
                "--group", ChannelOptions.DEFAULT_GROUP,
                "--port", String.valueOf(defaults.port()),
                "--protocol", defaults.protocol());
    }

    /** These default values and one more. */
    protected static Map<String, String> with(Map<String, String> values, String option, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(option, value);
        return more;
    }

    /**
     * The channel.
     *
     * @throws CommandFailure if its file cannot be read
     * @throws IllegalArgumentException naming what is wrong and what is allowed
     */
    protected Channel channel() {
        return channelOptions.channel(defaults);
    }

    /** A session of the channel with all options of the command. */
    protected final SessionBuilder builder() {
        return sessionOptions.builder(channel());
    }

    /**
     * How the command takes part in deliveries by RMTP.
     *
     * @throws CommandFailure naming an option that only sessions have
     */
    protected final BulkOptions bulkOptions() {
        return sessionOptions.bulk().withFillFrames(!channelOptions.limitsDatagrams());
    }

    /** Lets deliveries by RMTP be watched: the stage is complete when they have answered. */
    protected final void watchBulk(Supplier<CompletionStage<?>> answer) {
        sessionOptions.watchBulk(answer, terminal());
    }

    /** Lets the meters of a delivery be seen, when that is watched. */
    protected final void measureBulk(MeterSource delivery) {
        sessionOptions.measureBulk(delivery);
    }

    /** Opens the command's session, whose figures will be part of the outcome. */
    protected final <S extends ReliableMulticastSession> S open(
            SessionBuilder builder, SessionOptions.Opening<S> opening) throws IOException {
        S session = openFurther(builder, opening);
        outcome().figuresOf(session);
        return session;
    }

    /** Opens one of several sessions. */
    protected final <S extends ReliableMulticastSession> S openFurther(
            SessionBuilder builder, SessionOptions.Opening<S> opening) throws IOException {
        return sessionOptions.open(builder, opening, terminal());
    }

    /** Says good-bye also where the application failed, so that the group need not find out by its silence. */
    protected static void leave(ReliableMulticastSession session, Duration timeout) {
        try {
            session.close(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            session.abort();
        }
    }
}
