package org.rmcast.core.stream;

import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;

/** How many messages a stream has up to some packet, for who misses the last ones and could not tell otherwise. Not thread safe. */
final class MessageCount {
    private final MessageDelivery.Layout layout;
    /** All messages below this number are in packets below the limit. */
    private long messages;

    private long limit;
    /** What was known first of packets that are not passed yet: what is learned of later ones has its turn when that is over. */
    private long nextMessages;

    private long nextLimit;
    private long saidLimit;
    private long countedLimit;

    MessageCount(MessageDelivery.Layout layout) {
        this.layout = layout;
    }

    /** Somebody who is believed has said how many messages are in the packets below this. */
    long saidLimit() {
        return saidLimit;
    }

    /** What is known of the packets below a limit, 0 if nothing is. */
    long upTo(long sequence) {
        return limit <= sequence ? messages : 0;
    }

    /** So many messages are in packets below a limit, as somebody says who is believed. */
    void learn(long said, long saidMessages) {
        saidLimit = Math.max(saidLimit, said);
        if (saidMessages > messages) {
            messages = saidMessages;
            limit = said;
            if (nextLimit == 0) {
                nextMessages = messages;
                nextLimit = limit;
            }
        }
    }

    /** Everything below a sequence came or was given up: how many messages are in that at least, 0 if there is no news of it. */
    long onPassed(long sequence) {
        if (nextLimit == 0 || sequence < nextLimit) {
            return 0;
        }
        long passed = sequence < limit ? nextMessages : messages;
        nextMessages = messages;
        nextLimit = sequence < limit ? limit : 0;
        return passed;
    }

    /** The number of the first message that begins behind a packet. */
    static long firstBehind(long firstMessage, byte[] datagram, MessageDelivery.Layout layout) {
        try {
            return MessageAssembler.firstMessageBehind(firstMessage, datagram, layout.framesOffset());
        } catch (DecodeException e) {
            throw new IllegalStateException("a packet was decoded that cannot be read", e);
        }
    }

    /** Finds it out from the last packet, if that is held. */
    void count(BufferManager cache, long highest) {
        byte[] last = cache.get(highest - 1);
        if (last == null || highest == countedLimit) {
            return;
        }
        countedLimit = highest;
        learnFrom(highest - 1, last);
    }

    /** Finds it out from a packet. */
    void learnFrom(long sequence, byte[] datagram) {
        try {
            long first = new WireReader(datagram, layout.firstMessageOffset()).readSequence("first message");
            learn(sequence + 1, MessageAssembler.nextMessage(first, datagram, layout.framesOffset()));
        } catch (DecodeException e) {
            throw new IllegalStateException("a packet was decoded that cannot be read", e);
        }
    }
}
