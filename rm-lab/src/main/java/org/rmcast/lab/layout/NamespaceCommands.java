package org.rmcast.lab.layout;

import java.util.List;
import java.util.Locale;

/**
 * What {@code ip} and {@code nft} are told in order to lay out a group: a bridge in a namespace of its own, and from there a
 * veth pair to each member. Each line is a command of {@code ip -batch}.
 */
final class NamespaceCommands {
    /** The members' interface. */
    static final String INTERFACE = "e0";

    static final List<String> IP = List.of("ip", "-batch", "-");
    static final List<String> NFT = List.of("nft", "-f", "-");

    private static final int PARTS = 1_000_000;

    private NamespaceCommands() {}

    /** In the bridge's namespace. Every port gets every multicast, as on a plain switch. */
    static String bridge() {
        return """
                link set lo up
                link add br0 type bridge mcast_snooping 0 stp_state 0
                link set br0 addrgenmode none up
                """;
    }

    /** In the bridge's namespace: a port, its other end in the namespace of process {@code pid}. */
    static String port(int member, long pid) {
        return """
                link add p%1$d type veth peer name %2$s netns %3$d
                link set p%1$d addrgenmode none master br0 up
                """.formatted(member, INTERFACE, pid);
    }

    /**
     * In a member's namespace. Runs of datagrams are cut before they leave, as by a network card, so that the wire sees each
     * datagram, and loses each by itself.
     */
    static String member(int member) {
        return """
                link set lo up
                link set %1$s addrgenmode none gso_max_segs 1 up
                address add 10.77.0.%2$d/24 brd + dev %1$s
                route add 224.0.0.0/4 dev %1$s
                """.formatted(INTERFACE, member + 1);
    }

    /** In the sender's namespace: a token bucket. */
    static List<String> limit(long bitsPerSecond) {
        String rate = bitsPerSecond + "bit";
        return List.of(
                "tc", "qdisc", "replace", "dev", INTERFACE, "root", "tbf", "rate", rate, "burst", "16kb", "latency",
                "50ms");
    }

    /**
     * In a receiver's namespace: loses UDP packets by chance, each by itself, before fragments are put together.
     *
     * @param share of the packets, 0 to below 1, in steps of a millionth
     */
    static String loss(double share) {
        long dropped = Math.round(share * PARTS);
        if (dropped == 0) {
            return "flush ruleset\n";
        }
        return String.format(Locale.ROOT, """
                flush ruleset
                table ip wire {
                  chain arriving {
                    type filter hook prerouting priority -450;
                    ip protocol udp numgen random mod %d < %d drop
                  }
                }
                """, PARTS, dropped);
    }
}
