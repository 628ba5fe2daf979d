package org.rmcast.lab.protocol;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.lab.group.Contender;
import org.rmcast.nak.NakProtocol;
import org.rmcast.srm.SrmProtocol;

/** Protocols that several papers compare with their own, with the constants of the papers. */
public final class PaperContenders {
    /** Both forms of SRM: constant timers, and such that follow what each member sees. */
    public static final List<Contender> SRM = List.of(srm("fixed"), srm("adaptive"));

    /** A request at once for each packet that is missing, never again. */
    public static final Contender NAK = new Contender(
            "nak",
            "NAK",
            new NakProtocol(),
            Parameters.none().with("preset", "paper").with("silence", "1h"),
            new NakTraffic());

    private PaperContenders() {}

    /**
     * The agents of ns-2: no order, a session message per member and second however many members there are, members never
     * forgotten.
     */
    private static Contender srm(String variant) {
        Parameters parameters = Parameters.none()
                .with("preset", "paper")
                .with("variant", variant)
                .with("delivery", "unordered")
                .with("sessionShare", 1)
                .with("sessionBandwidth", 1_000_000_000)
                .with("silentIntervals", 1_000);
        return new Contender("srm-" + variant, "SRM " + variant, new SrmProtocol(), parameters, new SrmTraffic());
    }
}
