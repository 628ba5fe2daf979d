package org.rmcast.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.event.SessionEvent;

/**
 * The application of one incarnation as it receives: a bounded queue, emptied at its own speed, and the check of
 * everything that it is given against what was sent. Methods that check return what is wrong, or null.
 */
final class ReceivingApplication {
    private static final int MAX_EVENTS = 10_000;
    private static final long NEVER = -1;

    private final World world;
    private final long memberId;
    private final int capacity;
    private final boolean manySenders;
    private final Map<Long, SourceLedger> ledgers = new LinkedHashMap<>();

    /** When this member last learned that another one is there; looked up, never iterated. */
    private final Map<Long, Long> metNanos = new HashMap<>();

    private final List<SessionEvent> events = new ArrayList<>();
    private byte[] scratch = new byte[2048];
    private int queued;
    private boolean roomAwaited;
    private long delivered;
    private long deliveredBytes;
    private long reportedLost;
    private long joinedNanos = NEVER;
    private boolean excused;
    private boolean toldOfEnd;

    /** @param manySenders whether the end of one sender's stream leaves others */
    ReceivingApplication(World world, long memberId, int capacity, boolean manySenders) {
        this.world = world;
        this.memberId = memberId;
        this.capacity = capacity;
        this.manySenders = manySenders;
    }

    /** The engine asks for room; if there is none it is to be told later. */
    boolean askRoom() {
        boolean room = queued < capacity;
        roomAwaited |= !room;
        return room;
    }

    /** Takes up to {@code messages} from the queue; whether the engine waits for the room so made. */
    boolean take(int messages) {
        queued -= Math.min(queued, messages);
        if (roomAwaited && queued < capacity) {
            roomAwaited = false;
            return true;
        }
        return false;
    }

    int queued() {
        return queued;
    }

    @Nullable
    String deliver(ReceivedMessage message, int node) {
        if (queued >= capacity) {
            return "message " + message.sequence() + " was delivered without room for it";
        }
        queued++;
        delivered++;
        ByteBuffer payload = message.payload();
        int length = payload.remaining();
        deliveredBytes += length;
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, scratch.length * 2)];
        }
        payload.get(scratch, 0, length);
        int hash = Payloads.hash(scratch, length);
        world.record(node, TraceLog.Kind.DELIVER, message.sourceId(), message.sequence());
        SentLog log = world.sentLogs.get(message.sourceId());
        if (log == null) {
            return "a message was delivered from " + message.sourceId() + ", which never was a member";
        }
        if (!log.matches(message.sequence(), hash, length)) {
            return "message " + message.sequence() + " of " + message.sourceId() + " (" + length
                    + " bytes) was not sent like that; " + log.accepted() + " messages were accepted";
        }
        String wrong = ledger(message.sourceId()).delivered(message.sequence());
        return wrong == null ? null : wrong + " (source " + message.sourceId() + ")";
    }

    @Nullable
    String report(SessionEvent event) {
        if (events.size() < MAX_EVENTS) {
            events.add(event);
        }
        if (event instanceof SessionEvent.MessagesLost lost) {
            return onLost(lost);
        } else if (event instanceof SessionEvent.MemberJoined joined) {
            onJoined(joined.memberId());
        } else if (event instanceof SessionEvent.MemberPruned pruned && pruned.memberId() == memberId) {
            toldOfEnd = true;
            excuseAll();
        } else if (event instanceof SessionEvent.SessionFailed) {
            toldOfEnd = true;
            excuseAll();
        } else if (event instanceof SessionEvent.SenderLost gone) {
            toldOfEnd |= !manySenders;
            ledger(gone.sourceId()).excuse();
        } else if (event instanceof SessionEvent.StreamEnded ended) {
            toldOfEnd |= !manySenders;
            return onStreamEnded(ended);
        }
        return null;
    }

    private void onJoined(long joined) {
        if (joined != memberId) {
            metNanos.put(joined, world.now());
        } else if (joinedNanos == NEVER) {
            joinedNanos = world.now();
        }
    }

    /** Whether an event said that there is nothing more to come: only then may an engine end by itself. */
    boolean wasToldOfEnd() {
        return toldOfEnd;
    }

    /**
     * At the end of a run: what is missing from this source, or null. What a source sent before this member joined, or among
     * many senders before this member learned of that one, is not.
     */
    @Nullable
    String missing(long sourceId, SentLog log) {
        SourceLedger ledger = ledgers.get(sourceId);
        if (excused || log.isAbandoned() || (ledger != null && ledger.isExcused())) {
            return null;
        }
        if (ledger == null || !ledger.hasStarted()) {
            long sinceNanos = manySenders ? Math.max(joinedNanos, metNanos.getOrDefault(sourceId, NEVER)) : joinedNanos;
            boolean due = joinedNanos != NEVER && log.accepted() > 0 && log.lastAcceptedNanos() > sinceNanos;
            boolean reported = ledger != null && ledger.reach() >= log.accepted();
            return due && !reported ? "nothing of " + sourceId + " was delivered since it joined" : null;
        }
        return ledger.reach() < log.accepted()
                ? "message " + ledger.reach() + " of " + sourceId + " and on (" + log.accepted()
                        + " were accepted) are neither delivered nor reported lost"
                : null;
    }

    long delivered() {
        return delivered;
    }

    long deliveredBytes() {
        return deliveredBytes;
    }

    long reportedLost() {
        return reportedLost;
    }

    List<SessionEvent> events() {
        return events;
    }

    private @Nullable String onLost(SessionEvent.MessagesLost lost) {
        SentLog log = world.sentLogs.get(lost.sourceId());
        if (log == null || lost.limitMessage() > log.known()) {
            return "messages were reported lost that never were sent: " + lost;
        }
        reportedLost += lost.limitMessage() - lost.firstMessage();
        return ledger(lost.sourceId()).lost(lost.firstMessage(), lost.limitMessage());
    }

    private @Nullable String onStreamEnded(SessionEvent.StreamEnded ended) {
        SentLog log = world.sentLogs.get(ended.sourceId());
        SourceLedger ledger = ledgers.get(ended.sourceId());
        if (log == null || ledger == null || !ledger.hasStarted() || ledger.isExcused() || excused) {
            return null;
        }
        return ledger.reach() < log.accepted()
                ? "the stream was said to have ended, but message " + ledger.reach() + " of " + log.accepted()
                        + " was neither delivered nor reported lost"
                : null;
    }

    private void excuseAll() {
        excused = true;
        ledgers.values().forEach(SourceLedger::excuse);
    }

    private SourceLedger ledger(long sourceId) {
        SourceLedger ledger = ledgers.get(sourceId);
        if (ledger == null) {
            ledger = new SourceLedger();
            if (excused) {
                ledger.excuse();
            }
            ledgers.put(sourceId, ledger);
        }
        return ledger;
    }
}
