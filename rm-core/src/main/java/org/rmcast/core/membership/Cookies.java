package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.random.RandomGenerator;

/**
 * Proof that somebody receives what is sent to its address, without state: a hash of the address and a secret. Whoever shows it
 * has got it there, and so may be sent more than it asked with. Not thread safe.
 */
final class Cookies {
    private final byte[] secret = new byte[16];
    private final MessageDigest hash;

    Cookies(RandomGenerator random) {
        random.nextBytes(secret);
        try {
            hash = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The cookie of an address. */
    long of(InetSocketAddress address) {
        hash.update(secret);
        hash.update(address.getAddress().getAddress());
        hash.update((byte) (address.getPort() >> 8));
        hash.update((byte) address.getPort());
        return ByteBuffer.wrap(hash.digest()).getLong();
    }
}
