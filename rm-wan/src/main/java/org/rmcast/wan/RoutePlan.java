package org.rmcast.wan;

import java.util.Arrays;

/** How messages of one class go to each member. Immutable. */
final class RoutePlan {
    /** To each once, and directly. */
    static final RoutePlan PLAIN = new RoutePlan(new Leg[Members.SLOTS]);

    private final Leg[] legs;

    private RoutePlan(Leg[] legs) {
        this.legs = legs;
    }

    Leg leg(int slot) {
        Leg leg = legs[slot];
        return leg == null ? Leg.PLAIN : leg;
    }

    /** The same with another leg. */
    RoutePlan with(int slot, Leg leg) {
        Leg[] changed = legs.clone();
        changed[slot] = leg;
        return of(changed);
    }

    /** The same without a member, be it a destination or a relay. */
    RoutePlan without(Peer gone) {
        Leg[] changed = legs.clone();
        changed[gone.slot] = Leg.PLAIN;
        for (int slot = 0; slot < changed.length; slot++) {
            Leg leg = changed[slot];
            changed[slot] = leg != null && leg.relayId() == gone.id() ? Leg.PLAIN : leg;
        }
        return of(changed);
    }

    /** {@link #PLAIN} itself where no leg is otherwise: what goes by it is sent without looking at legs. */
    private static RoutePlan of(Leg[] legs) {
        boolean plain = Arrays.stream(legs).allMatch(leg -> leg == null || leg.equals(Leg.PLAIN));
        return plain ? PLAIN : new RoutePlan(legs);
    }

    /** Those of some slots that a member passes on to. */
    long relayedBy(long relayId, long slots) {
        long relayed = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            int slot = Long.numberOfTrailingZeros(rest);
            relayed |= leg(slot).relayId() == relayId ? 1L << slot : 0;
        }
        return relayed;
    }

    /** Those of some slots that somebody passes on to. */
    long relayed(long slots) {
        return slots & ~relayedBy(0, slots);
    }
}
