package org.rmcast.cli.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rmcast.cli.common.EpochClock;
import org.rmcast.cli.common.Json;

class PerfTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<Long> dueTimes = new ArrayList<>();
    private final PerfTally tally = new PerfTally(new ProcessFigures());

    private void take(ByteBuffer message) {
        dueTimes.add(PerfPayload.dueEpochNanos(message));
    }

    @Test
    void shouldCarryItsTimeAndFillTheRest() {
        ByteBuffer message = new PerfPayload(20).due(1234);
        assertThat(message.remaining()).isEqualTo(20);
        assertThat(PerfPayload.isTimed(message)).isTrue();
        assertThat(PerfPayload.dueEpochNanos(message)).isEqualTo(1234);
        assertThat(PerfPayload.isTimed(new PerfPayload(7).due(1234))).isFalse();
        assertThat(new PerfPayload(0).due(1234).remaining()).isZero();
    }

    @Test
    void shouldSendTheCount() throws Exception {
        PerfLoad load = new PerfLoad(new PerfPayload(8), 0);
        load.warmUp(3, this::take);
        load.run(5, MINUTE, this::take);
        assertThat(dueTimes).hasSize(8);
        assertThat(dueTimes.subList(0, 3)).containsOnly(PerfPayload.WARM_UP);
        assertThat(load.sent()).isEqualTo(5);
    }

    @Test
    void shouldStopWhenTheTimeIsOver() throws Exception {
        PerfLoad load = new PerfLoad(new PerfPayload(8), 0);
        load.run(Long.MAX_VALUE, Duration.ofMillis(20), this::take);
        assertThat(load.sent()).isPositive().isEqualTo(dueTimes.size());
    }

    @Test
    void shouldPaceByTheTimeAtWhichMessagesAreDue() throws Exception {
        long start = EpochClock.nanos();
        new PerfLoad(new PerfPayload(8), 1000).run(11, MINUTE, this::take);
        assertThat(EpochClock.nanos() - start).isGreaterThanOrEqualTo(9_900_000L);
        for (int i = 1; i < dueTimes.size(); i++) {
            assertThat(dueTimes.get(i) - dueTimes.get(i - 1)).isCloseTo(1_000_000L, within(1L));
        }
    }

    @Test
    void shouldMeasureArrivals() {
        PerfPayload payload = new PerfPayload(100);
        tally.add(payload.due(PerfPayload.WARM_UP), 500);
        tally.add(payload.due(1_000_000), 1_500_000);
        tally.add(payload.due(2_000_000), 3_000_000);
        tally.add(payload.due(3_000_000_000L), 2_001_500_000L);
        Map<String, Object> fields = tally.fields();
        assertThat(fields)
                .containsEntry("messages", 3L)
                .containsEntry("bytes", 300L)
                .containsEntry("warmUpMessages", 1L)
                .containsEntry("firstArrivalEpochNanos", 1_500_000L)
                .containsEntry("lastArrivalEpochNanos", 2_001_500_000L)
                .containsEntry("seconds", 2.0)
                .containsEntry("messagesPerSecond", 1.0)
                .containsEntry("goodputBytesPerSecond", 150.0);
        var latency = Json.parse(Json.line(fields)).get("latencyMicros");
        assertThat(latency.get("count").asInt()).isEqualTo(3);
        assertThat(latency.get("min").asDouble()).isZero();
        assertThat(latency.get("max").asDouble()).isCloseTo(1000, within(2.0));
    }

    @Test
    void shouldCountMessagesWithoutTime() {
        tally.add(new PerfPayload(4).due(1), 10);
        tally.add(new PerfPayload(0).due(1), 20);
        assertThat(tally.messages()).isEqualTo(2);
        assertThat(tally.bytes()).isEqualTo(4);
        assertThat(Json.line(tally.fields())).contains("\"latencyMicros\":{\"count\":0}");
    }

    @Test
    void shouldSayNothingStrangeOfNothing() {
        assertThat(tally.fields()).containsEntry("messages", 0L).containsEntry("cpuSeconds", 0.0);
    }

    @Test
    void shouldReadThePeakOfMemory() {
        assertThat(ProcessFigures.peakResidentBytes("VmPeak:\t 900 kB\nVmHWM:\t  123456 kB\nVmRSS: 1 kB\n"))
                .isEqualTo(126_418_944L);
        assertThat(ProcessFigures.peakResidentBytes("")).isEqualTo(-1);
        assertThat(new ProcessFigures().peakHeapBytes()).isPositive();
        assertThat(new ProcessFigures().cpuSeconds()).isPositive();
    }
}
