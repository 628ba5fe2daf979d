package org.rmcast.lab.experiment;

/** How much is run. */
public enum Effort {
    /** What the results in the documentation are made with. */
    FULL,
    /** Few, short runs: to see that everything works. Verdicts mean little. */
    QUICK
}
