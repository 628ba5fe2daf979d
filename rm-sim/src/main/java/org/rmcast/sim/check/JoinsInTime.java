package org.rmcast.sim.check;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;

/**
 * When the faults are over, a receiver with a repair head says soon that it has joined, which is that its sender knows of it. Until then
 * no flush is asked to wait for it, see {@link FlushTruth}: a protocol that never says so would be asked nothing. Not of those whose head,
 * or a head above, has changed meanwhile.
 */
public final class JoinsInTime extends Watch {
    private static final int MAX_LEVELS = 256;

    private final long fromNanos;
    private final long boundNanos;
    private final Map<Long, Attachment> attachments = new HashMap<>();

    private static final class Attachment {
        final long headId;
        final long sinceNanos;
        boolean joined;

        Attachment(long headId, long sinceNanos) {
            this.headId = headId;
            this.sinceNanos = sinceNanos;
        }
    }

    /**
     * The bound.
     *
     * @param faultsEnd when the last fault is over, since the start
     * @param bound how long it may take from then on, and from the last change of a head, positive
     */
    public JoinsInTime(Duration faultsEnd, Duration bound) {
        this.fromNanos = faultsEnd.toNanos();
        this.boundNanos = bound.toNanos();
    }

    @Override
    public String name() {
        return "joins in time";
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.RepairHeadChanged changed && changed.currentId() != 0) {
            attachments.put(at.memberId(), new Attachment(changed.currentId(), run().nowNanos()));
        } else if (event instanceof SessionEvent.RepairHeadChanged
                || event instanceof SessionEvent.StreamEnded
                || event instanceof SessionEvent.SenderLost) {
            attachments.remove(at.memberId());
        } else if (event instanceof SessionEvent.MemberJoined joined && joined.memberId() == at.memberId()) {
            Attachment attachment = attachments.get(at.memberId());
            if (attachment != null) {
                attachment.joined = true;
            }
        }
    }

    @Override
    public void onCrashed(Participant member) {
        attachments.remove(member.memberId());
    }

    @Override
    public void inspect() {
        if (run().nowNanos() - fromNanos <= boundNanos) {
            return;
        }
        for (Participant receiver : run().members()) {
            Attachment attachment = attachments.get(receiver.memberId());
            if (attachment != null && !attachment.joined && receiver.role().receives() && isBelowSender(receiver)) {
                throw new BrokenInvariant(
                        receiver.host(),
                        receiver + " has a repair head since " + Duration.ofNanos(attachment.sinceNanos)
                                + ", and has not said that its sender knows of it");
            }
        }
    }

    /** Whether this node, and each head above it, have had their heads for long, and the last one sends. */
    private boolean isBelowSender(Participant node) {
        Participant above = node;
        for (int level = 0; level < MAX_LEVELS && above != null && above.isRunning() && !above.isPaused(); level++) {
            Attachment attachment = attachments.get(above.memberId());
            if (attachment == null) {
                return above.role().sends();
            }
            if (run().nowNanos() - attachment.sinceNanos <= boundNanos) {
                return false;
            }
            above = member(attachment.headId);
        }
        return false;
    }

    private @Nullable Participant member(long memberId) {
        for (Participant member : run().members()) {
            if (member.memberId() == memberId) {
                return member;
            }
        }
        return null;
    }
}
