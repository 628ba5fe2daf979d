package org.rmcast.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.framing.HeaderBlock;

/**
 * The application of one incarnation as it receives: a bounded queue, emptied at its own speed, and what it is told. Methods
 * that check return what is wrong, or null.
 */
final class ReceivingApplication {
    private static final int MAX_EVENTS = 10_000;

    private final World world;
    private final long memberId;
    private final int capacity;

    /** Whether the end of one sender's stream leaves others. */
    private final boolean manySenders;

    private final ReceivedStreams streams;
    private final List<SessionEvent> events = new ArrayList<>();
    private byte[] scratch = new byte[2048];
    private final @Nullable ReplicaHost replica;
    private int queued;
    private boolean roomAwaited;
    private long delivered;
    private long deliveredBytes;
    private boolean toldOfEnd;

    ReceivingApplication(World world, long memberId, int capacity, Role role, @Nullable ReplicaHost replica) {
        this.world = world;
        this.memberId = memberId;
        this.capacity = capacity;
        this.replica = replica;
        this.manySenders = role == Role.PEER;
        this.streams = new ReceivedStreams(world, memberId, role.receives());
    }

    /** The engine asks for room; if there is none it is to be told later. */
    boolean askRoom() {
        boolean room = hasRoom();
        roomAwaited |= !room;
        return room;
    }

    /** Takes up to {@code messages} from the queue; whether the engine waits for the room so made. */
    boolean take(int messages) {
        queued -= replica == null ? Math.min(queued, messages) : replica.take(messages);
        if (roomAwaited && queued < capacity) {
            roomAwaited = false;
            return true;
        }
        return replica != null && replica.madeRoom();
    }

    /** Whether nothing waits for the application. */
    boolean isIdle() {
        return queued == 0 && (replica == null || replica.isEmpty());
    }

    /** The application as one with a state, null if it has none. */
    @Nullable
    ReplicaHost replica() {
        return replica;
    }

    @Nullable
    String deliver(ReceivedMessage message, int node) {
        if (queued >= capacity) {
            return "message " + message.sequence() + " was delivered without room for it";
        }
        queued++;
        if (replica != null) {
            replica.add(message);
        }
        delivered++;
        ByteBuffer content = message.headers().isEmpty()
                ? message.payload()
                : ByteBuffer.wrap(HeaderBlock.join(message.headers(), message.payload()));
        int length = content.remaining();
        deliveredBytes += length;
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, scratch.length * 2)];
        }
        content.get(scratch, 0, length);
        int hash = Payloads.hash(scratch, length);
        world.record(node, TraceLog.Kind.DELIVER, message.sourceId(), message.sequence());
        return streams.delivered(message.sourceId(), message.sequence(), hash, length);
    }

    @Nullable
    String report(SessionEvent event) {
        if (replica != null && event instanceof SessionEvent.MessagesLost) {
            replica.add(event);
        }
        if (events.size() < MAX_EVENTS) {
            events.add(event);
        }
        if (event instanceof SessionEvent.MemberPruned pruned) {
            toldOfEnd |= pruned.memberId() == memberId;
        } else if (event instanceof SessionEvent.SessionFailed) {
            toldOfEnd = true;
        } else if (event instanceof SessionEvent.SenderLost || event instanceof SessionEvent.StreamEnded) {
            toldOfEnd |= !manySenders;
        }
        return streams.onEvent(event);
    }

    /** Whether an event said that there is nothing more to come: only then may an engine end by itself. */
    boolean wasToldOfEnd() {
        return toldOfEnd;
    }

    /** What it got of each source, message by message. */
    ReceivedStreams streams() {
        return streams;
    }

    /** Whether the application takes one more message. */
    boolean hasRoom() {
        return queued < capacity;
    }

    long delivered() {
        return delivered;
    }

    long deliveredBytes() {
        return deliveredBytes;
    }

    long reportedLost() {
        return streams.reportedLost();
    }

    List<SessionEvent> events() {
        return events;
    }
}
