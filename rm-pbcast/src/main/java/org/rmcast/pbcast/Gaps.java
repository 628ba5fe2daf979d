package org.rmcast.pbcast;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.ReceiveWindow;

/**
 * The packets of one stream that are missing. Those that may be asked for now are objects, the lowest ones, a bounded number; the
 * others are gaps in the window, and have their turn when there is room: a stream may be far ahead, and the packet that says so is
 * small; and what there is no room to take need not be asked for. Of what somebody tells of nothing is missing yet: most of it is on
 * its way, waits perhaps in this host's own sockets, and comes within {@code tailDelay}. Not thread safe.
 */
final class Gaps {
    /** A stream may have so many objects even where there is no budget left, or it would stand still. */
    static final int LEAST_OPEN = 16;

    /** What is told within such a part of {@code tailDelay} is one. */
    private static final int PARTS_OF_DELAY = 40;

    private final Source source;
    private final ReceiveWindow window;
    private final PacketBudget budget;
    private final Requester requester;
    private final int mostOpen;
    private final int mostAhead;
    private final int packetBytes;
    private final long tailDelayNanos;
    private final NavigableMap<Long, MissingPacket> open = new TreeMap<>();
    /** Of what is missing below this there are objects. */
    private long openLimit;
    /** What is missing below this is to have objects when there is room. */
    private long wantedLimit;
    /** Somebody tells of packets below this. */
    private long toldLimit;

    private @Nullable Told told;
    private int charged;

    /** Somebody told of packets below a limit, at some time. */
    static final class Told {
        final Source source;
        final long sinceNanos;
        long limit;
        /** It waits no more. */
        boolean taken;

        Told(Source source, long limit, long sinceNanos) {
            this.source = source;
            this.limit = limit;
            this.sinceNanos = sinceNanos;
        }
    }

    Gaps(Source source, ReceiveWindow window, PbcastContext context, Requester requester) {
        this.source = source;
        this.window = window;
        this.budget = context.budget;
        this.requester = requester;
        this.mostOpen = mostOpen(context.config);
        this.mostAhead = context.config.bufferPackets;
        this.packetBytes = context.config.maxPacketBytes;
        this.tailDelayNanos = context.config.tailDelayNanos;
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

    /** Whether more could be asked for, and few are. */
    boolean isLow() {
        return openLimit < wantedLimit && open.size() <= mostOpen / 2;
    }

    /** How many packets somebody told of behind those that are open; some may have come. */
    long toldBeyond() {
        return Math.max(0, toldLimit - Math.max(openLimit, window.next()));
    }

    /**
     * Somebody tells of packets below a limit. {@link Source#wantTold} is called when it is time to ask for those that have not come; at
     * once if nothing is asked for promptly: then the answer to gossip sees whether it is.
     */
    void tell(long limit, long nowNanos) {
        if (limit <= toldLimit) {
            return;
        }
        toldLimit = limit;
        Told last = told;
        if (!requester.asksPromptly()) {
            source.wantTold(limit, nowNanos, nowNanos + tailDelayNanos);
        } else if (last != null && !last.taken && nowNanos - last.sinceNanos < tailDelayNanos / PARTS_OF_DELAY) {
            last.limit = limit;
        } else {
            told = new Told(source, limit, nowNanos);
            requester.onTold(told);
        }
    }

    /** What is missing below a sequence may be asked for from a time on, as far as there is room. */
    void want(long sequence, long shownNanos, long dueNanos) {
        wantedLimit = Math.max(wantedLimit, sequence);
        openMore(shownNanos, dueNanos);
    }

    /** There may be room for more. */
    void openMore(long shownNanos, long dueNanos) {
        openLimit = Math.max(openLimit, window.next());
        long limit = Math.min(wantedLimit, window.next() + mostAhead);
        while (openLimit < limit && hasRoom()) {
            if (!window.has(openLimit)) {
                MissingPacket packet = new MissingPacket(source, openLimit, shownNanos, dueNanos);
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
        long bound = Math.max(limit, window.next());
        openLimit = Math.min(openLimit, bound);
        wantedLimit = Math.min(wantedLimit, bound);
        toldLimit = Math.min(toldLimit, bound);
    }

    /** What is told below this is believed still. */
    long toldBelow(long limit) {
        return Math.min(limit, toldLimit);
    }

    void clear() {
        drop(open);
        wantedLimit = 0;
        toldLimit = 0;
    }

    private static void drop(NavigableMap<Long, MissingPacket> packets) {
        if (!packets.isEmpty()) {
            packets.values().forEach(packet -> packet.done = true);
            packets.clear();
        }
    }
}
