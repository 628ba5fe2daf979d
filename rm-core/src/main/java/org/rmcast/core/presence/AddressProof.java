package org.rmcast.core.presence;

import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.peers.Peers;

/**
 * How two members of which one sends what the other receives come to know that each is where it says, and that the other knows it.
 *
 * <pre>
 * HELLO    to the group, for one member, with a nonce; asked again with back-off
 * WELCOME  to who asked: the nonce again, and a cookie
 * PROOF    shows the other's cookie, gives one where it wants an answer, and says whether its sender has met the other
 * </pre>
 *
 * A asks: HELLO; B answers: WELCOME; A: PROOF, so that B has met A; B: PROOF, so that A has met B and knows that B has met it; and
 * where B has to know the same of A, A: PROOF. What gets lost is made good by the next HELLO of who lacks something.
 *
 * <p>HELLO goes to the group since its target's address may be made up: that all members who hear such a datagram send something there
 * would turn them against it. WELCOME must not be longer than HELLO, and only the target answers. Who gets its nonce back knows the
 * other's address, who gets its cookie back likewise: no key is needed, and nothing is kept of who has not answered but its place among
 * the heard. The mechanism is that of address validation in QUIC (RFC 9000, section 8). Not thread safe.
 */
public final class AddressProof {
    /** Makes and sends the packets, which each protocol has of its own. */
    public interface Output {
        /** To the group. */
        void hello(PresentMember target, long nonce, Actions actions);

        /** To an address that was not proved: not longer than a HELLO. */
        void welcome(InetSocketAddress to, long nonce, long cookie, Actions actions);

        /**
         * To a member's address.
         *
         * @param shown the cookie that it gave
         * @param given the cookie that it is to show, 0 if no answer is wanted
         * @param met whether this member has met it
         */
        void proof(PresentMember member, long shown, long given, boolean met, Actions actions);
    }

    private static final long FIRST_RETRY_NANOS = 100_000_000L;
    private static final long LONGEST_RETRY_NANOS = 500_000_000L;
    /** A PROOF, or its answer, may be lost so often before it is begun anew. */
    private static final int COOKIE_USES = 4;

    private static final long FIRST_DELAY_NANOS = 20_000_000L;

    private final Role ownRole;
    private final Presence presence;
    private final Output output;
    private final RandomGenerator random;
    private final RandomGenerator secrets;
    private final int welcomeBytes;
    private long askAtNanos = ProtocolEngine.NO_DEADLINE;

    /** @param welcomeBytes the length of a WELCOME, header included */
    public AddressProof(EngineContext context, Presence presence, int welcomeBytes, Output output) {
        this.ownRole = context.role();
        this.presence = presence;
        this.output = output;
        this.random = context.random();
        this.secrets = context.secrets();
        this.welcomeBytes = welcomeBytes;
    }

    /** Whether a datagram is from a member that has proved to be where it came from. */
    public boolean isProved(long id, InetSocketAddress from) {
        return presence.peers().isProved(id, from);
    }

    /** A member was heard, or wants something: if there is something to prove that is done soon. */
    public void wanted(PresentMember member, long nowNanos) {
        if (!isWanted(member) || member.askDelayNanos > 0) {
            return;
        }
        // Who receives asks first: the other one then has nothing left to ask.
        long delay = isToBeConfirmed(member) ? 0 : FIRST_RETRY_NANOS;
        member.askDelayNanos = FIRST_RETRY_NANOS;
        member.askAtNanos = nowNanos + delay + random.nextLong(FIRST_DELAY_NANOS);
        askAtNanos = Deadlines.earlier(askAtNanos, member.askAtNanos);
    }

    /** What a member says matters, though neither of the two sends what the other receives: it is believed when it has proved its address. */
    public void demand(PresentMember member, long nowNanos) {
        member.concerned = true;
        wanted(member, nowNanos);
    }

    private boolean isWanted(PresentMember member) {
        return member.isConcerned() && (!member.isMet() || (isToBeConfirmed(member) && !member.confirmed));
    }

    private boolean isToBeConfirmed(PresentMember member) {
        return ownRole.receives() && member.role().sends();
    }

    /** Asks those who have not answered. */
    public void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(askAtNanos, nowNanos)) {
            return;
        }
        askAtNanos = ProtocolEngine.NO_DEADLINE;
        for (PresentMember member : presence.all()) {
            if (member.askDelayNanos == 0) {
                continue;
            }
            if (Deadlines.isDue(member.askAtNanos, nowNanos)) {
                ask(member, nowNanos, actions);
            }
            askAtNanos = Deadlines.earlier(askAtNanos, member.askAtNanos);
        }
    }

    private void ask(PresentMember member, long nowNanos, Actions actions) {
        if (member.cookieUses > 0 && isProved(member.id(), member.address())) {
            member.cookieUses--;
            output.proof(member, member.cookie, given(member, nowNanos), member.isMet(), actions);
        } else {
            member.nonce = member.nonce == 0 ? secrets.nextLong() | 1 : member.nonce;
            output.hello(member, member.nonce, actions);
        }
        member.askAtNanos = nowNanos + member.askDelayNanos + random.nextLong(member.askDelayNanos / 4);
        member.askDelayNanos = Math.min(LONGEST_RETRY_NANOS, 2 * member.askDelayNanos);
    }

    /** A HELLO that is for this member. */
    public void onHello(long id, InetSocketAddress from, long nonce, long nowNanos, Actions actions) {
        if (presence.peers().spend(from, welcomeBytes, nowNanos)) {
            output.welcome(from, nonce, presence.peers().cookie(id, from, nowNanos), actions);
        }
    }

    /** A WELCOME: if it answers a question of this member, the other one is asked to meet it. */
    public void onWelcome(long id, InetSocketAddress from, long nonce, long cookie, long nowNanos, Actions actions) {
        PresentMember member = presence.find(id);
        if (member == null || nonce == 0 || member.nonce != nonce || !mayBeAt(member, from)) {
            return;
        }
        if (pin(member, from, nowNanos, actions)) {
            member.nonce = 0;
            member.cookie = cookie;
            member.cookieUses = COOKIE_USES;
            member.askDelayNanos = FIRST_RETRY_NANOS;
            output.proof(member, cookie, given(member, nowNanos), member.isMet(), actions);
        }
    }

    /**
     * A PROOF: if it shows the cookie of the member there, this one has met it.
     *
     * @param shown the cookie that it shows
     * @param given the cookie that it gives, 0 if it wants no answer
     * @param met whether it has met this member
     * @return the member, null if it has proved nothing
     */
    public @Nullable PresentMember onProof(
            long id, InetSocketAddress from, long shown, long given, boolean met, long nowNanos, Actions actions) {
        PresentMember member = presence.find(id);
        if (member == null
                || !mayBeAt(member, from)
                || !presence.peers().isCookie(id, from, shown, nowNanos)
                || !pin(member, from, nowNanos, actions)) {
            return null;
        }
        member.confirmed |= met;
        presence.meet(member, nowNanos, actions);
        if (!isWanted(member)) {
            member.askDelayNanos = 0;
        }
        if (given != 0) {
            output.proof(member, given, isWanted(member) ? given(member, nowNanos) : 0, true, actions);
        }
        return member;
    }

    /** A member that was met sent something that it sends to those only whom it has met. */
    public void confirm(PresentMember member) {
        member.confirmed = true;
        if (!isWanted(member)) {
            member.askDelayNanos = 0;
        }
    }

    private long given(PresentMember member, long nowNanos) {
        return presence.peers().cookie(member.id(), member.address(), nowNanos);
    }

    /** Who has proved nothing where it was heard may be somebody else: a proof is better, wherever it comes from. */
    private boolean mayBeAt(PresentMember member, InetSocketAddress from) {
        return member.address().equals(from) || !isProved(member.id(), member.address());
    }

    private boolean pin(PresentMember member, InetSocketAddress from, long nowNanos, Actions actions) {
        presence.move(member, from, nowNanos);
        long before = presence.peers().peerAt(from);
        Peers.Proof proof = presence.peers().pin(member.id(), from, nowNanos);
        if (proof == Peers.Proof.NO_ROOM || proof == Peers.Proof.STILL_ELSEWHERE) {
            return false;
        }
        forgetFormer(before == 0 || before == member.id() ? null : presence.find(before), nowNanos, actions);
        return true;
    }

    private void forgetFormer(@Nullable PresentMember former, long nowNanos, Actions actions) {
        if (former != null) {
            Reason reason = new Reason(EventCause.CAME_AGAIN, "another member is at its address");
            presence.forget(former, false, reason, nowNanos, actions);
        }
    }

    /** When {@link #onDeadline} has something to do. */
    public long nextDeadlineNanos() {
        return askAtNanos;
    }
}
