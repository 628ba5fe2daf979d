package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.links.WanLink;

/**
 * RMTP in containers: a file to four receivers that are named in a list, behind {@link StreamGroup#FAR}, while something happens. Its data sets are
 * no sessions, so it is not in {@link ProtocolMatrixIT}; the events are the same but for who comes late, who is not in the list.
 */
@RequiresEngine
@Execution(ExecutionMode.CONCURRENT)
class BulkIT {
    private static final int RECEIVERS = 4;
    private static final int FILE_BYTES = 3_000_000;
    private static final Duration STANDSTILL = Duration.ofMillis(1_200);
    private static final String NAME = "file.bin";
    private static final String COPY = WanNode.DIRECTORY + "/inbox/" + NAME;
    private static final String PART = WanNode.DIRECTORY + "/inbox/." + NAME + ".part";

    @TempDir
    private Path dir = Path.of("");

    /** What happens in the middle of the delivery. */
    enum Event {
        SERVER_STANDS_STILL,
        RECEIVER_STANDS_STILL,
        RECEIVER_IS_KILLED,
        LINKS_GET_WORSE
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverAndNameWhoHasNotGotIt(Event event, Wan wan) throws Exception {
        byte[] bytes = new byte[FILE_BYTES];
        new SplittableRandom(1).nextBytes(bytes);
        List<WanNode> receivers = receivers(wan);
        wan.start(receivers);
        WanNode server = server(wan, Files.write(dir.resolve(NAME), bytes));
        wan.start(server);
        WanNode one = receivers.get(1);
        wan.await("something has come", StreamGroup.LIMIT, () -> has(one, PART));
        switch (event) {
            case SERVER_STANDS_STILL -> standStill(server);
            case RECEIVER_STANDS_STILL -> standStill(one);
            case RECEIVER_IS_KILLED -> {
                receivers.remove(one);
                one.kill();
            }
            case LINKS_GET_WORSE -> {
                WanLink worse = StreamGroup.FAR.loss(15).delay(Duration.ofMillis(60));
                receivers.forEach(receiver -> receiver.links().inbound(worse));
            }
        }
        Copies.requireIdentical(bytes, COPY, StreamGroup.LIMIT, receivers);
        boolean all = receivers.size() == RECEIVERS;
        assertThat(server.awaitExit(StreamGroup.LIMIT)).as(server::log).isEqualTo(all ? 0 : 4);
        JsonNode verdicts = server.json().at("/deliveries/0/verdicts");
        assertThat(verdicts).hasSize(RECEIVERS);
        assertThat(StreamSupport.stream(verdicts.spliterator(), false)
                        .filter(verdict -> !verdict.get("outcome").asText().equals("RELEASED"))
                        .map(verdict -> verdict.get("reason").asText()))
                .as(verdicts::toString)
                .hasSize(all ? 0 : 1)
                .doesNotContain("");
    }

    private static boolean has(WanNode node, String path) {
        return node.root("sh", "-c", "test -s " + path + " && echo yes || echo no")
                .contains("yes");
    }

    private static void standStill(WanNode node) {
        node.pause();
        Wan.pause(STANDSTILL);
        node.resume();
    }

    private static List<WanNode> receivers(Wan wan) {
        List<WanNode> receivers = new ArrayList<>();
        for (int i = 1; i <= RECEIVERS; i++) {
            receivers.add(wan.rmcast(
                            "receiver-" + i,
                            List.of("receive", "--protocol=rmtp", "--no-offload", "--member-port=7201"),
                            List.of("--create", "--dir=" + WanNode.DIRECTORY + "/inbox", "--json"))
                    .behind(StreamGroup.FAR));
        }
        return receivers;
    }

    private WanNode server(Wan wan, Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= RECEIVERS; i++) {
            lines.add("receiver-" + i + ":7201");
        }
        Path hosts = Files.write(dir.resolve("hosts.txt"), lines);
        String sent = "/tmp/" + NAME;
        return wan.rmcast(
                        "server",
                        List.of("send", "--protocol=rmtp", "--no-offload", "--rate=4Mbit", "--wait-timeout=20s"),
                        List.of("--receivers=/tmp/hosts.txt", "--json", sent))
                .with(hosts, "/tmp/hosts.txt")
                .with(file, sent)
                .behind(StreamGroup.FAR);
    }
}
