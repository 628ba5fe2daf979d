package org.rmcast.core.peers;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * At which address each peer is, as far as it was proved, and what may be sent to all other addresses.
 *
 * <p>A source address proves nothing. So an address is pinned to a peer only when a {@link #cookie} that was sent there came back
 * ({@link #prove}), or the answer to another question that nobody can guess ({@link #pin}). From then on who speaks in the peer's
 * name from elsewhere is told apart ({@link Standing#ELSEWHERE}), and an echo from elsewhere moves the peer only after it was
 * silent at its own address: an echo shows that somebody is at an address, not who it is. To addresses that are pinned to
 * nobody no more bytes go than came from there ({@link #spend}), whether or not a peer is said to be there.
 *
 * <p>Of a peer that is listened to and was not asked for a proof, such as the sender of a stream, the first address can be held
 * ({@link #hold}): who speaks in its name from elsewhere is told apart in the same way, for as long as it speaks.
 *
 * <p>Nothing is held of a peer before its proof but the bytes of its address. Bounded: addresses without proof make room for one
 * another, the one heard longest ago first, and never displace a peer; a peer finds no place where all are taken by peers
 * that speak. One peer per address: the proof of another one replaces who was there (it was restarted under a new id).
 *
 * <p>Who has no key can still be impersonated by whoever can send from its address, or proves an address in its name before it
 * does. Not thread safe.
 */
public final class Peers {
    /** Whose word a datagram is. */
    public enum Standing {
        /** It came from the address that is pinned to the peer. */
        PROVED,
        /** It came from the address at which the peer was first heard, and is held to be. */
        HELD,
        /** The peer has no address yet, or was silent at the one held. */
        UNPROVED,
        /** The peer has another address: what is said in its name here counts for nothing, it may be asked for a proof. */
        ELSEWHERE
    }

    /** What came of a proof. */
    public enum Proof {
        /** The address is pinned to the peer, which had none. */
        PINNED,
        /** The address is pinned to the peer, as before. */
        CONFIRMED,
        /** The address is pinned to the peer, which had another one and was silent there. */
        MOVED,
        /** The peer was heard at another address a moment ago: nothing changed. */
        STILL_ELSEWHERE,
        /** All places are taken: nothing changed. */
        NO_ROOM,
        /** It is not the cookie of this peer at this address, or too old a one: nothing changed. */
        REFUSED
    }

    private static final class Pin {
        final long peerId;
        final InetSocketAddress address;
        boolean proved;
        long heardNanos;

        Pin(long peerId, InetSocketAddress address, long heardNanos) {
            this.peerId = peerId;
            this.address = address;
            this.heardNanos = heardNanos;
        }
    }

    private final PeerLimits limits;
    private final AddressCookies cookies;
    private final AddressAccounts accounts;
    private final Map<Long, Pin> pins = new LinkedHashMap<>();
    /** Not proved; the one looked up longest ago first. */
    private final Map<Long, Pin> held = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<InetSocketAddress, Pin> byAddress = new HashMap<>();
    private long refusedProofs;
    private long refusedBytes;

    /** @param secrets where the secrets of the cookies come from: nobody else may be able to predict it */
    public Peers(PeerLimits limits, RandomGenerator secrets) {
        this.limits = limits;
        this.cookies = new AddressCookies(secrets, limits.cookieNanos());
        this.accounts = new AddressAccounts(limits.maxUnproved(), limits.maxCreditBytes(), limits.expiryNanos());
    }

    // What comes.

    /**
     * A datagram came. To be called once for each, before anything is sent in answer.
     *
     * @param peerId who it says has sent it, not 0
     * @param bytes its length
     */
    public Standing heard(long peerId, InetSocketAddress from, int bytes, long nowNanos) {
        if (!byAddress.containsKey(from)) {
            accounts.heard(from, bytes, nowNanos);
        }
        Pin pin = find(peerId);
        if (pin != null && pin.address.equals(from)) {
            pin.heardNanos = nowNanos;
            return pin.proved ? Standing.PROVED : Standing.HELD;
        }
        return pin == null || (!pin.proved && isQuiet(pin, nowNanos)) ? Standing.UNPROVED : Standing.ELSEWHERE;
    }

    /**
     * Holds a peer to be where it was heard, without a proof, until it is silent. Of too many that are held the one heard longest
     * ago makes room.
     *
     * @return whether the peer is at this address now
     */
    public boolean hold(long peerId, InetSocketAddress from, long nowNanos) {
        Pin pin = find(peerId);
        if (pin == null || (!pin.proved && isQuiet(pin, nowNanos))) {
            if (pin == null && held.size() >= limits.maxUnproved()) {
                Iterator<Pin> oldest = held.values().iterator();
                oldest.next();
                oldest.remove();
            }
            held.put(peerId, new Pin(peerId, from, nowNanos));
            return true;
        }
        return pin.address.equals(from);
    }

    private @Nullable Pin find(long peerId) {
        Pin pin = pins.get(peerId);
        return pin == null ? held.get(peerId) : pin;
    }

    private boolean isQuiet(Pin pin, long nowNanos) {
        return nowNanos - pin.heardNanos >= limits.quietNanos();
    }

    /** What a peer has to send back to prove that it is at an address; never 0, and not to be told to another address. */
    public long cookie(long peerId, InetSocketAddress to, long nowNanos) {
        return cookies.of(peerId, to, nowNanos);
    }

    /** A datagram of a peer shows a cookie. */
    public Proof prove(long peerId, InetSocketAddress from, long cookie, long nowNanos) {
        return isCookie(peerId, from, cookie, nowNanos) ? pin(peerId, from, nowNanos) : Proof.REFUSED;
    }

    /** Whether a datagram shows the cookie of the peer at this address; if not, a proof is refused. */
    public boolean isCookie(long peerId, InetSocketAddress from, long cookie, long nowNanos) {
        boolean matches = cookies.matches(peerId, from, cookie, nowNanos);
        refusedProofs += matches ? 0 : 1;
        return matches;
    }

    /**
     * A peer answered a question that was sent to this address, and that nobody can answer who has not got it there: it carried a
     * random number, for example. As good as a cookie.
     */
    public Proof pin(long peerId, InetSocketAddress from, long nowNanos) {
        Pin pin = find(peerId);
        boolean same = pin != null && pin.address.equals(from);
        if (pin != null && same && pin.proved) {
            pin.heardNanos = nowNanos;
            return Proof.CONFIRMED;
        }
        if (pin != null && !same && !isQuiet(pin, nowNanos)) {
            refusedProofs++;
            return Proof.STILL_ELSEWHERE;
        }
        boolean moves = pin != null && pin.proved;
        if (!moves && !hasRoom(from, nowNanos)) {
            refusedProofs++;
            return Proof.NO_ROOM;
        }
        remove(byAddress.get(from));
        remove(pin);
        Pin proved = new Pin(peerId, from, nowNanos);
        proved.proved = true;
        pins.put(peerId, proved);
        byAddress.put(from, proved);
        accounts.remove(from);
        return moves ? Proof.MOVED : Proof.PINNED;
    }

    private boolean hasRoom(InetSocketAddress from, long nowNanos) {
        if (pins.size() >= limits.maxPeers()) {
            expire(nowNanos);
        }
        return pins.size() < limits.maxPeers() || byAddress.containsKey(from);
    }

    // What goes.

    /**
     * Whether a datagram may be sent to an address, and if so takes it from what came from there. To be called for each unicast
     * datagram that is an answer to, or caused by, what others say.
     */
    public boolean spend(InetSocketAddress to, int bytes, long nowNanos) {
        if (byAddress.containsKey(to) || accounts.spend(to, bytes, nowNanos)) {
            return true;
        }
        refusedBytes += bytes;
        return false;
    }

    /** How many bytes may be sent to an address now; {@link Integer#MAX_VALUE} where it was proved. */
    public int creditBytes(InetSocketAddress to, long nowNanos) {
        return byAddress.containsKey(to) ? Integer.MAX_VALUE : accounts.creditBytes(to, nowNanos);
    }

    // What is known.

    /** Whether a peer has proved to be at this address. */
    public boolean isProved(long peerId, InetSocketAddress address) {
        Pin pin = byAddress.get(address);
        return pin != null && pin.peerId == peerId;
    }

    /** Whether any peer has proved to be at this address. */
    public boolean isProved(InetSocketAddress address) {
        return byAddress.containsKey(address);
    }

    /** The id of the peer that has proved to be at this address, 0 if none has. */
    public long peerAt(InetSocketAddress address) {
        Pin pin = byAddress.get(address);
        return pin == null ? 0 : pin.peerId;
    }

    /** The address that is pinned to a peer, or held to be its, null if none is. */
    public @Nullable InetSocketAddress addressOf(long peerId) {
        Pin pin = find(peerId);
        return pin == null ? null : pin.address;
    }

    /** How many peers have proved an address. */
    public int count() {
        return pins.size();
    }

    /** How many addresses are remembered that nobody has proved to have. */
    public int unproved() {
        return accounts.count();
    }

    /** How many proofs were refused. */
    public long refusedProofs() {
        return refusedProofs;
    }

    /** How many bytes were not sent since as many had not come. */
    public long refusedBytes() {
        return refusedBytes;
    }

    // Forgetting.

    /** A peer has gone: its address is nobody's. */
    public void remove(long peerId) {
        remove(find(peerId));
    }

    private void remove(@Nullable Pin pin) {
        if (pin != null && pin.proved) {
            pins.remove(pin.peerId);
            byAddress.remove(pin.address);
        } else if (pin != null) {
            held.remove(pin.peerId);
        }
    }

    /** Forgets what was not heard for too long; from time to time. */
    public void expire(long nowNanos) {
        pins.values().removeIf(pin -> isOver(pin, nowNanos));
        byAddress.values().removeIf(pin -> isOver(pin, nowNanos));
        held.values().removeIf(pin -> isOver(pin, nowNanos));
        accounts.expire(nowNanos);
    }

    private boolean isOver(Pin pin, long nowNanos) {
        return nowNanos - pin.heardNanos >= limits.expiryNanos();
    }
}
