package org.rmcast.sim.ledger;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rmcast.sim.check.SentStream;

/** What one incarnation of a sender got accepted: length and hash of each message, when, for whom, after what; by number. */
public final class SentLog implements SentStream {
    private static final CausalPast NO_PAST = new CausalPast();

    private int[] hashes = new int[64];
    private int[] lengths = new int[64];
    private long[] timesNanos = new long[64];
    private final Map<Long, Set<Long>> destinations = new HashMap<>();
    private final Map<Long, CausalPast> pasts = new HashMap<>();
    /** By member: from which message on the sender has it for a member, or no more. */
    private final Map<Long, TreeMap<Long, Boolean>> views = new HashMap<>();

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
        forgetAddress(accepted);
        accepted++;
        known = Math.max(known, accepted);
    }

    /** Who resumes may send a message of the same number otherwise. */
    private void forgetAddress(long number) {
        if (number < known) {
            destinations.remove(number);
            pasts.remove(number);
        }
    }

    /** The last message is for these members only. */
    public void restrict(Set<Long> members) {
        destinations.put(accepted - 1L, Set.copyOf(members));
    }

    /** The last message comes in causal order after these, which must not be changed any more. */
    public void after(CausalPast past) {
        pasts.put(accepted - 1L, past);
    }

    /** The sender has a member in its view from now on, or no more: what is accepted then is sent to it, or not. */
    public void sees(long memberId, boolean member) {
        views.computeIfAbsent(memberId, id -> new TreeMap<>()).put((long) accepted, member);
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

    @Override
    public long acceptedNanos(long number) {
        return timesNanos[(int) number];
    }

    @Override
    public boolean isFor(long number, long memberId) {
        Set<Long> members = destinations.get(number);
        return members == null || members.contains(memberId);
    }

    /** What comes before a message in causal order; nothing where that was not said. */
    public CausalPast past(long number) {
        return pasts.getOrDefault(number, NO_PAST);
    }

    @Override
    public boolean isInView(long number, long memberId) {
        return !views.isEmpty() && unseen(number, memberId) > number;
    }

    /**
     * The first message, {@code number} or above, at which the sender had not this member in its view. A large number if there is none, or
     * the sender said nothing of any member.
     */
    long unseen(long number, long memberId) {
        TreeMap<Long, Boolean> view = views.get(memberId);
        Map.Entry<Long, Boolean> at = view == null ? null : view.floorEntry(number);
        if (view == null || at == null) {
            return views.isEmpty() ? Long.MAX_VALUE : number;
        }
        while (at != null && at.getValue()) {
            at = view.higherEntry(at.getKey());
        }
        return at == null ? Long.MAX_VALUE : Math.max(number, at.getKey());
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
