package org.rmcast.core.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
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

    /** Tries with a plain socket: the route for ff00::/8 is not there on every system's loopback. */
    @SuppressWarnings("AddressSelection") // a literal
    public static boolean loopbackHasIpv6() throws IOException {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        try (MulticastSocket socket = new MulticastSocket(new InetSocketAddress("::1", 0))) {
            socket.setNetworkInterface(loopback);
            socket.send(new DatagramPacket(new byte[1], 1, new InetSocketAddress("ff15::1", freePort())));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
