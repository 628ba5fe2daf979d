package org.rmcast.core.peers;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proof that a peer receives what is sent to an address, without state: a keyed hash of peer and address, which is sent there and
 * comes back. Nobody else can make one, and it says nothing about that of another address.
 *
 * <p>HMAC-SHA-256 (RFC 2104), cut to 64 bits, with a secret of 256 bits that is drawn anew from time to time; a cookie of the secret
 * before the present one is still taken, so it is good for one to two rotations. Its lowest bit says which secret made it: a
 * cookie that was made up costs one hash. The mechanism is that of the address tokens of QUIC (RFC 9000, section 8.1).
 *
 * <p>Not thread safe.
 */
public final class AddressCookies {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;
    private static final int MOST_INPUT_BYTES = 8 + 8 + 16 + 2;

    private final RandomGenerator secrets;
    private final long rotationNanos;
    /** Of the present epoch and of the one before: each at its parity. */
    private final Mac[] macs = {newMac(), newMac()};

    private final ByteBuffer input = ByteBuffer.allocate(MOST_INPUT_BYTES);
    private boolean started;
    private long epoch;
    private long turnedNanos;

    /**
     * @param secrets where secrets come from: nobody else may be able to predict it
     * @param rotationNanos how long a secret is used for new cookies, positive
     */
    public AddressCookies(RandomGenerator secrets, long rotationNanos) {
        if (rotationNanos < 1) {
            throw new IllegalArgumentException("rotationNanos must be positive, was " + rotationNanos);
        }
        this.secrets = secrets;
        this.rotationNanos = rotationNanos;
    }

    /**
     * The cookie of a peer at an address, never 0.
     *
     * @param peerId the peer, 0 where there is none
     * @param address the address, resolved
     */
    public long of(long peerId, InetSocketAddress address, long nowNanos) {
        turn(nowNanos);
        return cookie(peerId, address, epoch);
    }

    /** Whether this is the cookie of the peer at the address: somebody has got it there, not long ago. */
    public boolean matches(long peerId, InetSocketAddress address, long cookie, long nowNanos) {
        turn(nowNanos);
        long madeIn = (cookie & 1) == (epoch & 1) ? epoch : epoch - 1;
        return cookie == cookie(peerId, address, madeIn);
    }

    private long cookie(long peerId, InetSocketAddress address, long ofEpoch) {
        input.clear();
        input.putLong(ofEpoch).putLong(peerId);
        input.put(address.getAddress().getAddress()).putShort((short) address.getPort());
        Mac mac = macs[(int) (ofEpoch & 1)];
        mac.update(input.array(), 0, input.position());
        long hash = ByteBuffer.wrap(mac.doFinal()).getLong();
        long cookie = (hash & ~1L) | (ofEpoch & 1);
        return cookie == 0 ? 2 : cookie;
    }

    private void turn(long nowNanos) {
        if (!started) {
            started = true;
            turnedNanos = nowNanos;
            renew(0);
            renew(1);
        }
        long turns = (nowNanos - turnedNanos) / rotationNanos;
        if (turns > 0) {
            epoch += turns;
            turnedNanos += turns * rotationNanos;
            renew(epoch);
            if (turns > 1) {
                renew(epoch - 1);
            }
        }
    }

    private void renew(long ofEpoch) {
        byte[] secret = new byte[SECRET_BYTES];
        secrets.nextBytes(secret);
        try {
            macs[(int) (ofEpoch & 1)].init(new SecretKeySpec(secret, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + " takes every key", e);
        }
    }

    private static Mac newMac() {
        try {
            return Mac.getInstance(ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
