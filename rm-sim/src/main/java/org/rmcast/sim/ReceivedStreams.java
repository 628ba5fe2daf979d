package org.rmcast.sim;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.ledger.CausalPast;
import org.rmcast.sim.ledger.Ledger;
import org.rmcast.sim.ledger.Order;
import org.rmcast.sim.ledger.SentLog;

/** What one member got of all sources, checked against what was sent. Methods that check return what is wrong, or null. */
final class ReceivedStreams {
    private final World world;
    private final long memberId;
    private final boolean delivers;
    private final Standing standing;
    private final Map<Long, Ledger> ledgers = new LinkedHashMap<>();
    /** Members that this one was told of and that are none of the simulation's: a forger has proved to be there. */
    private final Set<Long> strangers = new HashSet<>();

    /** All that this member has been given, and what comes before that; known where the order is causal. */
    private final CausalPast past = new CausalPast();

    private long reportedLost;

    /** @param delivers whether the member has an application that is given messages */
    ReceivedStreams(World world, long memberId, boolean delivers) {
        this.world = world;
        this.memberId = memberId;
        this.delivers = delivers;
        this.standing = new Standing(world.meetings, memberId);
    }

    /** A message was delivered, with contents of this hash and length. */
    @Nullable
    String delivered(long sourceId, long number, int hash, int length) {
        SentLog log = world.sentLogs.get(sourceId);
        if (log == null) {
            return "a message was delivered from " + sourceId + ", which never was a member";
        }
        if (!log.matches(number, hash, length)) {
            return "message " + number + " of " + sourceId + " (" + length + " bytes) was not sent like that; "
                    + log.accepted() + " messages were accepted";
        }
        String wrong = ledger(sourceId, log).delivered(number);
        if (world.order == Order.CAUSAL) {
            past.addMessage(sourceId, number, log.past(number));
        }
        return wrong == null ? null : wrong + " (source " + sourceId + ")";
    }

    /** The member reported something. */
    @Nullable
    String onEvent(SessionEvent event) {
        standing.onEvent(event, world.now());
        if (event instanceof SessionEvent.MessagesLost lost) {
            return onLost(lost);
        } else if (event instanceof SessionEvent.MemberPruned pruned && pruned.memberId() == memberId) {
            leaveAll();
        } else if (event instanceof SessionEvent.SessionFailed) {
            leaveAll();
        } else if (event instanceof SessionEvent.SenderLost gone) {
            leave(gone.sourceId());
        } else if (event instanceof SessionEvent.SendersNotFollowed not) {
            not.sourceIds().forEach(this::leave);
        } else if (event instanceof SessionEvent.StreamEnded ended) {
            return onStreamEnded(ended.sourceId());
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            onGone(failed.memberId());
        } else if (event instanceof SessionEvent.MemberLeft left) {
            onGone(left.memberId());
        } else if (event instanceof SessionEvent.MemberJoined joined) {
            return onJoined(joined.memberId());
        }
        return null;
    }

    /** What is missing from this source now, or null. */
    @Nullable
    String missing(long sourceId, SentLog log) {
        Ledger ledger = ledger(sourceId, log);
        if (log.isAbandoned() || !ledger.isOwed() || ledger.reach() >= log.accepted()) {
            return null;
        }
        return ledger.hasStarted()
                ? "message " + ledger.reach() + " of " + sourceId + " and on (" + log.accepted()
                        + " were accepted) are neither delivered nor reported lost"
                : "nothing of " + sourceId + " was delivered since it joined";
    }

    /** What this member got of a source, as of now. */
    Ledger ledger(long sourceId, SentLog log) {
        Ledger ledger = ledgers.get(sourceId);
        if (ledger == null) {
            ledger = world.order.ledger(log, memberId, this::ledgerOrNull);
            ledgers.put(sourceId, ledger);
        }
        long sinceNanos = standing.sinceNanos(sourceId);
        if (sinceNanos != Meetings.NEVER) {
            ledger.owe(log.acceptedBy(sinceNanos));
        }
        return ledger;
    }

    private @Nullable Ledger ledgerOrNull(long sourceId) {
        SentLog log = world.sentLogs.get(sourceId);
        return log == null ? null : ledger(sourceId, log);
    }

    /** What comes in causal order before a message that this member sends now, under that number. */
    CausalPast pastOf(long number) {
        CausalPast now = past.copy();
        now.add(memberId, number);
        return now;
    }

    long reportedLost() {
        return reportedLost;
    }

    private @Nullable String onJoined(long id) {
        if (!world.sentLogs.containsKey(id)) {
            if (!world.forged) {
                return id + " joined, which never was a member";
            }
            strangers.add(id);
        }
        return null;
    }

    private @Nullable String onLost(SessionEvent.MessagesLost lost) {
        SentLog log = world.sentLogs.get(lost.sourceId());
        if (log == null && strangers.contains(lost.sourceId())) {
            // It may say of its own stream what it likes.
            return null;
        }
        if (log == null || lost.limitMessage() > log.known()) {
            return "messages were reported lost that never were sent: " + lost;
        }
        reportedLost += lost.limitMessage() - lost.firstMessage();
        return ledger(lost.sourceId(), log).lost(lost.firstMessage(), lost.limitMessage());
    }

    private @Nullable String onStreamEnded(long sourceId) {
        SentLog log = world.sentLogs.get(sourceId);
        String missing = log == null || !delivers ? null : missing(sourceId, log);
        return missing == null ? null : "the stream was said to have ended, but " + missing;
    }

    private void leave(long sourceId) {
        standing.leave(sourceId, world.now());
        SentLog log = world.sentLogs.get(sourceId);
        if (log != null) {
            ledger(sourceId, log).excuse();
        }
    }

    /** A member that is gone before anything of it came owes nothing until it is back. */
    private void onGone(long sourceId) {
        Ledger ledger = ledgers.get(sourceId);
        if (ledger != null && !ledger.hasStarted()) {
            ledger.excuse();
        }
    }

    private void leaveAll() {
        standing.leaveAll(world.now());
        ledgers.values().forEach(Ledger::excuse);
    }
}
