package org.rmcast.core.memory;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.wire.Cast;

/**
 * What has come to a member and was not read yet. Bounded as the buffers of two sockets are, one for multicasts and one for unicasts:
 * what finds no room is dropped. Thread safe.
 */
final class Inbox {
    /** What a datagram takes besides its content. */
    private static final int OVERHEAD_BYTES = 128;

    /** A datagram; the array belongs to whoever takes it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Arrival(InetSocketAddress from, Cast cast, byte[] datagram) {
        int bytes() {
            return OVERHEAD_BYTES + datagram.length;
        }
    }

    private final int bufferBytes;
    private final Runnable onNews;
    private final ArrayDeque<Arrival> waiting = new ArrayDeque<>();
    private long multicastBytes;
    private long unicastBytes;
    /** Whether the reader was told, and has not yet taken all. */
    private boolean told;

    private boolean closed;

    /**
     * Makes an empty one.
     *
     * @param bufferBytes how much may wait of each kind
     * @param onNews tells the reader that there is something; called by whoever brings it
     */
    Inbox(int bufferBytes, Runnable onNews) {
        this.bufferBytes = bufferBytes;
        this.onNews = onNews;
    }

    /** Takes a copy of a datagram; false if there is no room for it. One that comes after the end is lost without a word. */
    boolean offer(InetSocketAddress from, Cast cast, byte[] datagram) {
        boolean tell;
        synchronized (this) {
            if (closed) {
                return true;
            }
            long held = cast == Cast.MULTICAST ? multicastBytes : unicastBytes;
            if (held > 0 && held + OVERHEAD_BYTES + datagram.length > bufferBytes) {
                return false;
            }
            Arrival arrival = new Arrival(from, cast, datagram.clone());
            waiting.add(arrival);
            count(arrival, 1);
            tell = !told;
            told = true;
        }
        if (tell) {
            onNews.run();
        }
        return true;
    }

    /** Takes what waits, the oldest first, so many at most. */
    synchronized List<Arrival> take(int most) {
        List<Arrival> taken = new ArrayList<>(Math.min(most, waiting.size()));
        while (taken.size() < most && !waiting.isEmpty()) {
            Arrival arrival = waiting.remove();
            count(arrival, -1);
            taken.add(arrival);
        }
        told = !waiting.isEmpty();
        return taken;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Drops all, now and from now on. */
    synchronized void close() {
        closed = true;
        waiting.clear();
    }

    private void count(Arrival arrival, int sign) {
        long bytes = (long) sign * arrival.bytes();
        if (arrival.cast() == Cast.MULTICAST) {
            multicastBytes += bytes;
        } else {
            unicastBytes += bytes;
        }
    }
}
