package org.rmcast.examples.ledger;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * An order to move money.
 *
 * @param id what its client calls it; names need not differ
 * @param from the account that pays; {@link Ledger#BANK} pays whatever is asked
 * @param to the account that is paid
 * @param amount positive
 */
public record Transfer(String id, String from, String to, long amount) {
    public Transfer {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount must be positive, was " + amount);
        }
    }

    /** Its bytes. */
    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    void write(DataOutputStream out) throws IOException {
        out.writeUTF(id);
        out.writeUTF(from);
        out.writeUTF(to);
        out.writeLong(amount);
    }

    static Transfer decode(byte[] bytes) throws IOException {
        return read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    static Transfer read(DataInputStream in) throws IOException {
        return new Transfer(in.readUTF(), in.readUTF(), in.readUTF(), in.readLong());
    }
}
