package org.rmcast.core.membership;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members that one member knows; follows every change. Not thread safe: for the engine that embeds the membership. */
public final class MembershipView {
    private final MemberTable table;

    MembershipView(MemberTable table) {
        this.table = table;
    }

    /**
     * The other members, ascending by id; those suspected are among them. The list is a snapshot that stays as it is, and is
     * the same object until the view changes, so that to ask for it is cheap.
     */
    public List<GroupMember> others() {
        return table.others();
    }

    /**
     * Of the {@link #others()} those of which it is known that they are at their addresses: each has answered this member there, or
     * one that has, and tells of it. To others nothing should be sent that they did not ask for. A snapshot like {@code others}.
     */
    public List<GroupMember> vouched() {
        return table.vouched();
    }

    /** Whether a member is among the {@link #vouched()}. */
    public boolean isVouched(long memberId) {
        MemberEntry entry = table.find(memberId);
        return entry != null && entry.isVouched();
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
}
