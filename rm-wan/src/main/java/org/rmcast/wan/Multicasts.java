package org.rmcast.wan;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.rmcast.wan.wire.WanCodec;

/**
 * Own units that go by multicast to members that have said that they hear it, where fewer packets are sent and received in all than by unicast: who is
 * not a destination hears it too, in vain. Not thread safe.
 */
final class Multicasts {
    /** One packet to one member is never more than one to all. */
    private static final int LEAST_DESTINATIONS = 2;

    /** Units that wait to be sent, oldest first. */
    private final ArrayDeque<HeldUnit> waiting = new ArrayDeque<>();
    /** The slots of members that hear this one's multicast. */
    private long hearing;

    /** A member says whether it hears this one's multicast. */
    void onHears(Peer peer, boolean hears) {
        hearing = hears && peer.out.opened ? hearing | peer.bit() : hearing & ~peer.bit();
    }

    /** A member is gone. */
    void onGone(Peer peer) {
        hearing &= ~peer.bit();
    }

    /** A unit is new: decides whether, to whom and in how many copies it goes by multicast. What a relay passes on does not. */
    void offer(HeldUnit unit) {
        long slots = unit.slots() & hearing & ~unit.routes.relayed(unit.slots());
        if (Long.bitCount(slots) < LEAST_DESTINATIONS) {
            return;
        }
        int[] byCopies = new int[WanCodec.MOST_COPIES + 1];
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            byCopies[copies(unit, Long.numberOfTrailingZeros(rest))]++;
        }
        int best = bestCopies(byCopies);
        if (best > 0) {
            unit.multicastCopies = best;
            for (long rest = slots; rest != 0; rest &= rest - 1) {
                int slot = Long.numberOfTrailingZeros(rest);
                unit.byMulticast |= copies(unit, slot) <= best ? 1L << slot : 0;
            }
            waiting.add(unit);
        }
    }

    private static int copies(HeldUnit unit, int slot) {
        return Math.max(1, unit.routes.leg(slot).direct());
    }

    /**
     * In how many copies by multicast the fewest packets are sent and received, 0 for none. Those that are to get more get all of theirs by unicast.
     *
     * @param byCopies how many destinations are to get so many copies
     */
    private int bestCopies(int[] byCopies) {
        int packets = 0;
        for (int copies = 1; copies < byCopies.length; copies++) {
            packets += 2 * copies * byCopies[copies];
        }
        int fewest = packets;
        int best = 0;
        for (int copies = 1; copies < byCopies.length; copies++) {
            packets -= 2 * copies * byCopies[copies];
            int all = packets + copies * (1 + Long.bitCount(hearing));
            if (byCopies[copies] > 0 && all < fewest) {
                fewest = all;
                best = copies;
            }
        }
        return best;
    }

    /** The next unit to send, null if there is none. */
    @Nullable
    HeldUnit next() {
        return waiting.peek();
    }

    /** The next unit is sent. */
    void sent() {
        waiting.remove().multicastSent = true;
    }
}
