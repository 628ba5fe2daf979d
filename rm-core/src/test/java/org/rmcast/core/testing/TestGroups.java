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

    /** Tries with a plain socket: not every system carries IPv6 multicast on its loopback interface. */
    @SuppressWarnings("AddressSelection") // literals
    public static boolean loopbackHasIpv6() throws IOException {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        try (MulticastSocket socket = new MulticastSocket(0)) {
            InetSocketAddress group = new InetSocketAddress("ff15::1", socket.getLocalPort());
            socket.setNetworkInterface(loopback);
            socket.joinGroup(group, loopback);
            socket.setTimeToLive(0);
            socket.setSoTimeout(200);
            socket.send(new DatagramPacket(new byte[1], 1, group));
            socket.receive(new DatagramPacket(new byte[1], 1));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
