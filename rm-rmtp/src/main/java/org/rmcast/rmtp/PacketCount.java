package org.rmcast.rmtp;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * Counts the packets of monitored periods at a receiver. Each packet says which period it belongs to, so the packet with the start or the stop bit may
 * be lost. A period is over when its stop bit or a packet of a later period comes; it is reported some time after, since packets overtake one another:
 * those of it that come until then count. Not thread safe.
 */
final class PacketCount {
    /** So many periods are not reported yet at most. */
    private static final int MOST_PERIODS = 16;

    /** A period that is not reported yet. */
    static final class Period {
        final int number;
        int packets;
        private long dueNanos = ProtocolEngine.NO_DEADLINE;

        private Period(int number) {
            this.number = number;
        }
    }

    private final long delayNanos;
    /** In the order in which they are over; the last one may go on. */
    private final Deque<Period> periods = new ArrayDeque<>();

    private int latest;

    /** @param delayNanos how long after the end of a period it is reported */
    PacketCount(long delayNanos) {
        this.delayNanos = delayNanos;
    }

    /** A packet of a period came. */
    void count(int number, boolean stop, long nowNanos) {
        Period period = find(number);
        if (period == null) {
            if (!isLater(number)) {
                return;
            }
            period = begin(number, nowNanos);
        }
        period.packets++;
        if (stop) {
            end(period, nowNanos);
        }
    }

    private @Nullable Period find(int number) {
        Period last = periods.peekLast();
        if (last == null || last.number == number) {
            return last;
        }
        for (Period period : periods) {
            if (period.number == number) {
                return period;
            }
        }
        return null;
    }

    /** Numbers wrap around at 65,536; the first period of a server is 1. */
    private boolean isLater(int number) {
        return (short) (number - latest) > 0;
    }

    private Period begin(int number, long nowNanos) {
        Period before = periods.peekLast();
        if (before != null) {
            end(before, nowNanos);
        }
        if (periods.size() == MOST_PERIODS) {
            periods.removeFirst();
        }
        Period period = new Period(number);
        periods.addLast(period);
        latest = number;
        return period;
    }

    private void end(Period period, long nowNanos) {
        if (period.dueNanos == ProtocolEngine.NO_DEADLINE) {
            period.dueNanos = nowNanos + delayNanos;
        }
    }

    /** When the next report is due. */
    long nextDeadlineNanos() {
        Period first = periods.peekFirst();
        return first == null ? ProtocolEngine.NO_DEADLINE : first.dueNanos;
    }

    /** Takes a period that is to be reported now; null if none is. */
    @Nullable
    Period takeDue(long nowNanos) {
        return Deadlines.isDue(nextDeadlineNanos(), nowNanos) ? periods.removeFirst() : null;
    }
}
