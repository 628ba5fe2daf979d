package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Json;

class ProtocolsCommandTest {
    @Test
    void shouldListProtocolsWithTheirRoles() {
        String parameters = String.valueOf(
                Json.parse(Commands.run("protocols", "tram", "--json").out())
                        .get("parameters")
                        .size());
        Result result = Commands.run("protocols");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines().toList())
                .hasSize(6)
                .anySatisfy(line -> assertThat(line).contains("pbcast", "peer"))
                .anySatisfy(line -> assertThat(line).contains("tram", "sender, receiver, repair-node", parameters));
        JsonNode all = Json.parse(Commands.run("protocols", "--json").out());
        assertThat(all.at("/protocols/3/name").asText()).isEqualTo("tram");
    }

    @Test
    void shouldTellWhatAParameterIs() {
        Result result = Commands.run("protocols", "tram");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("\nnakDelay = 0s / 500us   (0s to 1m)\n    Wait after a gap shows,")
                .contains("\nwindowStart = 64 / 256   (1 to 1,048,576 packets, at least windowMin)\n");
        assertThat(result.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
    }

    @Test
    void shouldTellTheSameToPrograms() {
        JsonNode tram = Json.parse(Commands.run("protocols", "tram", "--json").out());
        assertThat(tram.get("roles").get(0).asText()).isEqualTo("sender");
        JsonNode first = tram.get("parameters").get(0);
        assertThat(first.get("name").asText()).isEqualTo("preset");
        assertThat(first.get("paper").asText()).isEqualTo("paper");
    }

    @Test
    void shouldPrintTheSchemaOfChannelFiles() {
        JsonNode schema = Json.parse(Commands.run("protocols", "--schema").out());
        assertThat(schema.at("/properties/protocol/enum/0").asText()).isEqualTo("nak");
    }

    @Test
    void shouldRefuseAProtocolThatIsNotThere() {
        Result result = Commands.run("protocols", "tcp");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("protocol \"tcp\" is not on the class path", "present: nak, pbcast, srm, tram, wan");
    }
}
