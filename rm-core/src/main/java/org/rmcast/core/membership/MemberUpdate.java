package org.rmcast.core.membership;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import org.rmcast.api.Role;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * What members tell one another about a third. Immutable.
 *
 * <pre>
 * size field
 *  1   0x80 fresh (alive only); kind (0x10 to 0x30: 0 alive, 1 suspect, 2 failed, 3 left);
 *      role (low four bits: 1 sender, 2 receiver, 3 repair node, 4 peer)
 *  8   member id
 *  4   incarnation
 *  7   address: its length 4, the address, the port; 19 bytes with IPv6
 *  8   suspect only: who says that it got no answer
 * </pre>
 *
 * @param fresh whether the member joined a short while ago, so that it does not come from another part of the group
 * @param accuserId who suspects it, 0 if nobody is named
 */
@SuppressWarnings("EnumOrdinal") // the golden bytes pin the order of the constants
record MemberUpdate(
        Kind kind, long id, int incarnation, Role role, InetSocketAddress address, boolean fresh, long accuserId) {
    /** Incarnations beyond this are refused: one more can always be added. */
    static final int MAX_INCARNATION = 1 << 30;

    /** The shortest update on the wire. */
    static final int MIN_BYTES = 20;

    /** The longest: a suspicion of a member with an IPv6 address. */
    static final int MAX_BYTES = MIN_BYTES + 12 + 8;

    private static final int FRESH = 0x80;
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

    /** Of a member that is not fresh, or not alive, by nobody in particular. */
    MemberUpdate(Kind kind, long id, int incarnation, Role role, InetSocketAddress address) {
        this(kind, id, incarnation, role, address, false, 0);
    }

    MemberUpdate as(Kind other, int otherIncarnation) {
        return new MemberUpdate(other, id, otherIncarnation, role, address);
    }

    /** The order of news of one member: by incarnation, then alive, suspect, failed, left (SWIM, section 4.2). */
    boolean overrides(MemberUpdate other) {
        return incarnation > other.incarnation || (incarnation == other.incarnation && kind.compareTo(other.kind) > 0);
    }

    int encodedBytes() {
        int bytes = address.getAddress() instanceof Inet4Address ? MIN_BYTES : MIN_BYTES + 12;
        return kind == Kind.SUSPECT ? bytes + 8 : bytes;
    }

    void write(WireWriter writer) {
        writer.writeByte((fresh ? FRESH : 0) | kind.ordinal() << 4 | roleCode(role));
        writer.writeLong(id).writeInt(incarnation).writeAddress(address);
        if (kind == Kind.SUSPECT) {
            writer.writeLong(accuserId);
        }
    }

    static MemberUpdate read(WireReader reader) throws DecodeException {
        int kindAndRole = reader.readUnsignedByte("kind and role");
        int kindCode = kindAndRole >> 4 & 7;
        boolean fresh = (kindAndRole & FRESH) != 0;
        if (kindCode >= Kind.KINDS.length || (fresh && kindCode != 0)) {
            throw new DecodeException("unknown kind of update " + (kindAndRole >> 4));
        }
        Kind kind = Kind.KINDS[kindCode];
        Role role = role(kindAndRole & 0xf);
        long id = readId(reader, "member id");
        int incarnation = readIncarnation(reader);
        InetSocketAddress address = reader.readAddress("address");
        long accuserId = kind == Kind.SUSPECT ? reader.readLong("accuser") : 0;
        return new MemberUpdate(kind, id, incarnation, role, address, fresh, accuserId);
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
