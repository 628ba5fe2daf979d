package org.rmcast.sim;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A running digest over everything that happens, and the last lines of it in readable form. */
final class TraceLog {
    /** What can happen; two figures go with each. */
    enum Kind {
        START(1, "member %d, "),
        DATAGRAM(2, "from host %d, %x"),
        REJECTED(3, "from host %d, %x, "),
        UNDECODABLE(4, "from host %d, %x"),
        DEADLINE(5, ""),
        ROOM(6, ""),
        ACCEPTED(7, "message %d, %x"),
        MULTICAST(8, "ttl %d, %x"),
        UNICAST(9, "to host %d, %x"),
        DELIVER(10, "message %2$d of %1$d"),
        REPORT(11, ""),
        FLUSH(12, "id %d"),
        FLUSHED(13, "id %d, complete %d"),
        CLOSE(14, ""),
        CLOSED(15, "complete %d"),
        CRASH(16, "member %d"),
        PAUSE(17, ""),
        RESUME(18, ""),
        PARTITION(19, "side %d"),
        HEAL(20, ""),
        LINK(21, "link %d"),
        ONE_WAY_CUT(30, "link %d, %d"),
        DEAF(31, "to host %d, %d"),
        SERVICE(32, "%d ns each, buffer %d"),
        MOVE(33, "move %d"),
        DRIFT(34, "%d ppm"),
        CONFIRMED(35, "message %d, %d have it, missing "),
        UNREACHABLE(36, "port %d at ");

        private final int code;
        private final String format;

        Kind(int code, String format) {
            this.code = code;
            this.format = format;
        }
    }

    private final int lines;
    private final long[] times;
    private final int[] nodes;
    private final Kind[] kinds;
    private final long[] firsts;
    private final long[] seconds;
    private final @Nullable Object[] details;
    private long recorded;
    private long digest;

    TraceLog(int lines) {
        this.lines = lines;
        times = new long[lines];
        nodes = new int[lines];
        kinds = new Kind[lines];
        firsts = new long[lines];
        seconds = new long[lines];
        details = new Object[lines];
    }

    /** Records that something happened. */
    void record(long timeNanos, int node, Kind kind, long first, long second) {
        record(timeNanos, node, kind, first, second, null);
    }

    /** Records with a detail whose text enters the digest as well. */
    void record(long timeNanos, int node, Kind kind, long first, long second, @Nullable Object detail) {
        mix(timeNanos);
        mix(((long) node << 8) | kind.code);
        mix(first);
        mix(second);
        if (detail != null) {
            mix(detail.toString().hashCode());
        }
        if (lines > 0) {
            int slot = (int) (recorded % lines);
            times[slot] = timeNanos;
            nodes[slot] = node;
            kinds[slot] = kind;
            firsts[slot] = first;
            seconds[slot] = second;
            details[slot] = detail;
        }
        recorded++;
    }

    /** A 64-bit digest of everything recorded so far, in order. */
    long digest() {
        return Payloads.mix(digest ^ recorded);
    }

    long recorded() {
        return recorded;
    }

    /** The last lines, oldest first. */
    String tail() {
        StringBuilder text = new StringBuilder();
        for (long i = Math.max(0, recorded - lines); i < recorded; i++) {
            int slot = (int) (i % lines);
            Kind kind = kinds[slot];
            text.append(seconds(times[slot]))
                    .append(nodes[slot] < 0 ? " network " : " node " + nodes[slot] + " ")
                    .append(kind.name().toLowerCase(Locale.ROOT))
                    .append(' ')
                    .append(String.format(Locale.ROOT, kind.format, firsts[slot], seconds[slot]));
            Object detail = details[slot];
            if (detail != null) {
                text.append(detail);
            }
            text.append('\n');
        }
        return text.toString();
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%d.%09d s", nanos / 1_000_000_000, nanos % 1_000_000_000);
    }

    private void mix(long value) {
        digest = Long.rotateLeft(digest ^ (value * 0x9E3779B97F4A7C15L), 27) * 0xBF58476D1CE4E5B9L + 0x52DCE729;
    }
}
