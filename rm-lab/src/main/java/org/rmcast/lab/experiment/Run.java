package org.rmcast.lab.experiment;

/**
 * One run: topology, members, workload and faults come together, and figures come out. Runs of equal id are the same run,
 * which is made once for all scenarios that look at it. Runs must be independent of one another: they are made in parallel.
 */
public interface Run {
    /** Lower-case letters, digits, dots and dashes: file names begin with it. */
    String id();

    /** For people, in one line. */
    String description();

    /** A rough measure of its cost, such as packets delivered: the dearest runs are begun first. */
    double cost();

    /**
     * Makes the run.
     *
     * @param seed from which everything random in it follows; the same for all runs, so that they meet the same network
     */
    Measurement measure(long seed);
}
