package org.rmcast.tram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TreePlace;

/**
 * When a head offers itself to those who look for one: to the group, once for all who were heard, after a random time, and not if
 * others at several hosts have offered places enough until then. So to the address that a solicitation seems to come from nothing is
 * sent, however many heads hear it; and when many look at once, each head answers once.
 *
 * <p>Source: JRMS 1.1 answers solicitations by multicast; random times and suppression as of repairs in SRM (Floyd et al., 1997,
 * section 3.2).
 */
final class SolicitedOffer {
    /** One host alone, which may be no head at all, silences nobody. */
    private static final int HOSTS_ENOUGH = 3;

    private static final int PLACES_PER_SEEKER = 2;

    private final TramContext context;
    private final long windowNanos;
    private final Map<InetAddress, Integer> placesByHost = new HashMap<>();
    private long atNanos = ProtocolEngine.NO_DEADLINE;
    private long earliestNanos = ProtocolEngine.NO_DEADLINE;
    private @Nullable InetSocketAddress seeker;
    private int seekers;
    private int ttl;
    /** What the one of them wants that wants the earliest; what all want, where that is what comes next. */
    private long wanted;
    /** One of them has members of its own: not everybody may serve it. */
    private boolean withMembers;

    SolicitedOffer(TramContext context) {
        this.context = context;
        this.windowNanos = context.config.solicitationIntervalNanos / 2;
    }

    /** Somebody looks for a head that would take it. */
    void onSolicitation(InetSocketAddress from, MemberSolicitation solicitation, long nowNanos) {
        if (atNanos == ProtocolEngine.NO_DEADLINE) {
            begin(solicitation.urgent(), nowNanos);
        }
        seeker = from;
        seekers++;
        ttl = Math.max(ttl, solicitation.ttl());
        wanted = solicitation.wanted() == 0 ? wanted : Math.min(wanted, solicitation.wanted());
        withMembers |= !solicitation.place().equals(TreePlace.NONE);
    }

    private void begin(boolean urgent, long nowNanos) {
        seekers = 0;
        ttl = 0;
        wanted = Long.MAX_VALUE;
        withMembers = false;
        placesByHost.clear();
        // Who is there to repair is quicker, unless it was heard in vain.
        boolean quick = context.role() == MemberRole.EAGER_HEAD;
        // Of receivers there may be any number; where heads advertise, as in JRMS, all alike.
        boolean many = context.role() == MemberRole.RELUCTANT_HEAD && context.config.advertisementIntervalNanos == 0;
        double share = many
                ? CrowdDelay.share(context.engine.random())
                : context.engine.random().nextDouble();
        double delay = urgent ? share : (quick ? share : 1 + share) / 2;
        long due = nowNanos + (long) (windowNanos * delay);
        boolean tooEarly = earliestNanos != ProtocolEngine.NO_DEADLINE && Deadlines.compare(due, earliestNanos) < 0;
        atNanos = tooEarly ? earliestNanos : due;
    }

    /** Another head offers itself. */
    void onOffer(InetSocketAddress from, HeadAdvertisement offer) {
        if (atNanos != ProtocolEngine.NO_DEADLINE
                && (offer.state() == HeadState.ACCEPTING_MEMBERS || offer.state() == HeadState.REFERRING)
                && offer.ttl() >= ttl
                && offer.low() <= wanted
                && placesByHost.size() < HOSTS_ENOUGH * seekers + HOSTS_ENOUGH) {
            int most = context.config.maxMembers;
            // Below a full one there is room for as many as one more head takes, at least.
            int places =
                    offer.state() == HeadState.REFERRING ? most : Math.min(offer.capacity() - offer.members(), most);
            placesByHost.merge(from.getAddress(), Math.max(0, places), Math::max);
        }
    }

    private boolean isEnoughOffered() {
        long places =
                placesByHost.values().stream().mapToLong(Integer::longValue).sum();
        return !withMembers && placesByHost.size() >= HOSTS_ENOUGH && places >= (long) PLACES_PER_SEEKER * seekers;
    }

    long nextDeadlineNanos() {
        return atNanos;
    }

    /** Whether it is time to offer a place; asked for the last time when it is. */
    boolean isDue(long nowNanos) {
        if (!Deadlines.isDue(atNanos, nowNanos)) {
            return false;
        }
        atNanos = ProtocolEngine.NO_DEADLINE;
        earliestNanos = nowNanos + windowNanos;
        return !isEnoughOffered();
    }

    /** How far those who look are away at most, in hops. */
    int ttl() {
        return ttl;
    }

    /** Who was the last to look. */
    InetSocketAddress seeker() {
        return Objects.requireNonNull(seeker, "nobody looks");
    }
}
