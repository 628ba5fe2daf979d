package org.rmcast.wan;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipView;
import org.rmcast.wan.wire.WanCodec;

/**
 * Where members are: where they have proved to be last, or as the membership has it, which learns of a move only when a member does not answer
 * at its former address. Not thread safe.
 */
final class Whereabouts {
    private static final int MOST_PROVED = 4 * WanCodec.MOST_MEMBERS;

    private final MembershipView group;
    private final Map<Long, InetSocketAddress> proved = new LinkedHashMap<>();

    Whereabouts(MembershipView group) {
        this.group = group;
    }

    /** A member has proved to be at an address. */
    void onProved(long id, InetSocketAddress at) {
        proved.remove(id);
        proved.put(id, at);
        if (proved.size() > MOST_PROVED) {
            proved.remove(proved.keySet().iterator().next());
        }
    }

    /** The membership has a member anew, or not any more. */
    void onChanged(long id) {
        proved.remove(id);
    }

    /** Where a member of the group is, null if it is none. */
    @Nullable
    InetSocketAddress of(long id) {
        GroupMember member = group.find(id);
        return member == null ? null : proved.getOrDefault(id, member.address());
    }

    /** Whether a member of the group is there, by one word or the other. */
    boolean isAt(long id, InetSocketAddress from) {
        GroupMember member = group.find(id);
        return member != null && (member.address().equals(from) || from.equals(proved.get(id)));
    }
}
