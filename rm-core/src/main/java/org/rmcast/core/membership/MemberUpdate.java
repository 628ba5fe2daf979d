package org.rmcast.core.membership;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import org.rmcast.core.engine.Role;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * What members tell one another about a third. Immutable.
 *
 * <pre>
 * size field
 *  1   kind (high four bits: 0 alive, 1 suspect, 2 failed, 3 left) and role (low four: 1 sender, 2 receiver, 3 repair node, 4 peer)
 *  8   member id
 *  4   incarnation
 *  7   address: its length 4, the address, the port; 19 bytes with IPv6
 * </pre>
 */
@SuppressWarnings("EnumOrdinal") // the golden bytes pin the order of the constants
record MemberUpdate(Kind kind, long id, int incarnation, Role role, InetSocketAddress address) {
    /** Incarnations beyond this are refused: one more can always be added. */
    static final int MAX_INCARNATION = 1 << 30;

    /** The shortest update on the wire. */
    static final int MIN_BYTES = 20;

    private static final Role[] ROLES = {Role.SENDER, Role.RECEIVER, Role.REPAIR_NODE, Role.PEER};

    /** What is said. */
    enum Kind {
        ALIVE,
        SUSPECT,
        FAILED,
        LEFT;

        private static final Kind[] KINDS = values();

        /** Whether the member is out of the group. */
        boolean isDown() {
            return this == FAILED || this == LEFT;
        }
    }

    MemberUpdate as(Kind other, int otherIncarnation) {
        return new MemberUpdate(other, id, otherIncarnation, role, address);
    }

    /** The order of news of one member: by incarnation, then alive, suspect, failed, left (SWIM, section 4.2). */
    boolean overrides(MemberUpdate other) {
        return incarnation > other.incarnation || (incarnation == other.incarnation && kind.compareTo(other.kind) > 0);
    }

    int encodedBytes() {
        return address.getAddress() instanceof Inet4Address ? MIN_BYTES : MIN_BYTES + 12;
    }

    void write(WireWriter writer) {
        writer.writeByte(kind.ordinal() << 4 | roleCode(role));
        writer.writeLong(id).writeInt(incarnation).writeAddress(address);
    }

    static MemberUpdate read(WireReader reader) throws DecodeException {
        int kindAndRole = reader.readUnsignedByte("kind and role");
        if (kindAndRole >> 4 >= Kind.KINDS.length) {
            throw new DecodeException("unknown kind of update " + (kindAndRole >> 4));
        }
        Role role = role(kindAndRole & 0xf);
        long id = readId(reader, "member id");
        int incarnation = readIncarnation(reader);
        return new MemberUpdate(Kind.KINDS[kindAndRole >> 4], id, incarnation, role, reader.readAddress("address"));
    }

    static int roleCode(Role role) {
        for (int i = 0; i < ROLES.length; i++) {
            if (ROLES[i] == role) {
                return i + 1;
            }
        }
        throw new IllegalStateException("no code for " + role);
    }

    static Role role(int code) throws DecodeException {
        if (code < 1 || code > ROLES.length) {
            throw new DecodeException("unknown role " + code);
        }
        return ROLES[code - 1];
    }

    static long readId(WireReader reader, String field) throws DecodeException {
        long id = reader.readLong(field);
        if (id == 0) {
            throw new DecodeException(field + " is 0");
        }
        return id;
    }

    static int readIncarnation(WireReader reader) throws DecodeException {
        int incarnation = reader.readNonNegativeInt("incarnation");
        if (incarnation > MAX_INCARNATION) {
            throw new DecodeException("incarnation is out of range: " + incarnation);
        }
        return incarnation;
    }
}
