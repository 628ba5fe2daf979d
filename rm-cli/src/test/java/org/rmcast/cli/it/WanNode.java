package org.rmcast.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.rmcast.links.Direction;
import org.rmcast.links.Emulator;
import org.rmcast.links.LinkEmulation;
import org.rmcast.links.WanLink;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A node of a {@link Wan}: one container that runs one command of {@code rmcast}, or any other. It is described first, started
 * once, and can then be disturbed.
 */
final class WanNode {
    /** Where a node writes; belongs to the user that it runs as. */
    static final String DIRECTORY = "/data";

    private static final String CLOCK = "/tmp/clock";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final GenericContainer<?> container;
    private final List<String> command = new ArrayList<>();
    private final Wan wan;
    private WanLink in = WanLink.good();
    private WanLink out = WanLink.good();
    private @Nullable LinkEmulation links;
    private long seed;

    WanNode(Wan wan, String name, String... command) {
        this.wan = wan;
        this.name = name;
        this.command.addAll(Arrays.asList(command));
        container = LinkEmulation.allow(new GenericContainer<>(DockerImageName.parse(NodeImage.name())));
        container
                .withNetwork(wan.network())
                .withNetworkAliases(name)
                .withEnv("RMCAST_JAVA_OPTS", Wan.JAVA_OPTIONS)
                .withCreateContainerCmdModifier(create -> create.withHostName(name));
    }

    // --- Before the start

    /** The link of what comes in, from the start. */
    WanNode in(WanLink link) {
        wan.emulator().require(Direction.IN, link);
        in = link;
        return this;
    }

    /** The link of what goes out, from the start. */
    WanNode out(WanLink link) {
        wan.emulator().require(Direction.OUT, link);
        out = link;
        return this;
    }

    /** The same link both ways, except that what goes out is not lost: what a sender loses all receivers lose. */
    WanNode behind(WanLink link) {
        return in(link).out(link.loss(0));
    }

    /** Puts a file or a directory into the container. */
    WanNode with(Path file, String path) {
        container.withCopyFileToContainer(MountableFile.forHostPath(file), path);
        return this;
    }

    /** Lets {@link #setClock} work: a library between the program and the system tells the time. */
    WanNode withMovableClock() {
        container
                .withEnv("LD_PRELOAD", "/usr/local/lib/libfaketime.so")
                .withEnv("FAKETIME_TIMESTAMP_FILE", CLOCK)
                .withEnv("FAKETIME_CACHE_DURATION", "1")
                .withEnv("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                .withEnv("DONT_FAKE_MONOTONIC", "1")
                // Otherwise each wait with a limit ends at once, and all threads that wait spin.
                .withEnv("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        return this;
    }

    /** Starts the node; its links are set before its program has started a Java machine. */
    void start(long nodeSeed) {
        seed = nodeSeed;
        if (wan.emulator() == Emulator.JVM) {
            addImpairment("--impair-in", in);
            addImpairment("--impair-out", out);
        }
        container.withCommand(command.toArray(String[]::new));
        container.start();
        if (wan.emulator() != Emulator.JVM) {
            if (!in.equals(WanLink.good())) {
                links().inbound(in);
            }
            if (!out.equals(WanLink.good())) {
                links().outbound(out);
            }
        }
    }

    private void addImpairment(String option, WanLink link) {
        if (!link.equals(WanLink.good())) {
            command.add(option + "=" + link.impairments() + ",seed=" + seed);
        }
    }

    // --- While it runs

    String name() {
        return name;
    }

    /** Its links, to be changed. */
    LinkEmulation links() {
        if (links == null) {
            links = wan.emulator().on(container, seed);
        }
        return links;
    }

    /**
     * Uses another emulator than the test's, for a node that has started with good links.
     *
     * @throws TestAbortedException if it does not work here
     */
    void use(Emulator other) {
        String reason = other.whyNot(container);
        if (reason != null) {
            throw new TestAbortedException(other + " does not work here: " + reason);
        }
        links = other.on(container, seed);
    }

    boolean isRunning() {
        return container.isRunning();
    }

    /** Ends the program without a word. */
    void kill() {
        client().killContainerCmd(id()).exec();
    }

    /** Ends the program as Ctrl-C does. */
    void interrupt() {
        client().killContainerCmd(id()).withSignal("INT").exec();
    }

    /** Lets the program stand still. Not the container: engines fail to freeze one on a busy machine, and its links go on. */
    void pause() {
        client().killContainerCmd(id()).withSignal("STOP").exec();
    }

    void resume() {
        client().killContainerCmd(id()).withSignal("CONT").exec();
    }

    /** Pulls the cable, and puts it back after this time. */
    void disconnect(Duration time) {
        root("sh", "-c", "ip link set eth0 down; sleep " + seconds(time) + "; ip link set eth0 up");
    }

    /** Drops all that other nodes send here, from a moment of the machine's clock on, for this time. */
    void refuse(List<WanNode> others, long beginEpochMillis, Duration time) {
        root(
                "sh",
                "-c",
                "until [ $(date +%s%3N) -ge " + beginEpochMillis + " ]; do sleep 0.02; done\n" + rules("-I", others)
                        + "sleep " + seconds(time) + "\n" + rules("-D", others));
    }

    private static String rules(String change, List<WanNode> others) {
        StringBuilder script = new StringBuilder("set -e\n");
        for (WanNode other : others) {
            script.append("iptables -w ").append(change).append(" INPUT -s ").append(other.address());
            script.append(" -j DROP\n");
        }
        return script.toString();
    }

    private static String seconds(Duration time) {
        return String.valueOf(time.toMillis() / 1e3);
    }

    /**
     * Sets the wall clock of a node described with {@link #withMovableClock}.
     *
     * @param seconds ahead of the machine's
     */
    void setClock(long seconds) {
        container.copyFileToContainer(Transferable.of(String.format("%+ds", seconds), 0644), CLOCK);
        wan.await(name + "'s clock is set", Duration.ofSeconds(10), () -> {
            long ahead = Long.parseLong(root("date", "+%s").strip()) - System.currentTimeMillis() / 1_000;
            return Math.abs(ahead - seconds) < 60;
        });
    }

    String address() {
        InspectContainerResponse info = container.getCurrentContainerInfo();
        return Objects.requireNonNull(info.getNetworkSettings()
                .getNetworks()
                .values()
                .iterator()
                .next()
                .getIpAddress());
    }

    /**
     * Runs a program as root beside the node's own.
     *
     * @return what it wrote
     */
    String root(String... program) {
        try {
            ExecResult result = container.execInContainer(
                    ExecConfig.builder().user("root").command(program).build());
            if (result.getExitCode() != 0) {
                throw new IllegalStateException(name + ": " + String.join(" ", program) + ": " + result.getStderr());
            }
            return result.getStdout();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the node has said something. */
    void awaitWord(String text, Duration limit) {
        wan.await(name + " says \"" + text + "\"", limit, () -> log().contains(text));
    }

    // --- Its end

    /**
     * Waits for its program's end.
     *
     * @return the exit code
     */
    int awaitExit(Duration limit) {
        return client().waitContainerCmd(id())
                .exec(new WaitContainerResultCallback())
                .awaitStatusCode(limit.toSeconds(), TimeUnit.SECONDS);
    }

    /** All that the program wrote. */
    String log() {
        return output() + errors();
    }

    /** What it logged, without its figures. */
    String errors() {
        return container.getLogs(OutputType.STDERR);
    }

    /** What the program wrote last, such as its error. */
    String lastWords() {
        return lastLine(log());
    }

    private static String lastLine(String text) {
        return text.strip().lines().reduce("", (before, line) -> line);
    }

    String output() {
        return container.getLogs(OutputType.STDOUT);
    }

    /** The last line of the output, which a command with {@code --json} ends with. */
    JsonNode json() {
        try {
            return JSON.readTree(lastLine(output()));
        } catch (IOException e) {
            throw new AssertionError(name + " ended without its figures: " + log(), e);
        }
    }

    /** A file that the node has written; also after its end. */
    byte[] read(String path) {
        return container.copyFileFromContainer(path, java.io.InputStream::readAllBytes);
    }

    /** What was asked of its links, for the report of a failed test. */
    String linksInWords() {
        String words = name + ": in " + in + ", out " + out;
        return links == null
                ? words
                : words + "; at the end " + links.links() + ", from peers " + links.peers(Direction.IN) + ", to peers "
                        + links.peers(Direction.OUT);
    }

    void remove() {
        container.stop();
    }

    boolean wasStarted() {
        return container.getContainerId() != null;
    }

    private String id() {
        return container.getContainerId();
    }

    private static DockerClient client() {
        return org.testcontainers.DockerClientFactory.instance().client();
    }
}
