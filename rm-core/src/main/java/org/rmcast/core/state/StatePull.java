package org.rmcast.core.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.state.StatePacket.Chunk;
import org.rmcast.core.state.StatePacket.Range;

/**
 * Reads the chunks of one snapshot in order, through a window that grows while they come and shrinks when some are lost. What is
 * asked for follows what has come, so that no queue on the way grows beyond the window.
 *
 * <p>Sources: slow start, additive increase and multiplicative decrease: RFC 5681, section 3.1; a chunk counts as lost when three
 * that were asked for later have come, as three duplicate acknowledgements (section 3.2), or at the time-out of RFC 6298. The window
 * is halved only where a queue shows, by a longer round trip or by many losses; by others, as on a radio link, it shrinks by a tenth
 * (as TCP Veno tells them apart: Fu, Liew, "TCP Veno: TCP Enhancement for Transmission over Wireless Access Networks", IEEE JSAC 2003).
 * Not thread safe.
 */
final class StatePull {
    /** Chunks that are asked for or wait to be handed over, at most. */
    static final int WINDOW = 256;

    private static final int FIRST_WINDOW = 10;
    private static final int LEAST_WINDOW = 2;
    private static final int REORDERING = 3;
    private static final long FIRST_ROUND_TRIP_NANOS = 50_000_000L;
    private static final long LEAST_TIMEOUT_NANOS = 20_000_000L;
    private static final long MOST_TIMEOUT_NANOS = 500_000_000L;
    /** A round trip that is longer by this, besides twice the shortest, has a queue in it. */
    private static final long QUEUE_NANOS = 5_000_000L;
    /** More lost of a window than this share is no chance. */
    private static final double MANY = 0.25;

    private static final double BY_CHANCE = 0.9;
    private static final int LEAST_BY_CHANCE = 8;

    private enum Standing {
        UNKNOWN,
        ASKED,
        LOST,
        HELD
    }

    private final int chunks;
    private final long lengthBytes;
    private final int chunkBytes;
    private final Standing[] standing = new Standing[WINDOW];
    private final @Nullable Chunk[] held = new @Nullable Chunk[WINDOW];
    private final long[] askedNanos = new long[WINDOW];
    private final long[] order = new long[WINDOW];
    private final boolean[] repeated = new boolean[WINDOW];
    private final RoundTripEstimate roundTrip =
            new RoundTripEstimate(FIRST_ROUND_TRIP_NANOS, LEAST_TIMEOUT_NANOS, MOST_TIMEOUT_NANOS);
    private double window = FIRST_WINDOW;
    private double threshold = WINDOW;
    private int base;
    private int limit;
    private int outstanding;
    private long orders;
    private long highestOrder;
    private long recoverOrder;
    private boolean arrived;
    private long shortestNanos = Long.MAX_VALUE;
    private long latestNanos;
    private long timerNanos = ProtocolEngine.NO_DEADLINE;

    /** @param lengthBytes of all chunks together, fewer than 2^31 chunks */
    StatePull(long lengthBytes, int chunkBytes) {
        this.lengthBytes = lengthBytes;
        this.chunkBytes = chunkBytes;
        this.chunks = (int) ((lengthBytes + chunkBytes - 1) / chunkBytes);
        Arrays.fill(standing, Standing.UNKNOWN);
    }

    boolean isDone() {
        return base == chunks;
    }

    /** The length of all chunks but the last. */
    int chunkBytes() {
        return chunkBytes;
    }

    /** Whether chunks are asked for and have not come. */
    boolean isWaiting() {
        return outstanding > 0;
    }

    /** A chunk came; whether it is one that is wanted. */
    boolean onChunk(Chunk chunk, long nowNanos) {
        int index = chunk.index();
        int slot = index % WINDOW;
        if (index < base || index >= limit || standing[slot] == Standing.HELD) {
            return false;
        }
        if (chunk.length() != Math.min(chunkBytes, lengthBytes - (long) index * chunkBytes)) {
            return false;
        }
        if (standing[slot] == Standing.ASKED) {
            outstanding--;
        }
        if (!repeated[slot]) {
            latestNanos = Math.max(0, nowNanos - askedNanos[slot]);
            shortestNanos = Math.min(shortestNanos, latestNanos);
            roundTrip.sample(latestNanos);
        }
        standing[slot] = Standing.HELD;
        held[slot] = chunk;
        highestOrder = Math.max(highestOrder, order[slot]);
        window = Math.min(WINDOW, window + (window < threshold ? 1 : 1 / window));
        arrived = true;
        setTimer(nowNanos);
        return true;
    }

    /** The next chunk in order, null if it has not come. */
    @Nullable
    Chunk next() {
        return base < limit && standing[base % WINDOW] == Standing.HELD ? held[base % WINDOW] : null;
    }

    /** The next chunk was handed over. */
    void taken() {
        int slot = base % WINDOW;
        held[slot] = null;
        standing[slot] = Standing.UNKNOWN;
        base++;
    }

    /** What is to be asked for now. */
    List<Range> ask(long nowNanos) {
        if (arrived) {
            arrived = false;
            findLost();
        }
        if (Deadlines.isDue(timerNanos, nowNanos) && outstanding > 0) {
            onTimeout();
        }
        List<Range> ranges = new ArrayList<>();
        for (int index = base; index < limit && mayAsk(ranges); index++) {
            if (standing[index % WINDOW] == Standing.LOST) {
                repeated[index % WINDOW] = true;
                ask(index, ranges, nowNanos);
            }
        }
        while (limit < chunks && limit < base + WINDOW && mayAsk(ranges)) {
            repeated[limit % WINDOW] = false;
            ask(limit++, ranges, nowNanos);
        }
        if (!ranges.isEmpty() || outstanding == 0) {
            setTimer(nowNanos);
        }
        return ranges;
    }

    private boolean mayAsk(List<Range> ranges) {
        return outstanding < (int) window && ranges.size() < StateCodec.MOST_RANGES;
    }

    private void ask(int index, List<Range> ranges, long nowNanos) {
        int slot = index % WINDOW;
        standing[slot] = Standing.ASKED;
        askedNanos[slot] = nowNanos;
        order[slot] = ++orders;
        outstanding++;
        int last = ranges.size() - 1;
        if (last >= 0 && ranges.get(last).first() + ranges.get(last).count() == index) {
            Range before = ranges.get(last);
            ranges.set(last, new Range(before.first(), before.count() + 1));
        } else {
            ranges.add(new Range(index, 1));
        }
    }

    private void findLost() {
        int lost = 0;
        boolean first = false;
        double before = window;
        for (int index = base; index < limit; index++) {
            int slot = index % WINDOW;
            if (standing[slot] == Standing.ASKED && order[slot] + REORDERING <= highestOrder) {
                standing[slot] = Standing.LOST;
                outstanding--;
                lost++;
                first |= order[slot] > recoverOrder;
            }
        }
        if (first) {
            recoverOrder = orders;
            boolean queue = latestNanos > 2 * shortestNanos + QUEUE_NANOS || lost > MANY * before;
            threshold = queue
                    ? Math.max(LEAST_WINDOW, before / 2)
                    : Math.max(Math.min(before, LEAST_BY_CHANCE), before * BY_CHANCE);
            window = threshold;
        }
    }

    private void onTimeout() {
        for (int index = base; index < limit; index++) {
            if (standing[index % WINDOW] == Standing.ASKED) {
                standing[index % WINDOW] = Standing.LOST;
            }
        }
        outstanding = 0;
        recoverOrder = orders;
        threshold = Math.max(LEAST_WINDOW, window / 2);
        window = LEAST_WINDOW;
        roundTrip.backOff();
    }

    private void setTimer(long nowNanos) {
        timerNanos = outstanding > 0 ? nowNanos + roundTrip.timeoutNanos() : ProtocolEngine.NO_DEADLINE;
    }

    long nextDeadlineNanos() {
        return timerNanos;
    }
}
