package org.rmcast.lab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rmcast.core.testing.Await;

/**
 * A shell in which command lines of the documents run as they are: {@code rmcast}, {@code ./rmcast} and {@code ./rmcast-lab} start the
 * classes of this build. It has a network of its own, with an interface {@code eth0} that has the address 192.168.1.17/24, and it alone
 * knows the host name {@code chat.default.svc}. Not thread safe.
 */
final class Shell implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> UNSHARE = Stream.of("-nm", "-rnm")
            .filter(Shell::allows)
            .findFirst()
            .map(flags -> List.of("unshare", flags))
            .orElse(List.of());

    private final Path dir;
    private final Process process;
    private final Writer input;
    private int started;

    /** A command line that was started. */
    final class Job {
        private final String line;
        private final Path out;
        private final Path err;
        private final Path code;
        private final Path id;

        private Job(String line, int number) {
            this.line = line;
            out = dir.resolve(number + ".out");
            err = dir.resolve(number + ".err");
            code = dir.resolve(number + ".code");
            id = dir.resolve(number + ".pid");
        }

        /** Waits for its end, which has to be a good one, and gives what it wrote to standard output. */
        String success() throws IOException {
            assertThat(exitCode()).as(said()).isZero();
            return Files.readString(out);
        }

        /** Ends it as an operating system ends a service; it has to end by that, and not before. */
        void stop() throws IOException {
            tell("kill -TERM $(cat " + id + ")");
            assertThat(exitCode()).as(said()).isEqualTo(143);
        }

        /** Waits until it has written this to standard output. */
        void awaitOutput(String text) {
            await(text + " from " + line, () -> read(out).contains(text));
        }

        private int exitCode() {
            await("the end of " + line, () -> !read(code).isEmpty());
            return Integer.parseInt(read(code).strip());
        }

        private String said() {
            return line + " said: " + read(out) + read(err);
        }
    }

    /** @param work where command lines start, and write */
    Shell(Path dir, Path work) throws IOException {
        this.dir = dir;
        Path programs = Files.createDirectories(dir.resolve("programs"));
        program(programs.resolve("rmcast"), "-Xmx128m", "org.rmcast.cli.Rmcast");
        program(programs.resolve("rmcast-lab"), "-Xmx1g", "org.rmcast.lab.RmcastLab");
        Files.createSymbolicLink(work.resolve("rmcast"), programs.resolve("rmcast"));
        Files.createSymbolicLink(work.resolve("rmcast-lab"), programs.resolve("rmcast-lab"));
        Files.writeString(dir.resolve("hosts"), "127.0.0.1 localhost\n192.168.1.17 chat.default.svc\n");
        Files.writeString(dir.resolve("options"), "");
        List<String> command =
                Stream.concat(UNSHARE.stream(), Stream.of("bash", "-s")).toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("shell.out").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("RMCAST_"));
        environment.put("RMCAST_CONFIG", dir.resolve("options").toString());
        environment.put("PATH", programs + ":" + environment.get("PATH"));
        process = builder.start();
        input = process.outputWriter(StandardCharsets.UTF_8);
        if (hasNetworkOfItsOwn()) {
            tell("mount --bind " + dir.resolve("hosts") + " /etc/hosts");
            tell("ip link set lo up");
            tell("ip link add eth0 type veth peer name eth1");
            tell("ip address add 192.168.1.17/24 dev eth0");
            tell("ip link set eth0 up multicast on");
            tell("ip link set eth1 up");
        }
    }

    /** Whether interface, ports and names are its own: elsewhere only what stays on the loopback interface can run. */
    static boolean hasNetworkOfItsOwn() {
        return !UNSHARE.isEmpty();
    }

    private static boolean allows(String flags) {
        try {
            Process attempt = new ProcessBuilder("unshare", flags, "ip", "link", "add", "eth0", "type", "veth")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return attempt.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) && attempt.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void program(Path file, String heap, String mainClass) throws IOException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(":"))
                .filter(entry -> !entry.endsWith("test-classes") && !entry.endsWith("-tests.jar"))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(":"));
        Files.writeString(file, """
                #!/bin/sh
                exec '%s' %s -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
                """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"), heap, classPath, mainClass));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /**
     * Starts a command line.
     *
     * @param environment options that the line does not have, such as {@code RMCAST_STAY=10s}, or nothing
     */
    Job start(String line, String... environment) throws IOException {
        Job job = new Job(line, started++);
        Path script = Files.writeString(dir.resolve(started + ".sh"), line);
        tell("("
                + Arrays.stream(environment)
                        .map(setting -> "export " + setting + "; ")
                        .collect(Collectors.joining())
                + "bash -c \"$(cat " + script + ")\" < /dev/null > " + job.out + " 2> " + job.err + " & "
                + "echo $! > " + job.id + "; wait $!; echo $? > " + job.code + ") &");
        return job;
    }

    private void tell(String line) throws IOException {
        input.append(line).append('\n').flush();
    }

    /** Waits until this is so. */
    static void await(String what, BooleanSupplier condition) {
        Await.until(what, LIMIT, condition);
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }
}
