package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.tram.wire.TramPacket.Laggard;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/** The flushes that an application waits for at the sender, and who is in their way. */
final class SenderFlushes {
    private static final int MAX_NAMED = 64;

    private static final class Flush {
        final long id;
        final long deadlineNanos;
        /** The number of messages that must be out. */
        final long messages;
        /** The first sequence after them, once they are out. */
        long limit = Long.MAX_VALUE;

        final List<FlushResult.Laggard> lost = new ArrayList<>();

        Flush(long id, long deadlineNanos, long messages) {
            this.id = id;
            this.deadlineNanos = deadlineNanos;
            this.messages = messages;
        }

        void note(MessagePacker packer, long nextSequence) {
            if (limit == Long.MAX_VALUE && packer.nextMessage() >= messages) {
                limit = nextSequence;
            }
        }
    }

    private final RepairHead head;
    private final List<Flush> open = new ArrayList<>();
    private @Nullable Flush closing;

    SenderFlushes(RepairHead head) {
        this.head = head;
    }

    boolean isEmpty() {
        return open.isEmpty() && closing == null;
    }

    void add(long id, long deadlineNanos, long messages) {
        open.add(new Flush(id, deadlineNanos, messages));
    }

    void addClosing(long deadlineNanos, long messages) {
        closing = new Flush(-1, deadlineNanos, messages);
    }

    long nextDeadlineNanos() {
        long deadline = Long.MAX_VALUE;
        for (Flush flush : open) {
            deadline = Math.min(deadline, flush.deadlineNanos);
        }
        return deadline;
    }

    /** Answers the flushes that are done or late. */
    void complete(MessagePacker packer, long nextSequence, long nowNanos, Actions actions) {
        if (closing != null) {
            closing.note(packer, nextSequence);
        }
        Iterator<Flush> flushes = open.iterator();
        while (flushes.hasNext()) {
            Flush flush = flushes.next();
            flush.note(packer, nextSequence);
            if (head.members().subtreeStart() >= flush.limit || nowNanos - flush.deadlineNanos >= 0) {
                flushes.remove();
                actions.flushed(flush.id, result(flush, nextSequence));
            }
        }
    }

    /** How the closing went. */
    FlushResult closingResult(MessagePacker packer, long nextSequence) {
        Flush flush = closing;
        if (flush == null) {
            return FlushResult.completed();
        }
        flush.note(packer, nextSequence);
        return result(flush, nextSequence);
    }

    /** A receiver was given up: whoever waits is told that it has not everything. */
    void onReport(MemberReport report, long nextSequence) {
        boolean gone = report.fate() == MemberFate.FAILED || report.fate() == MemberFate.PRUNED;
        if (!gone || !report.receiver()) {
            return;
        }
        for (Flush flush : open) {
            note(flush, report, nextSequence);
        }
        if (closing != null) {
            note(closing, report, nextSequence);
        }
    }

    private static void note(Flush flush, MemberReport lost, long nextSequence) {
        long limit = flush.limit == Long.MAX_VALUE ? nextSequence : flush.limit;
        if (lost.start() < limit && flush.lost.size() < MAX_NAMED) {
            flush.lost.add(new FlushResult.Laggard(lost.memberId(), lost.memberAddress(), limit - lost.start()));
        }
    }

    private FlushResult result(Flush flush, long nextSequence) {
        List<FlushResult.Laggard> missing = new ArrayList<>(flush.lost);
        boolean sent = flush.limit != Long.MAX_VALUE;
        long limit = sent ? flush.limit : nextSequence;
        int behind = 0;
        for (Laggard laggard : head.members().laggards(limit, Integer.MAX_VALUE)) {
            behind++;
            if (missing.size() < MAX_NAMED) {
                missing.add(new FlushResult.Laggard(
                        laggard.memberId(), addressOf(laggard.memberId()), limit - laggard.start()));
            }
        }
        int unnamed = Math.max(0, behind + flush.lost.size() - missing.size());
        return new FlushResult(sent && missing.isEmpty() && unnamed == 0, missing, unnamed);
    }

    private @Nullable InetSocketAddress addressOf(long memberId) {
        Member member = head.members().get(memberId);
        return member == null || memberId == 0 ? null : member.address;
    }
}
