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
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.Candidates.Candidate;
import org.rmcast.core.membership.GroupState.Asked;
import org.rmcast.core.membership.MembershipPacket.Ack;
import org.rmcast.core.membership.MembershipPacket.IndirectAck;
import org.rmcast.core.membership.MembershipPacket.PingRequest;

/**
 * SWIM's failure detector (section 3.1): in each protocol period one member is pinged; if it does not answer in time, k others
 * are asked to ping it; if no answer comes by the end of the period, it is suspected. Whoever does not answer in time makes
 * this one probe one more member at once, so that many that fail together are found together. Besides, a few candidates
 * are pinged in each period, and now and then a member that failed.
 *
 * <p>A member that was held up itself, so that it comes to the end of a period late, concludes nothing from it; and the worse
 * its {@link LocalHealth}, the longer it waits (Dadgar, Phillips, Currey, "Lifeguard", DSN-W 2018). Not thread safe.
 */
final class Prober {
    private static final int CANDIDATES_PER_PERIOD = 16;
    private static final int MOST_PROBES = 16;

    /** As long as nothing is heard it may well be this member that is cut off. */
    private static final int MOST_PROBES_UNHEARD = 8;

    private static final int MOST_PASSED_OVER = 64;

    private final EngineContext context;
    private final MembershipConfig config;
    private final GroupState state;
    private final Outbox outbox;
    private final LocalHealth health;
    private final RecentlyHeard heard;
    private final RandomGenerator random;
    private final List<Probe> probes = new ArrayList<>();
    private final Map<Long, AskedCandidate> askedCandidates = new LinkedHashMap<>();
    private long periodEndNanos = ProtocolEngine.NO_DEADLINE;
    private int candidatesLeft;
    private int periodsWithoutProbe;

    private record AskedCandidate(Candidate candidate, Asked asked) {}

    /** A member that was pinged since it was its turn. */
    private static final class Probe {
        final MemberEntry entry;
        final long nonce;
        final Asked asked;
        final long answerUntilNanos;
        final long endNanos;
        List<MemberEntry> helpers = List.of();
        boolean helpersAsked;
        /** How many of the helpers had been heard of late, so that they should say something. */
        int expected;

        int helped;

        Probe(MemberEntry entry, long nonce, long nowNanos, long timeoutNanos, long periodNanos) {
            this.entry = entry;
            this.nonce = nonce;
            this.asked = new Asked(nowNanos, entry.incarnation(), false);
            this.answerUntilNanos = nowNanos + timeoutNanos;
            this.endNanos = nowNanos + periodNanos;
        }

        long nextNanos() {
            return helpersAsked ? endNanos : answerUntilNanos;
        }
    }

    Prober(
            EngineContext context,
            MembershipConfig config,
            GroupState state,
            Outbox outbox,
            LocalHealth health,
            RecentlyHeard heard) {
        this.context = context;
        this.config = config;
        this.state = state;
        this.outbox = outbox;
        this.health = health;
        this.heard = heard;
        this.random = context.random();
    }

    /** Begins at a random time within the first period, so that members that start together do not probe together. */
    void start(long nowNanos) {
        periodEndNanos = nowNanos + random.nextLong(config.probePeriodNanos);
        candidatesLeft = CANDIDATES_PER_PERIOD;
    }

    long nextDeadlineNanos() {
        long next = periodEndNanos;
        for (Probe probe : probes) {
            next = Deadlines.earlier(next, probe.nextNanos());
        }
        return next;
    }

    int records() {
        return askedCandidates.size() + probes.size();
    }

    static int mostRecords() {
        return 2 * CANDIDATES_PER_PERIOD + MOST_PROBES;
    }

    void onDeadline(long nowNanos, Actions actions) {
        long lateNanos = nowNanos - nextDeadlineNanos();
        if (lateNanos < 0) {
            return;
        }
        if (lateNanos > config.probePeriodNanos / 2) {
            heldUp(lateNanos, nowNanos);
        } else {
            for (Probe probe : List.copyOf(probes)) {
                onTime(probe, nowNanos, actions);
            }
        }
        if (Deadlines.isDue(periodEndNanos, nowNanos)) {
            endPeriod(nowNanos, actions);
            beginPeriod(nowNanos, actions);
        }
    }

    /** Nothing can be concluded from answers that did not come, or lie in a socket's buffer. */
    private void heldUp(long lateNanos, long nowNanos) {
        health.onLate();
        state.heldUp(lateNanos);
        probes.forEach(probe -> probe.entry.setProbed(false));
        probes.clear();
        askedCandidates.clear();
        periodEndNanos = nowNanos;
    }

    // Answers.

    /** Whether this answers a question of this prober. */
    boolean onAck(InetSocketAddress from, Ack ack, long nowNanos, Actions actions) {
        Probe probe = find(ack.nonce());
        if (probe != null && from.equals(probe.entry.address())) {
            close(probe);
            health.onAnswered();
            state.proved(ack.sender(), from, probe.asked, nowNanos, actions);
            measure(ack.sender().id(), probe.asked, nowNanos);
            return true;
        }
        AskedCandidate candidate = askedCandidates.get(ack.nonce());
        if (candidate == null || !from.equals(candidate.candidate().update().address())) {
            return false;
        }
        askedCandidates.remove(ack.nonce());
        long candidateId = candidate.candidate().update().id();
        if (ack.sender().id() != candidateId) {
            state.addressTaken(candidateId);
        }
        state.proved(ack.sender(), from, candidate.asked(), nowNanos, actions);
        measure(ack.sender().id(), candidate.asked(), nowNanos);
        return true;
    }

    private void measure(long id, Asked asked, long nowNanos) {
        MemberEntry entry = state.table().find(id);
        if (entry != null) {
            entry.onRoundTrip(nowNanos - asked.nanos());
        }
    }

    /** A member that was asked for help has got an answer, or none. */
    void onIndirectAck(InetSocketAddress from, IndirectAck ack, long nowNanos, Actions actions) {
        Probe probe = find(ack.nonce());
        if (probe == null || probe.entry.id() != ack.targetId()) {
            return;
        }
        for (MemberEntry helper : probe.helpers) {
            if (helper.address().equals(from)) {
                probe.helped++;
                if (ack.alive()) {
                    close(probe);
                    GroupMember member = probe.entry.member();
                    MemberUpdate alive = new MemberUpdate(
                            MemberUpdate.Kind.ALIVE,
                            member.id(),
                            ack.targetIncarnation(),
                            member.role(),
                            member.address());
                    state.apply(alive, true, false, nowNanos, actions);
                }
                return;
            }
        }
    }

    private @Nullable Probe find(long nonce) {
        for (Probe probe : probes) {
            if (probe.nonce == nonce) {
                return probe;
            }
        }
        return null;
    }

    private void close(Probe probe) {
        probes.remove(probe);
        probe.entry.setProbed(false);
    }

    // Probes.

    private void onTime(Probe probe, long nowNanos, Actions actions) {
        if (!probe.helpersAsked && nowNanos - probe.answerUntilNanos >= 0) {
            probe.helpersAsked = true;
            askOthers(probe, nowNanos, actions);
            boolean heardSince = heard.latestNanos() - probe.asked.nanos() > 0;
            if (probes.size() < (heardSince ? MOST_PROBES : MOST_PROBES_UNHEARD)) {
                probeNext(nowNanos, actions);
            }
        }
        if (nowNanos - probe.endNanos >= 0) {
            close(probe);
            if (probe.expected > 0 && probe.helped == 0) {
                health.onNoHelp();
            }
            if (state.table().find(probe.entry.id()) == probe.entry) {
                state.suspect(probe.entry, nowNanos);
            }
        }
    }

    private void askOthers(Probe probe, long nowNanos, Actions actions) {
        MemberEntry probed = probe.entry;
        List<MemberEntry> helpers = new ArrayList<>();
        for (MemberEntry entry : heard.since(nowNanos - 2 * config.probePeriodNanos)) {
            if (helpers.size() < config.indirectProbes && isHelper(entry, probed, helpers)) {
                helpers.add(entry);
            }
        }
        probe.expected = helpers.size();
        for (int i = 0; i < 4 * config.indirectProbes && helpers.size() < config.indirectProbes; i++) {
            MemberEntry entry = state.table().anyone();
            if (entry != null && isHelper(entry, probed, helpers)) {
                helpers.add(entry);
            }
        }
        probe.helpers = helpers;
        PingRequest request = new PingRequest(outbox.self(), probe.nonce, probed.id(), probed.address());
        helpers.forEach(helper -> outbox.unicast(helper.address(), request, actions));
    }

    private boolean isHelper(MemberEntry entry, MemberEntry probed, List<MemberEntry> helpers) {
        return entry != probed
                && !entry.isSuspected()
                && !helpers.contains(entry)
                && state.table().find(entry.id()) == entry;
    }

    private void probeNext(long nowNanos, Actions actions) {
        MemberEntry next = nextToProbe();
        if (next == null) {
            return;
        }
        Probe probe = new Probe(
                next,
                outbox.newNonce(),
                nowNanos,
                health.stretch(config.probeTimeoutNanos),
                health.stretch(config.probePeriodNanos));
        next.setProbed(true);
        probes.add(probe);
        outbox.ping(next.id(), next.address(), probe.nonce, nowNanos, actions);
    }

    /** Passes over those that are probed, and silent suspects, who are asked anyway, if that does not take long. */
    private @Nullable MemberEntry nextToProbe() {
        for (int i = 0; i < MOST_PASSED_OVER; i++) {
            MemberEntry next = state.table().nextToProbe();
            if (next == null || (!next.isProbed() && !MemberTable.isSilent(next))) {
                return next;
            }
        }
        return null;
    }

    // Periods.

    private void endPeriod(long nowNanos, Actions actions) {
        Iterator<AskedCandidate> oldest = askedCandidates.values().iterator();
        while (oldest.hasNext()) {
            AskedCandidate asked = oldest.next();
            if (nowNanos - asked.asked().nanos() >= config.probePeriodNanos) {
                oldest.remove();
                state.onSilent(asked.candidate().update().id(), nowNanos);
                if (asked.candidate().disputed()) {
                    state.disproved(asked.candidate().update().id());
                }
            }
        }
        state.endPeriod(nowNanos, actions);
    }

    private void beginPeriod(long nowNanos, Actions actions) {
        periodEndNanos = nowNanos + config.probePeriodNanos;
        candidatesLeft = CANDIDATES_PER_PERIOD;
        if (periodsWithoutProbe < health.score()) {
            periodsWithoutProbe++;
        } else if (probes.size() < MOST_PROBES) {
            periodsWithoutProbe = 0;
            probeNext(nowNanos, actions);
        }
        state.doubt(nowNanos);
        pingCandidates(nowNanos, actions);
    }

    /** Pings those that are to be pinged at once, as far as that is not too many. */
    void pingCandidates(long nowNanos, Actions actions) {
        while (candidatesLeft > 0) {
            Candidate candidate = state.candidates().poll();
            if (candidate == null) {
                return;
            }
            candidatesLeft--;
            MemberUpdate update = candidate.update();
            long nonce = outbox.newNonce();
            if (askedCandidates.size() < 2 * CANDIDATES_PER_PERIOD && update.id() != context.memberId()) {
                Asked asked = new Asked(nowNanos, update.incarnation(), update.fresh());
                askedCandidates.put(nonce, new AskedCandidate(candidate, asked));
                outbox.ping(update.id(), update.address(), nonce, nowNanos, actions);
            }
        }
    }
}
