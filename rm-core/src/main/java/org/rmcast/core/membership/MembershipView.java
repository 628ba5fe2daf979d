package org.rmcast.core.membership;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The members that one member knows; follows every change. Each has proved to be at its address, to this member or to one
 * in the view that tells of it. Not thread safe: for the engine that embeds the membership.
 */
public final class MembershipView {
    private final MemberTable table;
    private final ViewHistory history;

    MembershipView(GroupState state) {
        this.table = state.table();
        this.history = state.history();
    }

    /**
     * The other members, ascending by id; those suspected are among them. The list is a snapshot that stays as it is, and is
     * the same object until the view changes, so that to ask for it is cheap.
     */
    public List<GroupMember> others() {
        return table.others();
    }

    /**
     * Of the {@link #others()} those of which it makes sense to expect something: all but those that are suspected and from which
     * nothing has come since. All of them if otherwise none were left. A snapshot like {@code others}.
     */
    public List<GroupMember> vouched() {
        return table.reachable();
    }

    /** Whether a member is in the view, and so known to be at its address. */
    public boolean isVouched(long memberId) {
        return table.find(memberId) != null;
    }

    /** How many of the {@link #others()} have an application that receives; kept, not counted. */
    public int receivers() {
        return table.receivers();
    }

    /**
     * The smoothed round trip to a member, in nanoseconds, as far as it answered pings or the protocol measured it; negative if it
     * is not known.
     */
    public long roundTripNanos(long memberId) {
        MemberEntry entry = table.find(memberId);
        return entry == null ? -1 : entry.roundTripNanos();
    }

    /** Members of the group, this one included: counted, or estimated where the group is larger than the view may be. */
    public int size() {
        return table.groupSize();
    }

    /** A member of the view, null if it is not in it; this member itself is not. */
    public @Nullable GroupMember find(long memberId) {
        MemberEntry entry = table.find(memberId);
        return entry == null ? null : entry.member();
    }

    /** Whether the group is larger than the view may be, so that {@link #others()} is a random part of it. */
    public boolean isPartial() {
        return table.isPartial();
    }

    /** What the view is called by all that see the same members, this one included; 0 where it is partial. */
    public long id() {
        return history.id();
    }
}
