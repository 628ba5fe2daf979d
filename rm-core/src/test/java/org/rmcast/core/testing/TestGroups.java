package org.rmcast.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** Group addresses and ports that no other test uses. */
public final class TestGroups {
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() & 0x3fff));

    private TestGroups() {}

    /** A fresh IPv4 group of the organisation-local scope. */
    public static String address() {
        int number = NEXT.incrementAndGet();
        return "239.192." + (number >> 8 & 0xff) + "." + (number & 0xff);
    }

    /** A UDP port that is free now. */
    public static int freePort() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A fresh group with a free port. */
    public static InetSocketAddress fresh() {
        return new InetSocketAddress(address(), freePort());
    }
}
