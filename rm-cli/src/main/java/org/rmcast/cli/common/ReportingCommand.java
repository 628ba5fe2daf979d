package org.rmcast.cli.common;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that does a job and says at the end what came of it: in words, or with {@code --json} to programs, on failure too. */
@OptionHeading("General")
public abstract class ReportingCommand implements Callable<Integer> {
    static final String JSON = "--json";

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = JSON, description = "Print what came of it as one JSON line, also on failure.")
    private boolean json;

    private final Outcome outcome = new Outcome();

    /** For subclasses. */
    protected ReportingCommand() {}

    /**
     * Does the job, fills {@link #outcome()}, and prints words unless {@link #isJson()}.
     *
     * @throws Exception what ends the command with another exit code than 0
     */
    protected abstract void run() throws Exception;

    @Override
    public final Integer call() throws Exception {
        Exception failure = attempt();
        if (isJson()) {
            print(outcome.line(common.path(), failure));
        }
        if (failure != null) {
            throw failure;
        }
        return ExitCode.OK.code();
    }

    private @Nullable Exception attempt() {
        try {
            run();
            return null;
        } catch (OutOfMemoryError e) {
            return CommandFailure.failed("out of memory: the heap's limit is "
                    + Figures.bytes(Runtime.getRuntime().maxMemory())
                    + "; raise it, for example with RMCAST_JAVA_OPTS=-Xmx1g, or ask for smaller buffers");
        } catch (Exception e) {
            return e;
        }
    }

    /** Whether a program reads what the command prints. */
    protected boolean isJson() {
        return json || this instanceof AlwaysJson;
    }

    /** What the command tells programs. */
    protected final Outcome outcome() {
        return outcome;
    }

    /** What every command has. */
    protected final CommonOptions common() {
        return common;
    }

    /** Where the command writes. */
    protected final Terminal terminal() {
        return common.terminal();
    }

    /** Prints a line for programs that read while the command goes on. */
    protected final void event(String event, Map<String, ?> fields) {
        print(Outcome.event(common.path(), event, fields));
    }

    /** Prints a line of results. */
    protected final void print(String line) {
        terminal().out().println(line);
        terminal().out().flush();
    }

    /** Says something to the person who watches. */
    protected final void say(String line) {
        terminal().say(line);
    }
}
