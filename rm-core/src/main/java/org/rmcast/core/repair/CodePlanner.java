package org.rmcast.core.repair;

import java.util.ArrayList;
import java.util.List;

/**
 * Chooses which packets one repair carries together, as their XOR, so that each who lacks some of them lacks exactly one and can take the others
 * out. One datagram then repairs as many different losses as there are receivers, where plain repair sends each packet.
 *
 * <p>Source: index coding (Birk and Kol, "Coding on Demand by an Informed Source (ISCOD) for Efficient Broadcast of Different Supplemental Data
 * to Caching Clients", IEEE Transactions on Information Theory 52(6), 2006); for repairs of a broadcast as in Nguyen and others, "Wireless
 * Broadcast Using Network Coding", IEEE Transactions on Vehicular Technology 58(2), 2009. The best choice is a colouring of a graph; the greedy
 * one here takes the packets that most lack first, and adds whatever fits.
 *
 * <p>A code costs a pass over the candidates, an AND of two words for each; they are ordered once, by counting. Deterministic: of equals those
 * that were offered first. Not thread safe.
 *
 * @param <T> what stands for a packet
 */
public final class CodePlanner<T> {
    /** At most so many requesters are told apart. */
    public static final int MAX_REQUESTERS = Long.SIZE;

    private final int maxPackets;
    private final int maxSpan;
    private final List<T> items;
    private final long[] sequences;
    private final long[] lackers;
    private final int[] order;
    private final boolean[] taken;
    private boolean ordered;

    /** Makes a planner; of the limits, how long to gather is not its business. */
    public CodePlanner(CodeLimits limits) {
        this.maxPackets = limits.maxPackets();
        this.maxSpan = limits.maxSpan();
        this.items = new ArrayList<>(limits.maxCandidates());
        this.sequences = new long[limits.maxCandidates()];
        this.lackers = new long[limits.maxCandidates()];
        this.order = new int[limits.maxCandidates()];
        this.taken = new boolean[limits.maxCandidates()];
    }

    /** Forgets the candidates. */
    public void clear() {
        items.clear();
        ordered = false;
    }

    /** Whether no more can be offered. */
    public boolean isFull() {
        return items.size() == sequences.length;
    }

    /**
     * Offers a packet, once.
     *
     * @param whoLacks the bits of the requesters that lack it, one at least
     * @throws IllegalArgumentException if nobody lacks it
     * @throws IllegalStateException if the planner {@link #isFull is full}
     */
    public void offer(T item, long sequence, long whoLacks) {
        if (whoLacks == 0) {
            throw new IllegalArgumentException("nobody lacks packet " + sequence);
        }
        if (isFull()) {
            throw new IllegalStateException(
                    "at most " + sequences.length + " candidates, clear before more are offered");
        }
        int index = items.size();
        items.add(item);
        sequences[index] = sequence;
        lackers[index] = whoLacks;
        taken[index] = false;
        ordered = false;
    }

    /**
     * What goes with a packet, in the order of their sequences, the packet itself included: alone if nothing fits. None of them is chosen
     * again.
     *
     * @param first one of those offered or another one
     * @param whoLacks the bits of those who lack it
     */
    public List<T> choose(T first, long sequence, long whoLacks) {
        order();
        List<T> chosen = new ArrayList<>(maxPackets);
        chosen.add(first);
        long[] at = new long[maxPackets];
        at[0] = sequence;
        long lacking = whoLacks;
        long low = sequence;
        long high = sequence;
        for (int i = 0; i < items.size(); i++) {
            int index = order[i];
            if (taken[index]) {
                continue;
            }
            long candidate = sequences[index];
            if (candidate == sequence) {
                taken[index] = true;
            } else if (chosen.size() < maxPackets
                    && (lackers[index] & lacking) == 0
                    && Math.max(high, candidate) - Math.min(low, candidate) <= maxSpan) {
                taken[index] = true;
                lacking |= lackers[index];
                low = Math.min(low, candidate);
                high = Math.max(high, candidate);
                insert(chosen, at, items.get(index), candidate);
            }
        }
        return chosen;
    }

    /** All that was offered, in codes; a packet for which there is no partner is alone. */
    public List<List<T>> chooseAll() {
        order();
        List<List<T>> codes = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            int index = order[i];
            if (!taken[index]) {
                codes.add(choose(items.get(index), sequences[index], lackers[index]));
            }
        }
        return codes;
    }

    private void insert(List<T> chosen, long[] at, T item, long sequence) {
        int place = chosen.size();
        while (place > 0 && at[place - 1] > sequence) {
            at[place] = at[place - 1];
            place--;
        }
        at[place] = sequence;
        chosen.add(place, item);
    }

    /** Those that most lack first, of equals the first offered. */
    private void order() {
        if (ordered) {
            return;
        }
        ordered = true;
        int[] starts = new int[MAX_REQUESTERS + 2];
        for (int i = 0; i < items.size(); i++) {
            starts[MAX_REQUESTERS - Long.bitCount(lackers[i]) + 1]++;
        }
        for (int i = 1; i < starts.length; i++) {
            starts[i] += starts[i - 1];
        }
        for (int i = 0; i < items.size(); i++) {
            order[starts[MAX_REQUESTERS - Long.bitCount(lackers[i])]++] = i;
        }
    }
}
