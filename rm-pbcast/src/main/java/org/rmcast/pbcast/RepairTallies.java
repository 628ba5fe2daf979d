package org.rmcast.pbcast;

import java.util.TreeMap;
import org.rmcast.core.wire.SequenceMask;

/** How often each packet of a stream was asked for and repaired; forgotten with the packet. */
final class RepairTallies {
    /** Of one packet. The names are those of Özkasap, "Performance Study", figure 7. */
    static final class Tally {
        /** request_counter. */
        int requests;
        /** my_retransmit_bit: repaired by unicast since the last multicast. */
        boolean repaired;
        /** gossip_retransmit_bit, a counter: how often others said that they repaired it. */
        int repairedElsewhere;
        /** The round in which it was last multicast again, -1 if never. */
        int multicastRound = -1;
    }

    /** What one costs in memory. */
    private static final int TALLY_BYTES = 128;

    private final TreeMap<Long, Tally> tallies = new TreeMap<>();
    private int repaired;

    Tally of(long sequence) {
        return tallies.computeIfAbsent(sequence, key -> new Tally());
    }

    /** What they take in memory. */
    long bytes() {
        return (long) tallies.size() * TALLY_BYTES;
    }

    void setRepaired(Tally tally, boolean value) {
        repaired += (value ? 1 : 0) - (tally.repaired ? 1 : 0);
        tally.repaired = value;
    }

    void forgetBelow(long sequence) {
        while (!tallies.isEmpty() && tallies.firstKey() < sequence) {
            setRepaired(tallies.pollFirstEntry().getValue(), false);
        }
    }

    /** Which packets from {@code start} on this member has repaired, in a mask of at most so many bytes. */
    byte[] repairedMask(long start, int maxBytes) {
        if (repaired == 0) {
            return SequenceMask.EMPTY;
        }
        long last = -1;
        for (var entry : tallies.descendingMap().entrySet()) {
            if (entry.getValue().repaired && entry.getKey() >= start && entry.getKey() - start < maxBytes * 8L) {
                last = entry.getKey();
                break;
            }
        }
        if (last < 0) {
            return SequenceMask.EMPTY;
        }
        byte[] mask = SequenceMask.reachingTo(last - start);
        tallies.subMap(start, true, last, true).forEach((sequence, tally) -> {
            if (tally.repaired) {
                SequenceMask.set(mask, (int) (sequence - start));
            }
        });
        return mask;
    }
}
