package org.rmcast.cli.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.rmcast.links.WanLink;

/**
 * Receivers behind very different links, each alone with a sender and then all in one group: with TRAM++ the healthy ones keep
 * the rate that they have alone. The table, with plain TRAM beside it, is kept in target/heterogeneous.txt.
 */
@RequiresEngine
@Isolated("it measures")
class HeterogeneousIT {
    private static final int RATE = 400;
    private static final int BYTES = 1_024;
    private static final int MESSAGES = 10 * RATE;
    private static final Duration LIMIT = Duration.ofSeconds(150);
    private static final double KEPT = 0.9;
    /** In kB/s. Who received late what waited for it has received faster than that, and may not be asked to do so again. */
    private static final double OFFERED = RATE * BYTES / 1e3;

    private static final Path REPORT = Path.of("target", "heterogeneous.txt");

    private static final List<String> TRAM = List.of();
    private static final List<String> TRAM_PLUS_PLUS =
            List.of("--param=recovery=reaffiliate", "--param=slowReceivers=spill");

    /** A receiver, and whether its link carries the load with something to spare. */
    private record Place(String name, WanLink link, boolean healthy) {}

    private static final List<Place> PLACES = List.of(
            new Place("near", link(0, 5), true),
            new Place("city", link(1, 20), true),
            new Place("country", link(1, 50), true),
            new Place("radio", link(5, 75), true),
            new Place("satellite", link(20, 150), false),
            new Place("slow", link(0, 20).rate("2Mbit"), false));

    private static WanLink link(double loss, int delayMillis) {
        return WanLink.good().loss(loss).delay(Duration.ofMillis(delayMillis));
    }

    @Test
    void shouldKeepTheRateOfHealthyReceivers(Wan wan) throws Exception {
        // What is slow here is not the machine: both protocols run at the same time, each receiver on groups of its
        // own.
        List<WanNode> tramAlone = alone(wan, "tram-alone", TRAM);
        List<WanNode> plusAlone = alone(wan, "plus-alone", TRAM_PLUS_PLUS);
        Map<String, Double> tramAloneFigures = goodputs(tramAlone);
        Map<String, Double> plusAloneFigures = goodputs(plusAlone);
        List<WanNode> tram = together(wan, "tram", "239.192.8.100", TRAM);
        List<WanNode> plus = together(wan, "plus", "239.192.8.101", TRAM_PLUS_PLUS);
        Map<String, Double> tramFigures = goodputs(tram);
        Map<String, Double> plusFigures = goodputs(plus);
        tell(tramAloneFigures, tramFigures, plusAloneFigures, plusFigures);
        SoftAssertions all = new SoftAssertions();
        for (Place place : PLACES) {
            if (place.healthy()) {
                all.assertThat(plusFigures.get(place.name()))
                        .as("goodput of %s in the group with TRAM++, kB/s", place.name())
                        .isGreaterThanOrEqualTo(KEPT * Math.min(OFFERED, plusAloneFigures.get(place.name())));
            }
        }
        all.assertAll();
    }

    /** Each with a sender and a multicast group of its own, all at the same time. */
    private static List<WanNode> alone(Wan wan, String run, List<String> parameters) {
        List<WanNode> senders = new ArrayList<>();
        List<WanNode> receivers = new ArrayList<>();
        for (Place place : PLACES) {
            List<String> options =
                    options("239.192." + (parameters.size() + 8) + "." + (1 + receivers.size()), parameters);
            senders.add(sender(wan, run + "-sender-" + place.name(), 1, options));
            receivers.add(receiver(wan, run, place, options));
        }
        wan.start(senders);
        wan.start(receivers);
        return receivers;
    }

    private static List<WanNode> together(Wan wan, String run, String group, List<String> parameters) {
        List<String> options = options(group, parameters);
        wan.start(sender(wan, run + "-sender", PLACES.size(), options));
        wan.start(wan.rmcast(run + "-head", List.of("head"), options));
        List<WanNode> receivers = new ArrayList<>();
        for (Place place : PLACES) {
            receivers.add(receiver(wan, run, place, options));
        }
        wan.start(receivers);
        return receivers;
    }

    private static List<String> options(String group, List<String> parameters) {
        List<String> options = new ArrayList<>(List.of("--name=wan", "--port=7300", "--group=" + group));
        options.addAll(parameters);
        return options;
    }

    private static WanNode sender(Wan wan, String name, int receivers, List<String> options) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(
                "--wait-for=" + receivers,
                "--message-rate=" + RATE,
                "--size=" + BYTES,
                "--count=" + MESSAGES,
                "--close-timeout=120s"));
        if (options.containsAll(TRAM_PLUS_PLUS)) {
            all.add("--storage=" + WanNode.DIRECTORY + "/storage");
        }
        return wan.rmcast(name, List.of("perf", "send"), all);
    }

    private static WanNode receiver(Wan wan, String run, Place place, List<String> options) {
        return wan.rmcast(run + "-" + place.name(), List.of("perf", "receive"), options)
                .behind(place.link());
    }

    /** In kB/s, by the receiver's place. */
    private static Map<String, Double> goodputs(List<WanNode> receivers) {
        Map<String, Double> goodputs = new TreeMap<>();
        for (WanNode receiver : receivers) {
            int exitCode = receiver.awaitExit(LIMIT);
            if (exitCode != 0 || receiver.json().path("messages").asLong() != MESSAGES) {
                throw new AssertionError(receiver.name() + " has not everything: " + receiver.errors());
            }
            goodputs.put(
                    PLACES.get(goodputs.size()).name(),
                    receiver.json().path("goodputBytesPerSecond").asDouble() / 1e3);
        }
        return goodputs;
    }

    private static void tell(
            Map<String, Double> tramAlone,
            Map<String, Double> tram,
            Map<String, Double> plusAlone,
            Map<String, Double> plus)
            throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "kB/s of %d offered; link                    | TRAM: alone  group  ratio | TRAM++: alone  group  ratio",
                RATE * BYTES / 1_000));
        for (Place place : PLACES) {
            double[] figures = new double[] {
                tramAlone.get(place.name()), tram.get(place.name()), plusAlone.get(place.name()), plus.get(place.name())
            };
            lines.add(String.format(
                    Locale.ROOT,
                    "%-10s %-35s | %11.1f %6.1f %6.2f | %13.1f %6.1f %6.2f",
                    place.name(),
                    place.link(),
                    figures[0],
                    figures[1],
                    figures[1] / figures[0],
                    figures[2],
                    figures[3],
                    figures[3] / figures[2]));
        }
        lines.forEach(System.out::println);
        Files.write(REPORT, lines);
    }
}
