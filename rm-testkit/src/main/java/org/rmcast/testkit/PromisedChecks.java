package org.rmcast.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.rmcast.core.engine.Promise;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.ReceiptTruth;

/** The checks of a run with faults that follow from what a protocol promises. */
final class PromisedChecks {
    private static final List<String> OF_FLUSHES = List.of("flush truth", "flush losses", "flush names");

    /** How long a message may be without a receipt. */
    private static final Duration RECEIPTS_WITHIN = Duration.ofSeconds(20);

    private PromisedChecks() {}

    static Checks of(Promise promise, Duration faultsEnd) {
        Checks checks = Checks.underFaults(faultsEnd, promise.completeness() == Promise.Completeness.ALL);
        if (promise.flush() == Promise.Flush.NOBODY) {
            for (String check : OF_FLUSHES) {
                checks = checks.without(check, "a flush is confirmed by nobody");
            }
        }
        return promise.receipts() ? checks.with(new ReceiptTruth(RECEIPTS_WITHIN)) : checks;
    }

    /** The names of all that there are, whatever is promised. */
    static Collection<String> names() {
        return Checks.underFaults(Duration.ZERO, true)
                .with(new ReceiptTruth(RECEIPTS_WITHIN))
                .names();
    }

    /** Those of them that are not known to be broken. */
    static Checks kept(Promise promise, Duration faultsEnd, List<Finding> findings) {
        Checks checks = of(promise, faultsEnd);
        for (Finding finding : findings) {
            if (!finding.isOfClause() && checks.names().contains(finding.broken())) {
                checks = checks.without(finding.broken(), finding.reason());
            }
        }
        return checks;
    }
}
