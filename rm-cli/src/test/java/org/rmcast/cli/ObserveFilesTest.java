package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Meter;
import org.rmcast.api.SessionMeter;
import org.rmcast.cli.Commands.Result;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The dashboard, Prometheus' configuration and the compose file of docker/ fit each other, and what a session serves. */
class ObserveFilesTest {
    private static final Path DOCKER = Path.of("../docker");
    private static final Pattern METRIC = Pattern.compile("\\b(rm|jvm|process)_[a-z0-9_]+");
    private static final String EVERY_METER = "{__name__=~\"rm_.+\",channel=~\"$channel\"}";
    private static final Pattern METRICS_PORT = Pattern.compile("--metrics-port=(\\d+)");

    @TempDir
    private Path dir = Path.of("");

    private static JsonNode dashboard() throws IOException {
        return new ObjectMapper()
                .readTree(
                        DOCKER.resolve("observe/grafana/dashboards/rmcast.json").toFile());
    }

    /** The PromQL of the panels and the variables. */
    private static List<String> expressions() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : dashboard().get("panels")) {
            for (JsonNode target : panel.path("targets")) {
                expressions.add(target.get("expr").asText());
            }
        }
        for (JsonNode variable : dashboard().get("templating").get("list")) {
            expressions.add(variable.get("query").get("query").asText());
        }
        assertThat(expressions)
                .hasSizeGreaterThan(10)
                .filteredOn(expression -> !expression.equals(EVERY_METER))
                .allSatisfy(expression -> assertThat(expression).containsPattern(METRIC));
        return expressions;
    }

    private static Set<String> metrics() throws IOException {
        Set<String> metrics = new TreeSet<>();
        for (String expression : expressions()) {
            Matcher metric = METRIC.matcher(expression);
            while (metric.find()) {
                metrics.add(metric.group());
            }
        }
        return metrics;
    }

    private static JsonNode yaml(String file) throws IOException {
        try (Reader reader = Files.newBufferedReader(DOCKER.resolve(file))) {
            Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
            return new ObjectMapper().valueToTree(content);
        }
    }

    @Test
    void shouldShowWhatASessionServes() throws Exception {
        String port = Commands.freePort();
        Path file = Files.writeString(dir.resolve("file"), "content");
        StringWriter err = new StringWriter();
        CompletableFuture<Result> sender =
                Commands.start(err, "send", port, "--metrics-port=0", "--wait-for=1", file.toString());
        URI metrics = Scrape.address(err);
        System.gc(); // the pauses are served after the first
        Set<String> missing = metrics();
        // The session's appear one after the other while it is opened.
        Commands.until("the metrics of the dashboard: " + missing, () -> {
            missing.removeAll(Scrape.names(Scrape.text(metrics)));
            return missing.isEmpty();
        });

        Path inbox = Files.createDirectory(dir.resolve("inbox"));
        Commands.run("receive", port, "--dir", inbox.toString());
        assertThat(Commands.await(sender).exitCode()).as(err.toString()).isZero();
    }

    /** A meter that has no panel of its own, such as a protocol's, is in the table of all. */
    @Test
    void shouldShowEveryMeterOfASession() throws Exception {
        assertThat(expressions()).contains(EVERY_METER);
        List<Meter> declared = new ArrayList<>(List.of(SessionMeter.values()));
        declared.addAll(List.of(EngineMeter.values()));
        assertThat(declared)
                .extracting(Meter::meterName)
                .filteredOn(name -> !name.isEmpty())
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(name).startsWith("rm."));
    }

    @Test
    void shouldScrapeEveryNodeThatServesMeters() throws Exception {
        Set<String> nodes = new TreeSet<>();
        for (Map.Entry<String, JsonNode> service :
                yaml("compose.yaml").get("services").properties()) {
            Matcher port =
                    METRICS_PORT.matcher(service.getValue().path("command").asText());
            if (port.find()) {
                nodes.add(service.getKey() + ":" + port.group(1));
            }
        }
        Set<String> targets = new TreeSet<>();
        for (JsonNode job : yaml("observe/prometheus.yml").get("scrape_configs")) {
            for (JsonNode group : job.get("static_configs")) {
                group.get("targets").forEach(target -> targets.add(target.asText()));
            }
        }
        assertThat(targets).hasSize(9).isEqualTo(nodes);
    }

    @Test
    void shouldAskTheDataSourceThatIsProvisioned() throws Exception {
        String uid = yaml("observe/grafana/datasources.yaml")
                .at("/datasources/0/uid")
                .asText();
        Set<Integer> ids = new TreeSet<>();
        for (JsonNode panel : dashboard().get("panels")) {
            assertThat(ids.add(panel.get("id").asInt()))
                    .as(panel.get("title").asText())
                    .isTrue();
            for (JsonNode target : panel.path("targets")) {
                assertThat(target.get("datasource").get("uid").asText()).isEqualTo(uid);
            }
        }
    }
}
