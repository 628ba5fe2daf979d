package org.rmcast.testkit;

import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.testing.ToyProtocol;

/** A small honest protocol keeps the contract, among members that are honest: this is all that its tests need. */
class ToyContractTest extends ProtocolContract {
    @Override
    protected Protocol protocol() {
        return new ToyProtocol();
    }

    @Override
    protected List<Finding> findings() {
        return List.of(
                Finding.of(Clause.BYZANTINE_HOST, "it believes what it hears"),
                Finding.of(Clause.LOSSES, "it does not count them"));
    }

    @Override
    protected String module() {
        return "rm-testkit";
    }

    @Override
    protected String page() {
        return "rm-testkit/src/test/resources/org/rmcast/testkit/toy.md";
    }

    @Override
    protected int mostMessageBytes() {
        return 1_300;
    }

    @Override
    protected int goldenSeeds() {
        return 4;
    }

    @Override
    protected int fuzzedTypes() {
        return 6;
    }

    /** The toys stand in a package with other things that tests need. */
    @Override
    protected ImportOption held() {
        return location -> location.contains("/Toy");
    }
}
