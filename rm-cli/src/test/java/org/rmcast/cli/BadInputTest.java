package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.cli.Commands.Result;

/** Whatever is wrong with the input, the user gets one clear line and an exit code that is not 0. */
class BadInputTest {
    @TempDir
    private Path dir = Path.of("");

    private static void assertRefused(Result result, int exitCode, String... parts) {
        assertThat(result.err()).contains(parts).doesNotContain("\tat ", "Exception");
        assertThat(result.exitCode()).isEqualTo(exitCode);
        Commands.assertNoResults(result);
        List<String> lines = result.err().lines().toList();
        assertThat(lines.get(0)).startsWith("rmcast");
        assertThat(lines).hasSizeLessThanOrEqualTo(2);
    }

    private Result head(String... options) {
        String[] arguments = Arrays.copyOf(new String[] {"head"}, options.length + 1);
        System.arraycopy(options, 0, arguments, 1, options.length);
        return Commands.run(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--interface=nosuch0|no network interface matches \"nosuch0\"",
                "--group=10.1.2.3|10.1.2.3 is not a multicast address; use 224.0.0.0 to 239.255.255.255",
                "--group=example.org|\"example.org\" is not an IP address",
                "--ttl=300|ttl must be 0 to 255, was 300",
                "--ttl=far|Invalid value for option '--ttl'",
                "--port=0|port must be 1 to 65535, was 0",
                "--protocol=trm|protocol \"trm\" is not on the class path",
                "--param=ackWindo=5|unknown parameter 'ackWindo'; did you mean 'ackWindow'?",
                "--param=ackWindow=many|parameter 'ackWindow' is \"many\"; it must be an integer from",
                "--impair-in=loss=200%|--impair-in: loss",
                "--transport=tcp|Invalid value for option '--transport'",
                "--interfce=lo|Unknown option: '--interfce=lo'; did you mean --interface",
            })
    void shouldRefuseBadOptions(String option, String problem) {
        assertRefused(head(option), 2, problem);
    }

    @Test
    void shouldNameTheTypoInAChannelFile() throws Exception {
        Path file = Files.writeString(
                dir.resolve("channel.json"),
                "{\"name\": \"video\", \"group\": \"239.192.7.1\", \"port\": 7000,\n\"interfce\": \"lo\"}");
        assertRefused(
                head("--channel", file.toString()),
                2,
                file + ":2: unknown field 'interfce'; did you mean 'interface'?");
        assertRefused(head("--channel", dir.resolve("none.json").toString()), 2, "no such file or directory");
    }

    @Test
    void shouldSayThatThePortIsInUse() throws Exception {
        try (DatagramSocket taken = new DatagramSocket(0)) {
            assertRefused(head("--port=" + taken.getLocalPort()), 1, "port " + taken.getLocalPort());
        }
    }

    @Test
    void shouldSayThatTheHeapIsTooSmall() {
        assertRefused(head("--param=cachePackets=16000000"), 2, "of the heap's", "-Xmx");
    }

    @Test
    void shouldRefuseClipsThatAreNotWhole() throws Exception {
        byte[] whole = Files.readAllBytes(Commands.clip());
        Path truncated = Files.write(dir.resolve("truncated.ts"), Arrays.copyOf(whole, 100_000));
        assertRefused(Commands.run("stream", "send", truncated.toString()), 2, "is truncated: it ends at byte 100000");
        assertRefused(Commands.run("demo", "--clip", truncated.toString()), 2, "is truncated: it ends at byte 100000");
        Path text = Files.writeString(dir.resolve("text.ts"), "not a video");
        assertRefused(Commands.run("stream", "send", text.toString()), 2, "not an MPEG transport stream");
        assertRefused(Commands.run("stream", "send", dir.toString()), 2, "is a directory");
        assertRefused(
                Commands.run("stream", "send", dir.resolve("none.ts").toString()), 2, "no such file or directory");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSayThatTheDiskIsFull() throws Exception {
        String port = Commands.freePort();
        var receiver = Commands.start("stream", "receive", port, "--output", "/dev/full");
        Commands.run(
                "stream",
                "send",
                port,
                "--wait-for=1",
                "--speed=50",
                "--close-timeout=5s",
                Commands.clip().toString());
        Result result = Commands.await(receiver);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.err()).contains("rmcast stream receive: /dev/full: No space left on device (after 0 bytes)");
    }

    @Test
    void shouldRefuseOutputsThatCanNotBe() throws IOException {
        String missing = dir.resolve("none/copy.ts").toString();
        assertRefused(Commands.run("stream", "receive", "--output", missing), 2, "no such file or directory");
        assertRefused(
                Commands.run("stream", "receive", "--udp=192.0.2.1:5004"),
                2,
                "--allow-remote sends there all the same");
        assertRefused(Commands.run("stream", "receive", "--output=-", "--json"), 2, "both want standard output");
        assertRefused(Commands.run("receive", "--dir", dir.resolve("none").toString()), 2, "no such directory");
        assertRefused(Commands.run("stream", "receive"), 2, "(-o=FILE | --udp=HOST:PORT)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stream sned|rmcast stream: unknown command 'sned'; the commands are send, receive",
                "frobnicate|rmcast: unknown command 'frobnicate'; the commands are demo, stream, send, receive, head, chat, perf",
                "stream send|Missing required parameter: 'FILE'",
                "stream send --speed=0 x.ts|--speed must be a positive number",
                "stream send --loop=-1 x.ts|--loop must be 0 or more",
                "perf send --size=17MiB|--size must be 0 to 16MiB",
                "perf send --size=lots|'lots' is not a size",
                "perf send --duration=soon|'soon' is not a duration",
                "perf send --message-rate=0|--message-rate must be more than 0",
                "perf send --rate=1000|'1000' is not a rate such as 100Mbit",
                "send --rate=0Mbit x|'0Mbit' is not a rate",
                "perf send --count=0|--count must be 1 or more",
                "perf send --size=4 --warmup=5|--warmup needs messages of 8 bytes",
                "demo --receivers=0|--receivers must be 1 to 100, was 0",
                "demo --loss=95|--loss must be 0 to 90, was 95",
                "demo --heads=0|add --no-kill",
                "demo --sabotage=receiver-9|there is no such receiver, they are receiver-1 to receiver-6",
            })
    void shouldRefuseBadCommandLines(String commandLine, String problem) {
        assertRefused(Commands.run(commandLine.split(" ")), 2, problem);
    }

    @Test
    void shouldShowTheCommandsIfNoneIsGiven() {
        for (String[] group : new String[][] {{}, {"stream"}, {"perf"}}) {
            Result result = Commands.run(group);
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).contains("a command is missing", "Commands:");
        }
    }

    @Test
    void shouldHelpWithEveryCommand() {
        for (String command : List.of(
                "",
                "demo",
                "stream",
                "stream send",
                "stream receive",
                "send",
                "receive",
                "head",
                "chat",
                "perf",
                "perf send",
                "perf receive",
                "perf peers",
                "protocols",
                "completion")) {
            Result help = Commands.run((command + " --help").strip().split(" "));
            assertThat(help.exitCode()).isZero();
            assertThat(help.out()).startsWith("Usage: " + ("rmcast " + command).strip());
            assertThat(help.err()).isEmpty();
        }
        assertThat(Commands.run("--version").out()).startsWith("rmcast 0.");
        assertThat(Commands.run("--help").out()).contains("Exit codes:", "130");
    }
}
