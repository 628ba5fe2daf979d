package org.rmcast.nak.paper;

import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.Protocol;
import org.rmcast.nak.NakProtocol;
import org.rmcast.testkit.Clause;
import org.rmcast.testkit.Finding;
import org.rmcast.testkit.ProtocolContract;
import org.rmcast.testkit.Variant;

/** What the baseline keeps as it was published: it asks once for a packet, and reports what does not come then. */
class NakPaperContractTest extends ProtocolContract {
    private static final String ASKS_ONCE =
            "by design: it asks once, so that a lost request or repair is a lost packet";

    @Override
    protected Protocol protocol() {
        return new NakProtocol();
    }

    @Override
    protected List<Variant> variants() {
        return List.of(new Variant("paper", Parameters.none().with("preset", "paper")));
    }

    @Override
    protected List<Finding> findings() {
        return List.of(Finding.of(Clause.SOCKETS, ASKS_ONCE), Finding.of(Clause.SCALE, ASKS_ONCE));
    }

    @Override
    protected int seeds() {
        return 10;
    }

    @Override
    protected int seedsOfAllFaults() {
        return 5;
    }

    @Override
    protected int seedsBesideAByzantineHost() {
        return 5;
    }

    @Override
    protected int goldenSeeds() {
        return 4;
    }

    @Override
    protected String page() {
        return "rm-nak/src/test/resources/org/rmcast/nak/paper/findings.md";
    }
}
