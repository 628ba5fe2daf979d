package org.rmcast.core.membership;

import java.lang.reflect.Field;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.peers.Peers;

/**
 * A group whose members know one another as they do when they have been together for long: each has in its view all others, or where
 * the group is larger those of lowest rank, has proved them, and has no more news of them to tell. For tests of groups whose joins take too
 * long to be run. Not thread safe.
 */
public final class Acquaintance {
    private final List<GroupMember> group;

    /** @param group all members */
    public Acquaintance(List<GroupMember> group) {
        this.group = List.copyOf(group);
    }

    /**
     * Tells one member of all others. To be called when it has been started.
     *
     * @param membership the member's
     * @param listener what embeds it
     */
    public void introduceTo(SwimMembership membership, MembershipListener listener, long nowNanos, Actions actions) {
        GroupState state = (GroupState) field(membership, "state");
        Peers peers = (Peers) field(membership, "peers");
        MembershipConfig config = (MembershipConfig) field(membership, "config");
        long own = ((EngineContext) field(membership, "context")).memberId();
        MemberTable table = state.table();
        long highest = highestRank(table, own, config.maxView);
        for (GroupMember member : group) {
            if (member.id() != own && Long.compareUnsigned(table.rank(member.id()), highest) <= 0 && !table.isFull()) {
                MemberEntry entry = table.add(member);
                entry.markReported();
                table.markProved(entry);
                peers.pin(member.id(), member.address(), nowNanos);
                listener.onUp(member, nowNanos, actions);
            }
        }
        if (group.size() > config.maxView) {
            table.markPartial();
        }
        ((JoinProcess) field(membership, "joinProcess")).joined(nowNanos);
    }

    /** The highest rank that has room in a view. */
    private long highestRank(MemberTable table, long own, int maxView) {
        long[] ranks = group.stream()
                .filter(member -> member.id() != own)
                .mapToLong(member -> table.rank(member.id()) ^ Long.MIN_VALUE)
                .sorted()
                .toArray();
        return ranks[Math.min(maxView, ranks.length) - 1] ^ Long.MIN_VALUE;
    }

    private static Object field(SwimMembership membership, String name) {
        try {
            Field field = SwimMembership.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(membership);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the membership has no such field: " + name, e);
        }
    }
}
