package org.rmcast.core.stream;

import org.jspecify.annotations.Nullable;

/**
 * How many messages have begun in the packets of a stream that came. All in the highest packet count, not the first of them alone: what one member delivers of a source that is lost
 * the others are told of by this number. The packet is looked at only when somebody asks. Not thread safe.
 */
final class BegunMessages {
    private final MessageDelivery.Layout layout;
    private long begun;
    private long highest = -1;
    private long firstMessage;
    /** The highest packet, null if it was counted. */
    private byte @Nullable [] datagram;

    BegunMessages(MessageDelivery.Layout layout) {
        this.layout = layout;
    }

    /** A packet came, in any order. */
    void onPacket(long sequence, long first, byte[] packet) {
        if (sequence > highest) {
            highest = sequence;
            firstMessage = first;
            datagram = packet;
        }
    }

    /** One more than the number of the last message of which something came. */
    long count() {
        byte[] packet = datagram;
        if (packet != null) {
            begun = Math.max(begun, MessageCount.firstBehind(firstMessage, packet, layout));
            datagram = null;
        }
        return begun;
    }
}
