package org.rmcast.lab.papers.mishra;

import java.util.List;
import java.util.stream.Stream;
import org.rmcast.lab.group.Contender;

/** The protocols that the evaluation compares. */
final class Contenders {
    /**
     * What the paper compares with Gossip. An entry more is a curve more in figures 1 to 17 and in the row on reordering; claims
     * about NAK and SRM look at those whose id begins with {@link #NAK} or {@link #SRM}.
     */
    static final List<Contender> OTHERS = List.of();

    private static final String NAK = "nak";
    private static final String SRM = "srm";

    /** Gossip in the base case. */
    static final Contender GOSSIP = GossipVariant.BASE.contender();

    static final List<Contender> ALL =
            Stream.concat(Stream.of(GOSSIP), OTHERS.stream()).toList();

    private Contenders() {}

    /** As {@link Contender#named} says. */
    static List<Contender> nak() {
        return Contender.named(NAK, "NAK", OTHERS);
    }

    /** As {@link Contender#named} says. */
    static List<Contender> srm() {
        return Contender.named(SRM, "SRM", OTHERS);
    }
}
