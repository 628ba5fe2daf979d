package org.rmcast.lab.papers.ozkasap;

import java.util.List;
import java.util.stream.Stream;
import org.rmcast.api.Parameters;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.protocol.NakTraffic;
import org.rmcast.lab.protocol.PaperContenders;
import org.rmcast.lab.protocol.PbcastTraffic;
import org.rmcast.lab.protocol.SrmTraffic;
import org.rmcast.lab.protocol.StaticMembership;
import org.rmcast.lab.protocol.TramTraffic;
import org.rmcast.nak.NakProtocol;
import org.rmcast.pbcast.PbcastProtocol;
import org.rmcast.srm.SrmProtocol;
import org.rmcast.tram.TramProtocol;

/** The protocols of the studies, each with the parameters of its paper. */
final class Contenders {
    /**
     * What the study compares with Pbcast. An entry more is a curve more in figures 10, 12, 13, 15 and 16 and in the rows on
     * noise and sleeping members; claims about SRM look at those whose id begins with {@link #SRM}.
     */
    static final List<Contender> OTHERS = PaperContenders.SRM;

    private static final String SRM = "srm";
    private static final Parameters TODAY = Parameters.none();

    static final Contender BASIC = pbcast("pbcast", "Pbcast", "BASIC");
    static final Contender IPMC = pbcast("ipmc", "Pbcast-ipmc", "IPMC");
    static final Contender GRB = pbcast("grb", "Pbcast-grb", "GRB");
    static final Contender LOCAL = pbcast("local", "Pbcast-local", "LOCAL");

    /** Sections 5.1 and 2. */
    static final List<Contender> OF_TREES = with(BASIC);
    /** Section 5.2. */
    static final Contender LIMITED = tight(BASIC);

    static final List<Contender> LIMITED_VARIANTS = List.of(LIMITED, tight(IPMC), tight(GRB));
    static final List<Contender> OF_BACKGROUND = with(LIMITED_VARIANTS.toArray(Contender[]::new));
    /** Section 5.3. */
    static final List<Contender> OF_LOCAL_RECOVERY = List.of(GRB, LOCAL);
    /** Section 5.4. */
    static final List<Contender> OF_INTERFERENCE = with(GRB);
    /** Sections 4.1 and 4.2. */
    static final List<Contender> OF_VARIANTS = List.of(BASIC, IPMC, GRB);

    /** Beyond the study: as applications get them. */
    static final Contender GOSSIP_TODAY =
            new Contender("pbcast-today", "Pbcast", new PbcastProtocol(), TODAY, new PbcastTraffic());

    static final Contender SRM_TODAY = new Contender("srm-today", "SRM", new SrmProtocol(), TODAY, new SrmTraffic());
    static final List<Contender> OF_THOUSAND = List.of(
            GOSSIP_TODAY,
            SRM_TODAY,
            new Contender("nak-today", "NAK", new NakProtocol(), TODAY, new NakTraffic()),
            new Contender("tram-today", "TRAM", new TramProtocol(), TODAY, new TramTraffic()));

    private Contenders() {}

    /** SRM in all forms that are measured, as {@link Contender#named} says. */
    static List<Contender> srm() {
        return Contender.named(SRM, "SRM", OTHERS);
    }

    private static List<Contender> with(Contender... own) {
        return Stream.concat(Stream.of(own), OTHERS.stream()).toList();
    }

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
