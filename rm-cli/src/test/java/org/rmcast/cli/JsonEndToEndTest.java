package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Json;
import picocli.CommandLine;

/** What programs are told: one line of JSON ends each command, whatever becomes of it. */
class JsonEndToEndTest {
    private static final String[] NOT_JOBS = {"completion", "help"};

    @TempDir
    private Path dir = Path.of("");

    /** Command lines that come to a good end together: each with {@code --json} and the same port. */
    static List<List<String>> successes() {
        return List.of(
                List.of("receive --dir DIR", "send FILE"),
                List.of("stream receive --output COPY", "stream send --wait-for=1 --speed=50 CLIP"),
                List.of("perf receive", "perf send --count=100"),
                List.of("head --name=perf", "perf receive", "perf send --wait-for=1 --count=100"),
                List.of("chat --nick=anna --wait-for=1 --stay=1s", "chat --nick=bob --wait-for=1 --stay=1s"),
                List.of("perf peers --members=2 --duration=200ms"),
                List.of("protocols"),
                List.of("protocols tram"),
                List.of("demo --speed=20 --receivers=2 --heads=1 --no-kill"));
    }

    private String[] words(String commandLine, String port) throws Exception {
        List<String> words = new ArrayList<>(List.of(commandLine
                .replace("DIR", dir.toString())
                .replace("FILE", file().toString())
                .replace("COPY", dir.resolve("copy.ts").toString())
                .replace("CLIP", Commands.clip().toString())
                .split(" ")));
        words.add("--json");
        if (!commandLine.startsWith("protocols") && !commandLine.startsWith("demo")) {
            words.add(port);
        }
        return words.toArray(String[]::new);
    }

    private Path file() throws Exception {
        Path outbox = Files.createDirectories(dir.resolve("outbox"));
        return Files.write(outbox.resolve("content.bin"), new byte[300_000]);
    }

    private static String command(String commandLine) {
        List<String> words = Arrays.asList(commandLine.split(" "));
        boolean grouped = Set.of("stream", "perf").contains(words.get(0));
        return grouped ? words.get(0) + " " + words.get(1) : words.get(0);
    }

    @ParameterizedTest
    @MethodSource("successes")
    void shouldTellOfSuccess(List<String> commandLines) throws Exception {
        String port = Commands.freePort();
        List<CompletableFuture<Result>> running = new ArrayList<>();
        for (String commandLine : commandLines) {
            running.add(Commands.start(words(commandLine, port)));
        }
        for (int i = 0; i < running.size(); i++) {
            Result result = Commands.await(running.get(i));
            JsonNode last = lastLine(result, command(commandLines.get(i)));
            assertThat(last.get("ok").asBoolean())
                    .as(result.out() + result.err())
                    .isTrue();
            assertThat(last.has("error")).isFalse();
            assertThat(result.exitCode()).isZero();
            assertThat(last.path("complete").asBoolean(true)).isTrue();
        }
    }

    /** Every line is JSON with schema and command; the last one is given. */
    private static JsonNode lastLine(Result result, String command) {
        List<JsonNode> lines = result.out().lines().map(Json::parse).toList();
        assertThat(lines).as(result.err()).isNotEmpty().allSatisfy(line -> {
            assertThat(line.get("schema").asInt()).isEqualTo(1);
            assertThat(line.get("command").asText()).isEqualTo(command);
        });
        JsonNode last = lines.get(lines.size() - 1);
        assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.has("event"));
        assertThat(last.has("event")).isFalse();
        return last;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "send FILE --wait-timeout=200ms|3|nobody-came|only 0 of 1 receivers came",
                "send FILE --ttl=300|2|usage|ttl must be 0 to 255",
                "send nosuchfile|2|usage|nosuchfile: no such file",
                "receive --dir DIR --wait=200ms|3|nobody-came|no sender was heard",
                "stream send CLIP --wait-for=1 --wait-timeout=200ms|3|nobody-came|only 0 of 1",
                "stream receive --output COPY --wait=200ms|3|nobody-came|no sender was heard",
                "head --interface=nosuch0|2|usage|no network interface matches",
                "chat --nick=anna --wait-for=1 --wait-timeout=200ms|3|nobody-came|only 0 of 1",
                "perf send --wait-timeout=200ms|3|nobody-came|only 0 of 1",
                "perf receive --wait=200ms|3|nobody-came|no sender was heard",
                "perf peers --members=1 --wait-for=1 --wait-timeout=200ms|3|nobody-came|only 0 of 1",
                "protocols tcp|2|usage|is not on the class path",
                "demo --loss=95|2|usage|--loss must be 0 to 90",
            })
    void shouldTellOfFailure(String commandLine, int exitCode, String kind, String message) throws Exception {
        assertFailure(Commands.run(words(commandLine, Commands.freePort())), commandLine, exitCode, kind, message);
    }

    private static JsonNode assertFailure(
            Result result, String commandLine, int exitCode, String kind, String message) {
        JsonNode last = lastLine(result, command(commandLine));
        assertThat(last.get("ok").asBoolean()).isFalse();
        assertThat(last.at("/error/kind").asText()).isEqualTo(kind);
        assertThat(last.at("/error/message").asText()).contains(message);
        assertThat(result.exitCode()).isEqualTo(exitCode);
        assertThat(result.err()).contains(message);
        return last;
    }

    static Set<String> jobs() {
        Set<String> names = new TreeSet<>();
        collect(Rmcast.commandLine(org.rmcast.cli.common.Terminal.plain()), "", names);
        names.removeAll(Set.of(NOT_JOBS));
        return names;
    }

    private static void collect(CommandLine command, String path, Set<String> names) {
        command.getSubcommands().forEach((name, sub) -> {
            if (sub.getSubcommands().isEmpty()) {
                names.add(path + name);
            } else {
                collect(sub, path + name + " ", names);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void shouldTellWhatItDoesNotUnderstand(String command) {
        Result result = Commands.run((command + " --json --nonsense").split(" "));
        assertFailure(result, command, 2, "usage", "");
    }

    @Test
    void shouldCoverEveryCommand() {
        assertThat(successes().stream().flatMap(List::stream).map(JsonEndToEndTest::command))
                .containsAll(jobs());
    }

    @Test
    void shouldNameWhoMissesWhat() throws Exception {
        String port = Commands.freePort();
        Channel channel = Channel.builder("files")
                .group("239.192.7.1")
                .port(Integer.parseInt(port.substring("--port=".length())))
                .build();
        CountDownLatch stuck = new CountDownLatch(1);
        try (MulticastReceiver receiver =
                ReliableMulticastSession.on(channel).deliveryQueue(1, 65_536).openReceiver(message -> stuck.await())) {
            Result result = Commands.run("send", file().toString(), port, "--close-timeout=1s", "--json");
            JsonNode last = assertFailure(result, "send", 4, "incomplete", "not everyone confirmed");
            assertThat(last.get("complete").asBoolean()).isFalse();
            assertThat(last.at("/missing/0/memberId").asText()).isEqualTo(Long.toHexString(receiver.memberId()));
            assertThat(last.at("/missing/0/name").asText()).isEqualTo(receiver.memberName());
            assertThat(last.at("/missing/0/address").asText()).startsWith("127.0.0.1:");
            assertThat(last.at("/missing/0/packetsBehind").asLong()).isPositive();
            assertThat(last.get("bytes").asLong()).isEqualTo(300_000);
            assertThat(last.has("datagramsSent")).as("the session's figures").isTrue();
            stuck.countDown();
            receiver.abort();
        }
    }

    @Test
    void shouldTellWhatAReceiverCouldNotKeep() throws Exception {
        String port = Commands.freePort();
        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        Files.writeString(inbox.resolve("content.bin"), "old");
        CompletableFuture<Result> receiver = Commands.start("receive", port, "--json", "--dir", inbox.toString());
        Commands.run("send", port, file().toString());
        JsonNode last = assertFailure(Commands.await(receiver), "receive", 4, "incomplete", "exists already");
        assertThat(last.get("complete").asBoolean()).isFalse();
        assertThat(last.at("/problems/0").asText()).contains("--overwrite replaces it");
    }
}
