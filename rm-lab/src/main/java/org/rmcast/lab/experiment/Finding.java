package org.rmcast.lab.experiment;

import java.util.Objects;

/**
 * What the measurements say about a claim.
 *
 * @param measured what was measured, in words with figures
 * @param explanation why it differs from the paper, or where the limits of the verdict are; may be empty
 */
public record Finding(Verdict verdict, String measured, String explanation) {
    public Finding {
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(measured, "measured");
        Objects.requireNonNull(explanation, "explanation");
    }

    /** Held or not, by a condition on what was measured. */
    public static Finding of(boolean held, String measured) {
        return new Finding(held ? Verdict.HELD : Verdict.NOT_HELD, measured, "");
    }

    public static Finding notTestable(String why) {
        return new Finding(Verdict.NOT_TESTABLE, why, "");
    }

    /** This with an explanation, whatever the verdict. */
    public Finding because(String why) {
        return new Finding(verdict, measured, explanation.isEmpty() ? why : explanation + " " + why);
    }

    /** This with an explanation if the claim was not held. */
    public Finding ifNotHeld(String why) {
        return verdict == Verdict.NOT_HELD ? because(why) : this;
    }
}
