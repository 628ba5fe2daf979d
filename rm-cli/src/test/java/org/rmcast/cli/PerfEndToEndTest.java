package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Json;

class PerfEndToEndTest {
    @Test
    void shouldMeasureAPacedLoad() throws Exception {
        String port = Commands.freePort();
        CompletableFuture<Result> first = Commands.start("perf", "receive", port);
        CompletableFuture<Result> second = Commands.start("perf", "receive", port, "--impair-in=loss=2%,seed=5");
        Result sender = Commands.run(
                "perf",
                "send",
                port,
                "--wait-for=2",
                "--size=210",
                "--message-rate=2000",
                "--count=1000",
                "--warmup=100");

        assertThat(sender.exitCode()).as(sender.err()).isZero();
        JsonNode sent = Json.parse(sender.out());
        assertThat(sent.get("messages").asInt()).isEqualTo(1000);
        assertThat(sent.get("bytes").asInt()).isEqualTo(210_000);
        assertThat(sent.get("receivers").asInt()).isEqualTo(2);
        assertThat(sent.get("seconds").asDouble()).isGreaterThan(0.49);
        for (CompletableFuture<Result> command : List.of(first, second)) {
            Result receiver = Commands.await(command);
            assertThat(receiver.exitCode()).as(receiver.err()).isZero();
            assertThat(receiver.out().lines()).hasSize(1);
            JsonNode received = Json.parse(receiver.out());
            assertThat(received.get("messages").asInt()).isEqualTo(1000);
            assertThat(received.get("warmUpMessages").asInt()).isEqualTo(100);
            assertThat(received.get("messagesLost").asInt()).isZero();
            assertThat(received.get("latencyMicros").get("count").asInt()).isEqualTo(1000);
            assertThat(received.get("firstArrivalEpochNanos").asLong())
                    .isGreaterThanOrEqualTo(sent.get("startEpochNanos").asLong());
        }
    }

    @Test
    void shouldTakeMessagesOfAnySize() throws Exception {
        for (String size : new String[] {"0", "3", "300kB"}) {
            String port = Commands.freePort();
            CompletableFuture<Result> receiver = Commands.start("perf", "receive", port);
            Result sender = Commands.run("perf", "send", port, "--size=" + size, "--count=20");
            assertThat(sender.exitCode()).as(sender.err()).isZero();
            assertThat(Json.parse(Commands.await(receiver).out())
                            .get("messages")
                            .asInt())
                    .isEqualTo(20);
        }
    }
}
