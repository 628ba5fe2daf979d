package org.rmcast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageTimesTest {
    @Test
    void shouldMeasureTheMessagesThatArrived(@TempDir Path dir) throws Exception {
        Path sent = dir.resolve("sender.times");
        Path received = dir.resolve("receiver.times");
        try (MessageTimes sender = new MessageTimes(sent);
                MessageTimes receiver = new MessageTimes(received)) {
            for (int message = 0; message < 5; message++) {
                sender.add(message);
            }
            for (int message = 2; message < 7; message++) {
                receiver.add(message);
            }
        }
        Histogram latencies = MessageTimes.latencies(sent, received);
        assertThat(latencies.getTotalCount()).isEqualTo(3);
        assertThat(latencies.getMaxValue()).isLessThan(60_000_000_000L);
    }
}
