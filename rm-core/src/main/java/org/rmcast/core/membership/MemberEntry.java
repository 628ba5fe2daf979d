package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** What one member holds of another. Not thread safe. */
final class MemberEntry {
    /** Part of a new round trip that enters the smoothed one (RFC 6298, section 2: alpha). */
    private static final int SMOOTHING = 8;

    private final long rank;
    private GroupMember member;
    private @Nullable Suspicion suspicion;
    private boolean proved;
    private boolean reported;
    private boolean probed;
    private long freshUntilNanos;
    private boolean fresh;
    private long roundTripNanos = -1;
    private int place;

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

    /** Only through {@link MemberTable}, whose snapshots follow. */
    void setIncarnation(int incarnation) {
        member = new GroupMember(member.id(), member.address(), incarnation, member.role());
    }

    /** Where it stands in the order by which a bounded view keeps members: the lower, the sooner, unsigned. */
    long rank() {
        return rank;
    }

    boolean isSuspected() {
        return suspicion != null;
    }

    /** What is held against it, null if nothing is. */
    @Nullable
    Suspicion suspicion() {
        return suspicion;
    }

    void setSuspicion(@Nullable Suspicion suspicion) {
        this.suspicion = suspicion;
    }

    /** Whether it has answered a question of ours from its address; of others a member that has says that they are there. */
    boolean isProved() {
        return proved;
    }

    /** Only through {@link MemberTable}. */
    void markProved() {
        proved = true;
    }

    /** Whether the application was told that it joined. */
    boolean isReported() {
        return reported;
    }

    void markReported() {
        reported = true;
    }

    /** Whether a probe of it is open. */
    boolean isProbed() {
        return probed;
    }

    void setProbed(boolean open) {
        probed = open;
    }

    /** Whether it joined a short while ago. */
    boolean isFresh(long nowNanos) {
        return fresh && freshUntilNanos - nowNanos > 0;
    }

    void markFresh(long untilNanos) {
        fresh = true;
        freshUntilNanos = untilNanos;
    }

    /** The smoothed round trip, negative while none was measured. */
    long roundTripNanos() {
        return roundTripNanos;
    }

    void onRoundTrip(long nanos) {
        roundTripNanos = roundTripNanos < 0 ? nanos : roundTripNanos + (nanos - roundTripNanos) / SMOOTHING;
    }

    /** Where it stands in the order of probing. */
    int place() {
        return place;
    }

    void setPlace(int place) {
        this.place = place;
    }

    /** What is held of it, as others may be told. */
    MemberUpdate update(long nowNanos) {
        Suspicion against = suspicion;
        if (against == null) {
            return alive(nowNanos);
        }
        MemberUpdate.Kind kind = against.verdict();
        return new MemberUpdate(
                kind,
                member.id(),
                member.incarnation(),
                member.role(),
                member.address(),
                false,
                kind == MemberUpdate.Kind.SUSPECT ? against.latestAccuser() : 0);
    }

    /** As it stands in a page of the view: one that others hold for out is a suspect there. */
    MemberUpdate asRecord(long nowNanos) {
        Suspicion against = suspicion;
        return against == null
                ? alive(nowNanos)
                : new MemberUpdate(
                        MemberUpdate.Kind.SUSPECT,
                        member.id(),
                        member.incarnation(),
                        member.role(),
                        member.address(),
                        false,
                        against.latestAccuser());
    }

    MemberUpdate alive(long nowNanos) {
        return new MemberUpdate(
                MemberUpdate.Kind.ALIVE,
                member.id(),
                member.incarnation(),
                member.role(),
                member.address(),
                isFresh(nowNanos),
                0);
    }

    MemberUpdate down(MemberUpdate.Kind kind) {
        return new MemberUpdate(kind, member.id(), member.incarnation(), member.role(), member.address());
    }
}
