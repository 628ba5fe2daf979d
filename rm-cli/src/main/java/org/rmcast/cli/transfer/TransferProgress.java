package org.rmcast.cli.transfer;

import java.util.ArrayDeque;
import java.util.Locale;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.StatusLine;

/** How far a transfer is, how fast it was in the last seconds, and when it will be done if it goes on so. Thread safe. */
final class TransferProgress {
    private static final long WINDOW_NANOS = 5_000_000_000L;
    private static final long SHORTEST_NANOS = 500_000_000L;

    private record Sample(long nanos, long bytes) {}

    private final ArrayDeque<Sample> samples = new ArrayDeque<>();

    /**
     * Notes how far it is, and says it.
     *
     * @param what the file on its way
     * @param bytes how many have been sent or received
     * @param total how many it will be, negative if that is not known
     * @param nowNanos the time
     * @return such as {@code [####----]  38 % notes.txt, 3.80 MB of 10.0 MB, 92.0 MB/s, ETA 0:21}
     */
    synchronized String text(String what, long bytes, long total, long nowNanos) {
        if (!samples.isEmpty() && bytes < samples.getLast().bytes()) {
            samples.clear(); // the next file
        }
        samples.addLast(new Sample(nowNanos, bytes));
        while (nowNanos - samples.getFirst().nanos() > WINDOW_NANOS) {
            samples.removeFirst();
        }
        String bar = total < 0 ? "" : StatusLine.bar(bytes, total) + " ";
        String of = total < 0 ? "" : " of " + Figures.bytes(total);
        return bar + what + ", " + Figures.bytes(bytes) + of + speed(bytes, total, nowNanos);
    }

    private String speed(long bytes, long total, long nowNanos) {
        Sample first = samples.getFirst();
        long nanos = nowNanos - first.nanos();
        long moved = bytes - first.bytes();
        if (nanos < SHORTEST_NANOS) {
            return "";
        }
        double rate = moved * 1e9 / nanos;
        String text = ", " + Figures.rate(rate);
        return total < 0 || moved == 0 ? text : text + ", ETA " + clock(Math.round(Math.max(0, total - bytes) / rate));
    }

    private static String clock(long seconds) {
        return seconds < 3_600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    }
}
