package org.rmcast.wan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.paths.PathEstimate;
import org.rmcast.core.paths.Relay;
import org.rmcast.core.paths.Route;
import org.rmcast.core.paths.RouteChoice;
import org.rmcast.core.paths.RouteChooser;
import org.rmcast.core.paths.RouteChooser.Criterion;

/**
 * Chooses how messages go to each member, from what is measured of all ways. Paper, section 4.3: directly, in replicas, or through one relay;
 * section 6: through the coordinator of a group of near members. A relay is nearer than the destination, and is itself reached directly. A
 * choice holds until another one was the better one several times in a row. Not thread safe.
 */
final class Routes {
    /** So often in a row another way has to be chosen. */
    private static final int TIMES_IN_A_ROW = 3;

    /** So often the same way with fewer copies: a loss is sooner seen than its absence. */
    private static final int TIMES_FOR_FEWER = 30;

    /** A member of this sender's group of near members is so many times nearer to its coordinator than to the sender. */
    static final double NEARER = 4;

    /** Another way has to be sooner by this share: two that are about equal would take turns. */
    private static final double GAIN = 0.05;

    /** Copies are not fewer as long as so many times as much loss would ask for as many. */
    private static final double MORE_LOSS = 2;

    private static final double MICROS_PER_MILLI = 1_000;

    private final WanContext context;
    private final ClassOfMessages normal;
    private final ClassOfMessages timeCritical;

    /** What is chosen for one class of messages. */
    private static final class ClassOfMessages {
        final boolean timeCritical;
        final RouteChooser chooser;
        RoutePlan plan = RoutePlan.PLAIN;
        /** By slot: what was chosen instead of what is in the plan, and how often in a row. */
        final Leg[] next = new Leg[Members.SLOTS];

        final int[] times = new int[Members.SLOTS];

        ClassOfMessages(boolean timeCritical, RouteChooser chooser) {
            this.timeCritical = timeCritical;
            this.chooser = chooser;
        }
    }

    Routes(WanContext context) {
        this.context = context;
        WanConfig config = context.config;
        this.normal = new ClassOfMessages(
                false, new RouteChooser(Criterion.TIME_CERTAINTY_COST, config.allowedLoss, config.mostCopies, false));
        this.timeCritical = new ClassOfMessages(
                true, new RouteChooser(Criterion.TIME, config.criticalAllowedLoss, config.mostCopies, true));
    }

    /** How messages of a class go now. */
    RoutePlan plan(boolean critical) {
        return critical ? timeCritical.plan : normal.plan;
    }

    /** A member is gone. */
    void onGone(Peer peer) {
        for (ClassOfMessages messages : List.of(normal, timeCritical)) {
            messages.plan = messages.plan.without(peer);
            messages.times[peer.slot] = 0;
        }
    }

    /** The ways were measured again. */
    void onMeasured(Actions actions) {
        if (context.config.sending == WanConfig.Sending.DIRECT && context.config.mode != WanConfig.Mode.NESTED) {
            return;
        }
        List<Peer> nearestFirst = new ArrayList<>(context.members.peers());
        nearestFirst.removeIf(peer -> !peer.path.isMeasured());
        nearestFirst.sort(Comparator.comparingDouble(peer -> toMillis(peer)));
        choose(normal, nearestFirst, actions);
        choose(timeCritical, nearestFirst, actions);
    }

    private void choose(ClassOfMessages messages, List<Peer> nearestFirst, Actions actions) {
        List<Peer> relays = new ArrayList<>();
        for (Peer to : nearestFirst) {
            PathEstimate direct = new PathEstimate(toMillis(to), to.path.lossThere());
            List<Relay> could = relays(to, direct, relays);
            RouteChoice choice = choose(messages, direct, could);
            Leg present = messages.plan.leg(to.slot);
            Leg leg = leg(messages.chooser, choice.chosen(), present, direct, could);
            if (leg.equals(present)) {
                messages.times[to.slot] = 0;
            } else if (leg.equals(messages.next[to.slot]) && ++messages.times[to.slot] >= timesFor(leg, present)) {
                messages.times[to.slot] = 0;
                messages.plan = messages.plan.with(to.slot, leg);
                context.own.increment(WanMeter.ROUTES_CHANGED);
                actions.report(new SessionEvent.RouteChanged(
                        to.id(), messages.timeCritical, leg.relayId(), words(choice, leg)));
            } else if (!leg.equals(messages.next[to.slot])) {
                messages.next[to.slot] = leg;
                messages.times[to.slot] = 1;
            }
            if (!messages.plan.leg(to.slot).isRelayed()) {
                relays.add(to);
            }
        }
    }

    /** What was compared, and what is taken where that is another one: the way may stay, and have more copies than it needs now. */
    private static String words(RouteChoice choice, Leg leg) {
        Relay chosen = choice.chosen().relay();
        String stays =
                (chosen == null ? 0 : chosen.id()) == leg.relayId() ? "" : "stays, another way gains too little: ";
        return stays + choice.words() + "; taken " + leg.words();
    }

    private static int timesFor(Leg leg, Leg present) {
        return leg.relayId() == present.relayId() && leg.copies() < present.copies() ? TIMES_FOR_FEWER : TIMES_IN_A_ROW;
    }

    private RouteChoice choose(ClassOfMessages messages, PathEstimate direct, List<Relay> could) {
        RouteChoice choice = messages.chooser.choose(direct, could);
        return isHierarchical() ? choice.byCoordinator() : choice;
    }

    /** Those of some near members that could pass on to a member. */
    private List<Relay> relays(Peer to, PathEstimate direct, List<Peer> relays) {
        List<Relay> could = new ArrayList<>();
        for (Peer relay : relays) {
            double onward = onwardMillis(relay, to);
            if (relay.out.opened && onward >= 0 && mayRelay(direct, onward)) {
                could.add(new Relay(
                        relay.id(),
                        new PathEstimate(toMillis(relay), relay.path.lossThere()),
                        new PathEstimate(onward, to.path.lossFrom(relay.slot))));
            }
        }
        return could;
    }

    private boolean isHierarchical() {
        return context.config.sending == WanConfig.Sending.HIERARCHICAL || context.config.mode == WanConfig.Mode.NESTED;
    }

    private boolean mayRelay(PathEstimate direct, double onwardMillis) {
        return isHierarchical()
                ? onwardMillis * NEARER <= direct.delayMillis()
                : context.config.sending == WanConfig.Sending.ADAPTIVE;
    }

    /** The way to take where one is taken now: another one only if it is worth it. */
    private Leg leg(RouteChooser chooser, Route chosen, Leg present, PathEstimate direct, List<Relay> could) {
        Route stay = present(chooser, present, direct, could);
        Route way = stay != null && chosen.expectedMillis() >= (1 - GAIN) * stay.expectedMillis() ? stay : chosen;
        Relay relay = way.relay();
        int directNow = way.directReplicas() == 0 ? 0 : chooser.replicas(direct, present.direct(), MORE_LOSS);
        if (relay == null) {
            return new Leg(0, directNow, 0, 0);
        }
        boolean same = relay.id() == present.relayId();
        return new Leg(
                relay.id(),
                directNow,
                chooser.replicas(relay.toRelay(), same ? present.toRelay() : 0, MORE_LOSS),
                chooser.replicas(relay.onward(), same ? present.onward() : 0, MORE_LOSS));
    }

    /** The way that is taken now, as it is measured now; null if it is not there any more, or not one of those that are asked for. */
    private @Nullable Route present(RouteChooser chooser, Leg present, PathEstimate direct, List<Relay> could) {
        if (!present.isRelayed()) {
            return isHierarchical() && !could.isEmpty() ? null : chooser.direct(direct);
        }
        for (Relay relay : could) {
            if (relay.id() == present.relayId()) {
                return chooser.through(relay, direct);
            }
        }
        return null;
    }

    /** Half of the round trip: which part of it each way takes nobody can know from two clocks. */
    private static double toMillis(Peer peer) {
        return peer.roundTrip().smoothedNanos() / (1_000 * MICROS_PER_MILLI) / 2;
    }

    /**
     * From a relay to a destination, as the destination measures it by two clocks; these are set right by what each of the two is from this
     * member's, by half of the round trip to it. So the ways by different relays to one destination, and the direct one, are wrong by the
     * same. Negative if it is not known.
     */
    private static double onwardMillis(Peer relay, Peer to) {
        double apparent = to.path.apparentMicrosFrom(relay.slot);
        double relayClock = clockMicros(relay);
        double clock = clockMicros(to);
        double micros = apparent + relayClock - clock;
        return Double.isNaN(micros)
                ? -1
                : Math.min(PathEstimate.MAX_DELAY_MILLIS, Math.max(0, micros / MICROS_PER_MILLI));
    }

    /** How far a member's clock is ahead of this one's. */
    private static double clockMicros(Peer peer) {
        return peer.path.apparentMicrosFrom(Members.SELF_SLOT) - toMillis(peer) * MICROS_PER_MILLI;
    }
}
