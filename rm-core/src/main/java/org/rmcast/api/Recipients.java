package org.rmcast.api;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.rmcast.core.text.MemberText;

/** For whom a message is: the whole group, or some of its members; and whether time counts more for it than what it costs. Immutable. */
public final class Recipients {
    /** Every receiver of the group. */
    public static final Recipients GROUP = new Recipients(new long[0], false);

    private final long[] members;
    private final boolean timeCritical;

    private Recipients(long[] members, boolean timeCritical) {
        this.members = members;
        this.timeCritical = timeCritical;
    }

    /**
     * Some members.
     *
     * @param memberIds at least one; repeated ones count once
     * @throws IllegalArgumentException if there is none, or a 0, which is nobody's id
     */
    public static Recipients of(long... memberIds) {
        long[] sorted = Arrays.stream(memberIds).distinct().sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException(
                    "memberIds must name at least one member; the whole group is Recipients.GROUP");
        }
        if (Arrays.binarySearch(sorted, 0) >= 0) {
            throw new IllegalArgumentException("memberIds must not hold 0, which is nobody's id");
        }
        return new Recipients(sorted, false);
    }

    /**
     * The same recipients, of a message that is critical in time. A protocol that chooses between ways sends it in more copies, or by way of
     * another member, where that is sooner (the wide-area group); to others it is like any message.
     */
    public Recipients timeCritical() {
        return new Recipients(members, true);
    }

    /** Whether the message is critical in time. */
    public boolean isTimeCritical() {
        return timeCritical;
    }

    /** Whether the message is for every receiver. */
    public boolean isGroup() {
        return members.length == 0;
    }

    /** Whether the message is for this member. */
    public boolean contains(long memberId) {
        return isGroup() || Arrays.binarySearch(members, memberId) >= 0;
    }

    /** The ids of the members in ascending order; none for the whole group. */
    public long[] memberIds() {
        return members.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Recipients recipients
                && timeCritical == recipients.timeCritical
                && Arrays.equals(members, recipients.members);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(members) + Boolean.hashCode(timeCritical);
    }

    @Override
    public String toString() {
        String who = isGroup()
                ? "the group"
                : Arrays.stream(members).mapToObj(MemberText::of).collect(Collectors.joining(", ", "[", "]"));
        return timeCritical ? who + ", time-critical" : who;
    }
}
