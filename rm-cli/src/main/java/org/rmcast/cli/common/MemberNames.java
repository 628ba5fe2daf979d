package org.rmcast.cli.common;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Member;

/** What members call themselves, as far as a session knows. Immutable. */
public final class MemberNames {
    private final Map<Long, String> names = new HashMap<>();

    /** @param members see {@link org.rmcast.api.ReliableMulticastSession#members} */
    public MemberNames(List<Member> members) {
        for (Member member : members) {
            // As long as a member has not said its name, it has its id for one.
            if (!member.name().equals(Figures.memberId(member.memberId()))) {
                names.put(member.memberId(), member.name());
            }
        }
    }

    /** The name of a member, null if it is not known. */
    public @Nullable String of(long memberId) {
        return names.get(memberId);
    }

    /** A member as people recognize it: {@code anna at 10.0.0.5:40112}, without a name its id. */
    String describe(long memberId, @Nullable InetSocketAddress address) {
        return names.getOrDefault(memberId, "member " + Figures.memberId(memberId))
                + (address == null ? "" : " at " + Figures.address(address));
    }
}
