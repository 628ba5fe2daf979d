package org.rmcast.cli.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.rmcast.links.Emulator;
import org.testcontainers.containers.Network;

/**
 * The nodes of one test on a network of their own. All of it is removed after the test; what the nodes wrote is kept if the
 * test fails.
 */
final class Wan implements AutoCloseable {
    /** For every node: many Java machines share few processors. */
    static final String JAVA_OPTIONS = "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto";

    private static final int STARTED_AT_A_TIME = 4;
    private static final Duration TO_PREPARE = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Network network = Network.newNetwork();
    private final Emulator emulator = Emulator.of(NodeImage.name());
    private final List<WanNode> nodes = new ArrayList<>();
    private final SplittableRandom seeds;
    private final long seed;

    Wan(long seed) {
        this.seed = seed;
        this.seeds = new SplittableRandom(seed);
    }

    Network network() {
        return network;
    }

    Emulator emulator() {
        return emulator;
    }

    /** Describes a node; {@link #start} starts it. */
    WanNode node(String name, String... command) {
        WanNode node = new WanNode(this, name, command);
        nodes.add(node);
        return node;
    }

    /** Describes a node that runs a command of {@code rmcast} on the container's network. */
    WanNode rmcast(String name, List<String> command, List<String> options) {
        List<String> line = new ArrayList<>(command);
        line.add("--interface=eth0");
        line.addAll(options);
        return node(name, line.toArray(String[]::new));
    }

    /** Starts nodes at the same time, as many as the machine bears. */
    void start(List<WanNode> together) {
        for (int first = 0; first < together.size(); first += STARTED_AT_A_TIME) {
            Map<WanNode, Long> seedOf = new HashMap<>();
            List<WanNode> some = together.subList(first, Math.min(together.size(), first + STARTED_AT_A_TIME));
            some.forEach(node -> seedOf.put(node, seeds.nextLong(1, 1L << 50)));
            each(some, node -> node.start(seedOf.get(node)));
        }
    }

    /** Does something to several nodes at the same time, each in a thread of its own, and waits for all. */
    static void each(List<WanNode> nodes, Consumer<WanNode> action) {
        CompletableFuture<?>[] all = nodes.stream()
                .map(node -> CompletableFuture.runAsync(
                        () -> action.accept(node), task -> new Thread(task, "node " + node.name()).start()))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).join();
    }

    /** Lets nothing pass between two halves for a time, from the same moment on everywhere. */
    static void partition(List<WanNode> one, List<WanNode> other, Duration time) {
        long beginMillis = System.currentTimeMillis() + TO_PREPARE.toMillis();
        List<WanNode> all = new ArrayList<>(one);
        all.addAll(other);
        each(all, node -> node.refuse(one.contains(node) ? other : one, beginMillis, time));
    }

    void start(WanNode... together) {
        start(Arrays.asList(together));
    }

    /** Waits for something to become true. */
    void await(String what, Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (deadline - System.nanoTime() <= 0) {
                throw new AssertionError("not within " + limit.toSeconds() + " s: " + what);
            }
            pause(POLL);
        }
    }

    /** Lets a disturbance last. */
    static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Writes what every node said, its links and the seed, for whoever looks into a failure. */
    void keep(Path directory) throws IOException {
        Files.createDirectories(directory);
        StringBuilder text = new StringBuilder("seed " + seed + "\nemulator " + emulator + "\n");
        for (WanNode node : nodes) {
            text.append(node.linksInWords()).append('\n');
            if (node.wasStarted()) {
                Files.writeString(directory.resolve(node.name() + ".log"), node.log());
            }
        }
        Files.writeString(directory.resolve("wan.txt"), text);
    }

    @Override
    public void close() {
        each(nodes, WanNode::remove);
        network.close();
    }
}
