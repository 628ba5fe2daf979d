package org.rmcast.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Something of the contract that a protocol is known not to keep: a check of {@code org.rmcast.sim.check}, which is then left out of
 * runs with faults, or a whole clause. It is never passed in silence: the test of the clause, or of the runs where the check was
 * seen to break, is reported as skipped with the reason; and when it holds again that test fails until the finding is taken out.
 *
 * @param broken the name of the check, or of the clause
 * @param reason the number of the finding, and what happens
 * @param seen runs in which the check breaks
 */
public record Finding(String broken, String reason, List<Seen> seen) {
    /**
     * A run with faults, see {@link ProtocolContract#faults}.
     *
     * @param variant its name
     * @param seed its seed
     */
    public record Seen(String variant, long seed) {}

    public Finding {
        seen = List.copyOf(seen);
        if (reason.isBlank()) {
            throw new IllegalArgumentException("reason must say why '" + broken + "' is left out, was blank");
        }
    }

    /** A check is broken. */
    public static Finding of(String check, String reason) {
        return new Finding(check, reason, List.of());
    }

    /** A clause is broken. */
    public static Finding of(Clause clause, String reason) {
        return new Finding(clause.name(), reason, List.of());
    }

    /** Names runs of a variant in which the check breaks: it is asked of the first ones again, until one breaks. */
    public Finding seenIn(String variant, long... seeds) {
        List<Seen> more = new ArrayList<>(seen);
        LongStream.of(seeds).forEach(seed -> more.add(new Seen(variant, seed)));
        return new Finding(broken, reason, more);
    }

    boolean concerns(Clause clause) {
        return broken.equals(clause.name());
    }

    boolean isOfClause() {
        for (Clause clause : Clause.values()) {
            if (concerns(clause)) {
                return true;
            }
        }
        return false;
    }
}
