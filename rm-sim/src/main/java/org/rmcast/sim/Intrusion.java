package org.rmcast.sim;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Somebody bad at a host of the simulation, who does what the others have to stand. */
@FunctionalInterface
public interface Intrusion {
    /**
     * Begins now.
     *
     * @param host where the intruder sits: it hears what arrives there and sends from there
     * @param random the intruder's own
     * @param length after this time it stops
     */
    void begin(Simulation simulation, int host, RandomGenerator random, Duration length);
}
