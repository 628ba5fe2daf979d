package org.rmcast.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a {@link SessionBuilder} was told. */
final class OptionValues implements Cloneable {
    Channel channel;
    Role role = Role.RECEIVER;

    @Nullable
    MessageListener messageListener;

    @Nullable
    EventListener eventListener;

    TestConditions testing = TestConditions.none();
    TransportKind transport = TransportKind.AUTO;

    @Nullable
    MulticastRuntime runtime;

    @Nullable
    Long memberId;

    @Nullable
    String memberName;

    int memberPort;
    int sendQueueMessages = SessionOptions.DEFAULT_SEND_MESSAGES;
    int sendQueueBytes = SessionOptions.DEFAULT_SEND_BYTES;
    int deliveryQueueMessages = SessionOptions.DEFAULT_DELIVERY_MESSAGES;
    int deliveryQueueBytes = SessionOptions.DEFAULT_DELIVERY_BYTES;
    boolean deliveryQueueGiven;
    int receiveBufferBytes = SessionOptions.DEFAULT_RECEIVE_BUFFER_BYTES;
    int sendBufferBytes = SessionOptions.DEFAULT_SEND_BUFFER_BYTES;
    boolean offload = true;
    boolean deliverOwn;

    @Nullable
    StateProvider stateProvider;

    @Nullable
    StateConsumer stateConsumer;

    int stateBytes = SessionOptions.DEFAULT_STATE_BYTES;

    @Nullable
    Duration stateAtStart;

    @Nullable
    StorageOptions storage;

    @Nullable
    PruningPolicy pruning;

    OptionValues(Channel channel) {
        this.channel = channel;
    }

    OptionValues copy() {
        try {
            return (OptionValues) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
