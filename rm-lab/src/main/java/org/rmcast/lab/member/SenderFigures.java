package org.rmcast.lab.member;

import java.util.Objects;

/**
 * What a sender did in one run.
 *
 * @param messages messages sent
 * @param confirmed whether all receivers confirmed all of them; true where the protocol does not ask
 * @param process what the process used
 * @param traffic what went over its sockets
 * @param wire what passed its interface, where that is its own
 */
public record SenderFigures(
        long messages, boolean confirmed, ProcessFigures process, TrafficFigures traffic, WireFigures wire) {
    public SenderFigures {
        Objects.requireNonNull(process, "process");
        Objects.requireNonNull(traffic, "traffic");
        Objects.requireNonNull(wire, "wire");
    }
}
