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

    private static final String TRUNK = "t0";
    /** Less than two packets of Ethernet: what the bucket lets pass at once. */
    private static final int BURST_BYTES = 3_000;

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
                address add %2$s/24 brd + dev %1$s
                route add 224.0.0.0/4 dev %1$s
                """.formatted(INTERFACE, address(member));
    }

    /** In the namespace of one bridge: what leads to that of process {@code pid}, which is told {@link #trunk} too. */
    static String trunkTo(long pid) {
        return "link add %1$s type veth peer name %1$s netns %2$d\n%3$s".formatted(TRUNK, pid, trunk());
    }

    /** In a bridge's namespace: its end of the way to the other bridge. */
    static String trunk() {
        return "link set %s addrgenmode none master br0 up\n".formatted(TRUNK);
    }

    /**
     * In the namespace of a bridge: a token bucket towards the other one.
     *
     * @param queueBytes what waits before it, with all headers; the rest is dropped
     */
    static List<String> bottleneck(long bitsPerSecond, long queueBytes) {
        String rate = bitsPerSecond + "bit";
        String limit = Long.toString(queueBytes + BURST_BYTES);
        return List.of(
                "tc",
                "qdisc",
                "replace",
                "dev",
                TRUNK,
                "root",
                "tbf",
                "rate",
                rate,
                "burst",
                Integer.toString(BURST_BYTES),
                "limit",
                limit);
    }

    /** What a bottleneck has passed and dropped, as JSON. */
    static List<String> passage() {
        return List.of("tc", "-s", "-j", "qdisc", "show", "dev", TRUNK);
    }

    /** In a member's namespace: what comes waits in a queue of user space. */
    static List<String> delayed() {
        return List.of("iptables", "-A", "INPUT", "-i", INTERFACE, "-j", "NFQUEUE", "--queue-num", "0");
    }

    /** In a member's namespace: the program that lets it go so much later. */
    static List<String> delay(String program, double millis) {
        return List.of(program, "0", "delay=" + millis, "limit=60000");
    }

    /** The address of a member. */
    static String address(int member) {
        return "10.77.0." + (member + 1);
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
        return lossOf("ip protocol udp ", share);
    }

    /** The same for packets of any kind. */
    static String lossOfAll(double share) {
        return lossOf("", share);
    }

    private static String lossOf(String which, double share) {
        long dropped = Math.round(share * PARTS);
        if (dropped == 0) {
            return "flush ruleset\n";
        }
        return String.format(Locale.ROOT, """
                flush ruleset
                table ip wire {
                  chain arriving {
                    type filter hook prerouting priority -450;
                    %snumgen random mod %d < %d drop
                  }
                }
                """, which, PARTS, dropped);
    }
}
