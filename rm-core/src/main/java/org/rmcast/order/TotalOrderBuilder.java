package org.rmcast.order;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventListener;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.StateConsumer;
import org.rmcast.api.StateProvider;

/** The options of a {@link TotalOrder}. Made by {@link TotalOrder#over}. Not thread safe. */
public final class TotalOrderBuilder {
    private static final Duration SHORTEST_REMINDER = Duration.ofMillis(5);

    final SessionBuilder channel;
    final int voters;
    Duration remind = Duration.ofMillis(200);
    int retainBytes = 8 << 20;
    int windowBytes = 4 << 20;
    EventListener listener = event -> {};

    @Nullable
    StateProvider provider;

    @Nullable
    StateConsumer consumer;

    TotalOrderBuilder(SessionBuilder channel, int voters) {
        this.channel = Objects.requireNonNull(channel, "channel");
        if (voters < 1 || voters > 1_000) {
            throw new IllegalArgumentException("voters must be 1 to 1000, was " + voters);
        }
        this.voters = voters;
    }

    /**
     * The application's state can be taken over: by members that join when messages have been ordered already, and by those that were away
     * for longer than messages are retained. Without it the former are given what the others still retain only if that is all, and nothing
     * else; the latter wait.
     *
     * @param provider writes the state, on the thread of the order, at most 15 MiB
     * @param consumer replaces the own state by what it reads; called on the thread of the order, with the whole at hand
     */
    public TotalOrderBuilder state(StateProvider provider, StateConsumer consumer) {
        this.provider = Objects.requireNonNull(provider, "provider");
        this.consumer = Objects.requireNonNull(consumer, "consumer");
        return this;
    }

    /** Who takes the events of the session; without it they are dropped. */
    public TotalOrderBuilder onEvent(EventListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** How often what was not answered is said again; 200 ms by default, at least 5 ms. Five times that passes before a silent sequencer is replaced. */
    public TotalOrderBuilder remindEvery(Duration period) {
        if (period.compareTo(SHORTEST_REMINDER) < 0) {
            throw new IllegalArgumentException("remindEvery must be at least 5 ms, was " + period);
        }
        this.remind = period;
        return this;
    }

    /**
     * How much of what was delivered is kept for members that were away; 8 MiB by default.
     *
     * @param bytes 0 or more
     */
    public TotalOrderBuilder retainBytes(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("retainBytes must not be negative, was " + bytes);
        }
        this.retainBytes = bytes;
        return this;
    }

    /**
     * How much may be sent and not acknowledged before {@link TotalOrder#send} waits; 4 MiB by default.
     *
     * @param bytes at least 1
     */
    public TotalOrderBuilder windowBytes(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("windowBytes must be at least 1, was " + bytes);
        }
        this.windowBytes = bytes;
        return this;
    }

    /**
     * Opens the session, as a peer.
     *
     * @param messages takes all messages in their order, own ones too
     * @throws IOException as {@link SessionBuilder#open}
     */
    public TotalOrder open(OrderedListener messages) throws IOException {
        return new TotalOrder(this, Objects.requireNonNull(messages, "messages"));
    }
}
