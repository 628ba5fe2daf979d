package org.rmcast.cli.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of our own that is spoken to in lines of UTF-8: what it is told on its standard input, what it says on its standard output. Its
 * standard input stays open as long as this process lives, so that a child whose parent is gone can end by itself. Lines may be told by any
 * thread.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

    private final Process process;
    private final PrintStream input;

    /** Takes what a child says, in a thread of its own. */
    public interface Listener {
        /** A line of its standard output. */
        void onLine(String line);

        /**
         * There are no more lines.
         *
         * @param trouble why they could not be read to their end, null if they were
         */
        void onEnd(@Nullable IOException trouble);
    }

    private ChildJvm(Process process) {
        this.process = process;
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts one.
     *
     * @param name of the thread that reads what it says
     * @param command see {@link #command}; other words may precede it
     * @param errors where its standard error goes
     * @throws IOException if it cannot be started
     */
    public static ChildJvm start(String name, List<String> command, ProcessBuilder.Redirect errors, Listener listener)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
        // A command line of ours would look for the terminal that it is shown on.
        builder.environment().put("RMCAST_TERMINALS", "");
        ChildJvm child = new ChildJvm(builder.start());
        Thread reader = new Thread(() -> child.read(listener), name);
        reader.setDaemon(true);
        reader.start();
        return child;
    }

    /**
     * The command of a JVM of the Java that runs here, with the flags that its modules need.
     *
     * @param options of the JVM
     * @param arguments of the main class
     */
    public static List<String> command(
            List<String> options, String classPath, Class<?> mainClass, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (option.startsWith("--enable-native-access") || option.startsWith("--sun-misc-unsafe")) {
                command.add(option);
            }
        }
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, mainClass.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private void read(Listener listener) {
        IOException trouble = null;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                listener.onLine(line);
            }
        } catch (IOException e) {
            trouble = e;
        }
        listener.onEnd(trouble);
    }

    /** Says one line to it; lost if it is gone. */
    public void tell(String line) {
        input.println(line);
    }

    /** Waits for its end; returns its exit code. */
    public int awaitEnd() throws InterruptedException {
        return process.waitFor();
    }

    /** The system's number of it. */
    public long pid() {
        return process.pid();
    }

    /** Ends it at once. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Ends its standard input, so that it ends by itself; kills it if it does not within 5 s. */
    @Override
    public void close() {
        input.close();
        try {
            if (process.waitFor(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill();
    }
}
