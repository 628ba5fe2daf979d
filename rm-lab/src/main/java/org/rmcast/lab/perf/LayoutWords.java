package org.rmcast.lab.perf;

import org.rmcast.lab.layout.Layout;

/** What reports say about a layout. */
public final class LayoutWords {
    private LayoutWords() {}

    /** How members are connected. */
    public static String connection(Layout layout) {
        return switch (layout) {
            case LOOPBACK -> "on the loopback interface";
            case NAMESPACES -> "in a network namespace of its own, connected by veth pairs and a bridge, MTU 1500";
        };
    }

    static String loss(Layout layout) {
        return switch (layout) {
            case LOOPBACK -> "Loss is made at each receiver, independently, by the member itself on the way in.";
            case NAMESPACES ->
                "Loss is made on the wire at each receiver, independently, by nftables: of single IP packets.";
        };
    }

    static String offload(Layout layout, boolean offload) {
        if (!offload) {
            return "Neither raw nor a protocol uses segmentation offload: each datagram passes the sender's network stack alone.";
        }
        return switch (layout) {
            case LOOPBACK ->
                "Raw and protocols use segmentation offload: on loopback up to 64 datagrams pass the network stack"
                        + " as one, and are never cut, which no network card does for the receiver of a multicast.";
            case NAMESPACES ->
                "Raw and protocols use segmentation offload: up to 64 datagrams pass the sender's stack as one, and"
                        + " are cut at its interface, so that the wire carries single ones.";
        };
    }

    /** What is counted as datagrams. */
    static String datagrams(Layout layout) {
        return switch (layout) {
            case LOOPBACK ->
                "datagrams out and in as the member's socket counts them, those it drops on purpose included";
            case NAMESPACES ->
                "IP packets out and in as the kernel counts them at the member's interface, those that are lost"
                        + " behind it included";
        };
    }
}
