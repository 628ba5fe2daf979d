package org.rmcast.cli.demo;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.rmcast.cli.common.EpochClock;

/**
 * Writes down when each message was sent or received, 16 bytes each: its number, and nanoseconds of the epoch. All members
 * are on one machine and read one clock, so the difference is the message's latency. Not thread safe.
 */
final class MessageTimes implements Closeable {
    private static final long MAX_LATENCY_NANOS = 3_600_000_000_000L;

    private final DataOutputStream out;

    MessageTimes(Path file) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    }

    void add(long message) throws IOException {
        out.writeLong(message);
        out.writeLong(EpochClock.nanos());
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** The latencies in nanoseconds of the messages that stand in both files. */
    static Histogram latencies(Path sent, Path received) throws IOException {
        Map<Long, Long> sentAt = read(sent);
        Histogram latencies = new Histogram(MAX_LATENCY_NANOS, 3);
        for (Map.Entry<Long, Long> entry : read(received).entrySet()) {
            Long start = sentAt.get(entry.getKey());
            if (start != null) {
                long latency = entry.getValue() - start;
                latencies.recordValue(Math.max(0, Math.min(MAX_LATENCY_NANOS, latency)));
            }
        }
        return latencies;
    }

    private static Map<Long, Long> read(Path file) throws IOException {
        Map<Long, Long> times = new HashMap<>();
        try (InputStream bytes = Files.newInputStream(file);
                DataInputStream in = new DataInputStream(bytes)) {
            long count = Files.size(file) / (2 * Long.BYTES);
            for (long i = 0; i < count; i++) {
                times.put(in.readLong(), in.readLong());
            }
        } catch (EOFException e) {
            throw new IOException(file + ": became shorter while it was read", e);
        }
        return times;
    }
}
