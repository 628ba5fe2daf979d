package org.rmcast.srm;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.srm.wire.SrmCodec;
import org.rmcast.srm.wire.SrmPacket;
import org.rmcast.srm.wire.SrmPacket.Data;
import org.rmcast.srm.wire.SrmPacket.PacketType;
import org.rmcast.srm.wire.SrmPacket.Range;
import org.rmcast.srm.wire.SrmPacket.Request;

/** Counts the requests and repairs that a whole group sends for each packet of one source. */
final class LossTally implements NodeObserver {
    private final Map<Long, int[]> requests = new TreeMap<>();
    private final Map<Long, int[]> repairs = new TreeMap<>();

    static LossTally of(Simulation simulation) {
        LossTally tally = new LossTally();
        for (SimNode node : simulation.nodes()) {
            node.observe(tally);
        }
        return tally;
    }

    @Override
    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
        SrmPacket packet;
        try {
            packet = SrmCodec.decode(datagram);
        } catch (DecodeException e) {
            throw new AssertionError("a member sent what cannot be read", e);
        }
        if (packet instanceof Data data && data.type() == PacketType.REPAIR) {
            count(repairs, data.sequence());
        } else if (packet instanceof Request request) {
            for (Range range : request.ranges()) {
                for (long sequence = range.first(); sequence < range.limit(); sequence++) {
                    count(requests, sequence);
                }
            }
        }
    }

    private static void count(Map<Long, int[]> counts, long sequence) {
        counts.computeIfAbsent(sequence, key -> new int[1])[0]++;
    }

    /** Requests of each packet that was asked for. */
    Summary requests() {
        return Summary.of(requests);
    }

    /** Repairs of each packet that was repaired. */
    Summary repairs() {
        return Summary.of(repairs);
    }

    void reset() {
        requests.clear();
        repairs.clear();
    }

    /**
     * How many packets, and how often each.
     *
     * @param p99 99 of 100 have no more
     */
    record Summary(int packets, double mean, int p99, int most) {
        private static Summary of(Map<Long, int[]> counts) {
            int[] sorted = counts.values().stream()
                    .mapToInt(count -> count[0])
                    .sorted()
                    .toArray();
            if (sorted.length == 0) {
                return new Summary(0, 0, 0, 0);
            }
            int place = (int) Math.ceil(0.99 * sorted.length) - 1;
            return new Summary(
                    sorted.length, Arrays.stream(sorted).average().orElse(0), sorted[place], sorted[sorted.length - 1]);
        }

        @Override
        public String toString() {
            return String.format("%d packets, mean %.2f, p99 %d, most %d", packets, mean, p99, most);
        }
    }
}
