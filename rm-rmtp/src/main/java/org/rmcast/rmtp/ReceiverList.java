package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Who is to get a data set.
 *
 * <p>Paper: Shiroshita et al., section 3.2.1: membership is decided before, and constant until the end.
 *
 * @param addresses where the expected receivers are; empty if that is not known
 * @param expected how many there are; 0 if that is not known
 * @param open whether others are taken as well, until the first round has ended
 */
public record ReceiverList(List<InetSocketAddress> addresses, int expected, boolean open) {
    public ReceiverList {
        addresses = List.copyOf(addresses);
        if (expected < addresses.size()) {
            throw new IllegalArgumentException("expected must be at least " + addresses.size() + ", was " + expected);
        }
    }

    /** Those at these addresses, and nobody else. */
    public static ReceiverList of(List<InetSocketAddress> addresses) {
        return new ReceiverList(addresses, addresses.size(), false);
    }

    /** The first so many that answer. */
    public static ReceiverList count(int expected) {
        return new ReceiverList(List.of(), expected, false);
    }

    /** Whoever answers until the first round has ended. */
    public static ReceiverList anyone() {
        return new ReceiverList(List.of(), 0, true);
    }

    /** Whether a receiver may take part that is not there yet. */
    boolean admits(InetSocketAddress address, int connected, boolean connecting) {
        if (!addresses.isEmpty()) {
            return addresses.contains(address) || open;
        }
        return open || (connecting && connected < expected);
    }
}
