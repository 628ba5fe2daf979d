package org.rmcast.cli.transfer;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.Terminal;

/**
 * Runs a program for each file that has come, one after another, in a thread of its own, so that reception goes on meanwhile. The path
 * is the last argument; there is no shell in between, so a file's name can do nothing. What the program prints goes to standard error.
 */
final class FileCommand implements AutoCloseable {
    /** The exit code of a program that could not be started, as shells have it. */
    static final int NOT_STARTED = 127;

    private static final long END_SECONDS = 5;

    private final List<String> words;
    private final Terminal terminal;
    private final BiConsumer<Path, Integer> ended;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(FileCommand::daemon);
    private final AtomicInteger failures = new AtomicInteger();
    private @Nullable Process current;
    private boolean closed;

    /**
     * Runs nothing yet.
     *
     * @param command the program and its first arguments, separated by blanks
     * @param terminal where its output goes
     * @param ended is told each file and the exit code
     */
    FileCommand(String command, Terminal terminal, BiConsumer<Path, Integer> ended) {
        this.words = List.of(command.strip().split("\\s+"));
        this.terminal = terminal;
        this.ended = ended;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "rmcast-exec");
        thread.setDaemon(true);
        return thread;
    }

    /** Runs it for this file, soon. */
    void run(Path file) {
        executor.execute(() -> {
            int exitCode = runNow(file);
            if (exitCode != 0) {
                failures.incrementAndGet();
                terminal.say("--exec " + words.get(0) + ": exit code " + exitCode + " for " + file);
            }
            ended.accept(file, exitCode);
        });
    }

    private int runNow(Path file) {
        List<String> command = new ArrayList<>(words);
        command.add(file.toString());
        try {
            Process process = start(command);
            process.getOutputStream().close();
            try (BufferedReader output = process.inputReader()) {
                output.lines().forEach(terminal::say);
                return process.waitFor();
            } finally {
                process.destroy();
            }
        } catch (IOException e) {
            terminal.say("--exec " + words.get(0) + ": " + ErrorMessages.describe(e));
            return NOT_STARTED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NOT_STARTED;
        }
    }

    /** Starts it, unless nobody wants it any more. */
    private synchronized Process start(List<String> command) throws IOException, InterruptedException {
        if (closed) {
            throw new InterruptedException();
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        current = process;
        return process;
    }

    private synchronized void endCurrent() {
        closed = true;
        if (current != null) {
            current.destroy();
        }
    }

    /** Waits until it has run for all files; how often it failed. */
    int awaitAll() throws InterruptedException {
        executor.shutdown();
        boolean done = executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        return done ? failures.get() : -1;
    }

    /** As fields of a JSON object. */
    static Map<String, Object> fields(Path file, int exitCode) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", file.toString());
        fields.put("exitCode", exitCode);
        return fields;
    }

    /** Runs it for no further file, and ends the one that runs. */
    @Override
    public void close() {
        executor.shutdownNow();
        endCurrent();
        try {
            boolean ended = executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                terminal.say("--exec " + words.get(0) + ": did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
