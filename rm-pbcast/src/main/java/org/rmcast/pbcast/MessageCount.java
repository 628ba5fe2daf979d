package org.rmcast.pbcast;

import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.pbcast.wire.PbcastPacket.Data;

/** How many messages a stream has up to some packet, for who misses the last ones and could not tell otherwise. Not thread safe. */
final class MessageCount {
    private long messages;
    private long limit;
    private long countedLimit;

    /** All messages below this number are in packets below the {@link #limit}. */
    long messages() {
        return messages;
    }

    long limit() {
        return limit;
    }

    /** What is known of the packets below a limit, 0 if nothing is. */
    long upTo(long sequence) {
        return limit <= sequence ? messages : 0;
    }

    /** So many messages are in packets below a limit, as somebody says who is believed. */
    void learn(long saidLimit, long saidMessages) {
        if (saidMessages > messages) {
            messages = saidMessages;
            limit = saidLimit;
        }
    }

    /** The number of the first message that begins behind a packet. */
    static long firstBehind(Data data) {
        try {
            return MessageAssembler.firstMessageBehind(data.firstMessage(), data.datagram(), Data.FRAMES_OFFSET);
        } catch (DecodeException e) {
            throw new IllegalStateException("a packet was decoded that can not be read", e);
        }
    }

    /** Finds it out from the last packet, if that is held. */
    void count(BufferManager cache, long highest) {
        byte[] last = cache.get(highest - 1);
        if (last == null || highest == countedLimit) {
            return;
        }
        countedLimit = highest;
        try {
            long first = new WireReader(last, Data.FIRST_MESSAGE_OFFSET).readSequence("first message");
            learn(highest, MessageAssembler.nextMessage(first, last, Data.FRAMES_OFFSET));
        } catch (DecodeException e) {
            throw new IllegalStateException("a packet was kept that can not be decoded", e);
        }
    }
}
