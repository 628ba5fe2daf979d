package org.rmcast.wan;

import java.util.Arrays;
import java.util.List;
import org.rmcast.wan.wire.WanPacket.Stamp;
import org.rmcast.wan.wire.WanPacket.ViewId;

/** The members that agree to be in the group together; a place is an index into them. Immutable. */
final class View {
    final ViewId id;
    final Stamp stamp;
    private final long[] members;

    /** @param members ascending, at least one */
    View(ViewId id, List<Long> members) {
        this.id = id;
        this.members = members.stream().mapToLong(Long::longValue).toArray();
        this.stamp = new Stamp(id.number(), 31 * Long.hashCode(id.coordinator()) + Arrays.hashCode(this.members));
    }

    int size() {
        return members.length;
    }

    long member(int place) {
        return members[place];
    }

    /** The same for the same view, never 0. */
    long hash() {
        long hash = id.number() * 0x9E37_79B9_7F4A_7C15L ^ id.coordinator() ^ (long) stamp.tag() << 32;
        return hash == 0 ? 1 : hash;
    }

    /** Where a member is, negative if it is not in the view. */
    int placeOf(long id) {
        return Math.max(-1, Arrays.binarySearch(members, id));
    }

    boolean contains(long id) {
        return placeOf(id) >= 0;
    }

    List<Long> members() {
        return Arrays.stream(members).boxed().toList();
    }

    @Override
    public String toString() {
        return "view " + id.number() + " of " + Long.toHexString(id.coordinator()) + ", " + members.length + " members";
    }
}
