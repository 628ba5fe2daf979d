package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Timers;
import org.rmcast.core.membership.Candidates.Candidate;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.Ping;
import org.rmcast.core.membership.MembershipPacket.PingRequest;

/**
 * SWIM's failure detector (section 3.1): in each protocol period one member is pinged; if it does not answer in time, k others
 * are asked to ping it; if no answer comes by the end of the period, it is suspected. Besides, a few candidates are pinged in
 * each period, and now and then a member that failed.
 *
 * <p>A member that was held up itself, so that it comes to the end of a period late, concludes nothing from it: its own
 * slowness would look like that of others (Dadgar, Phillips, Currey, "Lifeguard", DSN-W 2018). Not thread safe.
 */
final class Prober {
    private static final int CANDIDATES_PER_PERIOD = 4;
    private static final int MOST_RELAYS = 64;

    private final EngineContext context;
    private final MembershipConfig config;
    private final GroupState state;
    private final Outbox outbox;
    private final RandomGenerator random;
    private final Map<Long, Candidate> askedCandidates = new LinkedHashMap<>();
    private final Map<Long, Relay> relays = new LinkedHashMap<>();
    private final Timers<Timer> timers = new Timers<>(Timer.class);
    private @Nullable MemberEntry target;
    private boolean answered;
    private long nonce;

    private enum Timer {
        /** The member that is probed has had its time to answer. */
        ANSWER,
        PERIOD_END
    }

    /** A ping on behalf of another member. */
    private record Relay(PingRequest request, InetSocketAddress requester, long untilNanos) {}

    Prober(EngineContext context, MembershipConfig config, GroupState state, Outbox outbox) {
        this.context = context;
        this.config = config;
        this.state = state;
        this.outbox = outbox;
        this.random = context.random();
    }

    /** Begins at a random time within the first period, so that members that start together do not probe together. */
    void start(long nowNanos) {
        timers.set(Timer.PERIOD_END, nowNanos + random.nextLong(config.probePeriodNanos));
    }

    long nextDeadlineNanos() {
        return timers.nextNanos();
    }

    int records() {
        return askedCandidates.size() + relays.size();
    }

    static int mostRecords() {
        return CANDIDATES_PER_PERIOD + MOST_RELAYS;
    }

    void onDeadline(long nowNanos, Actions actions) {
        for (Timer due = timers.nextDue(nowNanos); due != null; due = timers.nextDue(nowNanos)) {
            switch (due) {
                case ANSWER -> onAnswerTime(nowNanos, actions);
                case PERIOD_END -> {
                    endPeriod(nowNanos, actions);
                    beginPeriod(nowNanos, actions);
                }
            }
        }
    }

    private void onAnswerTime(long nowNanos, Actions actions) {
        timers.clear(Timer.ANSWER);
        if (!timers.isDue(Timer.PERIOD_END, nowNanos)) {
            askOthers(actions);
        }
    }

    void onAck(InetSocketAddress from, Ack ack, long nowNanos, Actions actions) {
        long answererId = ack.sender().id();
        MemberEntry probed = target;
        if (probed != null && ack.nonce() == nonce && from.equals(probed.address())) {
            answered |= answererId == probed.id();
            state.proved(ack.sender(), from, nowNanos, actions);
            return;
        }
        Candidate candidate = askedCandidates.get(ack.nonce());
        if (candidate != null && from.equals(candidate.update().address())) {
            askedCandidates.remove(ack.nonce());
            if (answererId != candidate.update().id()) {
                state.addressTaken(candidate.update().id(), nowNanos);
            }
            state.proved(ack.sender(), from, nowNanos, actions);
            return;
        }
        Relay relay = relays.get(ack.nonce());
        if (relay != null && relay.request().targetId() == answererId) {
            relays.remove(ack.nonce());
            IndirectAck answer = new IndirectAck(
                    outbox.self(),
                    relay.request().nonce(),
                    answererId,
                    ack.sender().incarnation());
            outbox.unicast(relay.requester(), answer, actions);
        }
    }

    void onIndirectAck(IndirectAck ack) {
        MemberEntry probed = target;
        if (probed != null && ack.nonce() == nonce && ack.targetId() == probed.id()) {
            answered = true;
        }
    }

    /** Pings a member for another one; without news, so that the ping is not longer than the request. */
    void onPingRequest(InetSocketAddress from, PingRequest request, long nowNanos, Actions actions) {
        if (request.targetId() == context.memberId() || relays.size() >= MOST_RELAYS) {
            return;
        }
        long relayNonce = outbox.newNonce();
        relays.put(relayNonce, new Relay(request, from, nowNanos + config.probePeriodNanos));
        Ping ping = new Ping(outbox.self(), relayNonce, request.targetId(), List.of());
        outbox.unicast(request.target(), ping, actions);
    }

    private void askOthers(Actions actions) {
        MemberEntry probed = target;
        if (probed == null || answered) {
            return;
        }
        PingRequest request = new PingRequest(outbox.self(), nonce, probed.id(), probed.address());
        for (MemberEntry helper : helpers(probed)) {
            outbox.unicast(helper.address(), request, actions);
        }
    }

    private List<MemberEntry> helpers(MemberEntry probed) {
        List<MemberEntry> helpers = new ArrayList<>();
        for (int i = 0; i < 4 * config.indirectProbes && helpers.size() < config.indirectProbes; i++) {
            MemberEntry entry = state.table().anyone();
            if (entry != null && entry != probed && !entry.isSuspected() && !helpers.contains(entry)) {
                helpers.add(entry);
            }
        }
        return helpers;
    }

    private void endPeriod(long nowNanos, Actions actions) {
        long lateNanos = nowNanos - timers.deadlineNanos(Timer.PERIOD_END);
        if (lateNanos > config.probePeriodNanos / 2) {
            state.heldUp(lateNanos);
        } else {
            judge(nowNanos);
        }
        askedCandidates.clear();
        dropOldRelays(nowNanos);
        state.expire(nowNanos, actions);
    }

    private void judge(long nowNanos) {
        MemberEntry probed = target;
        if (probed != null && !answered && state.table().find(probed.id()) == probed) {
            state.suspect(probed, nowNanos);
        }
        for (Candidate candidate : askedCandidates.values()) {
            if (candidate.disputed()) {
                state.disproved(candidate.update().id());
            }
        }
    }

    private void beginPeriod(long nowNanos, Actions actions) {
        timers.set(Timer.PERIOD_END, nowNanos + config.probePeriodNanos);
        answered = false;
        nonce = outbox.newNonce();
        MemberEntry next = state.table().nextToProbe();
        target = next;
        if (next != null) {
            timers.set(Timer.ANSWER, nowNanos + config.probeTimeoutNanos);
            outbox.ping(next.id(), next.address(), nonce, actions);
        }
        state.doubt(nowNanos);
        pingCandidates(actions);
    }

    private void pingCandidates(Actions actions) {
        for (int i = 0; i < CANDIDATES_PER_PERIOD; i++) {
            Candidate candidate = state.candidates().poll();
            if (candidate == null) {
                return;
            }
            long candidateNonce = outbox.newNonce();
            askedCandidates.put(candidateNonce, candidate);
            outbox.ping(candidate.update().id(), candidate.update().address(), candidateNonce, actions);
        }
    }

    private void dropOldRelays(long nowNanos) {
        Iterator<Relay> oldest = relays.values().iterator();
        while (oldest.hasNext() && oldest.next().untilNanos() - nowNanos <= 0) {
            oldest.remove();
        }
    }
}
