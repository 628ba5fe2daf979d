package org.rmcast.examples.ledger;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accounts and the transfers between them: a deterministic state machine. Given the same transfers in the same sequence two ledgers
 * are equal, which their hashes show: each entry is hashed with all before it. Thread safe.
 */
public final class Ledger {
    /** The account from which money comes, and that may owe. */
    public static final String BANK = "bank";

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Long> balances = new TreeMap<>();
    private byte[] hash = new byte[0];

    /**
     * A transfer in its place.
     *
     * @param done whether the account could pay; else nothing was moved
     */
    public record Entry(Transfer transfer, boolean done) {}

    /** Enters a transfer; the answer follows from what was entered before alone. */
    synchronized Entry enter(Transfer transfer) {
        boolean done = transfer.from().equals(BANK) || balance(transfer.from()) >= transfer.amount();
        if (done) {
            balances.merge(transfer.from(), -transfer.amount(), Long::sum);
            balances.merge(transfer.to(), transfer.amount(), Long::sum);
        }
        Entry entry = new Entry(transfer, done);
        entries.add(entry);
        hash = chain(hash, transfer.encode(), done);
        return entry;
    }

    private static byte[] chain(byte[] before, byte[] transfer, boolean done) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(before);
            digest.update(transfer);
            return digest.digest(new byte[] {(byte) (done ? 1 : 0)});
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What an account has. */
    public synchronized long balance(String account) {
        return balances.getOrDefault(account, 0L);
    }

    /** What all accounts have together, the bank's debt counted: always 0. */
    public synchronized long sum() {
        return balances.values().stream().mapToLong(Long::longValue).sum();
    }

    /** All entries, the first one first. */
    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** How many entries there are. */
    public synchronized int size() {
        return entries.size();
    }

    /** The hash of the last entry with all before it. */
    public synchronized String hash() {
        return HexFormat.of().formatHex(hash);
    }

    /** Writes the whole ledger. */
    synchronized void write(OutputStream to) throws IOException {
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to));
        out.writeInt(entries.size());
        for (Entry entry : entries) {
            entry.transfer().write(out);
        }
        out.flush();
    }

    /** Becomes the ledger that another one has written. */
    synchronized void read(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(from));
        entries.clear();
        balances.clear();
        hash = new byte[0];
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            enter(Transfer.read(in));
        }
    }
}
