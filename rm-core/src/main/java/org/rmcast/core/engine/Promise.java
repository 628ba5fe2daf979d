package org.rmcast.core.engine;

import java.util.Objects;
import org.rmcast.api.Recipients;

/**
 * What a protocol promises its applications. Sessions refuse what is not promised before it reaches the engine; the
 * simulator's judge holds the engine to it.
 *
 * <p>In common to all: a message is delivered at most once to each receiver, whole and as it was sent; what a receiver does
 * not get although the protocol should have brought it is reported.
 *
 * @param order in which order the messages of a sender, or of all, are delivered
 * @param completeness which messages a receiver gets
 * @param flush whose confirmation a flush and a close wait for
 * @param destinations to whom a message may be sent
 * @param receipts whether each message's sender is told, once and truly, who has it and who has not, see {@link Actions#confirmed}
 */
public record Promise(
        Order order, Completeness completeness, Flush flush, Destinations destinations, boolean receipts) {
    /** In which order messages are delivered. */
    public enum Order {
        /** Each sender's messages in the order in which it sent them; nothing across senders. */
        FIFO,
        /** A message after all that its sender had sent or delivered before it. */
        CAUSAL,
        /** As they come. */
        NONE
    }

    /** Which messages a receiver gets. */
    public enum Completeness {
        /** All from where it joined, until it is told that it is out of the group. */
        ALL,
        /** All but few, of a number that the protocol's model gives for the network's loss; each lost one is reported. */
        PROBABLE,
        /** All that somebody still holds when it is asked for; the others are reported. */
        WHILE_HELD
    }

    /** Whose confirmation a flush waits for. */
    public enum Flush {
        /** That of every receiver that joined and was not reported gone; whoever lacks something is named. */
        EVERY_RECEIVER,
        /** That of the receivers which this member knows; whoever lacks something is named. */
        KNOWN_RECEIVERS,
        /** Nobody's: it says that all was sent. */
        NOBODY
    }

    /** To whom a message may be sent. */
    public enum Destinations {
        /** To all receivers. */
        GROUP,
        /** To all receivers or to some of them, see {@link Recipients}. */
        SUBSET
    }

    public Promise {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(completeness, "completeness");
        Objects.requireNonNull(flush, "flush");
        Objects.requireNonNull(destinations, "destinations");
    }

    /** A promise without receipts. */
    public Promise(Order order, Completeness completeness, Flush flush, Destinations destinations) {
        this(order, completeness, flush, destinations, false);
    }
}
