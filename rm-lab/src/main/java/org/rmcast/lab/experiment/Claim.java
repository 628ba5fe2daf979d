package org.rmcast.lab.experiment;

import java.util.Objects;
import java.util.function.Function;

/**
 * One statement of a paper, and the code that holds it against what was measured.
 *
 * @param statement what the paper says
 * @param source where: section, table or figure
 * @param judge decides; thresholds are its named constants. Must not depend on anything but the measurements
 */
public record Claim(String statement, String source, Function<Measurements, Finding> judge) {
    public Claim {
        Objects.requireNonNull(statement, "statement");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(judge, "judge");
    }

    /** The finding; a figure that was not measured makes the claim not testable. */
    public Finding judge(Measurements measurements) {
        try {
            return judge.apply(measurements);
        } catch (MissingMeasurementException e) {
            return Finding.notTestable(e.getMessage());
        }
    }
}
