package org.rmcast.core.peers;

import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many bytes may be sent to addresses that nobody has proved to have: no more than were heard from there. A source address
 * can be made up; with the factor of one, who makes it up could as well send to the victim itself.
 *
 * <p>Source: the limit before address validation of RFC 9000, section 8, with 1 in place of its factor of 3. Bounded: the address
 * that was heard longest ago makes room. Not thread safe.
 */
final class AddressAccounts {
    private static final class Account {
        int creditBytes;
        long heardNanos;
    }

    private final int maxAddresses;
    private final int maxCreditBytes;
    private final long expiryNanos;
    /** The one heard longest ago first. */
    private final Map<InetSocketAddress, Account> accounts = new LinkedHashMap<>();

    AddressAccounts(int maxAddresses, int maxCreditBytes, long expiryNanos) {
        this.maxAddresses = maxAddresses;
        this.maxCreditBytes = maxCreditBytes;
        this.expiryNanos = expiryNanos;
    }

    int count() {
        return accounts.size();
    }

    /** So many bytes came from an address. */
    void heard(InetSocketAddress from, int bytes, long nowNanos) {
        Account account = accounts.remove(from);
        if (account == null) {
            makeRoom();
            account = new Account();
        } else if (isOver(account, nowNanos)) {
            account.creditBytes = 0;
        }
        account.creditBytes = (int) Math.min(maxCreditBytes, (long) account.creditBytes + bytes);
        account.heardNanos = nowNanos;
        accounts.put(from, account);
    }

    /** Takes so many bytes from the credit of an address; false, and nothing taken, if it is less. */
    boolean spend(InetSocketAddress to, int bytes, long nowNanos) {
        Account account = accounts.get(to);
        if (account == null || isOver(account, nowNanos) || account.creditBytes < bytes) {
            return false;
        }
        account.creditBytes -= bytes;
        return true;
    }

    /** How many bytes may be sent to an address. */
    int creditBytes(InetSocketAddress to, long nowNanos) {
        Account account = accounts.get(to);
        return account == null || isOver(account, nowNanos) ? 0 : account.creditBytes;
    }

    void remove(InetSocketAddress address) {
        accounts.remove(address);
    }

    /** Forgets the addresses that were not heard for too long. */
    void expire(long nowNanos) {
        Iterator<Account> oldest = accounts.values().iterator();
        while (oldest.hasNext() && isOver(oldest.next(), nowNanos)) {
            oldest.remove();
        }
    }

    private void makeRoom() {
        if (accounts.size() >= maxAddresses) {
            Iterator<Account> oldest = accounts.values().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private boolean isOver(Account account, long nowNanos) {
        return nowNanos - account.heardNanos >= expiryNanos;
    }
}
