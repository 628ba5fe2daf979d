package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket.Referral;
import org.rmcast.tram.wire.TramPacket.RejectMember;

/**
 * Whom a node asks next that was refused and told of a member of that head, which may tell of one of its own in turn. Bounded; where it
 * leads is judged as any other head, by {@link org.rmcast.tram.wire.TreePlace}.
 *
 * <p>To an address of which only a head tells goes one bind, no longer than the answer that told of it; that head has shown that it is
 * where it seems to be. A head that names others in vain is left alone for a while.
 */
final class ReferralChain {
    private static final int MOST = 8;
    private static final int MOST_IN_VAIN = 3;
    private static final int TRIES = 3;
    private static final int ROUND_TRIPS = 3;

    private final TramContext context;
    private final HeadSearch.Host host;
    private int length;

    ReferralChain(TramContext context, HeadSearch.Host host) {
        this.context = context;
        this.host = host;
    }

    /** A head is to be asked, not by referral or as {@link #next} says. */
    void onBind(HeadCandidate candidate) {
        length = candidate.referrer == null ? 0 : length;
    }

    /** Whom to ask after a refusal, null if nobody was named, or too many. */
    @Nullable
    HeadCandidate next(HeadCandidate asked, RejectMember refusal, long nowNanos) {
        Referral named = refusal.referral();
        if (named == null
                || length >= MOST
                || named.memberId() == context.engine.memberId()
                || host.isMember(named.memberId())) {
            return null;
        }
        length++;
        context.addresses.heard(named.address(), TramCodec.HEAD_BIND_BYTES, nowNanos);
        HeadCandidate next = new HeadCandidate(named.memberId(), named.address(), scope(asked.ttl, named.ttl()));
        next.referrer = asked.referrer == null ? asked : asked.referrer;
        return next;
    }

    /** Who is on one link with the same head is on one with the other. */
    private int scope(int toHead, int toMember) {
        boolean oneLink = toHead <= 1 && toMember <= 1;
        return Math.min(context.engine.ttl(), oneLink ? Math.max(toHead, toMember) : toHead + toMember);
    }

    /** Whether somebody who was named, and may not be sent more, has not answered in time. */
    boolean isSilent(HeadCandidate asked, Binds binds, long nowNanos) {
        HeadCandidate referrer = asked.referrer;
        return referrer != null
                && binds.tries() >= TRIES
                && nowNanos - binds.firstNanos() >= ROUND_TRIPS * referrer.roundTripNanos
                && context.addresses.creditBytes(asked.address, nowNanos) < TramCodec.HEAD_BIND_BYTES;
    }

    /** Who is to be left alone for a while as this one was asked in vain; null if nobody yet. */
    static @Nullable HeadCandidate toBlame(HeadCandidate asked) {
        HeadCandidate referrer = asked.referrer;
        if (referrer == null) {
            return asked;
        }
        referrer.referredInVain++;
        if (referrer.referredInVain < MOST_IN_VAIN) {
            return null;
        }
        referrer.referredInVain = 0;
        return referrer;
    }
}
