package org.rmcast.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the measurements say about a claim.
 *
 * @param measured what was measured, in words with figures
 * @param reason which of the claim's explanations says why it is not held; null for the ordinary one
 * @param words what the explanations' places are filled with
 */
public record Finding(
        Verdict verdict, String measured, @Nullable String reason, Map<String, String> words) {
    public Finding {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(measured, "measured");
        words = Map.copyOf(words);
    }

    /** Held or not, by a condition on what was measured. */
    public static Finding of(boolean held, String measured) {
        return new Finding(held ? Verdict.HELD : Verdict.NOT_HELD, measured, null, Map.of());
    }

    /** Held if all are; not testable if one is not, or there is none. */
    public static Finding all(String separator, List<Finding> findings) {
        String measured = findings.stream().map(Finding::measured).collect(Collectors.joining(separator));
        boolean untestable = findings.stream().anyMatch(finding -> finding.verdict() == Verdict.NOT_TESTABLE);
        if (findings.isEmpty() || untestable) {
            return notTestable(measured);
        }
        Finding all = of(findings.stream().allMatch(finding -> finding.verdict() == Verdict.HELD), measured);
        for (Finding finding : findings) {
            for (Map.Entry<String, String> word : finding.words().entrySet()) {
                all = all.with(word.getKey(), word.getValue());
            }
        }
        return all;
    }

    public static Finding notTestable(String why) {
        return new Finding(Verdict.NOT_TESTABLE, why, null, Map.of());
    }

    /** This with another explanation, should the claim not be held. */
    public Finding because(String key) {
        return new Finding(verdict, measured, key, words);
    }

    /** This with something for a place in the explanation. */
    public Finding with(String place, String what) {
        Map<String, String> more = new TreeMap<>(words);
        more.put(place, what);
        return new Finding(verdict, measured, reason, more);
    }
}
