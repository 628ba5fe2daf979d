package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.TestConditions;
import org.rmcast.junit.MulticastTest;
import org.rmcast.junit.TestNetwork;

/** Maps on a network in memory, and once over real sockets on the loopback interface. */
class ReplicatedMapTest {
    private static final Channel CHANNEL = Channel.builder("map-test")
            .group("239.192.7.1")
            .port(7600)
            .protocol("pbcast")
            .build();

    /** So that four maps fit a small heap. */
    private static final int STATE_BYTES = 1 << 20;

    private final List<ReplicatedMap> maps = new ArrayList<>();

    @AfterEach
    void endAll() {
        maps.forEach(ReplicatedMap::abort);
    }

    private ReplicatedMap open(SessionBuilder channel) throws Exception {
        ReplicatedMap map = new ReplicatedMap(channel.stateBytes(STATE_BYTES));
        maps.add(map);
        return map;
    }

    private static void acknowledged(TestNetwork network, CompletionStage<Void> write) throws Exception {
        network.await("an acknowledgement", () -> write.toCompletableFuture().isDone());
        write.toCompletableFuture().get();
    }

    @MulticastTest(network = "loss=5%", timeout = "120s")
    void shouldKeepAcknowledgedWritesThroughLossKillAndJoin(TestNetwork network) throws Exception {
        ReplicatedMap one = open(network.on(CHANNEL));
        ReplicatedMap two =
                open(network.on(CHANNEL).testing(TestConditions.none().withInbound("loss=5%")));
        ReplicatedMap victim = open(network.on(CHANNEL));
        assertThat(one.awaitPeers(2, Duration.ofSeconds(30))).isTrue();
        List<CompletionStage<Void>> writes = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            writes.add(one.put("one " + i, ("value " + i).getBytes(UTF_8)));
            writes.add(two.put("two " + i, new byte[i]));
            writes.add(victim.put("victim " + i, new byte[] {1}));
            writes.add(maps.get(i % 3).put("shared", ("by " + i).getBytes(UTF_8)));
        }
        for (CompletionStage<Void> write : writes) {
            acknowledged(network, write);
        }
        victim.abort();
        CompletionStage<Void> removal = two.remove("one 0");
        ReplicatedMap late = open(network.on(CHANNEL));
        late.put("late", new byte[] {2});
        acknowledged(network, removal);
        network.await(
                "equal maps", () -> one.hash().equals(two.hash()) && late.hash().equals(two.hash()));
        assertThat(late.size()).isEqualTo(300 + 300 + 300 + 1 - 1 + 1);
        assertThat(late.get("one 0")).isNull();
        assertThat(late.get("victim 299")).isEqualTo(new byte[] {1});
        assertThat(late.get("shared")).isEqualTo("by 299".getBytes(UTF_8));
    }

    /** What cannot be answered any more is no failure. */
    @MulticastTest(timeout = "60s")
    void shouldLeaveInGoodOrderThoughOthersStillAsk(TestNetwork network) throws Exception {
        ReplicatedMap map = open(network.on(CHANNEL));
        MulticastPeer other = network.on(CHANNEL).openPeer(message -> {});
        network.on(CHANNEL).memberName("away").openPeer(message -> {});
        assertThat(map.awaitPeers(2, network.remaining())).isTrue();
        network.partition("away"); // so that to close takes a while
        CompletionStage<Void> write = map.put("key", new byte[1]);
        CompletableFuture<Void> left = CompletableFuture.runAsync(map::close);
        byte[] question = new MapMessage.Beacon(1).encode();
        network.await("the end of the map", () -> {
            other.trySend(ByteBuffer.wrap(question));
            return left.isDone();
        });
        assertThat(write.toCompletableFuture()).isDone();
    }

    @MulticastTest
    void shouldDoWhatItIsTold(TestNetwork network) throws Exception {
        ReplicatedMap map = open(network.on(CHANNEL));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ReplicatedMapNode node = new ReplicatedMapNode(map, new PrintStream(written, true, UTF_8));
        node.obey(new BufferedReader(new StringReader(
                "put k a value\nget k\nget none\nhash\nwrite n 100\nstop\ndump\nremove k\nwhat\nquit\nget k\n")));
        network.await("an acknowledgement", () -> written.toString(UTF_8).contains("acked k a value "));
        assertThat(written.toString(UTF_8).lines())
                .contains("value k a value", "value none", "not understood: what")
                .noneMatch(line -> line.equals("value k"))
                .anyMatch(line -> line.matches("hash [0-9a-f]{64} 1"))
                .anyMatch(line -> line.matches("entry k a value \\d+ -?\\d+"))
                .anyMatch(line -> line.matches("stopped \\d+"));
    }

    @Test
    @Timeout(120)
    void shouldShowThreePeersThatAgreeOverSockets() throws Exception {
        List<String> lines = Printed.by(() -> ReplicatedMap.main(new String[] {Printed.freePort()}));
        assertThat(lines).containsExactly("3 keys, equal", "3 keys, equal", "3 keys, equal");
    }
}
