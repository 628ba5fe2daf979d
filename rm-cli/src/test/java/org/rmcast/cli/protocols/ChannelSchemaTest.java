package org.rmcast.cli.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.cli.common.Json;
import org.rmcast.core.engine.Protocols;

/** The schema of channel files, against the keywords that it uses. */
class ChannelSchemaTest {
    private static final String SAMPLE = """
            {"name": "video", "group": "239.192.7.1", "port": 7000, "interface": "loopback", "ttl": 0, "protocol": "tram",
             "parameters": {"preset": "paper", "ackWindow": 32, "nakDelay": "250us", "recovery": "reaffiliate",
                            "reaffiliationShare": 0.5, "staticHeads": ["127.0.0.1:7000/1"]}}
            """;

    private final JsonNode schema = Json.parse(ProtocolsCommand.schema());

    @Test
    void shouldStandInTheDocumentation() throws IOException {
        assertThat(Files.readString(Path.of("..", "docs", "channel.schema.json")))
                .as("not what the protocols declare; run: ./rmcast protocols --schema > docs/channel.schema.json")
                .isEqualTo(ProtocolsCommand.schema());
    }

    @Test
    void shouldTakeASample() {
        assertThat(problems(Json.parse(SAMPLE))).isEmpty();
        ObjectNode shortest = (ObjectNode) Json.parse(SAMPLE);
        shortest.remove(List.of("interface", "ttl", "protocol"));
        assertThat(problems(shortest)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"port\": 7000|\"port\": 70000|port: 70000",
                "\"port\": 7000|\"prt\": 7000|prt: unknown",
                "\"name\": \"video\",||name: missing",
                "\"ackWindow\": 32|\"ackWindow\": 0|ackWindow: 0",
                "\"ackWindow\": 32|\"ackWindow\": \"many\"|ackWindow: \"many\"",
                "\"ackWindow\": 32|\"ackWindw\": 32|ackWindw: unknown",
                "\"250us\"|\"soon\"|nakDelay: \"soon\"",
                "\"reaffiliate\"|\"rescue\"|recovery: \"rescue\"",
                "0.5|1.5|reaffiliationShare: 1.5",
                "[\"127.0.0.1:7000/1\"]|\"127.0.0.1:7000/1\"|staticHeads: \"127.0.0.1:7000/1\"",
                "\"tram\"|\"pbcast\"|ackWindow: unknown",
                "\"tram\"|\"tcp\"|protocol: \"tcp\"",
            })
    void shouldNameWhatIsWrong(String right, String wrong, String problem) {
        String replacement = wrong == null ? "" : wrong;
        assertThat(problems(Json.parse(SAMPLE.replace(right, replacement)))).contains(problem);
    }

    @Test
    void shouldTakeEveryDefaultOfEveryProtocol() {
        Protocols.present().forEach((name, protocol) -> {
            ObjectNode channel = (ObjectNode) Json.parse(SAMPLE);
            channel.put("protocol", name);
            ObjectNode parameters = channel.putObject("parameters");
            protocol.parameters()
                    .parameters()
                    .forEach(parameter -> parameters.set(
                            parameter.name(),
                            Json.parse(Json.line(
                                            Map.of("value", parameter.defaults().paper())))
                                    .get("value")));
            assertThat(parameters).isNotEmpty();
            assertThat(problems(channel)).isEmpty();
        });
    }

    private List<String> problems(JsonNode channel) {
        List<String> problems = new ArrayList<>();
        check("channel", channel, schema, problems);
        for (JsonNode rule : schema.get("allOf")) {
            JsonNode condition = rule.get("if");
            String protocol = condition.at("/properties/protocol/const").asText();
            boolean applies = channel.has("protocol")
                    ? channel.get("protocol").asText().equals(protocol)
                    : !condition.has("required");
            if (applies) {
                check("parameters", channel.get("parameters"), rule.at("/then/properties/parameters"), problems);
            }
        }
        return problems;
    }

    private static void check(String name, JsonNode value, JsonNode schema, List<String> problems) {
        if (!fits(value, schema)) {
            problems.add(name + ": " + value);
        }
        schema.path("required").forEach(field -> {
            if (!value.has(field.asText())) {
                problems.add(field.asText() + ": missing");
            }
        });
        value.properties().forEach(field -> {
            JsonNode property = schema.path("properties").get(field.getKey());
            if (property != null) {
                check(field.getKey(), field.getValue(), property, problems);
            } else if (schema.has("additionalProperties")) {
                problems.add(field.getKey() + ": unknown");
            }
        });
    }

    private static boolean fits(JsonNode value, JsonNode schema) {
        boolean typed = switch (schema.path("type").asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> true;
        };
        boolean among = !schema.has("enum") || contains(schema.get("enum"), value);
        boolean inRange = value.asDouble() >= schema.path("minimum").asDouble(-Double.MAX_VALUE)
                && value.asDouble() <= schema.path("maximum").asDouble(Double.MAX_VALUE);
        boolean written = value.asText().matches("(?s)" + schema.path("pattern").asText(".*"));
        return typed && among && inRange && written;
    }

    private static boolean contains(JsonNode list, JsonNode value) {
        for (JsonNode element : list) {
            if (element.equals(value)) {
                return true;
            }
        }
        return false;
    }
}
