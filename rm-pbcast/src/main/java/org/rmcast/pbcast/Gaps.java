package org.rmcast.pbcast;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.ReceiveWindow;

/**
 * The packets of one stream that are missing. Those that may be asked for now are objects, the lowest ones, a bounded number; the
 * others are gaps in the window, and have their turn when there is room: a stream may be far ahead, and the packet that says so is
 * small; and what there is no room to take need not be asked for. Not thread safe.
 */
final class Gaps {
    /** A stream may have so many objects even where there is no budget left, or it would stand still. */
    static final int LEAST_OPEN = 16;

    private final Source source;
    private final ReceiveWindow window;
    private final PacketBudget budget;
    private final Requester requester;
    private final int mostOpen;
    private final int packetBytes;
    private final NavigableMap<Long, MissingPacket> open = new TreeMap<>();
    /** Of what is missing below this there are objects. */
    private long openLimit;

    private int charged;

    Gaps(Source source, ReceiveWindow window, PbcastContext context, Requester requester) {
        this.source = source;
        this.window = window;
        this.budget = context.budget;
        this.requester = requester;
        this.mostOpen = mostOpen(context.config);
        this.packetBytes = context.config.maxPacketBytes;
        this.openLimit = window.next();
    }

    /** The most objects of one stream: as many as are asked for in two rounds, and some more where these are few. */
    static int mostOpen(PbcastConfig config) {
        return Math.max(1024, 2 * config.requestsPerRound);
    }

    /** Those that may be asked for. */
    NavigableMap<Long, MissingPacket> open() {
        return open;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Whether any of those may be at a sequence or after it. */
    boolean reaches(long sequence) {
        return openLimit > sequence && !open.isEmpty();
    }

    /** The budget knows of all that are open now. */
    void onCharged() {
        charged = open.size();
    }

    long bytes() {
        return (long) open.size() * MissingPacket.BYTES;
    }

    /** Whether {@link #open} has everything that is missing below a sequence. */
    boolean isWhole(long limit) {
        return openLimit >= limit;
    }

    /** Whether more could be asked for, up to a limit, and few are. */
    boolean isLow(long limit) {
        return openLimit < limit && open.size() <= mostOpen / 2;
    }

    /** What is missing below a sequence may be asked for after a delay, as far as there is room. */
    void openBelow(long limit, long nowNanos, long delayNanos) {
        openLimit = Math.max(openLimit, window.next());
        while (openLimit < limit && hasRoom()) {
            if (!window.has(openLimit)) {
                MissingPacket packet = new MissingPacket(source, openLimit, nowNanos, nowNanos + delayNanos);
                open.put(openLimit, packet);
                requester.onMissing(packet);
            }
            openLimit++;
        }
    }

    private boolean hasRoom() {
        return open.size() < LEAST_OPEN
                || (open.size() < mostOpen
                        && open.size() < budget.packets(packetBytes)
                        && budget.trackable() > open.size() - charged);
    }

    /** A packet has come; returns what was missing until now, null if it was not known to be, or not yet asked for. */
    @Nullable
    MissingPacket remove(long sequence) {
        MissingPacket packet = reaches(sequence) ? open.remove(sequence) : null;
        if (packet != null) {
            packet.done = true;
        }
        return packet;
    }

    /** What is missing below the window's next was given up. */
    void onGivenUp() {
        drop(open.headMap(window.next(), false));
    }

    /** From a sequence on there is nothing that could be missing. */
    void forgetFrom(long limit) {
        drop(open.tailMap(limit, true));
        openLimit = Math.min(openLimit, Math.max(limit, window.next()));
    }

    void clear() {
        drop(open);
    }

    private static void drop(NavigableMap<Long, MissingPacket> packets) {
        if (!packets.isEmpty()) {
            packets.values().forEach(packet -> packet.done = true);
            packets.clear();
        }
    }
}
