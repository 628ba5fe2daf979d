package org.rmcast.wan;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.Receipt;

/** An own message whose destinations have not all confirmed it. Not thread safe. */
final class Wanted {
    final long message;
    /** The number of its last piece. */
    final long number;

    final long acceptedNanos;
    /** Where it was sent again to, by slots. */
    long repaired;

    /** Where others pass it on to, by slots. */
    private final long relayed;

    private int open;
    private final List<Receipt.Arrival> arrivals = new ArrayList<>();
    private final List<Receipt.Missing> missing = new ArrayList<>();

    Wanted(long message, long number, long acceptedNanos, int destinations, long relayed) {
        this.message = message;
        this.number = number;
        this.acceptedNanos = acceptedNanos;
        this.open = destinations;
        this.relayed = relayed;
    }

    /** How it came to a member. */
    Receipt.Way way(Peer peer) {
        if ((repaired & peer.bit()) != 0) {
            return Receipt.Way.REPAIRED;
        }
        return (relayed & peer.bit()) != 0 ? Receipt.Way.RELAYED : Receipt.Way.DIRECT;
    }

    void arrived(Receipt.Arrival arrival) {
        arrivals.add(arrival);
        open--;
    }

    void lacks(Receipt.Missing member) {
        missing.add(member);
        open--;
    }

    /** One that never was to be waited for. */
    void lacksBesides(Receipt.Missing member) {
        missing.add(member);
    }

    boolean isSettled() {
        return open == 0;
    }

    Receipt receipt() {
        return new Receipt(message, arrivals, missing);
    }
}
