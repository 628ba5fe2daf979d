package org.rmcast.lab.perf;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** All figures of all runs for programs: goodput in bytes/s, latency in ns, costs as in {@link MemberCost}. */
final class JsonReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonReport() {}

    static Map<String, Object> of(PerfResult result) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("machine", JSON.valueToTree(result.machine()));
        root.put("layout", JSON.valueToTree(result.layout()));
        root.put("plan", JSON.valueToTree(result.plan()));
        root.put("goodput", comparisons(result.plan().protocols(), result.goodput()));
        root.put("latency", comparisons(result.plan().protocols(), result.latency()));
        return root;
    }

    static Map<String, Object> of(BuildResult result) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("machine", JSON.valueToTree(result.machine()));
        root.put("layout", JSON.valueToTree(result.layout()));
        root.put("plan", JSON.valueToTree(result.plan()));
        root.put("interval", "95 %, Student's t on the logarithms of the pairs' ratios");
        root.put("cells", result.cells().stream().map(JsonReport::cell).toList());
        return root;
    }

    private static ObjectNode cell(BuildCell cell) {
        ObjectNode node = JSON.createObjectNode()
                .put("carrier", cell.carrier())
                .put("messageBytes", cell.messageBytes())
                .put("loss", cell.loss())
                .put("incompleteRuns", cell.incomplete());
        ObjectNode ratios = node.putObject("ratios");
        for (BuildFigure figure : BuildFigure.values()) {
            ratios.set(figure.name(), JSON.valueToTree(cell.ratio(figure)));
        }
        ArrayNode pairs = node.putArray("pairs");
        for (BuildCell.Pair pair : cell.pairs()) {
            ObjectNode runs = pairs.addObject();
            runs.set("this", run(pair.ours()));
            runs.set("other", run(pair.other()));
        }
        return node;
    }

    private static ArrayNode comparisons(List<String> protocols, List<Comparison> comparisons) {
        ArrayNode all = JSON.createArrayNode();
        for (Comparison comparison : comparisons) {
            ObjectNode node = all.addObject()
                    .put("messageBytes", comparison.messageBytes())
                    .put("loss", comparison.loss())
                    .put("messagesPerSecond", comparison.rate());
            ObjectNode ratios = node.putObject("ratios");
            for (String protocol : protocols) {
                ratios.set(protocol, JSON.valueToTree(comparison.ratio(protocol)));
            }
            ArrayNode turns = node.putArray("turns");
            for (Comparison.Turn turn : comparison.turns()) {
                ObjectNode runs = turns.addObject();
                turn.runs().forEach((carrier, run) -> runs.set(carrier, run(run)));
            }
        }
        return all;
    }

    private static ObjectNode run(RunResult run) {
        ObjectNode node = JSON.valueToTree(run);
        Histogram latency = run.latency();
        if (latency.getTotalCount() > 0) {
            ObjectNode nanos = node.putObject("latencyNanos").put("count", latency.getTotalCount());
            for (double percentile : Percentiles.SHOWN) {
                nanos.put(Percentiles.name(percentile), latency.getValueAtPercentile(percentile));
            }
        }
        return node;
    }
}
