package org.rmcast.wan;

/**
 * How messages go to one destination. Immutable.
 *
 * @param relayId who passes them on, 0 if nobody does
 * @param direct copies that go there directly; 0 only with a relay
 * @param toRelay copies that go to the relay, 0 without one
 * @param onward copies that the relay sends, 0 without one
 */
record Leg(long relayId, int direct, int toRelay, int onward) {
    /** Once, and directly. */
    static final Leg PLAIN = new Leg(0, 1, 0, 0);

    /** All copies that are sent. */
    int copies() {
        return direct + toRelay + onward;
    }

    /** The copies: those that go directly, and with a relay to it and onward. */
    String words() {
        return isRelayed() ? "x" + direct + "+" + toRelay + "+" + onward : "x" + direct;
    }

    boolean isRelayed() {
        return relayId != 0;
    }
}
