package org.rmcast.tram;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TreePlace;

/** A receiver that looks for a head; it writes down what it is told. */
final class SearchStub implements HeadSearch.Host {
    TreePlace placeToKeep = TreePlace.NONE;
    long memberId;
    boolean possible = true;
    long lanHead;
    double lossShare;
    long wanted;
    final List<String> log = new ArrayList<>();
    /** Why nobody took it, as it said last. */
    @Nullable
    EventCause noHead;

    @Override
    public long source() {
        return Parts.SOURCE;
    }

    @Override
    public long wanted() {
        return wanted;
    }

    @Override
    public TreePlace placeToKeep(long nowNanos) {
        return placeToKeep;
    }

    @Override
    public int members() {
        return placeToKeep.exists() ? 1 : 0;
    }

    @Override
    public boolean isPossible(long headId, AcceptMember accept, boolean lossAccepted, long nowNanos) {
        return possible;
    }

    @Override
    public boolean isMember(long id) {
        return id == memberId;
    }

    @Override
    public void tellLoss(Liveness head) {
        head.onLoss(lossShare, true);
    }

    @Override
    public long lanHead() {
        return lanHead;
    }

    @Override
    public void onStillSearching(Actions actions) {}

    @Override
    public void onNoHead(Reason reason, Actions actions) {
        noHead = reason.cause();
        log.add("no head: " + reason.text());
    }

    @Override
    public void onAttached(
            HeadCandidate head, @Nullable HeadCandidate before, AcceptMember accept, long nowNanos, Actions actions) {
        log.add("attached to " + head.id + (before == null ? "" : " instead of " + before.id));
    }

    @Override
    public void onHeadLost(HeadCandidate head, Reason reason, long nowNanos, Actions actions) {
        log.add("lost " + head.id + ": " + reason.text());
    }

    @Override
    public void onHeadHeard() {}

    @Override
    public void onHelloMissed(int unanswered, int probe, long nowNanos, Actions actions) {
        log.add("hello missed");
    }

    @Override
    public void leave(HeadCandidate head, Actions actions) {
        log.add("leave " + head.id);
    }

    @Override
    public void onNoHeadForSubtree(long nowNanos, Actions actions) {
        log.add("no head for subtree");
    }
}
