package org.rmcast.lab.papers.khanna2004;

/** How the paper's words about what was injected may be read: which packets are dropped, and where acknowledgements are late. */
enum FidelityReading {
    /** The last of every 50 data packets that come, repairs counted; acknowledgements on the link, any number at a time. */
    BY_COUNT("count", "drops by count, delay on the link"),
    /** The last of every 50 sequences, also most of their repairs; the receiver's thread waits before each acknowledgement. */
    BY_SEQUENCE("sequence", "drops by sequence, delay in the receiver"),
    /** The same, but repairs by multicast never come. */
    FOR_EVER("for-ever", "drops by sequence for ever, delay in the receiver");

    final String id;
    final String words;

    FidelityReading(String id, String words) {
        this.id = id;
        this.words = words;
    }

    /** So many of 50. */
    TramFault drops(int packets) {
        return switch (this) {
            case BY_COUNT -> TramFault.drop(packets);
            case BY_SEQUENCE -> TramFault.drops(packets);
            case FOR_EVER -> TramFault.dropAgain(packets, Integer.MAX_VALUE);
        };
    }

    TramFault delay(int millis) {
        return this == BY_COUNT ? TramFault.ackDelay(millis) : TramFault.ackWait(millis);
    }
}
