package org.rmcast.cli.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Table;

/** The demo's result as a table and a verdict, or as fields. */
final class DemoReport {
    private static final int SHOWN_DIGITS = 16;

    private DemoReport() {}

    static void print(DemoResult result, PrintWriter out) {
        Table table = new Table(
                "receiver",
                " bytes",
                "sha256",
                " missed",
                " repaired",
                " duplicates",
                " p50 ms",
                " p99 ms",
                "repair heads",
                "copy");
        for (DemoResult.ReceiverResult receiver : result.receivers()) {
            table.row(
                    receiver.name(),
                    Figures.count(receiver.bytes()),
                    shortened(receiver.sha256()),
                    receiver.status().packetsMissed(),
                    receiver.status().repairsReceived(),
                    receiver.status().duplicates(),
                    String.format(Locale.ROOT, "%.1f", receiver.latencyP50Millis()),
                    String.format(Locale.ROOT, "%.1f", receiver.latencyP99Millis()),
                    String.join(" > ", receiver.heads()),
                    receiver.identical() ? "identical" : "DIFFERS");
        }
        out.println();
        table.lines().forEach(out::println);
        out.println();
        verdict(result).forEach(out::println);
        out.flush();
    }

    private static List<String> verdict(DemoResult result) {
        if (!result.succeeded()) {
            List<String> lines = new ArrayList<>(result.problems());
            long identical = result.receivers().stream()
                    .filter(DemoResult.ReceiverResult::identical)
                    .count();
            lines.add(identical + " of " + result.receivers().size() + " copies are identical, in "
                    + Figures.seconds(result.seconds()));
            return lines;
        }
        return List.of(String.format(
                Locale.ROOT,
                "all copies identical: %d receivers have all %s bytes, sha256 %s, in %s%s",
                result.receivers().size(),
                Figures.count(result.clipBytes()),
                shortened(result.sha256()),
                Figures.seconds(result.seconds()),
                result.killed().map(head -> ", through the loss of " + head).orElse("")));
    }

    /** What a program is told. */
    static Map<String, Object> fields(DemoResult result, List<DemoBoard.Entry> log) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("problems", result.problems());
        fields.put("seconds", result.seconds());
        fields.put("clipBytes", result.clipBytes());
        fields.put("sha256", result.sha256());
        fields.put("killed", result.killed().orElse(""));
        fields.put(
                "receivers", result.receivers().stream().map(DemoReport::fields).toList());
        fields.put("events", log);
        return fields;
    }

    private static Map<String, Object> fields(DemoResult.ReceiverResult receiver) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", receiver.name());
        fields.put("identical", receiver.identical());
        fields.put("bytes", receiver.bytes());
        fields.put("sha256", receiver.sha256());
        fields.put("firstDifferentByte", receiver.mismatch());
        fields.put("packetsMissed", receiver.status().packetsMissed());
        fields.put("repairsReceived", receiver.status().repairsReceived());
        fields.put("duplicates", receiver.status().duplicates());
        fields.put("messagesLost", receiver.status().messagesLost());
        fields.put("repairHeads", receiver.heads());
        fields.put("latencyP50Millis", receiver.latencyP50Millis());
        fields.put("latencyP99Millis", receiver.latencyP99Millis());
        fields.put("problem", receiver.problem());
        return fields;
    }

    private static String shortened(String sha256) {
        return sha256.substring(0, SHOWN_DIGITS);
    }
}
