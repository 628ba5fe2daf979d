package org.rmcast.api;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a session is opened with, see {@link SessionBuilder}: for those who implement {@link SessionFactory}. Immutable. */
public final class SessionOptions {
    static final int DEFAULT_SEND_MESSAGES = 65_536;
    static final int DEFAULT_SEND_BYTES = 2 * 1024 * 1024;
    static final int DEFAULT_DELIVERY_MESSAGES = 65_536;
    static final int DEFAULT_DELIVERY_BYTES = 32 * 1024 * 1024;
    static final int DEFAULT_RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
    static final int DEFAULT_SEND_BUFFER_BYTES = 1024 * 1024;
    static final int DEFAULT_STATE_BYTES = 16 * 1024 * 1024;

    private final OptionValues values;

    SessionOptions(OptionValues values) {
        this.values = values;
    }

    /** The channel. */
    public Channel channel() {
        return values.channel;
    }

    /** The same on another channel: one whose names a factory has looked up. */
    public SessionOptions on(Channel channel) {
        OptionValues copy = values.copy();
        copy.channel = channel;
        return new SessionOptions(copy);
    }

    /** The role of the member; a receiver unless said otherwise. */
    public Role role() {
        return values.role;
    }

    /** Who takes the messages, null if they wait for a subscriber. */
    public @Nullable MessageListener messageListener() {
        return values.messageListener;
    }

    /** Who takes the events, null if they are only logged. */
    public @Nullable EventListener eventListener() {
        return values.eventListener;
    }

    /**
     * The same with another listener of events: for those who want to see what is reported, and pass it on to the one before.
     *
     * @param listener takes the events in place of {@link #eventListener()}
     */
    public SessionOptions withEventListener(EventListener listener) {
        OptionValues changed = values.copy();
        changed.eventListener = Objects.requireNonNull(listener, "listener");
        return new SessionOptions(changed);
    }

    /** What is different for a test. */
    public TestConditions testing() {
        return values.testing;
    }

    /** Which channels to use. */
    public TransportKind transport() {
        return values.transport;
    }

    /** What the session runs on; null for threads of its own. */
    public @Nullable MulticastRuntime runtime() {
        return values.runtime;
    }

    /** The member's identity, not 0; null for a random one. */
    public @Nullable Long memberId() {
        return values.memberId;
    }

    /** What people call the member; null for the host and process id. */
    public @Nullable String memberName() {
        return values.memberName;
    }

    /** The port of the member, 0 for any. */
    public int memberPort() {
        return values.memberPort;
    }

    /** How many messages may wait to be sent. */
    public int sendQueueMessages() {
        return values.sendQueueMessages;
    }

    /** How many bytes of messages may wait to be sent. */
    public int sendQueueBytes() {
        return values.sendQueueBytes;
    }

    /** How many messages may wait for the application. */
    public int deliveryQueueMessages() {
        return values.deliveryQueueMessages;
    }

    /** How many bytes messages may keep that wait for the application. */
    public int deliveryQueueBytes() {
        return values.deliveryQueueBytes;
    }

    /** Whether the two before were given; where not, less may be taken on a small heap. */
    public boolean deliveryQueueGiven() {
        return values.deliveryQueueGiven;
    }

    /** The receive buffer to ask the system for, of each of the two sockets. */
    public int receiveBufferBytes() {
        return values.receiveBufferBytes;
    }

    /** The send buffer to ask the system for. */
    public int sendBufferBytes() {
        return values.sendBufferBytes;
    }

    /** Whether runs of datagrams pass the network stack as one. */
    public boolean offload() {
        return values.offload;
    }

    /** Whether a peer is given its own messages. */
    public boolean deliverOwn() {
        return values.deliverOwn;
    }

    /** Who writes this member's state for others, null if it has none. */
    public @Nullable StateProvider stateProvider() {
        return values.stateProvider;
    }

    /** Who reads another member's state, null if it has none. */
    public @Nullable StateConsumer stateConsumer() {
        return values.stateConsumer;
    }

    /** How long a state may be that this member gives to others. */
    public int stateBytes() {
        return values.stateBytes;
    }

    /** How long to wait for a state before the first message, null not to. */
    public @Nullable Duration stateAtStart() {
        return values.stateAtStart;
    }

    /** Where a sender keeps its packets, null for memory alone. */
    public @Nullable StorageOptions storage() {
        return values.storage;
    }

    /** Who decides besides the channel which members are excluded; null for nobody. */
    public @Nullable PruningPolicy pruning() {
        return values.pruning;
    }
}
