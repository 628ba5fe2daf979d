package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Receipt;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.testing.ToyMailProtocol;
import org.rmcast.core.testing.ToyMailProtocol.Deed;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** Random groups under random faults whose protocol sends to some members and gives receipts. */
class SubsetRunsTest {
    private static final Variant VARIANT = new Variant("", Parameters.none());
    private static final String RECEIPTS = "receipt truth";
    private static final int SEEDS = Integer.getInteger("rm.seeds", 6);

    /** The contract of a toy that mails, of which faults alone are of interest here. */
    static final class Mail extends ToyContractTest {
        private final Deed deed;
        private final List<Simulation> watched = new ArrayList<>();

        Mail(Deed deed) {
            this.deed = deed;
        }

        @Override
        protected Protocol protocol() {
            return new ToyMailProtocol(deed);
        }

        @Override
        protected FaultScenario faults(Variant variant) {
            return new FaultScenario(protocol(), variant) {
                @Override
                protected void watch(Simulation simulation) {
                    watched.add(simulation);
                }
            };
        }

        FaultRuns runs(Clause clause) {
            return new FaultRuns(this, clause, this::faults);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Clause.class,
            names = {"FAULTS", "ALL_FAULTS"})
    void shouldSendHalfOfTheMessagesToSubsetsAndFindHonestReceiptsTrue(Clause clause) {
        Mail mail = new Mail(Deed.NONE);
        for (long seed = 0; seed < SEEDS; seed++) {
            mail.runs(clause).runOnly(RECEIPTS, VARIANT, seed);
        }
        assertThat(mail.watched).hasSize(SEEDS);
        Set<Integer> sizes = new HashSet<>();
        for (Simulation simulation : mail.watched) {
            for (SimNode node : simulation.nodes()) {
                for (Receipt receipt : node.receipts()) {
                    sizes.add(receipt.arrivals().size());
                }
            }
        }
        assertThat(sizes).as("numbers of recipients").hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @EnumSource(value = Deed.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldNoticeReceiptsThatAreNotTrue(Deed deed) {
        assertThatThrownBy(() -> new Mail(deed).runs(Clause.FAULTS).runOnly(RECEIPTS, VARIANT, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(": receipt truth: ");
    }

    @Test
    void shouldKnowTheNameOfWhatBreaks() {
        assertThat(new Mail(Deed.CONFIRMS_TWICE).runs(Clause.FAULTS).broken(VARIANT, 1))
                .contains(RECEIPTS);
    }
}
