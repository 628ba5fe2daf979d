package org.rmcast.lab.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a member reads of the kernel's files, and that members of different builds understand each other. */
class MemberFiguresTest {
    private static final List<String> DEVICES = List.of(
            "Inter-|   Receive                                                |  Transmit",
            " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls",
            "    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0",
            "    e0: 3334736    3204    0    0    0     0          0         0      426       5    0    0    0     0");

    @TempDir
    Path tasks;

    @Test
    void shouldReadThePacketsOfAnInterface() {
        assertThat(WireFigures.parse(DEVICES, "e0")).isEqualTo(new WireFigures(5, 3_204));
        assertThat(WireFigures.parse(DEVICES, "e1")).isEqualTo(WireFigures.NONE);
        assertThat(new WireFigures(7, 3_204).minus(new WireFigures(5, 4))).isEqualTo(new WireFigures(2, 3_200));
    }

    @Test
    void shouldSumTheVoluntarySwitchesOfAllThreads() throws IOException {
        thread("1", 10);
        thread("2", 100);
        ContextSwitches before = ContextSwitches.read(tasks);
        thread("1", 13);
        Files.delete(tasks.resolve("2").resolve("status"));
        thread("3", 5);
        assertThat(ContextSwitches.read(tasks).since(before))
                .as("thread 2 ended, thread 3 is new")
                .isEqualTo(8);
    }

    private void thread(String id, int switches) throws IOException {
        Path directory = Files.createDirectories(tasks.resolve(id));
        Files.writeString(
                directory.resolve("status"),
                "Name:\tjava\nvoluntary_ctxt_switches:\t" + switches + "\nnonvoluntary_ctxt_switches:\t999\n");
    }

    @Test
    void shouldKnowNoSwitchesWhereThereAreNoSuchFiles() {
        ContextSwitches none = ContextSwitches.read(tasks.resolve("absent"));
        assertThat(none.since(none)).isZero();
    }

    @Test
    void shouldGiveWakeUpsPerSecond() {
        assertThat(new ProcessFigures(0, 0, 0, 300, 1_500_000_000).wakeUpsPerSecond())
                .isEqualTo(200);
        assertThat(new ProcessFigures(0, 0, 0, 300, 0).wakeUpsPerSecond()).isZero();
    }

    @Test
    void shouldUnderstandMembersOfOtherBuilds() throws IOException {
        ObjectMapper json = MemberJson.mapper();
        assertThat(json.readValue("{\"cpuNanos\":5,\"fieldOfTomorrow\":[1]}", ProcessFigures.class))
                .isEqualTo(new ProcessFigures(5, 0, 0, 0, 0));
        MemberSettings settings = json.readValue(
                "{\"carrier\":\"raw\",\"name\":\"n\",\"group\":\"239.1.1.1\",\"parameters\":{}}", MemberSettings.class);
        assertThat(settings.loopback()).isTrue();
    }

    @Test
    void shouldReadBackWhatItWrites() throws IOException {
        ObjectMapper json = MemberJson.mapper();
        SenderFigures figures = new SenderFigures(
                3,
                true,
                new ProcessFigures(1, 2, 3, 4, 5),
                new TrafficFigures(1, 2, 3, 4, 5, 6, 7, 8),
                WireFigures.NONE);
        String line = json.writeValueAsString(MemberReply.of(figures));
        assertThat(json.readValue(line, MemberReply.class).sent()).isEqualTo(figures);
    }
}
