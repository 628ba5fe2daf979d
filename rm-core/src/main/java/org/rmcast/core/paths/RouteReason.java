package org.rmcast.core.paths;

/** Why a message goes directly, or through a relay. */
public enum RouteReason {
    /** Nobody could forward. */
    NO_RELAY("no relay"),
    /** The best relay would take longer: T_ij below T_ikj. */
    DIRECT_IS_FASTER("direct is faster"),
    /** With the relay it would be less sure: Π_ij above Π_ikj. */
    DIRECT_IS_SURER("direct is surer"),
    /** With the relay it would cost more: C_ij below C_ikj. */
    DIRECT_IS_CHEAPER("direct is cheaper"),
    /** The relay would change nothing. */
    NOTHING_GAINED("a relay gains nothing"),
    /** The relay is taken whatever the numbers say: it is the coordinator of the destination's group. */
    RELAY_IS_COORDINATOR("the coordinator passes it on"),
    /** The relay is no worse by all that is asked for, and better by something. */
    RELAY_IS_BETTER("relay is better");

    private final String words;

    RouteReason(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
