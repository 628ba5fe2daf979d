package org.rmcast.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.rmcast.cli.common.Defaults;
import org.rmcast.cli.common.Terminal;

/**
 * Loads the classes that most starts need, for an archive of them ({@code bin/launcher.sh}, {@code docker/Dockerfile}): delivers a file on the loopback interface
 * from this process to itself, and sends one that nobody answers. Where the system has no multicast there, less is loaded.
 */
final class FirstStart {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private FirstStart() {}

    /**
     * Runs it, and ends the process.
     *
     * @param arguments the file
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        // A name of its own: who listens on the loopback interface meanwhile hears strangers.
        String name = "first-start-" + ProcessHandle.current().pid();
        Path inbox = Files.createTempDirectory("rmcast-first-start");
        Path file = Path.of(arguments[0]);
        Thread receiver =
                new Thread(() -> run("receive", "--name", name, "--protocol", "rmtp", "--dir", inbox.toString()));
        receiver.setDaemon(true);
        receiver.start();
        run("send", "--name", name, "--protocol", "rmtp", "--receivers=1", "--wait-timeout=5s", file.toString());
        receiver.join(PATIENCE.toMillis());
        run("send", "--name", name, "--wait-timeout=100ms", file.toString());
        Files.deleteIfExists(inbox.resolve(file.getFileName()));
        Files.deleteIfExists(inbox);
        System.exit(0);
    }

    private static void run(String... arguments) {
        int unused = Rmcast.run(Terminal.plain(), Defaults::none, arguments);
    }
}
