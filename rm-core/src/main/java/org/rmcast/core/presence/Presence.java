package org.rmcast.core.presence;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.peers.Peers;

/**
 * Who is there, in a group whose members know each other by their session messages: who was heard, from where, and who has fallen silent.
 *
 * <p>A member is <em>heard</em> when a packet of it says its role ({@link #introduce}); the address that it was first heard from is held
 * to be its own until it is silent, and what comes in its name from elsewhere counts for nothing. It is <em>met</em> when the
 * protocol says so ({@link #meet}): by session messages that name one another, as SRM has it, or by an {@link AddressProof}. Then the
 * application is told. It is forgotten after silence, or when it leaves.
 *
 * <p>Source: implicit membership of light-weight sessions (SRM: Floyd et al., ToN 5(6), 1997, section II). Bounded: there is no room for
 * more members than the limit. Not thread safe.
 */
public final class Presence {
    private final PresenceConfig config;
    private final Role ownRole;
    private final PresenceListener listener;
    private final Peers peers;
    private final Map<Long, PresentMember> members = new LinkedHashMap<>();
    private long expireAtNanos = ProtocolEngine.NO_DEADLINE;
    private long refused;
    /** After how much silence anybody is forgotten at the earliest. */
    private long leastSilenceNanos;

    public Presence(EngineContext context, PresenceConfig config, PresenceListener listener) {
        this.config = config;
        this.ownRole = context.role();
        this.listener = listener;
        this.peers = new Peers(config.peers(), context.secrets());
    }

    /** Where each member is, as far as it was proved, and what may be sent to others. */
    public Peers peers() {
        return peers;
    }

    // What is heard.

    /**
     * A datagram came: to be called once for each that was understood, before anything is sent in answer. If it is {@link
     * Peers.Standing#ELSEWHERE}, what it says counts for nothing.
     */
    public Peers.Standing heard(long id, InetSocketAddress from, int bytes, long nowNanos) {
        Peers.Standing standing = peers.heard(id, from, bytes, nowNanos);
        PresentMember member = members.get(id);
        if (member != null && member.address.equals(from)) {
            member.heardNanos = nowNanos;
        }
        return standing;
    }

    /**
     * A member says its role, in a datagram that is not from elsewhere.
     *
     * @param intervalNanos how often it speaks, by its own word; 0 if it does not say
     * @return the member; null if there is no room for one more
     */
    public @Nullable PresentMember introduce(
            long id, InetSocketAddress from, Role role, long intervalNanos, long nowNanos, Actions actions) {
        PresentMember member = members.get(id);
        if (member != null && (!member.address.equals(from) || member.role() != role)) {
            cameAgain(member, nowNanos, actions);
            member = null;
        }
        if (member == null) {
            if (members.size() >= config.maxMembers() || !peers.hold(id, from, nowNanos)) {
                refused++;
                return null;
            }
            member = add(id, from, role, nowNanos);
        }
        if (intervalNanos > 0) {
            member.silenceNanos = config.silenceNanos(intervalNanos);
        }
        return member;
    }

    private PresentMember add(long id, InetSocketAddress from, Role role, long nowNanos) {
        boolean concerned = (ownRole.sends() && role.receives()) || (ownRole.receives() && role.sends());
        PresentMember member = new PresentMember(id, from, role, concerned);
        member.heardNanos = nowNanos;
        member.silenceNanos = config.silenceNanos(0);
        member.askAtNanos = nowNanos;
        members.put(id, member);
        expireAtNanos = Deadlines.earlier(expireAtNanos, nowNanos + member.silenceNanos);
        return member;
    }

    /**
     * A member shows from an address what it can only have got as a member: it is there. If somebody else has shown the same elsewhere,
     * it is for the caller to say which of them is the member.
     *
     * @return whether the member is at this address now; not if there is no room
     */
    public boolean prove(PresentMember member, InetSocketAddress from, long nowNanos) {
        move(member, from, nowNanos);
        Peers.Proof proof = peers.pin(member.id(), from, nowNanos);
        return proof != Peers.Proof.NO_ROOM && proof != Peers.Proof.STILL_ELSEWHERE;
    }

    /** A member that has proved no address is elsewhere: somebody else spoke in its name. */
    void move(PresentMember member, InetSocketAddress to, long nowNanos) {
        if (!member.address.equals(to)) {
            peers.remove(member.id());
            member.address = to;
            member.heardNanos = nowNanos;
        }
    }

    /** The two know of each other: the application is told that the member has joined, unless it was. */
    public void meet(PresentMember member, long nowNanos, Actions actions) {
        if (!member.met) {
            member.met = true;
            actions.report(new SessionEvent.MemberJoined(member.id(), member.address()));
            listener.onMet(member, nowNanos, actions);
        }
    }

    /** A member is another one than before under the same id: it was restarted, for example. */
    public void cameAgain(PresentMember member, long nowNanos, Actions actions) {
        forget(member, false, new Reason(EventCause.CAME_AGAIN, "it came again"), nowNanos, actions);
    }

    /** A member says that it leaves. */
    public void leave(PresentMember member, long nowNanos, Actions actions) {
        forget(member, true, new Reason(EventCause.LEFT, "it left"), nowNanos, actions);
    }

    /**
     * Forgets a member: another one has proved to be at its address, for example.
     *
     * @param left whether it said that it leaves
     */
    void forget(PresentMember member, boolean left, Reason reason, long nowNanos, Actions actions) {
        if (!members.remove(member.id(), member)) {
            return;
        }
        peers.remove(member.id());
        if (member.met && left) {
            actions.report(new SessionEvent.MemberLeft(member.id(), member.address()));
        } else if (member.met) {
            actions.report(new SessionEvent.MemberFailed(member.id(), member.address(), reason.cause(), reason.text()));
        }
        listener.onGone(member, left, reason, nowNanos, actions);
    }

    /**
     * How seldom members of a group as large as is known here speak. Who has not heard of so many yet says a shorter interval than it
     * will keep; it is not forgotten for that.
     *
     * @param intervalNanos 0 or more
     */
    public void onInterval(long intervalNanos) {
        leastSilenceNanos = config.silenceNanos(intervalNanos);
    }

    /** Forgets who has been silent for too long. */
    public void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(expireAtNanos, nowNanos)) {
            return;
        }
        for (PresentMember member : List.copyOf(members.values())) {
            long silentNanos = nowNanos - member.heardNanos;
            if (silentNanos >= silenceNanos(member)) {
                String text = "silent for " + silentNanos / 1_000_000 + " ms";
                forget(member, false, new Reason(EventCause.SILENT, text), nowNanos, actions);
            }
        }
        peers.expire(nowNanos);
        expireAtNanos = ProtocolEngine.NO_DEADLINE;
        for (PresentMember member : members.values()) {
            expireAtNanos = Deadlines.earlier(expireAtNanos, member.heardNanos + silenceNanos(member));
        }
    }

    private long silenceNanos(PresentMember member) {
        return Math.max(member.silenceNanos, leastSilenceNanos);
    }

    /** When {@link #onDeadline} has something to do. */
    public long nextDeadlineNanos() {
        return expireAtNanos;
    }

    // What is known.

    /** A member that was heard, null if it was not. */
    public @Nullable PresentMember find(long id) {
        return members.get(id);
    }

    /** All who were heard, in the order in which they came. */
    public Collection<PresentMember> all() {
        return Collections.unmodifiableCollection(members.values());
    }

    /** Those whose joining was told; a snapshot. */
    public List<PresentMember> met() {
        List<PresentMember> met = new ArrayList<>();
        for (PresentMember member : members.values()) {
            if (member.met) {
                met.add(member);
            }
        }
        return met;
    }

    /** How many of those receive. */
    public int receivers() {
        int count = 0;
        for (PresentMember member : members.values()) {
            count += member.met && member.role().receives() ? 1 : 0;
        }
        return count;
    }

    /** How many were heard. */
    public int count() {
        return members.size();
    }

    /** How often there was no room for a member. */
    public long refused() {
        return refused;
    }
}
