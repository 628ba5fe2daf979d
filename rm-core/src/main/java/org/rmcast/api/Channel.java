package org.rmcast.api;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.Wire;

/**
 * What the members of a group agree on before they meet. Immutable.
 *
 * @param name the channel's name, 1 to 128 characters; part of its identity on the wire
 * @param group the multicast address, IPv4 or IPv6
 * @param port the UDP port, 1 to 65535
 * @param networkInterface where to send and listen: an interface's name, an address of it, or a network in CIDR form
 *     ({@code 10.1.0.0/16}); the loopback interface unless named
 * @param ttl hops that a datagram may travel, 0 to 255; 0 stays on this machine
 * @param maxDatagramBytes the largest datagram, 256 to 65,507 bytes; raising it costs less per message, above 1,400 tunnels
 *     and IPv6 fragment it
 * @param protocol the protocol's name, such as {@code tram}
 * @param parameters the protocol's parameters
 */
public record Channel(
        String name,
        InetAddress group,
        int port,
        String networkInterface,
        int ttl,
        int maxDatagramBytes,
        String protocol,
        Parameters parameters) {
    /** The interface that is used unless one is named: nothing leaves the machine by mistake. */
    public static final String LOOPBACK = "loopback";

    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern ADDRESS =
            Pattern.compile(OCTET + "(\\." + OCTET + "){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%[\\w.-]+)?");

    public Channel {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(networkInterface, "networkInterface");
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(parameters, "parameters");
        checkName(name);
        checkGroup(group);
        checkPort(port);
        checkInterface(networkInterface);
        checkTtl(ttl);
        checkMaxDatagramBytes(maxDatagramBytes);
        checkProtocol(protocol);
    }

    /** Starts a channel of this name. */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** A builder that starts from this channel. */
    public Builder toBuilder() {
        Builder builder = new Builder(name);
        builder.group = group;
        builder.port = port;
        builder.networkInterface = networkInterface;
        builder.ttl = ttl;
        builder.maxDatagramBytes = maxDatagramBytes;
        builder.protocol = protocol;
        builder.parameters = parameters;
        return builder;
    }

    /** The group's address and port. */
    public InetSocketAddress groupAddress() {
        return new InetSocketAddress(group, port);
    }

    /**
     * The channel's identity on the wire: the first 8 bytes of SHA-256 over name, group (its bytes in hex), port and protocol, each on a
     * line of its own in UTF-8.
     */
    public long sessionId() {
        // The address alone: a scope such as %eth0 is named differently on every machine.
        String address = HexFormat.of().formatHex(group.getAddress());
        String identity = name + '\n' + address + '\n' + port + '\n' + protocol + '\n';
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            long id = 0;
            for (int i = 0; i < 8; i++) {
                id = id << 8 | (digest[i] & 0xff);
            }
            return id;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static String checkName(String name) {
        if (name.isBlank() || name.length() > 128) {
            throw new IllegalArgumentException("channel name must be 1 to 128 characters, was \"" + name + "\"");
        }
        return name;
    }

    static InetAddress checkGroup(InetAddress group) {
        if (!group.isMulticastAddress()) {
            throw new IllegalArgumentException("channel group " + group.getHostAddress()
                    + " is not a multicast address; use 224.0.0.0 to 239.255.255.255 or ff00::/8");
        }
        return group;
    }

    static int checkPort(long port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("channel port must be 1 to 65535, was " + port);
        }
        return (int) port;
    }

    static String checkInterface(String networkInterface) {
        if (networkInterface.isBlank()) {
            throw new IllegalArgumentException("channel interface must be a name, an address or a network, was empty");
        }
        return networkInterface;
    }

    static int checkTtl(long ttl) {
        if (ttl < 0 || ttl > 255) {
            throw new IllegalArgumentException("channel ttl must be 0 to 255, was " + ttl);
        }
        return (int) ttl;
    }

    static int checkMaxDatagramBytes(long bytes) {
        if (bytes < Wire.MIN_DATAGRAM_BYTES || bytes > Wire.MAX_DATAGRAM_BYTES) {
            throw new IllegalArgumentException("channel maxDatagramBytes must be " + Wire.MIN_DATAGRAM_BYTES + " to "
                    + Wire.MAX_DATAGRAM_BYTES + ", was " + bytes);
        }
        return (int) bytes;
    }

    static String checkProtocol(String protocol) {
        if (protocol.isBlank()) {
            throw new IllegalArgumentException("channel protocol must be named, for example tram");
        }
        return protocol;
    }

    /** A literal address; never asks a name server. */
    static InetAddress address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            throw new IllegalArgumentException("channel group \"" + text + "\" is not an IP address");
        }
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("channel group \"" + text + "\" is not an IP address", e);
        }
    }

    /** Collects a channel's fields; {@link #build()} checks them. */
    public static final class Builder {
        private String name;
        private @Nullable InetAddress group;
        private int port;
        private String networkInterface = LOOPBACK;
        private @Nullable Integer ttl;
        private int maxDatagramBytes = Wire.DEFAULT_DATAGRAM_BYTES;
        private String protocol = "tram";
        private Parameters parameters = Parameters.none();

        private Builder(String name) {
            this.name = name;
        }

        /** Another name than the builder was started with. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** The group as a literal address; names are refused so that nothing is asked of a name server. */
        public Builder group(String address) {
            return group(Channel.address(address));
        }

        /** The group's address. */
        public Builder group(InetAddress address) {
            this.group = address;
            return this;
        }

        /** The UDP port, 1 to 65535. */
        public Builder port(int port) {
            this.port = port;
            return this;
        }

        /** An interface's name, address, or network in CIDR form; {@link Channel#LOOPBACK} by default. */
        public Builder networkInterface(String nameAddressOrCidr) {
            this.networkInterface = nameAddressOrCidr;
            return this;
        }

        /** 0 to 255; by default 0 on the loopback interface and 1 elsewhere. */
        public Builder ttl(int ttl) {
            this.ttl = ttl;
            return this;
        }

        /** The largest datagram, 256 to 65,507 bytes; 1,400 by default, the same at all members. */
        public Builder maxDatagramBytes(int bytes) {
            this.maxDatagramBytes = bytes;
            return this;
        }

        /** The protocol's name; {@code tram} by default. */
        public Builder protocol(String name) {
            this.protocol = name;
            return this;
        }

        /** The protocol's parameters, in place of all given before. */
        public Builder parameters(Parameters parameters) {
            this.parameters = parameters;
            return this;
        }

        /** Adds one parameter of the protocol. */
        public Builder parameter(String name, Object value) {
            this.parameters = parameters.with(name, value);
            return this;
        }

        /**
         * Makes the channel.
         *
         * @throws IllegalArgumentException naming the field, its value and the allowed range
         */
        public Channel build() {
            InetAddress address = group;
            if (address == null) {
                throw new IllegalArgumentException("channel group is missing; give a multicast address");
            }
            int hops = ttl != null ? ttl : networkInterface.equals(LOOPBACK) ? 0 : 1;
            return new Channel(name, address, port, networkInterface, hops, maxDatagramBytes, protocol, parameters);
        }
    }
}
