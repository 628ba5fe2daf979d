package org.rmcast.core.transport;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.core.wire.Wire;

/**
 * A network interface of this machine with the address that a member uses there.
 *
 * @param networkInterface where to join and to send
 * @param address the member's unicast address, of the group's family
 */
public record LocalInterface(NetworkInterface networkInterface, InetAddress address) {
    private static final int IPV4_HEADERS = 20 + 8;
    private static final int IPV6_HEADERS = 40 + 8;
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%[\\w.-]+)?");

    /**
     * Finds the interface that a channel names.
     *
     * @param wanted {@link Channel#LOOPBACK}, an interface's name, one of its addresses, or a network in CIDR form
     * @param group decides the address family
     * @throws IllegalArgumentException if there is none, naming those that there are
     */
    public static LocalInterface resolve(String wanted, InetAddress group) {
        Predicate<InetAddress> family = group instanceof Inet6Address
                ? address -> address instanceof Inet6Address
                : address -> address instanceof Inet4Address;
        NetworkInterface found = find(wanted);
        if (found == null) {
            throw new IllegalArgumentException(
                    "no network interface matches \"" + wanted + "\"; there are " + describe());
        }
        Predicate<InetAddress> named = namedAddress(wanted);
        List<InetAddress> usable = found.inetAddresses().filter(family).toList();
        InetAddress chosen = usable.stream()
                .filter(named)
                .findFirst()
                .orElseGet(() -> usable.stream()
                        .filter(address -> !address.isLinkLocalAddress())
                        .findFirst()
                        .orElse(usable.isEmpty() ? null : usable.get(0)));
        if (chosen == null) {
            throw new IllegalArgumentException("network interface " + found.getName() + " has no "
                    + (group instanceof Inet6Address ? "IPv6" : "IPv4") + " address, which group "
                    + group.getHostAddress() + " needs; there are " + describe());
        }
        return new LocalInterface(found, chosen);
    }

    /** The interface's MTU in bytes; 1,500 where the system does not say. */
    int mtu() {
        try {
            int mtu = networkInterface.getMTU();
            return mtu > 0 ? mtu : 1500;
        } catch (SocketException e) {
            return 1500;
        }
    }

    /** The longest datagram that this interface sends in one piece, in bytes: its MTU without the headers of IP and UDP. */
    public int wholeDatagramBytes() {
        int headers = address instanceof Inet6Address ? IPV6_HEADERS : IPV4_HEADERS;
        return Math.min(Wire.MAX_DATAGRAM_BYTES, mtu() - headers);
    }

    private static @Nullable NetworkInterface find(String wanted) {
        if (wanted.equals(Channel.LOOPBACK)) {
            return interfaces().stream()
                    .filter(LocalInterface::isLoopback)
                    .findFirst()
                    .orElse(null);
        }
        Predicate<InetAddress> named = namedAddress(wanted);
        return interfaces().stream()
                .filter(candidate -> candidate.getName().equals(wanted)
                        || candidate.inetAddresses().anyMatch(named))
                .findFirst()
                .orElse(null);
    }

    /** Whether an address is the one, or in the network, that a text names; never true if the text is a name. */
    private static Predicate<InetAddress> namedAddress(String wanted) {
        int slash = wanted.indexOf('/');
        String literal = slash < 0 ? wanted : wanted.substring(0, slash);
        if (!LITERAL.matcher(literal).matches()) {
            return address -> false;
        }
        try {
            byte[] network = InetAddress.getByName(literal).getAddress();
            int bits = slash < 0 ? network.length * 8 : prefixLength(wanted, slash, network.length * 8);
            return address -> samePrefix(address.getAddress(), network, bits);
        } catch (UnknownHostException e) {
            return address -> false;
        }
    }

    private static int prefixLength(String wanted, int slash, int maxBits) {
        try {
            int bits = Integer.parseInt(wanted.substring(slash + 1));
            if (bits >= 0 && bits <= maxBits) {
                return bits;
            }
        } catch (NumberFormatException e) {
            // refused below, like a number out of range
        }
        throw new IllegalArgumentException(
                "network \"" + wanted + "\" must end in a prefix length from 0 to " + maxBits);
    }

    private static boolean samePrefix(byte[] address, byte[] network, int bits) {
        if (address.length != network.length) {
            return false;
        }
        int whole = bits / 8;
        if (Arrays.mismatch(address, 0, whole, network, 0, whole) >= 0) {
            return false;
        }
        int rest = bits % 8;
        return rest == 0 || (address[whole] ^ network[whole]) >> (8 - rest) == 0;
    }

    private static List<NetworkInterface> interfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(LocalInterface::isUp)
                    .toList();
        } catch (SocketException e) {
            throw new IllegalStateException("the system does not list its network interfaces", e);
        }
    }

    private static boolean isUp(NetworkInterface networkInterface) {
        try {
            return networkInterface.isUp();
        } catch (SocketException e) {
            return false;
        }
    }

    private static boolean isLoopback(NetworkInterface networkInterface) {
        try {
            return networkInterface.isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }

    private static String describe() {
        return interfaces().stream()
                .map(networkInterface -> networkInterface.getName()
                        + networkInterface
                                .inetAddresses()
                                .map(InetAddress::getHostAddress)
                                .collect(Collectors.joining(", ", " (", ")")))
                .collect(Collectors.joining("; "));
    }
}
