package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.TestConditions;

/** Maps over real sockets on the loopback interface. */
@Timeout(120)
class ReplicatedMapTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<ReplicatedMap> maps = new ArrayList<>();

    @AfterEach
    void endAll() {
        maps.forEach(ReplicatedMap::abort);
    }

    private ReplicatedMap open(Channel channel, String impairments) throws Exception {
        ReplicatedMap map = new ReplicatedMap(ReliableMulticastSession.on(channel)
                .testing(TestConditions.none().withInbound(impairments + ",seed=" + maps.size())));
        maps.add(map);
        return map;
    }

    private static void acknowledged(CompletionStage<Void> write) throws Exception {
        write.toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(deadline - System.nanoTime()).as(what).isPositive();
            Thread.sleep(10);
        }
    }

    @Test
    void shouldKeepAcknowledgedWritesThroughLossKillAndJoin() throws Exception {
        Channel channel = channel();
        ReplicatedMap one = open(channel, "loss=5%");
        ReplicatedMap two = open(channel, "loss=10%");
        ReplicatedMap victim = open(channel, "loss=5%");
        assertThat(one.awaitPeers(2, LONG)).isTrue();
        List<CompletionStage<Void>> writes = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            writes.add(one.put("one " + i, ("value " + i).getBytes(UTF_8)));
            writes.add(two.put("two " + i, new byte[i]));
            writes.add(victim.put("victim " + i, new byte[] {1}));
            writes.add(maps.get(i % 3).put("shared", ("by " + i).getBytes(UTF_8)));
        }
        for (CompletionStage<Void> write : writes) {
            acknowledged(write);
        }
        victim.abort();
        CompletionStage<Void> removal = two.remove("one 0");
        ReplicatedMap late = open(channel, "loss=5%");
        late.put("late", new byte[] {2});
        acknowledged(removal);
        await("equal maps", () -> one.hash().equals(two.hash()) && late.hash().equals(two.hash()));
        assertThat(late.size()).isEqualTo(300 + 300 + 300 + 1 - 1 + 1);
        assertThat(late.get("one 0")).isNull();
        assertThat(late.get("victim 299")).isEqualTo(new byte[] {1});
        assertThat(late.get("shared")).isEqualTo("by 299".getBytes(UTF_8));
    }

    @Test
    void shouldDoWhatItIsTold() throws Exception {
        ReplicatedMap map = open(channel(), "loss=0");
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ReplicatedMapNode node = new ReplicatedMapNode(map, new PrintStream(written, true, UTF_8));
        node.obey(new BufferedReader(new StringReader(
                "put k a value\nget k\nget none\nhash\nwrite n 100\nstop\ndump\nremove k\nwhat\nquit\nget k\n")));
        await("an acknowledgement", () -> written.toString(UTF_8).contains("acked k a value "));
        assertThat(written.toString(UTF_8).lines())
                .contains("value k a value", "value none", "not understood: what")
                .noneMatch(line -> line.equals("value k"))
                .anyMatch(line -> line.matches("hash [0-9a-f]{64} 1"))
                .anyMatch(line -> line.matches("entry k a value \\d+ -?\\d+"))
                .anyMatch(line -> line.matches("stopped \\d+"));
    }

    @Test
    void shouldShowThreePeersThatAgree() throws Exception {
        PrintStream standardOut = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, UTF_8));
        try {
            ReplicatedMap.main(new String[] {Integer.toString(freePort())});
        } finally {
            System.setOut(standardOut);
        }
        assertThat(written.toString(UTF_8).lines()).containsExactly("3 keys, equal", "3 keys, equal", "3 keys, equal");
    }

    private static Channel channel() throws IOException {
        return Channel.builder("map-test")
                .group("239.192.7.1")
                .port(freePort())
                .protocol("pbcast")
                .build();
    }

    private static int freePort() throws IOException {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
