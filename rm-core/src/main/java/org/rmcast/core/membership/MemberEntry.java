package org.rmcast.core.membership;

import java.net.InetSocketAddress;

/** What one member holds of another. Not thread safe. */
final class MemberEntry {
    private final long rank;
    private GroupMember member;
    private boolean suspected;
    private boolean heard;
    private boolean told;
    private boolean reported;
    private long suspectedUntilNanos;

    MemberEntry(GroupMember member, long rank) {
        this.member = member;
        this.rank = rank;
    }

    GroupMember member() {
        return member;
    }

    long id() {
        return member.id();
    }

    InetSocketAddress address() {
        return member.address();
    }

    int incarnation() {
        return member.incarnation();
    }

    /** Where it stands in the order by which a bounded view keeps members: the lower, the sooner, unsigned. */
    long rank() {
        return rank;
    }

    boolean isSuspected() {
        return suspected;
    }

    /** When the suspicion turns into removal; meaningful while suspected. */
    long suspectedUntilNanos() {
        return suspectedUntilNanos;
    }

    void suspect(int incarnation, long untilNanos) {
        become(incarnation);
        suspected = true;
        suspectedUntilNanos = untilNanos;
    }

    void postpone(long byNanos) {
        suspectedUntilNanos += byNanos;
    }

    void clear(int incarnation) {
        become(incarnation);
        suspected = false;
    }

    /** Whether it has answered a question of ours from its address. */
    boolean isHeard() {
        return heard;
    }

    void markHeard() {
        heard = true;
    }

    /** Whether it has proved to be at its address, or a member that has said that it is there. */
    boolean isVouched() {
        return heard || told;
    }

    void markTold() {
        told = true;
    }

    /** Whether the application was told that it joined. */
    boolean isReported() {
        return reported;
    }

    void markReported() {
        reported = true;
    }

    MemberUpdate update(MemberUpdate.Kind kind) {
        return new MemberUpdate(kind, member.id(), member.incarnation(), member.role(), member.address());
    }

    private void become(int incarnation) {
        if (incarnation != member.incarnation()) {
            member = new GroupMember(member.id(), member.address(), incarnation, member.role());
        }
    }
}
