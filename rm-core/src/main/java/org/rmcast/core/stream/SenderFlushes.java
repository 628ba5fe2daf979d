package org.rmcast.core.stream;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.framing.MessagePacker;

/** The flushes that an application waits for at the sender, and who is in their way. Not thread safe. */
public final class SenderFlushes {
    private static final int MAX_NAMED = 64;

    /** What the sender knows of its receivers. */
    public interface Receivers {
        /** Whether those for which the group waits have everything below this sequence. */
        boolean keepUp(long limit);

        /** Whether there is nobody left to wait for: each has everything below this sequence, or is not going to have it. */
        boolean isSettled(long limit, long nowNanos);

        /** Those that miss something below this sequence, the furthest behind first. */
        List<Laggard> behind(long limit);

        /** How many more there may be that miss something below this sequence, whose names are not known. */
        default int unnamedBehind(long limit) {
            return 0;
        }

        /** Whether nobody has taken anything though there are receivers: of another sender. */
        default boolean isUnheard(long nowNanos) {
            return false;
        }
    }

    private static final class Flush {
        final long id;
        final Confirmation by;
        final long deadlineNanos;
        /** The number of messages that must be out. */
        final long messages;
        /** The first sequence after them, once they are out. */
        long limit = Long.MAX_VALUE;

        final List<Laggard> lost = new ArrayList<>();
        int lostUnnamed;
        final Missed missed = new Missed();

        Flush(long id, Confirmation by, long deadlineNanos, long messages) {
            this.id = id;
            this.by = by;
            this.deadlineNanos = deadlineNanos;
            this.messages = messages;
        }

        boolean isSent() {
            return limit != Long.MAX_VALUE;
        }

        /** The first sequence after what was sent of it. */
        long limit(long nextSequence) {
            return isSent() ? limit : nextSequence;
        }

        /** Whether what a receiver misses is among what was sent of it. */
        boolean isMissed(Laggard laggard, long start, long nextSequence) {
            boolean among = start < limit(nextSequence);
            if (among) {
                missed.add(laggard);
            }
            return among;
        }

        void onBack(long memberId) {
            lost.removeIf(laggard -> laggard.memberId() == memberId);
        }

        void note(MessagePacker packer, long nextSequence) {
            if (!isSent() && packer.nextMessage() >= messages) {
                limit = nextSequence;
            }
        }
    }

    /** Receivers that live on with losses, as many as can be named. */
    private static final class Missed {
        private final Map<Long, Laggard> named = new LinkedHashMap<>();
        private int more;

        void add(Laggard laggard) {
            if (named.size() < MAX_NAMED) {
                named.putIfAbsent(laggard.memberId(), laggard);
            } else if (!named.containsKey(laggard.memberId())) {
                more++;
            }
        }

        void take(Missed other) {
            other.named.values().forEach(this::add);
            more += other.more;
            other.named.clear();
            other.more = 0;
        }

        FlushResult result() {
            return new FlushResult(named.isEmpty() && more == 0, List.copyOf(named.values()), more);
        }
    }

    private final Receivers receivers;
    private final List<Flush> open = new ArrayList<>();
    private @Nullable Flush closing;
    /** Losses that no answer has named yet. */
    private final Missed untold = new Missed();

    public SenderFlushes(Receivers receivers) {
        this.receivers = receivers;
    }

    /** Whether nobody waits. */
    public boolean isEmpty() {
        return open.isEmpty() && closing == null;
    }

    /** How many flushes wait, not counting the closing. */
    public int openCount() {
        return open.size();
    }

    /** Somebody waits until the first {@code messages} messages are confirmed. */
    public void add(long id, Confirmation by, long deadlineNanos, long messages) {
        Flush flush = new Flush(id, by, deadlineNanos, messages);
        flush.missed.take(untold);
        open.add(flush);
    }

    /** The sender closes after that many messages. */
    public void addClosing(long deadlineNanos, long messages) {
        closing = new Flush(-1, Confirmation.EVERYONE, deadlineNanos, messages);
        closing.missed.take(untold);
    }

    /** When the next flush is to be answered whatever was confirmed, or {@link ProtocolEngine#NO_DEADLINE}. */
    public long nextDeadlineNanos() {
        long deadline = ProtocolEngine.NO_DEADLINE;
        for (Flush flush : open) {
            deadline = Deadlines.earlier(deadline, flush.deadlineNanos);
        }
        return deadline;
    }

    /** The sequence up to which somebody waits for confirmation, as far as it is known; 0 if nobody waits. */
    public long awaited() {
        long awaited = 0;
        for (Flush flush : open) {
            awaited = Math.max(awaited, flush.limit(0));
        }
        return closing == null ? awaited : Math.max(awaited, closing.limit(0));
    }

    /**
     * Answers the flushes that are done or late.
     *
     * @return the sequence up to which it was answered, exclusive; 0 if nothing was
     */
    public long complete(MessagePacker packer, long nextSequence, long nowNanos, Actions actions) {
        long answered = 0;
        if (closing != null) {
            closing.note(packer, nextSequence);
        }
        Iterator<Flush> flushes = open.iterator();
        while (flushes.hasNext()) {
            Flush flush = flushes.next();
            flush.note(packer, nextSequence);
            boolean keptUp = isKeptUpWith(flush, nowNanos);
            if (keptUp || isSettled(flush, nowNanos) || nowNanos - flush.deadlineNanos >= 0) {
                flushes.remove();
                answered = Math.max(answered, flush.limit(nextSequence));
                actions.flushed(flush.id, keptUp ? flush.missed.result() : result(flush, nextSequence, nowNanos));
            }
        }
        return answered;
    }

    private boolean isKeptUpWith(Flush flush, long nowNanos) {
        return flush.by == Confirmation.KEEPING_UP
                && flush.isSent()
                && receivers.keepUp(flush.limit)
                && !receivers.isUnheard(nowNanos);
    }

    private boolean isSettled(Flush flush, long nowNanos) {
        return flush.isSent() && receivers.isSettled(flush.limit, nowNanos);
    }

    /** How the closing went. */
    public FlushResult closingResult(MessagePacker packer, long nextSequence, long nowNanos) {
        Flush flush = closing;
        if (flush == null) {
            return FlushResult.completed();
        }
        flush.note(packer, nextSequence);
        return result(flush, nextSequence, nowNanos);
    }

    /**
     * A receiver was given up: whoever waits is told that it has not everything.
     *
     * @param start the first sequence that it misses
     */
    public void onLost(long memberId, @Nullable InetSocketAddress address, long start, long nextSequence) {
        for (Flush flush : open) {
            note(flush, memberId, address, start, nextSequence);
        }
        if (closing != null) {
            note(closing, memberId, address, start, nextSequence);
        }
    }

    /** A receiver that was given up is served again: it is waited for as if it had not been. What is lost to it, it has to say. */
    public void onBack(long memberId) {
        open.forEach(flush -> flush.onBack(memberId));
        if (closing != null) {
            closing.onBack(memberId);
        }
    }

    /**
     * A receiver that lives on says that packets are lost to it, which nothing else will tell of: whoever waits is told, else who
     * asks next.
     *
     * @param start the first sequence that it misses
     */
    public void onMissed(long memberId, @Nullable InetSocketAddress address, long start, long nextSequence) {
        onMissed(memberId, address, start, start + 1, nextSequence);
    }

    /**
     * The same where it is known between which sequences the losses are, and not which they are: who asks next is told as well, unless
     * all of it is among what somebody waits for.
     *
     * @param start the first sequence that can be lost
     * @param lostLimit the sequence after the last that is
     */
    public void onMissed(
            long memberId, @Nullable InetSocketAddress address, long start, long lostLimit, long nextSequence) {
        if (start >= nextSequence) {
            return;
        }
        Laggard laggard = new Laggard(memberId, address, nextSequence - start);
        boolean told = false;
        for (Flush flush : open) {
            told |= flush.isMissed(laggard, start, nextSequence) && lostLimit <= flush.limit(nextSequence);
        }
        if (closing != null) {
            told |= closing.isMissed(laggard, start, nextSequence) && lostLimit <= closing.limit(nextSequence);
        }
        if (!told) {
            untold.add(laggard);
        }
    }

    /**
     * Receivers whose names are not known were given up: whoever waits is told that they have not everything.
     *
     * @param receivers how many
     * @param start the first sequence that any of them misses
     */
    public void onLost(int receivers, long start, long nextSequence) {
        for (Flush flush : open) {
            note(flush, receivers, start, nextSequence);
        }
        if (closing != null) {
            note(closing, receivers, start, nextSequence);
        }
    }

    private static void note(Flush flush, int receivers, long start, long nextSequence) {
        if (start < flush.limit(nextSequence)) {
            flush.lostUnnamed += receivers;
        }
    }

    private static void note(
            Flush flush, long memberId, @Nullable InetSocketAddress address, long start, long nextSequence) {
        long limit = flush.limit(nextSequence);
        if (start < limit && flush.lost.size() < MAX_NAMED) {
            flush.lost.add(new Laggard(memberId, address, limit - start));
        } else if (start < limit) {
            flush.lostUnnamed++;
        }
    }

    private FlushResult result(Flush flush, long nextSequence, long nowNanos) {
        List<Laggard> missing = new ArrayList<>(flush.lost);
        missing.addAll(flush.missed.named.values());
        long limit = flush.limit(nextSequence);
        List<Laggard> behind = receivers.behind(limit);
        int named = Math.max(0, Math.min(behind.size(), MAX_NAMED - missing.size()));
        missing.addAll(behind.subList(0, named));
        int unnamed = behind.size() - named + flush.lostUnnamed + flush.missed.more + receivers.unnamedBehind(limit);
        boolean heard = flush.isSent() && !(flush.messages > 0 && receivers.isUnheard(nowNanos));
        boolean complete = heard && missing.isEmpty() && unnamed == 0 && receivers.isSettled(limit, nowNanos);
        return new FlushResult(complete, missing, unnamed);
    }
}
