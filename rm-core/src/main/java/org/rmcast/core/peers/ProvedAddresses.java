package org.rmcast.core.peers;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What may be sent to which address, where nobody asks who is there: to one that has echoed something that it can only have got
 * there, anything; to all others no more bytes than came from there.
 *
 * <p>For protocols in which who is whom is settled elsewhere; {@link Peers} also tells that apart. Bounded: of too many addresses
 * the one that was of no use for longest makes room, and has to show its echo again. Not thread safe.
 */
public final class ProvedAddresses {
    private final int maxAddresses;
    private final AddressCookies cookies;
    private final AddressAccounts accounts;
    /** The one of no use for longest first. */
    private final Map<InetSocketAddress, Boolean> proved = new LinkedHashMap<>(16, 0.75f, true);
    /** The one of use last: many datagrams go to the same address, one after another. */
    private @Nullable InetSocketAddress latest;

    /**
     * @param limits how many addresses are remembered with a proof ({@code maxPeers}) and without, for how long, what they may be
     *     sent, and how long a cookie is good; {@code quietNanos} is of no meaning here
     * @param secrets where the secrets of the cookies come from: nobody else may be able to predict it
     */
    public ProvedAddresses(PeerLimits limits, RandomGenerator secrets) {
        this.maxAddresses = limits.maxPeers();
        this.cookies = new AddressCookies(secrets, limits.cookieNanos());
        this.accounts = new AddressAccounts(limits.maxUnproved(), limits.maxCreditBytes(), limits.expiryNanos());
    }

    /** A datagram of so many bytes came. To be called before anything is sent in answer. */
    public void heard(InetSocketAddress from, int bytes, long nowNanos) {
        if (!isProved(from)) {
            accounts.heard(from, bytes, nowNanos);
        }
    }

    /** What a peer has to send back to prove that it is at an address; never 0, and not to be told to another address. */
    public long cookie(long peerId, InetSocketAddress to, long nowNanos) {
        return cookies.of(peerId, to, nowNanos);
    }

    /** A datagram of a peer shows a cookie; returns whether that proves its address. */
    public boolean prove(long peerId, InetSocketAddress from, long cookie, long nowNanos) {
        boolean matches = cookies.matches(peerId, from, cookie, nowNanos);
        if (matches) {
            prove(from);
        }
        return matches;
    }

    /**
     * Somebody answered a question that was sent to this address, and that nobody can answer who has not got it there; or the
     * operator named it.
     */
    public void prove(InetSocketAddress address) {
        if (isProved(address)) {
            return;
        }
        proved.put(address, true);
        latest = address;
        accounts.remove(address);
        if (proved.size() > maxAddresses) {
            Iterator<InetSocketAddress> oldest = proved.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Whether somebody has proved to be at this address. */
    public boolean isProved(InetSocketAddress address) {
        if (address.equals(latest)) {
            return true;
        }
        boolean known = proved.get(address) != null;
        if (known) {
            latest = address;
        }
        return known;
    }

    /**
     * Whether a datagram may be sent to an address, and if so takes it from what came from there. To be called for each unicast
     * datagram that is an answer to, or caused by, what others say.
     */
    public boolean spend(InetSocketAddress to, int bytes, long nowNanos) {
        return isProved(to) || accounts.spend(to, bytes, nowNanos);
    }

    /** How many bytes may be sent to an address now; {@link Integer#MAX_VALUE} where it was proved. */
    public int creditBytes(InetSocketAddress to, long nowNanos) {
        return isProved(to) ? Integer.MAX_VALUE : accounts.creditBytes(to, nowNanos);
    }

    /** How many addresses have been proved. */
    public int count() {
        return proved.size();
    }

    /** How many addresses are remembered that nobody has proved to have. */
    public int unproved() {
        return accounts.count();
    }
}
