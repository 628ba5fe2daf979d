package org.rmcast.lab.experiment;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * One statement of a paper, and the code that holds it against what was measured.
 *
 * @param id short, unique in its row: what the text calls it
 * @param statement what the paper says
 * @param source where: section, table or figure
 * @param explanations by key, {@link #WHY} and {@link #ALWAYS} among them; with places for what the finding puts in
 * @param judge decides; thresholds are its named constants. Must not depend on anything but the measurements
 */
public record Claim(
        String id,
        String statement,
        String source,
        Map<String, String> explanations,
        Function<Measurements, Finding> judge) {
    /** Explains why a claim is not held, if the finding names no other reason. */
    public static final String WHY = "why";
    /** Belongs to every verdict. */
    public static final String ALWAYS = "always";

    public Claim {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(statement, "statement");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(judge, "judge");
        explanations = Map.copyOf(explanations);
    }

    /**
     * What became of a claim.
     *
     * @param measured what was measured, in words with figures
     * @param explanation why it differs from the paper, or where the limits of the verdict are; may be empty
     */
    public record Judgement(Verdict verdict, String measured, String explanation) {}

    /**
     * The judgement; a figure that was not measured makes the claim not testable.
     *
     * @throws IllegalStateException if the finding names a reason that the text does not have
     */
    public Judgement judge(Measurements measurements) {
        Finding finding = finding(measurements);
        return new Judgement(finding.verdict(), finding.measured(), explanation(finding));
    }

    private Finding finding(Measurements measurements) {
        try {
            return judge.apply(measurements);
        } catch (MissingMeasurementException e) {
            return Finding.notTestable(e.getMessage());
        }
    }

    private String explanation(Finding finding) {
        String always = explanations.getOrDefault(ALWAYS, "");
        String text = finding.verdict() == Verdict.NOT_HELD ? (reason(finding) + " " + always).strip() : always;
        return text.isEmpty() || finding.verdict() == Verdict.NOT_TESTABLE ? "" : Template.fill(text, finding.words());
    }

    private String reason(Finding finding) {
        String key = finding.reason();
        if (key == null) {
            return explanations.getOrDefault(WHY, "");
        }
        String text = explanations.get(key);
        if (text == null) {
            throw new IllegalStateException("claim '" + id + "' has no explanation '" + key + "'");
        }
        return text;
    }
}
