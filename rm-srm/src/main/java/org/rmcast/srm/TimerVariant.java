package org.rmcast.srm;

/**
 * How the constants of the request and repair timers are chosen.
 *
 * <p>Source: the SRM agents of ns-2.35. A request waits for a time from [C1·d, (C1 + C2)·d], where d is the distance to the source; a
 * repair from [D1·d, (D1 + D2)·d], where d is the distance to who asks. G is the number of members.
 */
public enum TimerVariant {
    /** C1 = C2 = 2 and D1 = D2 = 1. */
    BASIC,
    /** C1 = C2 = 2 and D1 = D2 = log10 G. */
    FIXED,
    /** C2 = D2 = 0: who is nearer is earlier, and members at the same distance all send. For chains. */
    DETERMINISTIC,
    /** C1 = D1 = 0: chance alone decides. For stars. */
    PROBABILISTIC,
    /** As {@link #FIXED} at first; then each member adapts all four to the duplicates and delays that it sees. */
    ADAPTIVE;

    /** Whether D1 and D2 are log10 G, at first. */
    boolean followsTheGroup() {
        return this == FIXED || this == ADAPTIVE;
    }
}
