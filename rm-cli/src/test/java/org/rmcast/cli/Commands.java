package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.rmcast.cli.common.Defaults;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.common.Terminal;

/** Runs command lines within a test, in this process. */
final class Commands {
    private static final int LIMIT_SECONDS = 60;

    /** How a command ended, and what it wrote. */
    record Result(int exitCode, String out, String err) {}

    private Commands() {}

    static Result run(String... arguments) {
        return run(InputStream.nullInputStream(), arguments);
    }

    /** Runs it with this input. */
    static Result run(InputStream in, String... arguments) {
        return run(in, new StringWriter(), new StringWriter(), arguments);
    }

    private static Result run(InputStream in, StringWriter out, StringWriter err, String... arguments) {
        Terminal terminal = new Terminal(in, new PrintWriter(out), new PrintWriter(err), false, false, 100, 24, false);
        int exitCode = Rmcast.run(terminal, Defaults::none, arguments);
        terminal.out().flush();
        terminal.err().flush();
        return new Result(exitCode, out.toString(), err.toString());
    }

    /** Runs it; what it says on standard error can be read at once. */
    static Result runWatched(StringWriter err, String... arguments) {
        return run(InputStream.nullInputStream(), new StringWriter(), err, arguments);
    }

    /** Runs it in a thread of its own. */
    static CompletableFuture<Result> start(String... arguments) {
        return start(InputStream.nullInputStream(), arguments);
    }

    /** Runs it with this input in a thread of its own. */
    static CompletableFuture<Result> start(InputStream in, String... arguments) {
        return start(in, new StringWriter(), arguments);
    }

    /** Runs it in a thread of its own; what it says on standard error can be read at once. */
    static CompletableFuture<Result> start(StringWriter err, String... arguments) {
        return start(InputStream.nullInputStream(), err, arguments);
    }

    private static CompletableFuture<Result> start(InputStream in, StringWriter err, String... arguments) {
        CompletableFuture<Result> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(run(in, new StringWriter(), err, arguments));
                    } catch (RuntimeException | Error e) {
                        result.completeExceptionally(e);
                    }
                },
                "test-" + String.join(" ", arguments));
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** Nothing was printed, or to programs that nothing came of it. */
    static void assertNoResults(Result result) {
        if (!result.out().isEmpty()) {
            assertThat(Json.parse(result.out()).at("/ok").asBoolean(true)).isFalse();
        }
    }

    static Result await(CompletableFuture<Result> command) throws Exception {
        return command.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until this is so. */
    static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)) {
                throw new AssertionError("waited " + LIMIT_SECONDS + " s for " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    /** A port that nothing uses now, as an option. */
    static String freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return "--port=" + socket.getLocalPort();
        }
    }

    /** The bundled clip as a file. */
    static Path clip() throws Exception {
        return Path.of(
                Commands.class.getResource("/org/rmcast/cli/demo/clip.ts").toURI());
    }
}
