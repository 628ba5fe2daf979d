package org.rmcast.cli.media;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rmcast.cli.common.CommandFailure;

/** A host and port as text. */
final class UdpTarget {
    private static final Pattern FORM = Pattern.compile("(?:udp://)?(\\[[^\\]]+\\]|[^:]+):(\\d{1,5})");

    private UdpTarget() {}

    /** Reads {@code 127.0.0.1:5004}, {@code [::1]:5004} or {@code localhost:5004}, with or without {@code udp://}. */
    static InetSocketAddress parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw CommandFailure.usage("--udp " + text + ": is not HOST:PORT, such as 127.0.0.1:5004");
        }
        int port = Integer.parseInt(matcher.group(2));
        if (port < 1 || port > 65_535) {
            throw CommandFailure.usage("--udp " + text + ": the port must be 1 to 65535");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(matcher.group(1)), port);
        } catch (UnknownHostException e) {
            throw CommandFailure.usage("--udp " + text + ": unknown host " + matcher.group(1), e);
        }
    }
}
