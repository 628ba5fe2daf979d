package org.rmcast.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.core.impair.GilbertElliottLoss;
import org.rmcast.links.Direction;
import org.rmcast.links.Emulator;
import org.rmcast.links.LinkEmulation;
import org.rmcast.links.WanLink;

/**
 * Whether each emulator of links does what it is asked for, measured between two containers. The report is kept in
 * target/emulators.txt. The session's own impairments are measured in rm-core, where they are.
 */
@RequiresEngine
@Isolated("it measures")
class EmulatorIT {
    private static final String PORT = "7900";
    /** Nobody's address. */
    private static final String STRANGER = "10.254.254.254";

    private static final int COUNT = 20_000;
    private static final int BYTES = 200;
    private static final int PER_SECOND = 8_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration DELAY = Duration.ofMillis(20);
    private static final String CLASSES = "/tmp/probe";
    private static final Path REPORT = Path.of("target", "emulators.txt");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> report = new ArrayList<>();
    private final SoftAssertions all = new SoftAssertions();
    private int runs;

    @ParameterizedTest
    @EnumSource(
            value = Emulator.class,
            names = {"NETEM", "NFQUEUE", "IPTABLES"})
    void shouldDoWhatIsAsked(Emulator emulator, Wan wan) throws Exception {
        WanNode receiver = wan.node("receiver", probe("receive", PORT));
        WanNode sender = wan.node("sender", "sleep", "600");
        for (WanNode node : List.of(receiver, sender)) {
            node.with(Path.of("target", "test-classes"), CLASSES);
        }
        wan.start(receiver, sender);
        receiver.awaitWord("ready", LIMIT);
        receiver.use(emulator);
        sender.use(emulator);
        Pair pair = new Pair(emulator, sender, receiver);
        WanLink good = WanLink.good();
        // Five times the standard deviation of what is lost of so many: one emulator draws without a seed.
        pair.expect(good.loss(5), Direction.IN, "lost %", EmulatorIT::lost, 5, 0.8);
        pair.expect(good.loss(5), Direction.OUT, "lost %", EmulatorIT::lost, 5, 0.8);
        pair.expect(good.delay(DELAY), Direction.IN, "delay ms", EmulatorIT::median, 20, 2);
        pair.expect(good.delay(DELAY), Direction.OUT, "delay ms", EmulatorIT::median, 20, 2);
        WanLink varying = good.delay(DELAY).jitter(Duration.ofMillis(10));
        pair.expect(varying, Direction.IN, "delay ms", EmulatorIT::median, 20, 2);
        pair.expect(
                varying, Direction.IN, "lowest ms", run -> run.path("lowest").asDouble() / 1e3, 10, 2);
        pair.expect(good.rate("10Mbit"), Direction.IN, "Mbit/s", EmulatorIT::megabits, 10, 1);
        pair.expect(good.rate("10Mbit"), Direction.OUT, "Mbit/s", EmulatorIT::megabits, 10, 1);
        // One packet in a hundred enters the bad state, which loses half, and one in ten leaves it.
        WanLink bursts = good.burst(new GilbertElliottLoss.Settings(0.01, 0.1, 0, 0.5));
        pair.expect(bursts, Direction.IN, "lost %", EmulatorIT::lost, 100 * 0.5 * 0.01 / 0.11, 0.7);
        pair.expect(bursts, Direction.IN, "lost in a row", EmulatorIT::lostInARow, 1 / (1 - 0.5 * 0.9), 0.2);
        // Who skips a delay of 20 ms overtakes all that were sent in the 20 ms before.
        WanLink reordering = good.delay(DELAY).reorder(1);
        pair.expect(
                reordering, Direction.IN, "lowest ms", run -> run.path("lowest").asDouble() / 1e3, 0, 2);
        pair.expect(good.duplicate(10), Direction.IN, "twice %", EmulatorIT::twice, 10, 1);
        pair.expectOfPeers(good.loss(10), good.loss(2), Direction.IN, "lost %", EmulatorIT::lost, 10, 2, 1);
        WanLink near = good.delay(DELAY);
        WanLink far = good.delay(DELAY.multipliedBy(2));
        pair.expectOfPeers(far, near, Direction.IN, "delay ms", EmulatorIT::median, 40, 20, 2);
        pair.expectOfPeers(far, near, Direction.OUT, "delay ms", EmulatorIT::median, 40, 20, 2);
        tell();
        all.assertAll();
    }

    private static String[] probe(String... arguments) {
        List<String> command = new ArrayList<>(List.of("java", "-cp", CLASSES, LinkProbe.class.getName()));
        command.addAll(List.of(arguments));
        return command.toArray(String[]::new);
    }

    private static double lost(JsonNode run) {
        return 100 - 100.0 * run.path("arrived").asInt() / COUNT;
    }

    private static double lostInARow(JsonNode run) {
        return (double) (COUNT - run.path("arrived").asInt()) / run.path("gaps").asInt();
    }

    private static double median(JsonNode run) {
        return run.path("median").asDouble() / 1e3;
    }

    private static double megabits(JsonNode run) {
        return run.path("bitsPerSecond").asDouble() / 1e6;
    }

    private static double twice(JsonNode run) {
        return 100.0 * run.path("duplicates").asInt() / run.path("arrived").asInt();
    }

    private void tell() throws IOException {
        report.forEach(System.out::println);
        Files.write(REPORT, report, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** A sender and a receiver whose links one emulator makes bad. */
    private final class Pair {
        private final Emulator emulator;
        private final WanNode sender;
        private final WanNode receiver;
        private JsonNode last = JSON.nullNode();
        private String lastLink = "";

        Pair(Emulator emulator, WanNode sender, WanNode receiver) {
            this.emulator = emulator;
            this.sender = sender;
            this.receiver = receiver;
        }

        /** Measures, unless the last run was the same, and compares; notes where the emulator cannot do it. */
        void expect(
                WanLink link,
                Direction direction,
                String what,
                ToDoubleFunction<JsonNode> measure,
                double asked,
                double tolerance)
                throws IOException {
            String name = emulator + ", " + direction + ": " + link;
            String missing = emulator.missing(direction, link);
            if (missing != null) {
                report.add(String.format("%-75s not to be had", name));
                return;
            }
            if (!name.equals(lastLink)) {
                last = run(link, direction);
                lastLink = name;
            }
            double measured = measure.applyAsDouble(last);
            report.add(
                    String.format(Locale.ROOT, "%-75s %-14s asked %7.2f  measured %7.2f", name, what, asked, measured));
            all.assertThat(measured).as("%s, %s", name, what).isCloseTo(asked, Offset.offset(tolerance));
        }

        /** The same with a link of one peer, beside another one for all: of the peer it is the one, of others the other. */
        void expectOfPeers(
                WanLink ofPeer,
                WanLink ofAll,
                Direction direction,
                String what,
                ToDoubleFunction<JsonNode> measure,
                double askedOfPeer,
                double askedOfAll,
                double tolerance)
                throws IOException {
            String missing = emulator.missingForPeer(direction, ofPeer);
            if (missing != null) {
                report.add(String.format("%-75s not to be had", emulator + ", " + direction + " of a peer: " + ofPeer));
                return;
            }
            WanNode peer = direction == Direction.IN ? sender : receiver;
            for (boolean isPeer : new boolean[] {true, false}) {
                LinkEmulation links = linksOf(direction);
                String address = isPeer ? peer.address() : STRANGER;
                if (direction == Direction.IN) {
                    links.inboundFrom(address, ofPeer);
                } else {
                    links.outboundTo(address, ofPeer);
                }
                double measured = measure.applyAsDouble(run(ofAll, direction));
                String name = emulator + ", " + direction + (isPeer ? " of a peer: " + ofPeer : " of others: " + ofAll);
                double asked = isPeer ? askedOfPeer : askedOfAll;
                report.add(String.format(
                        Locale.ROOT, "%-75s %-14s asked %7.2f  measured %7.2f", name, what, asked, measured));
                all.assertThat(measured).as("%s, %s", name, what).isCloseTo(asked, Offset.offset(tolerance));
            }
        }

        private LinkEmulation linksOf(Direction direction) {
            return (direction == Direction.IN ? receiver : sender).links();
        }

        private JsonNode run(WanLink link, Direction direction) throws IOException {
            int id = ++runs;
            if (direction == Direction.IN) {
                linksOf(direction).inbound(link);
            } else {
                linksOf(direction).outbound(link);
            }
            sender.root(probe("send", "" + id, receiver.address(), PORT, "" + COUNT, "" + BYTES, "" + PER_SECOND));
            receiver.awaitWord("\"run\": " + id + ",", LIMIT);
            linksOf(direction).clear();
            return JSON.readTree(receiver.lastWords());
        }
    }
}
