package org.rmcast.core.membership;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a list of addresses such as {@code "10.0.0.1:4000,[fe80::1]:4000"}: literal ones only, names are not looked up. */
final class ContactList {
    private static final int MOST = 64;
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%\\w+)?]");

    private ContactList() {}

    /**
     * The addresses in their order.
     *
     * @throws IllegalArgumentException naming the parameter and the entry that is wrong
     */
    static List<InetSocketAddress> parse(String text) {
        List<InetSocketAddress> contacts = new ArrayList<>();
        if (text.isBlank()) {
            return contacts;
        }
        for (String entry : text.split(",", -1)) {
            contacts.add(contact(entry.trim()));
        }
        if (contacts.size() > MOST) {
            throw new IllegalArgumentException(
                    "parameter 'contacts' has " + contacts.size() + " addresses; it may have " + MOST);
        }
        return List.copyOf(contacts);
    }

    private static InetSocketAddress contact(String entry) {
        int colon = entry.lastIndexOf(':');
        String host = colon < 0 ? "" : entry.substring(0, colon);
        if (!IPV4.matcher(host).matches() && !IPV6.matcher(host).matches()) {
            throw wrong(entry, null);
        }
        try {
            int port = Integer.parseInt(entry.substring(colon + 1));
            InetAddress address = InetAddress.getByName(host);
            if (port < 1 || port > 65_535 || address.isAnyLocalAddress() || address.isMulticastAddress()) {
                throw wrong(entry, null);
            }
            return new InetSocketAddress(address, port);
        } catch (UnknownHostException | NumberFormatException e) {
            throw wrong(entry, e);
        }
    }

    private static IllegalArgumentException wrong(String entry, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "parameter 'contacts' has \"" + entry + "\"; it must be a list of a member's IP address and port each,"
                        + " such as \"10.0.0.1:4000,[2001:db8::1]:4000\" (a session also takes a name and a port, and looks it up when it is opened)",
                cause);
    }
}
