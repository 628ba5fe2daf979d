package org.rmcast.wan;

import java.util.ArrayDeque;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket.Began;

/** What this member sends to another one. Not thread safe. */
final class OutLink {
    /** So many times the round trip is longer than what confirmations may be late by. */
    private static final int MOST_LATE = 4;

    private static final int FORGETTING = 4;

    /** The last number of this member before the two came into one view. */
    final long base;
    /** The first of the link's own numbers. */
    final long first;
    /** Units from the first that is not confirmed on. */
    final UnitRing units;

    private long nextToSend;
    private long received;
    private long consumed;
    /** The other end has said that it knows where the stream begins. */
    boolean opened;
    /** When something is to be done if nothing new is confirmed. */
    long resendAtNanos = Long.MAX_VALUE;

    int resends;
    private long resentAtNanos = Long.MAX_VALUE;
    private long lateNanos;
    /** Where in the stream the latest views began into which the two came together. */
    final ArrayDeque<Began> began = new ArrayDeque<>();
    /** Own messages for it that it has not confirmed, oldest first. */
    final ArrayDeque<Wanted> wanted = new ArrayDeque<>();

    OutLink(long base, long first) {
        this.base = base;
        this.first = first;
        this.units = new UnitRing(first);
        this.nextToSend = first;
        this.received = base;
        this.consumed = base;
    }

    /** The number that the next unit gets. */
    long next() {
        return units.limit();
    }

    /** The two come into a view together. */
    void onView(long view) {
        began.add(new Began(view, next()));
        if (began.size() > WanCodec.MOST_BEGAN) {
            began.remove();
        }
    }

    /** The first unit that was not sent. */
    long nextToSend() {
        return nextToSend;
    }

    void sent() {
        nextToSend++;
    }

    boolean hasToSend() {
        return nextToSend < units.limit();
    }

    /** The last number that was sent. */
    long reach() {
        return nextToSend - 1;
    }

    /** All up to this number of this member has come there. */
    long received() {
        return received;
    }

    /** All up to this number of this member was taken by the application there. */
    long consumed() {
        return consumed;
    }

    /** Whether something that was sent is not confirmed. */
    boolean isAwaiting() {
        return units.first() < nextToSend;
    }

    /** Confirmed; whether that is news. */
    boolean onAck(long newReceived, long newConsumed) {
        boolean news = newReceived > received || newConsumed > consumed || !opened;
        received = Math.max(received, newReceived);
        consumed = Math.max(consumed, newConsumed);
        opened = true;
        long link = units.first();
        HeldUnit unit = units.get(link);
        while (unit != null && unit.number <= received && link < nextToSend) {
            link++;
            unit = units.get(link);
        }
        units.removeBelow(link);
        return news;
    }

    /** Something was sent again, since it was not confirmed in time. */
    void onResent(long nowNanos) {
        resentAtNanos = nowNanos;
    }

    /**
     * Something was confirmed. What comes sooner after it was sent again than there and back confirms the first time, which was late: as the
     * Eifel detection has it (RFC 3522), with the time in place of an echo.
     */
    void onConfirmed(long roundTripNanos, long nowNanos) {
        if (resentAtNanos == Long.MAX_VALUE) {
            return;
        }
        long since = nowNanos - resentAtNanos;
        resentAtNanos = Long.MAX_VALUE;
        lateNanos = since < roundTripNanos / 2
                ? Math.min(roundTripNanos / MOST_LATE, lateNanos + 2 * since)
                : lateNanos - lateNanos / FORGETTING;
    }

    /** By how much confirmations come later than round trips are measured: whoever confirms has taken its time before. */
    long lateNanos() {
        return lateNanos;
    }

    @Override
    public String toString() {
        return (opened ? "out " : "out, not opened, ") + units.first() + ".." + nextToSend + ".." + units.limit();
    }
}
