package org.rmcast.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.Channel;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;

/** A real file on real sockets, on the loopback interface. */
class BulkSocketsTest {
    private static final int BYTES = 20_000_000;

    @Test
    @Timeout(120)
    void shouldDeliverAFileToTwoReceivers(@TempDir Path directory) throws Exception {
        byte[] content = new byte[BYTES + 13];
        new SplittableRandom(1).nextBytes(content);
        Path file = Files.write(directory.resolve("data.bin"), content);
        Channel channel = Channel.builder("bulk")
                .group("239.7.16.1")
                .port(46_016)
                .networkInterface("lo")
                .ttl(0)
                .protocol("rmtp")
                .maxDatagramBytes(1_472)
                .build();
        BlockingQueue<Path> files = new LinkedBlockingQueue<>();
        List<BulkReceiver> receivers = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                Path own = Files.createDirectory(directory.resolve("receiver" + i));
                receivers.add(BulkReceiver.receive(
                        channel, own, BulkOptions.defaults(), whole -> files.add(whole.path()), event -> {}));
            }
            try (BulkSender sender = BulkSender.send(channel, file, ReceiverList.count(2), event -> {})) {
                DeliveryReport report = sender.report().toCompletableFuture().get(100, TimeUnit.SECONDS);
                assertThat(report.isComplete()).as("%s", report).isTrue();
                assertThat(report.receivers()).hasSize(2);
            }
            for (int i = 0; i < 2; i++) {
                Path received = files.poll(10, TimeUnit.SECONDS);
                assertThat(received).isNotNull();
                assertThat(Files.mismatch(file, received)).isEqualTo(-1);
                try (var left = Files.list(received.getParent())) {
                    assertThat(left).containsExactly(received);
                }
            }
        } finally {
            receivers.forEach(BulkReceiver::close);
        }
    }
}
