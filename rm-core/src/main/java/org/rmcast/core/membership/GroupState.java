package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.membership.MemberUpdate.Kind;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.Tombstones.Tombstone;
import org.rmcast.core.peers.Peers;
import org.rmcast.core.peers.Peers.Proof;

/**
 * What this member holds of the group, and the rules by which news changes it: SWIM, section 4.2, and what it leaves open,
 * the return of members held for failed, restarts at the same address, and views smaller than the group.
 *
 * <p>A member is taken in when it has proved where it is, to this member or to one of the view, which tells of it. What is told
 * by others counts for nothing but that this member itself is accused. And no hearsay removes a member that answers: whoever is
 * said to be out is asked, and incarnations beyond what a member was heard to say make this one ask, too.
 *
 * <p>Not thread safe.
 */
final class GroupState {
    private static final int MOST_RUMOURS = 512;
    private static final int MOST_CANDIDATES = 64;
    private static final int LEAST_RECENT = 1_024;

    /** By how much an incarnation may be above the one that is known, for others to be believed. */
    private static final int MOST_STEP = 16;

    /** How many of those that hear by multicast of a new member pass it on; those that missed it hear of it from them. */
    private static final double MULTICAST_SPREADERS = 16;

    /** Pings of each suspect and of all members that failed, in the whole group, per period. */
    private static final double DOUBTS_PER_SUSPECT = 3;

    private static final double SEARCHES_FOR_FAILED = 2;

    /** How long a member that joined is not held for one of another part of the group. */
    private static final int FRESH_PERIODS = 60;

    private final EngineContext context;
    private final MembershipConfig config;
    private final MembershipListener listener;
    private final RandomGenerator random;
    private final Peers peers;
    private final MemberTable table;
    private final Suspects suspects;
    private final Tombstones tombstones;
    private final Rumours rumours;
    private final RecentNews recent;
    private final Candidates candidates = new Candidates(MOST_CANDIDATES);
    private final ViewHistory history;
    private final OwnIncarnation own;
    private boolean joined;
    private long merges;

    /**
     * A question that somebody was asked.
     *
     * @param nanos when
     * @param incarnation which one was held of it then
     * @param fresh whether it was said to have joined lately
     */
    record Asked(long nanos, int incarnation, boolean fresh) {}

    GroupState(
            EngineContext context,
            MembershipConfig config,
            Peers peers,
            LocalHealth health,
            MembershipListener listener) {
        this.context = context;
        this.config = config;
        this.listener = listener;
        this.random = context.random();
        this.peers = peers;
        this.table = new MemberTable(context.memberId(), config.maxView, random);
        this.suspects = new Suspects(config, table);
        this.tombstones = new Tombstones(config.maxView, config.failedMemoryNanos);
        this.rumours = new Rumours(MOST_RUMOURS, config.rumourFactor);
        this.recent = new RecentNews(Math.max(LEAST_RECENT, 2 * config.maxView));
        this.history = new ViewHistory(table);
        this.own = new OwnIncarnation(config, health, MOST_STEP);
    }

    /** The most records that a state with this configuration holds. */
    static long mostRecords(MembershipConfig config) {
        return 2L * config.maxView + MOST_RUMOURS + Math.max(LEAST_RECENT, 2 * config.maxView) + MOST_CANDIDATES;
    }

    int records() {
        return table.count() + tombstones.count() + rumours.count() + recent.count() + candidates.count();
    }

    MemberTable table() {
        return table;
    }

    Rumours rumours() {
        return rumours;
    }

    Candidates candidates() {
        return candidates;
    }

    ViewHistory history() {
        return history;
    }

    /** How often this member had to contradict. */
    int incarnation() {
        return own.value();
    }

    /** Whether this member has taken over the state of the group. */
    boolean isJoined() {
        return joined;
    }

    void markJoined() {
        joined = true;
    }

    /** How many members have come that were of another part of the group, or held for failed. */
    long merges() {
        return merges;
    }

    /** Whether this is a member of the view that speaks from its address, or one that has proved to be there. */
    boolean isMember(long id, InetSocketAddress from) {
        MemberEntry entry = table.at(from);
        return entry == null ? peers.isProved(id, from) : entry.id() == id;
    }

    /** What is held against a member and it should hear of, so that it can contradict; null if nothing is. */
    @Nullable
    MemberUpdate against(long id, long nowNanos) {
        MemberEntry entry = table.find(id);
        if (entry != null) {
            return entry.isSuspected() ? entry.update(nowNanos) : null;
        }
        Tombstone tombstone = tombstones.find(id);
        return tombstone == null ? null : tombstone.update();
    }

    // What comes.

    /**
     * Applies what somebody says about a member.
     *
     * @param trusted whether it is a member that says so
     * @param passOn whether a newcomer is news to others
     */
    void apply(MemberUpdate update, boolean trusted, boolean passOn, long nowNanos, Actions actions) {
        if (update.id() == context.memberId()) {
            if (own.isRaised(update, trusted, nowNanos)) {
                rumours.add(self());
            }
        } else if (trusted) {
            switch (update.kind()) {
                case ALIVE -> onAlive(update, passOn, nowNanos, actions);
                case SUSPECT -> onSuspect(update, nowNanos);
                case FAILED, LEFT -> onDown(update, nowNanos, actions);
            }
        }
    }

    /**
     * Applies a record of another member's view: a suspect in it is a member all the same. Where there is no room for it, it is not passed
     * on: that somebody has been there for long is no news, and in a group larger than is remembered it would go round for ever.
     */
    void applyRecord(MemberUpdate update, long nowNanos, Actions actions) {
        if (update.id() != context.memberId() && !update.kind().isDown()) {
            boolean passOn = joined && !table.isFull();
            onAlive(update.as(Kind.ALIVE, update.incarnation()), passOn, nowNanos, actions);
        }
        if (update.kind() != Kind.ALIVE) {
            apply(update, true, joined, nowNanos, actions);
        }
    }

    /** A datagram came in a member's name. */
    void heardFrom(Sender sender, InetSocketAddress from, long nowNanos) {
        MemberEntry entry = table.at(from);
        if (entry != null && entry.id() == sender.id()) {
            table.onHeard(entry);
            if (sender.incarnation() > entry.incarnation()) {
                onAliveMember(entry, aliveAt(sender, from, false), true, nowNanos);
            }
        } else if (entry == null) {
            Tombstone tombstone = tombstones.find(sender.id());
            if (tombstone != null && tombstone.isAt(from)) {
                candidates.add(tombstone.update(), table.rank(sender.id()), false);
            }
        }
    }

    /** A member says that it leaves. */
    void left(Sender sender, InetSocketAddress from, long nowNanos, Actions actions) {
        MemberEntry entry = table.find(sender.id());
        if (entry != null) {
            if (entry.address().equals(from) && sender.incarnation() >= entry.incarnation()) {
                suspects.clear(entry);
                down(entry, Kind.LEFT, nowNanos, actions);
            }
            return;
        }
        Tombstone tombstone = tombstones.find(sender.id());
        if (tombstone != null && tombstone.isAt(from) && tombstone.mayComeBack()) {
            tombstones.put(tombstone.update().as(Kind.LEFT, sender.incarnation()), false, nowNanos);
        }
    }

    /**
     * A member has proved to be at its address, where nobody else is then.
     *
     * @param asked what it answered; null if it has shown a cookie, which does not say that it heard of what is held against it
     * @return whether it was taken in now
     */
    boolean proved(Sender sender, InetSocketAddress from, @Nullable Asked asked, long nowNanos, Actions actions) {
        candidates.remove(sender.id());
        MemberEntry atAddress = table.at(from);
        if (atAddress != null && atAddress.id() != sender.id()) {
            replaced(atAddress, nowNanos, actions);
        }
        MemberEntry entry = table.find(sender.id());
        boolean comes = entry == null && !isOut(sender, asked);
        if (comes) {
            boolean fresh = !sender.joined() || atAddress != null || (asked != null && asked.fresh());
            entry = makeRoomFor(aliveAt(sender, from, fresh), nowNanos, actions);
        }
        if (entry != null && entry.address().equals(from)) {
            table.markProved(entry);
            table.onHeard(entry);
            onOwnWord(entry, sender.incarnation(), asked);
        }
        Proof proof = peers.pin(sender.id(), from, nowNanos);
        if (proof == Proof.PINNED || proof == Proof.MOVED) {
            listener.onProved(sender.id(), from, nowNanos, actions);
        }
        return comes && entry != null;
    }

    /** A member knows its incarnation best, and who answers is alive, whatever others say. */
    private void onOwnWord(MemberEntry entry, int incarnation, @Nullable Asked asked) {
        Suspicion suspicion = entry.suspicion();
        if (incarnation > entry.incarnation()) {
            suspects.clear(entry);
            table.setIncarnation(entry, incarnation);
            rumours.add(entry.down(Kind.ALIVE));
        } else if (asked != null && incarnation <= asked.incarnation()) {
            if (suspicion != null && asked.nanos() - suspicion.sinceNanos() >= 0) {
                suspects.clear(entry);
            }
            if (incarnation < asked.incarnation() && entry.incarnation() == asked.incarnation()) {
                table.setIncarnation(entry, incarnation);
            }
        }
    }

    // What this member found out.

    /** A member that was held for failed does not answer, another one does at its address: it is not looked for again. */
    void addressTaken(long id) {
        tombstones.markReplaced(id);
    }

    /** A member of which others say that it lives did not answer: if it is held for failed, they should know. */
    void disproved(long id) {
        Tombstone tombstone = tombstones.find(id);
        if (tombstone != null) {
            rumours.add(tombstone.update());
        }
    }

    /** A member did not answer, neither us nor those that we asked. */
    void suspect(MemberEntry entry, long nowNanos) {
        accuse(entry, context.memberId(), nowNanos);
        ask(entry, nowNanos);
    }

    /** A member that we asked for another reason did not answer either: one more that accuses it, if it is suspected. */
    void onSilent(long id, long nowNanos) {
        MemberEntry entry = table.find(id);
        if (entry != null && entry.isSuspected()) {
            accuse(entry, context.memberId(), nowNanos);
        }
    }

    /** A member was asked, and told what is held against it. */
    void onAsked(long id, long nowNanos) {
        MemberEntry entry = table.find(id);
        Suspicion suspicion = entry == null ? null : entry.suspicion();
        if (suspicion != null) {
            suspicion.onAsked(nowNanos);
        }
    }

    /** Removes the suspects that have not contradicted in time, and forgets members that failed long ago. */
    void endPeriod(long nowNanos, Actions actions) {
        for (MemberEntry entry : suspects.overdue(nowNanos)) {
            Suspicion suspicion = entry.suspicion();
            boolean left = suspicion != null && suspicion.verdict() == Kind.LEFT;
            down(entry, left ? Kind.LEFT : Kind.FAILED, nowNanos, actions);
        }
        tombstones.expire(nowNanos);
        history.endPeriod(actions);
    }

    /** This member itself was held up for so long: nobody had a chance to contradict. */
    void heldUp(long byNanos) {
        suspects.heldUp(byNanos);
    }

    /**
     * Makes candidates of members that may be alive though it does not look so: of those suspected, that they hear of it, above
     * all shortly before they are removed, and of one that failed. Of the rest each member does its share, so that the whole
     * group does so much per period whatever its size.
     */
    void doubt(long nowNanos) {
        double groupSize = suspects.unsuspected();
        for (MemberEntry entry : suspects.all()) {
            boolean lastChance = suspects.leftNanos(entry, nowNanos) <= 2 * config.probePeriodNanos;
            boolean drawn = isDrawn(DOUBTS_PER_SUSPECT, groupSize) && !suspects.isAskedOfLate(entry, nowNanos);
            if (lastChance || drawn) {
                ask(entry, nowNanos);
            }
        }
        if (isDrawn(SEARCHES_FOR_FAILED, groupSize)) {
            MemberUpdate failed = tombstones.anyFailed(random);
            if (failed != null) {
                candidates.add(failed, table.rank(failed.id()), false);
            }
        }
    }

    /** Whether this one is to pass on what the whole group heard by multicast. */
    boolean passesOn() {
        return isDrawn(MULTICAST_SPREADERS, table.groupSize());
    }

    // Rules.

    private void ask(MemberEntry entry, long nowNanos) {
        candidates.add(entry.update(nowNanos), entry.rank(), false);
    }

    private void onAlive(MemberUpdate update, boolean passOn, long nowNanos, Actions actions) {
        MemberEntry entry = table.find(update.id());
        if (entry != null) {
            onAliveMember(entry, update, false, nowNanos);
            return;
        }
        Tombstone tombstone = tombstones.find(update.id());
        int rise = tombstone == null
                ? 1
                : update.incarnation() - tombstone.update().incarnation();
        if (rise > 0 && rise <= MOST_STEP) {
            onNewcomer(update, passOn, nowNanos, actions);
        } else if (tombstone != null && !tombstone.replaced()) {
            candidates.add(tombstone.update(), table.rank(update.id()), true);
        } else if (tombstone != null) {
            rumours.add(tombstone.update());
        }
    }

    /**
     * Whether a member has proved to be at another address than it has in the view. What it contradicts from there does not say that it
     * can be reached at the one in the view: if it does not answer, it is out of the view in time, and comes in anew from where it is.
     */
    private boolean isElsewhere(MemberEntry entry) {
        InetSocketAddress address = peers.addressOf(entry.id());
        return address != null && !address.equals(entry.address()) && peers.isProved(entry.id(), address);
    }

    private void onAliveMember(MemberEntry entry, MemberUpdate update, boolean firsthand, long nowNanos) {
        int rise = update.incarnation() - entry.incarnation();
        if (rise <= 0 || !update.address().equals(entry.address())) {
            return;
        }
        if (rise > MOST_STEP) {
            ask(entry, nowNanos);
        } else {
            if (firsthand || !isElsewhere(entry)) {
                suspects.clear(entry);
            }
            table.setIncarnation(entry, update.incarnation());
            rumours.add(update);
        }
    }

    private void onNewcomer(MemberUpdate update, boolean passOn, long nowNanos, Actions actions) {
        if (update.address().equals(context.localAddress())) {
            MemberUpdate failed = update.as(Kind.FAILED, update.incarnation());
            tombstones.put(failed, true, nowNanos);
            rumours.add(failed);
        } else if (table.at(update.address()) != null) {
            candidates.add(update, table.rank(update.id()), false);
        } else if (!table.isFull()) {
            admit(update, true, nowNanos, actions);
            if (passOn) {
                rumours.add(update);
            }
        } else {
            onSurplus(update, passOn);
        }
    }

    /** A member for which there is no room: it may displace another one once it has proved to be there. */
    private void onSurplus(MemberUpdate update, boolean passOn) {
        table.markPartial();
        long rank = table.rank(update.id());
        if (table.displacedBy(rank) != null) {
            candidates.add(update, rank, false);
        }
        if (recent.isNew(update) && passOn) {
            rumours.add(update);
        }
    }

    private @Nullable MemberEntry makeRoomFor(MemberUpdate update, long nowNanos, Actions actions) {
        boolean displaces = table.isFull();
        if (displaces) {
            table.markPartial();
            MemberEntry displaced = table.displacedBy(table.rank(update.id()));
            if (displaced == null) {
                return null;
            }
            suspects.clear(displaced);
            table.remove(displaced);
            listener.onDown(displaced.member(), DownReason.DISPLACED, nowNanos, actions);
        }
        if (recent.isNew(update)) {
            rumours.add(update);
        }
        return admit(update, !displaces, nowNanos, actions);
    }

    private MemberEntry admit(MemberUpdate update, boolean report, long nowNanos, Actions actions) {
        tombstones.remove(update.id());
        GroupMember member = new GroupMember(update.id(), update.address(), update.incarnation(), update.role());
        MemberEntry entry = table.add(member);
        if (update.fresh()) {
            entry.markFresh(nowNanos + FRESH_PERIODS * config.probePeriodNanos);
        } else if (joined && !table.isPartial()) {
            merges++;
            history.onMerged();
        }
        if (report) {
            entry.markReported();
            actions.report(new SessionEvent.MemberJoined(member.id(), member.address()));
        }
        listener.onUp(member, nowNanos, actions);
        return entry;
    }

    private void onSuspect(MemberUpdate update, long nowNanos) {
        MemberEntry entry = table.find(update.id());
        if (entry == null) {
            if (tombstones.find(update.id()) == null && recent.isNew(update)) {
                rumours.add(update);
            }
        } else if (isPlausible(update, entry, nowNanos)) {
            accuse(entry, update.accuserId(), nowNanos);
        }
    }

    private void accuse(MemberEntry entry, long accuserId, long nowNanos) {
        boolean known = accuserId == context.memberId() || table.isPartial() || table.find(accuserId) != null;
        if (!entry.isSuspected() || known) {
            if (suspects.accuse(entry, accuserId, nowNanos)) {
                rumours.add(entry.update(nowNanos));
            }
        }
    }

    private void onDown(MemberUpdate update, long nowNanos, Actions actions) {
        MemberEntry entry = table.find(update.id());
        if (entry == null) {
            Tombstone tombstone = tombstones.find(update.id());
            if (tombstone == null || update.overrides(tombstone.update())) {
                tombstones.put(update, false, nowNanos);
                candidates.remove(update.id());
                rumours.add(update);
            }
        } else if (isPlausible(update, entry, nowNanos)) {
            if (suspects.isUnanswered(entry.suspicion(), nowNanos)) {
                down(entry, update.kind(), nowNanos, actions);
            } else {
                if (suspects.condemn(entry, update.kind(), nowNanos)) {
                    rumours.add(update);
                }
                ask(entry, nowNanos);
            }
        }
    }

    /** Whether what is held against a member is not outdated, and of an incarnation that it may well have reached. */
    private boolean isPlausible(MemberUpdate update, MemberEntry entry, long nowNanos) {
        int rise = update.incarnation() - entry.incarnation();
        if (rise < 0) {
            // The others no longer tell that it contradicted, so do it again.
            rumours.addIfAbsent(entry.update(nowNanos));
        } else if (rise > MOST_STEP) {
            ask(entry, nowNanos);
        } else if (rise > 0) {
            if (!isElsewhere(entry)) {
                suspects.clear(entry);
            }
            table.setIncarnation(entry, update.incarnation());
        }
        return rise >= 0 && rise <= MOST_STEP;
    }

    private void replaced(MemberEntry entry, long nowNanos, Actions actions) {
        MemberUpdate failed = entry.down(Kind.FAILED);
        tombstones.put(failed, true, nowNanos);
        rumours.add(failed);
        remove(entry, DownReason.RESTARTED, nowNanos, actions);
    }

    private void down(MemberEntry entry, Kind kind, long nowNanos, Actions actions) {
        MemberUpdate verdict = entry.down(kind);
        tombstones.put(verdict, false, nowNanos);
        candidates.remove(entry.id());
        rumours.add(verdict);
        remove(entry, kind == Kind.LEFT ? DownReason.LEFT : DownReason.FAILED, nowNanos, actions);
    }

    private void remove(MemberEntry entry, DownReason reason, long nowNanos, Actions actions) {
        suspects.clear(entry);
        table.remove(entry);
        peers.remove(entry.id());
        if (entry.isReported()) {
            actions.report(
                    switch (reason) {
                        case LEFT -> new SessionEvent.MemberLeft(entry.id(), entry.address());
                        case RESTARTED ->
                            new SessionEvent.MemberFailed(
                                    entry.id(),
                                    entry.address(),
                                    EventCause.CAME_AGAIN,
                                    "another member answers at its address");
                        default ->
                            new SessionEvent.MemberFailed(
                                    entry.id(),
                                    entry.address(),
                                    EventCause.SILENT,
                                    "it did not answer, nor contradict its suspicion");
                    });
        }
        listener.onDown(entry.member(), reason, nowNanos, actions);
    }

    private boolean isOut(Sender sender, @Nullable Asked asked) {
        Tombstone tombstone = tombstones.find(sender.id());
        return tombstone != null
                && sender.incarnation() <= tombstone.update().incarnation()
                && (asked == null || asked.nanos() - tombstone.sinceNanos() < 0);
    }

    /** True at so many of the group's members, on average. */
    boolean isDrawn(double wanted, double groupSize) {
        return random.nextDouble() * groupSize < wanted;
    }

    private MemberUpdate self() {
        return new MemberUpdate(Kind.ALIVE, context.memberId(), own.value(), context.role(), context.localAddress());
    }

    private static MemberUpdate aliveAt(Sender sender, InetSocketAddress from, boolean fresh) {
        return new MemberUpdate(Kind.ALIVE, sender.id(), sender.incarnation(), sender.role(), from, fresh, 0);
    }
}
