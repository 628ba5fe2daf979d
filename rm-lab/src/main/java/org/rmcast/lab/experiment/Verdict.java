package org.rmcast.lab.experiment;

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
}
