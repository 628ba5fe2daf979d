package org.rmcast.sim;

import java.util.Arrays;

/** What one incarnation of a sender got accepted: length and hash of each message, by number. */
final class SentLog {
    private int[] hashes = new int[64];
    private int[] lengths = new int[64];
    private int accepted;
    /** Messages below this one were accepted at some time, and may still be on their way. */
    private int known;

    private long lastAcceptedNanos;
    private boolean abandoned;

    void append(int hash, int length, long nowNanos) {
        if (accepted == hashes.length) {
            hashes = Arrays.copyOf(hashes, accepted * 2);
            lengths = Arrays.copyOf(lengths, accepted * 2);
        }
        hashes[accepted] = hash;
        lengths[accepted] = length;
        accepted++;
        known = Math.max(known, accepted);
        lastAcceptedNanos = nowNanos;
    }

    /**
     * Another member goes on from a message, and its application sends again from there.
     *
     * @param message how many messages remain
     */
    void resumeAt(long message) {
        accepted = (int) Math.min(accepted, message);
        abandoned = false;
    }

    /** How many messages were accepted; they have the numbers below this one. */
    int accepted() {
        return accepted;
    }

    /** When the last one was. */
    long lastAcceptedNanos() {
        return lastAcceptedNanos;
    }

    boolean matches(long number, int hash, int length) {
        int index = (int) number;
        return number >= 0 && number < known && hashes[index] == hash && lengths[index] == length;
    }

    /** The sender is gone without having closed: nobody can be asked to have everything. */
    void abandon() {
        abandoned = true;
    }

    boolean isAbandoned() {
        return abandoned;
    }
}
