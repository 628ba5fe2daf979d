package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Want;

/** Gathers packets to ask for and makes wants of them that fit datagrams. */
final class WantList {
    private final Map<Long, List<Long>> wanted = new LinkedHashMap<>();

    boolean isEmpty() {
        return wanted.isEmpty();
    }

    /** Adds a packet. */
    void add(long source, long sequence) {
        wanted.computeIfAbsent(source, key -> new ArrayList<>()).add(sequence);
    }

    /**
     * The wants, in lists that each fit one datagram.
     *
     * @param maskBytes the longest mask
     * @param bodyBytes how many bytes of wants a datagram holds, enough for one of the longest
     */
    List<List<Want>> datagrams(int maskBytes, int bodyBytes) {
        List<List<Want>> datagrams = new ArrayList<>();
        List<Want> current = new ArrayList<>();
        int left = bodyBytes;
        for (Map.Entry<Long, List<Long>> entry : wanted.entrySet()) {
            for (Want want : masks(entry.getKey(), entry.getValue(), maskBytes * 8L)) {
                if (PbcastCodec.length(want) > left) {
                    datagrams.add(current);
                    current = new ArrayList<>();
                    left = bodyBytes;
                }
                current.add(want);
                left -= PbcastCodec.length(want);
            }
        }
        if (!current.isEmpty()) {
            datagrams.add(current);
        }
        return datagrams;
    }

    private static List<Want> masks(long source, List<Long> sequences, long span) {
        List<Long> sorted = sequences.stream().sorted().toList();
        List<Want> wants = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= sorted.size(); to++) {
            if (to == sorted.size() || sorted.get(to) - sorted.get(from) >= span) {
                wants.add(want(source, sorted.subList(from, to)));
                from = to;
            }
        }
        return wants;
    }

    private static Want want(long source, List<Long> sequences) {
        long start = sequences.get(0);
        byte[] mask = SequenceMask.reachingTo(sequences.get(sequences.size() - 1) - start);
        for (long sequence : sequences) {
            SequenceMask.set(mask, (int) (sequence - start));
        }
        return new Want(source, start, mask);
    }
}
