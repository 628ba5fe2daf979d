package org.rmcast.rmtp;

import java.util.function.LongConsumer;

/** Goes through a set of packets some way ahead of the one that is sent, so that they are read by then. Not thread safe. */
final class LookAhead {
    private final int depth;
    private long reached;
    private int ahead;

    /** @param depth how many packets ahead */
    LookAhead(int depth) {
        this.depth = depth;
    }

    /** Another set, or the same one from the beginning. */
    void restart() {
        reached = 0;
        ahead = 0;
    }

    /**
     * The packet at the cursor is next.
     *
     * @param each gets those that were not told of yet
     */
    void go(PacketSet set, long cursor, LongConsumer each) {
        if (cursor > reached) {
            reached = cursor;
            ahead = 0;
        }
        while (ahead < depth && reached < set.size()) {
            long packet = set.next(reached);
            if (packet < 0) {
                reached = set.size();
            } else {
                each.accept(packet);
                reached = packet + 1;
                ahead++;
            }
        }
    }

    /** A packet has left. */
    void onSent() {
        ahead = Math.max(0, ahead - 1);
    }
}
