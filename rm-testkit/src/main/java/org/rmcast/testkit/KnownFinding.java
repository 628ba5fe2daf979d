package org.rmcast.testkit;

import org.opentest4j.TestAbortedException;
import org.rmcast.sim.check.Checks;

/** A check that is known to break, asked again of the runs where it was seen to. */
final class KnownFinding {
    private final Finding finding;
    private final ProtocolContract contract;
    private final FaultRuns runs;

    KnownFinding(Finding finding, ProtocolContract contract, FaultRuns runs) {
        this.finding = finding;
        this.contract = contract;
        this.runs = runs;
    }

    /**
     * Runs one after the other until one breaks.
     *
     * @throws TestAbortedException if one does, with the reason
     * @throws AssertionError if none does any more
     */
    void look() {
        for (Finding.Seen seen : finding.seen()) {
            if (breaks(seen)) {
                throw new TestAbortedException(
                        finding.reason() + " (" + variant(seen).run(seen.seed()) + ")");
            }
        }
        throw new AssertionError("'" + finding.broken() + "' holds now in " + finding.seen() + ": take the finding '"
                + finding.reason() + "' out, or name another run where it breaks");
    }

    /** Whether the run breaks with this check, and not without any. See {@link Checks#only}. */
    private boolean breaks(Finding.Seen seen) {
        try {
            runs.runOnly(finding.broken(), variant(seen), seen.seed());
            return false;
        } catch (AssertionError broken) {
            if (String.valueOf(broken.getMessage()).contains(finding.broken() + ": ")) {
                return true;
            }
            throw broken;
        }
    }

    private Variant variant(Finding.Seen seen) {
        return contract.variants().stream()
                .filter(variant -> variant.name().equals(seen.variant()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no variant '" + seen.variant() + "'"));
    }
}
