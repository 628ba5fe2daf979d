package org.rmcast.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs command lines in processes of their own, which can be killed. */
final class Workers implements AutoCloseable {
    private static final int LIMIT_SECONDS = 60;

    private final Path dir;
    private final List<Process> processes = new ArrayList<>();

    /** Logs go to this directory. */
    Workers(Path dir) {
        this.dir = dir;
    }

    Process start(String log, String... arguments) throws IOException {
        return start(log, List.of(), arguments);
    }

    /** With a command before that of Java, such as {@code sh -c}. */
    Process start(String log, List<String> before, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Rmcast.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(dir.resolve(log).toFile()))
                .start();
        processes.add(process);
        return process;
    }

    /** What a process has written. */
    String text(String log) {
        try {
            return Files.readString(dir.resolve(log));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Kills it as {@code kill -9} does. */
    static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        awaitEnd(process);
    }

    /** Its exit code. */
    static int awaitEnd(Process process) throws InterruptedException {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("a process did not end within " + LIMIT_SECONDS + " s");
        }
        return process.exitValue();
    }

    /** Sends it a signal. */
    static void signal(Process process, String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        awaitEnd(kill);
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
