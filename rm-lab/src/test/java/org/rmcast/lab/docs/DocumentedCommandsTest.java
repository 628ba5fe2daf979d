package org.rmcast.lab.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command line in README.md and docs is run here as it stands there, or is named in {@link NotRun} with the reason. To keep it
 * short, some get options by the environment (docs/cli.md) or at their end.
 */
@EnabledOnOs(OS.LINUX)
class DocumentedCommandsTest {
    private static final Set<String> RUN = new TreeSet<>();

    private static final String DEMO = run("./rmcast demo");
    private static final String TALKER = run("./rmcast chat --nick anna");
    private static final String POST = run("echo 'build 42 is done' | ./rmcast chat --nick ci --wait-for 1");
    private static final String SERVICE = run("rmcast receive --stay --create --dir inbox --exec 'gzip -9'");
    private static final String SEND_ALL = run("rmcast send --wait-for 3 --rate 100Mbit image.iso photos");
    private static final String SEND_INPUT = run("tar c src | rmcast send --input-name src.tar -");
    private static final String COMPLETION = run("source <(rmcast completion)");
    private static final String SEND_STORED = run("./rmcast send image.iso --storage spool --storage-max 2G --resume");
    private static final String PERF_STORED = run("./rmcast perf send --storage spool");
    private static final String BULK_SERVICE =
            run("./rmcast receive --protocol rmtp --stay --member-port 7201 --create --dir inbox");
    private static final String BULK_SEND = run("./rmcast send --protocol rmtp --receivers hosts.txt image.iso photos");
    private static final String BULK_RECEIVE =
            run("rmcast receive --protocol rmtp --stay --member-port 7201 --dir inbox");
    private static final String BULK_SEND_PACED =
            run("rmcast send --protocol rmtp --receivers hosts.txt --rate 400Mbit image.iso");
    private static final String NETWORK_RECEIVE = run("rmcast receive --interface 192.168.1.0/24 --create --dir inbox");
    private static final String NETWORK_RECEIVE_FIXED =
            run("rmcast receive --interface 192.168.1.0/24 --create --dir inbox --member-port 7201");
    private static final String NETWORK_SEND = run("rmcast send --interface 192.168.1.0/24 image.iso photos");
    private static final String CLOUD_CHAT =
            run("rmcast chat --interface eth0 --member-port 7501 --param multicastJoin=false "
                    + "--param dissemination=gossip --param contacts=chat.default.svc:7501");
    private static final String LIST = run("./rmcast-lab list");
    private static final String EXPERIMENT = run("./rmcast-lab run tram-failure-handling");
    private static final String QUICK_EXPERIMENT =
            run("./rmcast-lab run tram-failure-handling --quick --output results");
    private static final String ALL_EXPERIMENTS = run("./rmcast-lab run all --seed 7 --output results --parallel 2");
    private static final String PERF = run("./rmcast-lab perf");
    private static final String QUICK_PERF = run("./rmcast-lab perf --quick");
    private static final String PERF_ON_WIRE =
            run("./rmcast-lab perf --layout=namespaces --receivers=4 --sizes=210,1024 --loss=0,5 --rate=0");

    private static final String BULK = run("./rmcast-lab bulk");

    private static final Pattern SCRIPT = Pattern.compile("(?<!\\S)(?:bin|docker|\\.ci)/\\S+|(?<!\\S)\\.ci/run");
    private static final Pattern TEST = Pattern.compile("-pl (\\S+) .*-D(?:it\\.)?test='?(\\w+)(?:#\\*?(\\w+))?");

    @TempDir
    private Path dir = Path.of("");

    private Path work = Path.of("");
    private Shell shell;

    private static String run(String line) {
        RUN.add(line);
        return line;
    }

    @BeforeEach
    void open() throws IOException {
        work = Files.createDirectory(dir.resolve("work"));
        Files.write(work.resolve("image.iso"), new byte[300_000]);
        Files.writeString(Files.createDirectories(work.resolve("photos/2024")).resolve("a.jpg"), "a picture");
        Files.writeString(Files.createDirectory(work.resolve("src")).resolve("Main.java"), "class Main {}");
        shell = new Shell(dir, work);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @Test
    void shouldRunEveryCommandLineOrSayWhyNot() throws IOException {
        Set<String> documented = CommandBlocks.commandLines();
        assertThat(documented)
                .as("run by this test, or named in NotRun")
                .allMatch(line -> RUN.contains(line) || NotRun.reason(line).isPresent());
        assertThat(documented).as("what is run stands in a document").containsAll(RUN);
        assertThat(documented).as("what is not run stands in a document").containsAll(NotRun.lines());
        assertThat(RUN).noneMatch(line -> NotRun.reason(line).isPresent());
        assertThat(CommandBlocks.commandLinesElsewhere())
                .as("command lines in blocks that do not begin with ```sh")
                .isEmpty();
    }

    /** What is not run at least names scripts and tests that exist. */
    @Test
    void shouldNameScriptsAndTestsThatExist() throws Exception {
        for (String line : CommandBlocks.commandLines()) {
            for (Matcher script = SCRIPT.matcher(line); script.find(); ) {
                assertParsed(line, CommandBlocks.ROOT.resolve(script.group()));
            }
            Matcher test = TEST.matcher(line);
            if (test.find()) {
                String source = source(CommandBlocks.ROOT.resolve(test.group(1)), test.group(2));
                assertThat(source).as(line).contains(test.group(3) == null ? test.group(2) : test.group(3));
            }
        }
    }

    private static void assertParsed(String line, Path script) throws Exception {
        if (!script.toString().endsWith(".sh") && !script.endsWith("run")) {
            assertThat(script).as(line).exists();
            return;
        }
        Process bash = new ProcessBuilder("bash", "-n", script.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(bash.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(bash.exitValue()).as(line).isZero();
    }

    /** The source of a test, with those of the tests that it extends. */
    private static String source(Path module, String test) throws IOException {
        StringBuilder text = new StringBuilder();
        String inherited = test.endsWith("ContractTest") ? "ProtocolContract.java" : test + ".java";
        for (Path root : new Path[] {module, CommandBlocks.ROOT.resolve("rm-testkit")}) {
            try (Stream<Path> files = Files.walk(root.resolve("src"))) {
                for (Path file : files.filter(file -> file.endsWith(test + ".java") || file.endsWith(inherited))
                        .toList()) {
                    text.append(Files.readString(file));
                }
            }
        }
        return text.toString();
    }

    @Test
    void shouldShowTheDemo() throws IOException {
        assertThat(shell.start(DEMO, "RMCAST_SPEED=4").success()).contains("identical");
    }

    @Test
    void shouldPostToAChat() throws IOException {
        Shell.Job talker = shell.start(TALKER, "RMCAST_STAY=5m");
        shell.start(POST).success();
        talker.awaitOutput("ci: build 42 is done");
        talker.stop();
    }

    @Test
    void shouldServeFiles() throws IOException {
        Shell.Job[] services = new Shell.Job[3];
        for (int i = 0; i < services.length; i++) {
            String place = Files.createDirectory(work.resolve("place-" + i)).toString();
            services[i] = shell.start("cd " + place + "\n" + SERVICE);
        }
        shell.start(SEND_ALL).success();
        shell.start(SEND_INPUT, "RMCAST_WAIT_FOR=3").success();
        for (int i = 0; i < services.length; i++) {
            Path inbox = work.resolve("place-" + i).resolve("inbox");
            for (String file : new String[] {"image.iso.gz", "photos/2024/a.jpg.gz", "src.tar.gz"}) {
                Shell.await(file, () -> Files.exists(inbox.resolve(file)));
            }
            services[i].stop();
        }
    }

    @Test
    void shouldComplete() throws IOException {
        assertThat(shell.start(COMPLETION + "\ncomplete -p rmcast").success()).contains("rmcast");
    }

    @Test
    void shouldSendFromStorage() throws IOException {
        Shell.Job receiver = shell.start("rmcast receive --create --dir inbox");
        shell.start(SEND_STORED).success();
        receiver.success();
        assertThat(Files.mismatch(work.resolve("image.iso"), work.resolve("inbox/image.iso")))
                .isEqualTo(-1);
        Shell.Job measuring = shell.start("rmcast perf receive");
        assertThat(shell.start(PERF_STORED, "RMCAST_COUNT=1000").success()).contains("\"ok\":true");
        measuring.success();
    }

    @Test
    void shouldDeliverByRmtp() throws IOException {
        Files.writeString(work.resolve("hosts.txt"), "127.0.0.1:7201\n");
        Shell.Job service = shell.start(BULK_SERVICE);
        shell.start(BULK_SEND).success();
        service.stop();
        assertThat(Files.mismatch(work.resolve("image.iso"), work.resolve("inbox/image.iso")))
                .isEqualTo(-1);
        assertThat(work.resolve("inbox/photos/2024/a.jpg")).hasContent("a picture");

        Path other = Files.createDirectories(work.resolve("other/inbox"));
        Shell.Job receiver = shell.start("cd " + other.getParent() + "\n" + BULK_RECEIVE);
        shell.start(BULK_SEND_PACED).success();
        receiver.stop();
        assertThat(Files.mismatch(work.resolve("image.iso"), other.resolve("image.iso")))
                .isEqualTo(-1);
    }

    @Test
    void shouldSendThroughAnInterface() throws IOException {
        assumeTrue(Shell.hasNetworkOfItsOwn(), "no network namespaces here");
        Path other = Files.createDirectory(work.resolve("other"));
        Shell.Job one = shell.start(NETWORK_RECEIVE);
        Shell.Job two = shell.start("cd " + other + "\n" + NETWORK_RECEIVE_FIXED);
        shell.start(NETWORK_SEND, "RMCAST_WAIT_FOR=2").success();
        one.success();
        two.success();
        for (Path place : new Path[] {work, other}) {
            assertThat(Files.mismatch(work.resolve("image.iso"), place.resolve("inbox/image.iso")))
                    .isEqualTo(-1);
            assertThat(place.resolve("inbox/photos/2024/a.jpg")).hasContent("a picture");
        }
    }

    @Test
    void shouldMeetWithoutMulticast() throws IOException {
        assumeTrue(Shell.hasNetworkOfItsOwn(), "no network namespaces here");
        Shell.Job talker = shell.start(CLOUD_CHAT, "RMCAST_STAY=5m");
        String another = CLOUD_CHAT.replace("--member-port 7501", "--member-port 7502 --nick ci --wait-for 1");
        shell.start("echo 'no multicast here' | " + another).success();
        talker.awaitOutput("ci: no multicast here");
        talker.stop();
    }

    @Test
    void shouldMakeExperiments() throws IOException {
        assertThat(shell.start(LIST).success()).contains("tram-failure-handling");
        shell.start(EXPERIMENT + " --quick").success();
        assertThat(work.resolve("docs/results/tram-failure-handling.md")).exists();
        shell.start(QUICK_EXPERIMENT).success();
        assertThat(work.resolve("results/tram-failure-handling.md")).exists();
        shell.start(ALL_EXPERIMENTS + " --quick").success();
        assertThat(work.resolve("results/bimodal-multicast.md")).exists();
    }

    @Test
    void shouldMeasure() throws IOException {
        String small = " --quick --messages=500";
        assertThat(shell.start(PERF + small + " --sizes=1024 --loss=5 --receivers=1 --latency-size=64")
                        .success())
                .contains("tram delivered every message");
        assertThat(shell.start(QUICK_PERF + " --messages=500 --loss=5 --rate=0 --receivers=1")
                        .success())
                .contains("tram delivered every message");
        if (Shell.hasNetworkOfItsOwn()) {
            assertThat(shell.start(PERF_ON_WIRE + small).success()).contains("Layout **namespaces**");
        }
    }

    @Test
    void shouldDeliverToManyReceivers() throws IOException {
        assertThat(shell.start(BULK + " --receivers=12 --processes=2 --size=100kB")
                        .success())
                .contains("12 identical");
    }
}
