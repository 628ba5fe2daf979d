package org.rmcast.core.transport;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.function.ToIntFunction;

/**
 * Looks whether the interface of a transport is still there: up, and with the address to which the member's socket is bound. The
 * system tells nobody when it is not; what is sent is then refused, and what others send is not heard. Not thread safe.
 */
final class InterfaceWatch {
    static final int GONE = -1;

    /** What has changed since the last look. */
    enum Change {
        NONE,
        LOST,
        /** It is there again, perhaps as another one of its name: the group is to be joined anew. */
        BACK
    }

    private final InetAddress address;
    private final ToIntFunction<InetAddress> indexOf;
    private int index;

    InterfaceWatch(InetAddress address) {
        this(address, InterfaceWatch::indexNow);
    }

    /** @param indexOf the index of the interface that is up and has an address, or {@link #GONE} */
    InterfaceWatch(InetAddress address, ToIntFunction<InetAddress> indexOf) {
        this.address = address;
        this.indexOf = indexOf;
        this.index = indexOf.applyAsInt(address);
    }

    Change look() {
        int before = index;
        index = indexOf.applyAsInt(address);
        if (index == before) {
            return Change.NONE;
        }
        return index == GONE ? Change.LOST : Change.BACK;
    }

    /** It is back, and could not be used: the next look finds it anew. */
    void tryAgain() {
        index = GONE;
    }

    /** The interface's index at the last look, or {@link #GONE}. */
    int index() {
        return index;
    }

    private static int indexNow(InetAddress address) {
        try {
            NetworkInterface found = NetworkInterface.getByInetAddress(address);
            return found != null && found.isUp() ? found.getIndex() : GONE;
        } catch (SocketException e) {
            return GONE;
        }
    }
}
