package org.rmcast.core.membership;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A hash of a set that follows each change in constant time, whatever the size of the set: the sum of hashes of its elements,
 * in 16 lanes of 64 bits, hashed once more. Two members with the same set have the same; to find another set with the same
 * sum is hard, unlike with an exclusive or (Bellare, Micciancio, "A New Paradigm for Collision-free Hashing: Incrementality at
 * Reduced Cost", EUROCRYPT 1997, section on AdHASH). Not thread safe.
 */
final class ViewDigest {
    private static final int LANES = 16;
    private static final int HASHES = 2;

    private final MessageDigest sha = newSha();
    private final long[] sums = new long[LANES];
    private final ByteBuffer element = ByteBuffer.allocate(9);
    private final ByteBuffer all = ByteBuffer.allocate(LANES * 8);
    private boolean stale = true;
    private long value;

    void add(long id) {
        change(id, 1);
    }

    void remove(long id) {
        change(id, -1);
    }

    /** The hash of what is in the set. */
    long value() {
        if (stale) {
            all.clear();
            for (long sum : sums) {
                all.putLong(sum);
            }
            value = ByteBuffer.wrap(sha.digest(all.array())).getLong();
            stale = false;
        }
        return value;
    }

    private void change(long id, int sign) {
        for (int hash = 0; hash < HASHES; hash++) {
            element.clear();
            element.putLong(id).put((byte) hash);
            LongBuffer lanes = ByteBuffer.wrap(sha.digest(element.array())).asLongBuffer();
            int first = hash * lanes.capacity();
            for (int lane = 0; lane < lanes.capacity(); lane++) {
                sums[first + lane] += sign * lanes.get(lane);
            }
        }
        stale = true;
    }

    private static MessageDigest newSha() {
        try {
            return MessageDigest.getInstance("SHA-512");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform that rmcast runs on has SHA-512", e);
        }
    }
}
