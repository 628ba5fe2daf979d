package org.rmcast.lab.layout;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs short commands of the system. */
final class CommandLines {
    private static final long LIMIT_SECONDS = 10;

    private CommandLines() {}

    /**
     * Runs a command to its end.
     *
     * @param input what it gets on its standard input
     * @return what it said
     * @throws IOException if it does not exist, takes longer than {@value #LIMIT_SECONDS} s, or fails: then with what it said
     */
    static String run(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        CompletableFuture<String> said = CompletableFuture.supplyAsync(() -> output(process));
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It ended without reading all of it: its exit code says more.
        }
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + " took longer than " + LIMIT_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new IOException("interrupted", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + oneLine(said.join()));
        }
        return said.join();
    }

    private static String output(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a command said, for a message of one line. */
    static String oneLine(String said) {
        return said.strip()
                .lines()
                .map(String::strip)
                .reduce((a, b) -> a + "; " + b)
                .orElse("it failed and said nothing");
    }
}
