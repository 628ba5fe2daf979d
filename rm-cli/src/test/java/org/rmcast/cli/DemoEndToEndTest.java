package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.Commands.Result;
import org.rmcast.cli.common.Json;

class DemoEndToEndTest {
    @Test
    void shouldCopyTheClipThroughLossAndADyingRepairHead() {
        Result demo = Commands.run("demo", "--receivers=4", "--speed=3", "--seed=1", "--json");
        assertThat(demo.exitCode()).as(demo.err()).isZero();
        JsonNode result = Json.parse(demo.out());
        assertThat(result.get("ok").asBoolean()).isTrue();
        String killed = result.get("killed").asText();
        assertThat(killed).startsWith("head-");
        assertThat(result.get("receivers")).hasSize(4);
        int orphans = 0;
        for (JsonNode receiver : result.get("receivers")) {
            assertThat(receiver.get("identical").asBoolean()).isTrue();
            assertThat(receiver.get("packetsMissed").asInt()).isPositive();
            JsonNode heads = receiver.get("repairHeads");
            assertThat(heads.get(heads.size() - 1).asText()).isNotEqualTo(killed);
            orphans += heads.get(0).asText().equals(killed) ? 1 : 0;
        }
        assertThat(orphans).as(demo.err()).isPositive();
        assertThat(demo.err()).contains("all copies identical: 4 receivers", "has a new repair head");
    }

    @Test
    void shouldSayWhoDiffersAndWhy(@TempDir Path dir) throws Exception {
        Result demo = Commands.run(
                "demo",
                "--receivers=2",
                "--heads=1",
                "--no-kill",
                "--speed=20",
                "--sabotage=receiver-2",
                "--keep",
                dir.toString());
        assertThat(demo.exitCode()).isEqualTo(1);
        assertThat(demo.out())
                .contains("receiver-2 has a copy that differs, first at byte 132100 of 927404: sabotaged on request")
                .contains("1 of 2 copies are identical");
        assertThat(Files.mismatch(Commands.clip(), dir.resolve("receiver-1.ts")))
                .isEqualTo(-1);
        assertThat(Files.mismatch(Commands.clip(), dir.resolve("receiver-2.ts")))
                .isEqualTo(132_100);
    }

    @Test
    void shouldRunEveryMemberInAProcessOfItsOwn() {
        Result demo =
                Commands.run("demo", "--processes", "--receivers=2", "--heads=1", "--no-kill", "--speed=10", "--json");
        assertThat(demo.exitCode()).as(demo.err()).isZero();
        assertThat(Json.parse(demo.out()).get("receivers")).hasSize(2);
    }
}
