package org.rmcast.lab.experiment;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What was found about a claim. */
public enum Verdict {
    HELD("held"),
    NOT_HELD("not held"),
    /** The runs cannot decide it; the finding says why. */
    NOT_TESTABLE("not testable");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }

    /** How many claims got each verdict. */
    public static Map<Verdict, Integer> count(List<Scenario> scenarios, Measurements measurements) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Verdict verdict : values()) {
            counts.put(verdict, 0);
        }
        for (Scenario scenario : scenarios) {
            for (Claim claim : scenario.claims()) {
                counts.merge(claim.judge(measurements).verdict(), 1, Integer::sum);
            }
        }
        return counts;
    }

    /** The same for people. */
    public static String counts(List<Scenario> scenarios, Measurements measurements) {
        return count(scenarios, measurements).entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey().words())
                .collect(Collectors.joining(", "));
    }
}
