package org.rmcast.lab.papers.ozkasap;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.protocol.PbcastTraffic;
import org.rmcast.lab.protocol.StaticMembership;
import org.rmcast.pbcast.PbcastProtocol;

/**
 * The protocols of the studies, each with the parameters of its paper. What is compared is a list here, so that a protocol
 * more is an entry more: SRM belongs into {@link #OF_TREES}, {@link #OF_BACKGROUND} and {@link #OF_INTERFERENCE}.
 */
final class Contenders {
    static final Contender BASIC = pbcast("pbcast", "Pbcast", "BASIC");
    static final Contender GRB = pbcast("grb", "Pbcast-grb", "GRB");
    static final Contender LOCAL = pbcast("local", "Pbcast-local", "LOCAL");

    /** Section 5.1. */
    static final List<Contender> OF_TREES = List.of(BASIC);
    /** Section 5.2. */
    static final Contender LIMITED = tight(BASIC);

    static final Contender LIMITED_IPMC = tight(pbcast("ipmc", "Pbcast-ipmc", "IPMC"));
    static final List<Contender> OF_BACKGROUND = List.of(LIMITED, LIMITED_IPMC);
    /** Section 5.3. */
    static final List<Contender> OF_LOCAL_RECOVERY = List.of(GRB, LOCAL);
    /** Section 5.4. */
    static final List<Contender> OF_INTERFERENCE = List.of(GRB);

    private Contenders() {}

    private static Contender tight(Contender contender) {
        return contender
                .with("requestsPerRound", StudySettings.TIGHT_LIMIT)
                .with("repairsPerRound", StudySettings.TIGHT_LIMIT);
    }

    private static Contender pbcast(String id, String words, String variant) {
        Parameters parameters = StaticMembership.of(Parameters.none()
                .with("preset", "paper")
                .with("variant", variant)
                .with("requestsPerRound", StudySettings.LIMIT)
                .with("repairsPerRound", StudySettings.LIMIT));
        return new Contender(id, words, new PbcastProtocol(), parameters, new PbcastTraffic());
    }
}
