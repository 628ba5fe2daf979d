package org.rmcast.srm;

import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Stamps of which each leads to the one before it, and none to the next: who shows the next one is who made the chain, or has heard it.
 *
 * <p>Source: one-time passwords (L. Lamport, Password Authentication with Insecure Communication, CACM 24(11), 1981); here with 64 bits, the first of
 * SHA-256. A chain has {@link #LENGTH} stamps; the session message with number n bears the one at n modulo that. Not thread safe.
 */
final class StampChain {
    static final int LENGTH = 2_048;
    /** Over more messages that were not heard nothing is computed: what a datagram costs is bounded. */
    static final int MOST_STEPS = 512;

    private final MessageDigest digest;
    private final byte[] hash;
    private final ByteBuffer hashed;

    StampChain() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        hash = new byte[digest.getDigestLength()];
        hashed = ByteBuffer.wrap(hash);
    }

    /** A new chain, in the order in which its stamps are shown. */
    long[] stamps(long secret) {
        long[] stamps = new long[LENGTH];
        long stamp = secret;
        for (int i = LENGTH - 1; i >= 0; i--) {
            stamps[i] = stamp;
            stamp = before(stamp);
        }
        return stamps;
    }

    private long before(long stamp) {
        digest.update(hashed.putLong(0, stamp).array(), 0, Long.BYTES);
        try {
            digest.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException("the array is as long as the hash", e);
        }
        return hashed.getLong(0);
    }

    /** Where in its chain the stamp of the message with this number is. */
    static int index(int number) {
        return Math.floorMod(number, LENGTH);
    }

    /** Whether a message of this number is of the chain of an earlier one. */
    static boolean isSame(int earlier, int number) {
        int steps = number - earlier;
        return steps > 0 && index(earlier) + (long) steps < LENGTH;
    }

    /** Whether a later message bears a stamp that leads to that of an earlier one. */
    boolean follows(int earlier, long earlierStamp, int number, long stamp) {
        int steps = number - earlier;
        if (steps > MOST_STEPS || !isSame(earlier, number)) {
            return false;
        }
        long reached = stamp;
        for (int i = 0; i < steps; i++) {
            reached = before(reached);
        }
        return reached == earlierStamp;
    }
}
