package org.rmcast.tram;

import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.Data;

/** What the sender of a stream last said of itself and of the stream, from the first packet on; dropped with the stream. */
final class SenderNews {
    private int rate;
    private long messages;
    private boolean done;
    private long forgetBefore;

    void onData(Data data) {
        if (!data.retransmission() && !data.timed()) {
            // A repair says what the rate was when it was first sent.
            rate = data.rateBytesPerSecond();
        }
    }

    void onBeacon(Beacon beacon) {
        rate = beacon.rateBytesPerSecond();
        messages = Math.max(messages, beacon.messages());
        done |= beacon.done();
    }

    /** The sender holds nothing below a sequence; returns whether that is new. */
    boolean onForgotten(long sequence) {
        boolean news = sequence > forgetBefore;
        forgetBefore = Math.max(forgetBefore, sequence);
        return news;
    }

    /** The sender's rate in bytes/s. */
    int rate() {
        return rate;
    }

    /** How many messages are known to have been sent. */
    long messages() {
        return messages;
    }

    /** Whether the stream has ended. */
    boolean isDone() {
        return done;
    }

    /** The sender holds nothing below. */
    long forgetBefore() {
        return forgetBefore;
    }
}
