package org.rmcast.lab.papers.mishra;

import java.util.List;
import java.util.stream.Stream;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.protocol.PaperContenders;

/** The protocols that the evaluation compares. */
final class Contenders {
    /**
     * What the paper compares with Gossip. NAK is in figures 3 to 17 and in the row on reordering, SRM in figures 1 and 2; claims
     * about them look at those whose id begins with {@link #NAK} or {@link #SRM}.
     */
    static final List<Contender> OTHERS = Stream.concat(Stream.of(PaperContenders.NAK), PaperContenders.SRM.stream())
            .toList();

    private static final String NAK = "nak";
    private static final String SRM = "srm";

    /** Gossip in the base case. */
    static final Contender GOSSIP = GossipVariant.BASE.contender();

    /** All of which section 4 shows more than figures 1 and 2: SRM is left out after them. */
    static final List<Contender> ALL = List.of(GOSSIP, PaperContenders.NAK);

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
