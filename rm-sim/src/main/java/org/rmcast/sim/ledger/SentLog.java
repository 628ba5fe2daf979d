package org.rmcast.sim.ledger;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.rmcast.sim.check.SentStream;

/** What one incarnation of a sender got accepted: length and hash of each message, when, for whom, after what; by number. */
public final class SentLog implements SentStream {
    private int[] hashes = new int[64];
    private int[] lengths = new int[64];
    private long[] timesNanos = new long[64];
    private final Map<Long, Set<Long>> destinations = new HashMap<>();
    private final Map<Long, Map<Long, Long>> causes = new HashMap<>();
    private int accepted;
    /** Messages below this one were accepted at some time, and may still be on their way. */
    private int known;

    private boolean abandoned;

    /** One more message was accepted, for everybody. */
    public void append(int hash, int length, long nowNanos) {
        if (accepted == hashes.length) {
            hashes = Arrays.copyOf(hashes, accepted * 2);
            lengths = Arrays.copyOf(lengths, accepted * 2);
            timesNanos = Arrays.copyOf(timesNanos, accepted * 2);
        }
        hashes[accepted] = hash;
        lengths[accepted] = length;
        timesNanos[accepted] = nowNanos;
        accepted++;
        known = Math.max(known, accepted);
    }

    /** The last message is for these members only. */
    public void restrict(Set<Long> members) {
        destinations.put(accepted - 1L, Set.copyOf(members));
    }

    /** The last message was sent after its sender had been given, or told lost, each source's messages below a number. */
    public void after(Map<Long, Long> reaches) {
        causes.put(accepted - 1L, Map.copyOf(reaches));
    }

    /**
     * Another member goes on from a message, and its application sends again from there.
     *
     * @param message how many messages remain
     */
    public void resumeAt(long message) {
        accepted = (int) Math.min(accepted, message);
        abandoned = false;
    }

    @Override
    public int accepted() {
        return accepted;
    }

    /** The same, with those that a member before accepted and that the present one has yet to accept again. */
    public int known() {
        return known;
    }

    @Override
    public long lastAcceptedNanos() {
        return accepted == 0 ? 0 : timesNanos[accepted - 1];
    }

    /** How many messages were accepted until a time, those of that time included. */
    public int acceptedBy(long timeNanos) {
        int first = 0;
        int limit = accepted;
        while (first < limit) {
            int middle = (first + limit) >>> 1;
            if (timesNanos[middle] <= timeNanos) {
                first = middle + 1;
            } else {
                limit = middle;
            }
        }
        return first;
    }

    public boolean matches(long number, int hash, int length) {
        int index = (int) number;
        return number >= 0 && number < known && hashes[index] == hash && lengths[index] == length;
    }

    /** Whether a message was sent to this member, among others. */
    public boolean isFor(long number, long memberId) {
        Set<Long> members = destinations.get(number);
        return members == null || members.contains(memberId);
    }

    /** What the sender had of each source when it sent a message: all below a number. */
    public Map<Long, Long> causes(long number) {
        return causes.getOrDefault(number, Map.of());
    }

    /** The first message, {@code number} or above, that is for this member and not among those passed. */
    long passing(long number, long memberId, MessageRanges passed) {
        long first = passed.passing(number);
        while (first < accepted && !isFor(first, memberId)) {
            first = passed.passing(first + 1);
        }
        return first;
    }

    /** The sender is gone without having closed: nobody can be asked to have everything. */
    public void abandon() {
        abandoned = true;
    }

    @Override
    public boolean isAbandoned() {
        return abandoned;
    }
}
