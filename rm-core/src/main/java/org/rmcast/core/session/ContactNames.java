package org.rmcast.core.session;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rmcast.api.Channel;
import org.rmcast.core.text.MemberText;

/**
 * The contacts of a channel, looked up: protocols know addresses only, and names are where others can be found in clusters (a headless
 * service of Kubernetes has an address for each of its pods).
 */
final class ContactNames {
    private static final String PARAMETER = "contacts";
    /** A name and a port. An IPv4 address ends with a number, which no name does; an IPv6 address has brackets. */
    private static final Pattern NAME =
            Pattern.compile("((?:[A-Za-z0-9_-]+\\.)*[A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9])?\\.?):(\\d{1,5})");

    private ContactNames() {}

    /**
     * The channel with addresses in place of names: all that a name has of the group's kind. What is not a name stays.
     *
     * @throws IllegalArgumentException if a name has no such address, naming it
     */
    static Channel resolved(Channel channel) {
        Object contacts = channel.parameters().asMap().get(PARAMETER);
        if (!(contacts instanceof String text) || text.isBlank()) {
            return channel;
        }
        boolean inet4 = channel.group() instanceof Inet4Address;
        List<String> entries = new ArrayList<>();
        for (String entry : text.split(",", -1)) {
            Matcher name = NAME.matcher(entry.trim());
            if (name.matches()) {
                addresses(name.group(1), inet4)
                        .forEach(address -> entries.add(MemberText.host(address) + ':' + name.group(2)));
            } else {
                entries.add(entry);
            }
        }
        return channel.toBuilder()
                .parameter(PARAMETER, String.join(",", entries))
                .build();
    }

    private static List<InetAddress> addresses(String name, boolean inet4) {
        String kind = inet4 ? "IPv4" : "IPv6";
        try {
            List<InetAddress> found = new ArrayList<>(List.of(InetAddress.getAllByName(name)));
            found.removeIf(address -> address instanceof Inet4Address != inet4);
            if (found.isEmpty()) {
                throw new IllegalArgumentException("parameter 'contacts' names " + name + ", which has no " + kind
                        + " address; the channel's group is of that kind");
            }
            return found;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "parameter 'contacts' names " + name + ", which is not known here: check the name, or give an "
                            + kind + " address",
                    e);
        }
    }
}
