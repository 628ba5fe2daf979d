package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.membership.MemberUpdate.Kind;
import org.rmcast.core.membership.MembershipPacket.Sender;
import org.rmcast.core.membership.Tombstones.Tombstone;
import org.rmcast.core.peers.Peers;
import org.rmcast.core.peers.Peers.Proof;

/**
 * What this member holds of the group, and the rules by which news changes it: SWIM, section 4.2, and what it leaves open,
 * the return of members held for failed, restarts at the same address, and views smaller than the group. Not thread safe.
 */
final class GroupState {
    private static final int MOST_RUMOURS = 512;
    private static final int MOST_CANDIDATES = 64;
    private static final int LEAST_RECENT = 1_024;

    /** How many of those that hear by multicast of a new member pass it on; those that missed it hear of it from them. */
    private static final double MULTICAST_SPREADERS = 16;

    /** Pings of each suspect and of all members that failed, in the whole group, per period. */
    private static final double DOUBTS_PER_SUSPECT = 3;

    private static final double SEARCHES_FOR_FAILED = 2;

    private final EngineContext context;
    private final MembershipConfig config;
    private final MembershipListener listener;
    private final RandomGenerator random;
    private final Peers peers;
    private final MemberTable table;
    private final Tombstones tombstones;
    private final Rumours rumours;
    private final RecentNews recent;
    private final Candidates candidates = new Candidates(MOST_CANDIDATES);
    private int incarnation;
    private long returns;

    GroupState(EngineContext context, MembershipConfig config, Peers peers, MembershipListener listener) {
        this.context = context;
        this.config = config;
        this.listener = listener;
        this.random = context.random();
        this.peers = peers;
        this.table = new MemberTable(context.memberId(), config.maxView, random);
        this.tombstones = new Tombstones(config.maxView, config.failedMemoryNanos);
        this.rumours = new Rumours(MOST_RUMOURS, config.rumourFactor);
        this.recent = new RecentNews(Math.max(LEAST_RECENT, 2 * config.maxView));
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

    /** How often this member had to contradict. */
    int incarnation() {
        return incarnation;
    }

    /** How many members have come back that were held for failed. */
    long returns() {
        return returns;
    }

    /** What is held against a member and it should hear of, so that it can contradict; null if nothing is. */
    @Nullable
    MemberUpdate against(long id) {
        MemberEntry entry = table.find(id);
        if (entry != null) {
            return entry.isSuspected() ? entry.update(Kind.SUSPECT) : null;
        }
        Tombstone tombstone = tombstones.find(id);
        return tombstone == null ? null : tombstone.update();
    }

    /**
     * Applies what somebody says about a member.
     *
     * @param teller whose address was proved, so that what it says vouches for others; or was not
     */
    void apply(MemberUpdate update, Teller teller, long nowNanos, Actions actions) {
        if (update.id() == context.memberId()) {
            contradict(update);
            return;
        }
        switch (update.kind()) {
            case ALIVE -> onAlive(update, teller, true, nowNanos, actions);
            case SUSPECT -> onSuspect(update, nowNanos);
            case FAILED, LEFT -> onDown(update, nowNanos, actions);
        }
    }

    /**
     * Applies a record of another member's view: a suspect in it is a member all the same.
     *
     * @param passOn whether it may be news to others too
     */
    void applyRecord(MemberUpdate update, Teller teller, boolean passOn, long nowNanos, Actions actions) {
        if (update.id() != context.memberId() && !update.kind().isDown()) {
            onAlive(update.as(Kind.ALIVE, update.incarnation()), teller, passOn, nowNanos, actions);
        }
        if (update.kind() != Kind.ALIVE) {
            apply(update, teller, nowNanos, actions);
        }
    }

    /** A datagram came from a member itself. */
    void heardFrom(Sender sender, InetSocketAddress from, long nowNanos, Actions actions) {
        onAlive(aliveAt(sender, from), Teller.ANYONE, true, nowNanos, actions);
    }

    /** A member joins and was heard by multicast, as by all others, so that only few need to pass it on. */
    void joinedByMulticast(Sender sender, InetSocketAddress from, long nowNanos, Actions actions) {
        onAlive(aliveAt(sender, from), Teller.ANYONE, passesOn(), nowNanos, actions);
    }

    /** A member says that it leaves. */
    void left(Sender sender, InetSocketAddress from, long nowNanos, Actions actions) {
        MemberEntry entry = table.find(sender.id());
        if (entry == null || entry.address().equals(from)) {
            onDown(aliveAt(sender, from).as(Kind.LEFT, sender.incarnation()), nowNanos, actions);
        }
    }

    /** A member has answered a question of ours from its address: it is there, and nobody else is. */
    void proved(Sender sender, InetSocketAddress from, long nowNanos, Actions actions) {
        candidates.remove(sender.id());
        MemberEntry atAddress = table.at(from);
        if (atAddress != null && atAddress.id() != sender.id()) {
            replaced(atAddress, nowNanos, actions);
        }
        MemberEntry entry = table.find(sender.id());
        if (entry == null && !isOut(sender)) {
            entry = makeRoomFor(aliveAt(sender, from), nowNanos, actions);
        }
        if (entry != null && entry.address().equals(from)) {
            entry.markHeard();
            table.changed();
        }
        Proof proof = peers.pin(sender.id(), from, nowNanos);
        if (proof == Proof.PINNED || proof == Proof.MOVED) {
            listener.onProved(sender.id(), from, nowNanos, actions);
        }
    }

    /** Who tells of others. */
    enum Teller {
        /** A member that is where it says. */
        PROVED,
        /** Whoever it may be; a member, too, of itself. */
        ANYONE
    }

    /** A member that was held for failed does not answer, another one does at its address: it is not looked for again. */
    void addressTaken(long id, long nowNanos) {
        Tombstone tombstone = tombstones.find(id);
        if (tombstone != null) {
            tombstones.put(tombstone.update(), true, nowNanos);
        }
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
        MemberUpdate suspicion = entry.update(Kind.SUSPECT);
        onSuspect(suspicion, nowNanos);
        candidates.add(suspicion, entry.rank(), false);
    }

    /** Removes the suspects that have not contradicted in time, and forgets members that failed long ago. */
    void expire(long nowNanos, Actions actions) {
        List<MemberEntry> overdue = new ArrayList<>();
        for (MemberEntry entry : table.all()) {
            if (entry.isSuspected() && entry.suspectedUntilNanos() - nowNanos <= 0) {
                overdue.add(entry);
            }
        }
        overdue.forEach(entry -> onDown(entry.update(Kind.FAILED), nowNanos, actions));
        tombstones.expire(nowNanos);
    }

    /** This member itself was held up for so long: nobody had a chance to contradict. */
    void heldUp(long byNanos) {
        table.all().forEach(entry -> entry.postpone(byNanos));
    }

    /**
     * Makes candidates of members that may be alive though it does not look so: of those suspected, that they hear of it, above
     * all shortly before they are removed, and of one that failed. Of the rest each member does its share, so that the whole
     * group does so much per period whatever its size.
     */
    void doubt(long nowNanos) {
        double groupSize = table.groupSize();
        for (MemberEntry entry : table.all()) {
            if (entry.isSuspected() && (isLastChance(entry, nowNanos) || isDrawn(DOUBTS_PER_SUSPECT, groupSize))) {
                candidates.add(entry.update(Kind.SUSPECT), entry.rank(), false);
            }
        }
        if (isDrawn(SEARCHES_FOR_FAILED, groupSize)) {
            MemberUpdate failed = tombstones.anyFailed(random);
            if (failed != null) {
                candidates.add(failed, table.rank(failed.id()), false);
            }
        }
    }

    private void onAlive(MemberUpdate update, Teller teller, boolean passOn, long nowNanos, Actions actions) {
        MemberEntry entry = table.find(update.id());
        if (entry != null) {
            vouch(entry, update, teller);
            if (update.incarnation() > entry.incarnation() && update.address().equals(entry.address())) {
                entry.clear(update.incarnation());
                table.changed();
                rumours.add(update);
            }
            return;
        }
        Tombstone tombstone = tombstones.find(update.id());
        if (tombstone == null || update.incarnation() > tombstone.update().incarnation()) {
            onNewcomer(update, teller, passOn, nowNanos, actions);
        } else if (tombstone.mayComeBack()) {
            candidates.add(tombstone.update(), table.rank(update.id()), true);
        } else {
            rumours.add(tombstone.update());
        }
    }

    private void vouch(MemberEntry entry, MemberUpdate update, Teller teller) {
        if (teller == Teller.PROVED && !entry.isVouched() && update.address().equals(entry.address())) {
            entry.markTold();
            table.changed();
        }
    }

    private void onNewcomer(MemberUpdate update, Teller teller, boolean passOn, long nowNanos, Actions actions) {
        if (update.address().equals(context.localAddress())) {
            onDown(update.as(Kind.FAILED, update.incarnation()), nowNanos, actions);
        } else if (table.at(update.address()) != null) {
            candidates.add(update, table.rank(update.id()), false);
        } else if (!table.isFull()) {
            admit(update, teller, true, nowNanos, actions);
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
            table.remove(displaced);
            listener.onDown(displaced.member(), DownReason.DISPLACED, nowNanos, actions);
        }
        if (recent.isNew(update)) {
            rumours.add(update);
        }
        return admit(update, Teller.ANYONE, !displaces, nowNanos, actions);
    }

    private MemberEntry admit(MemberUpdate update, Teller teller, boolean report, long nowNanos, Actions actions) {
        Tombstone tombstone = tombstones.find(update.id());
        if (tombstone != null) {
            tombstones.remove(update.id());
            returns++;
        }
        GroupMember member = new GroupMember(update.id(), update.address(), update.incarnation(), update.role());
        MemberEntry entry = table.add(member);
        vouch(entry, update, teller);
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
        } else if (update.incarnation() > entry.incarnation()
                || (update.incarnation() == entry.incarnation() && !entry.isSuspected())) {
            entry.suspect(update.incarnation(), nowNanos + suspicionNanos());
            table.changed();
            rumours.add(update);
        } else {
            correct(update, entry);
        }
    }

    /** Somebody has not heard yet that a member contradicted: the others no longer tell of it, so do it again. */
    private void correct(MemberUpdate outdated, MemberEntry entry) {
        if (outdated.incarnation() < entry.incarnation()) {
            rumours.addIfAbsent(entry.update(entry.isSuspected() ? Kind.SUSPECT : Kind.ALIVE));
        }
    }

    private void onDown(MemberUpdate update, long nowNanos, Actions actions) {
        MemberEntry entry = table.find(update.id());
        Tombstone tombstone = tombstones.find(update.id());
        boolean news = entry != null
                ? update.incarnation() >= entry.incarnation()
                : tombstone == null || update.overrides(tombstone.update());
        if (!news) {
            if (entry != null) {
                correct(update, entry);
            }
            return;
        }
        tombstones.put(update, false, nowNanos);
        candidates.remove(update.id());
        rumours.add(update);
        if (entry != null) {
            boolean left = update.kind() == Kind.LEFT;
            remove(entry, left ? DownReason.LEFT : DownReason.FAILED, nowNanos, actions);
        }
    }

    private void replaced(MemberEntry entry, long nowNanos, Actions actions) {
        MemberUpdate failed = entry.update(Kind.FAILED);
        tombstones.put(failed, true, nowNanos);
        rumours.add(failed);
        remove(entry, DownReason.RESTARTED, nowNanos, actions);
    }

    private void remove(MemberEntry entry, DownReason reason, long nowNanos, Actions actions) {
        table.remove(entry);
        peers.remove(entry.id());
        if (entry.isReported()) {
            actions.report(
                    switch (reason) {
                        case LEFT -> new SessionEvent.MemberLeft(entry.id(), entry.address());
                        case RESTARTED ->
                            new SessionEvent.MemberFailed(
                                    entry.id(), entry.address(), "another member answers at its address");
                        default ->
                            new SessionEvent.MemberFailed(
                                    entry.id(), entry.address(), "it did not answer, nor contradict its suspicion");
                    });
        }
        listener.onDown(entry.member(), reason, nowNanos, actions);
    }

    /** Somebody holds this member for suspect or down: a higher incarnation says otherwise. */
    private void contradict(MemberUpdate update) {
        if (update.kind() != Kind.ALIVE && update.incarnation() >= incarnation) {
            incarnation = Math.min(update.incarnation() + 1, MemberUpdate.MAX_INCARNATION);
            rumours.add(new MemberUpdate(
                    Kind.ALIVE, context.memberId(), incarnation, context.role(), context.localAddress()));
        }
    }

    private boolean isOut(Sender sender) {
        Tombstone tombstone = tombstones.find(sender.id());
        return tombstone != null && sender.incarnation() <= tombstone.update().incarnation();
    }

    private boolean passesOn() {
        return isDrawn(MULTICAST_SPREADERS, table.groupSize());
    }

    /** True at so many of the group's members, on average. */
    private boolean isDrawn(double wanted, double groupSize) {
        return random.nextDouble() * groupSize < wanted;
    }

    private boolean isLastChance(MemberEntry suspect, long nowNanos) {
        return suspect.suspectedUntilNanos() - nowNanos <= 2 * config.probePeriodNanos;
    }

    /** Grows with the group's size as the time in which a contradiction reaches everyone does (SWIM, section 4.2). */
    private long suspicionNanos() {
        double scale = Math.max(1, StrictMath.log10(table.groupSize()));
        return Math.round(config.suspicionPeriods * scale * config.probePeriodNanos);
    }

    private static MemberUpdate aliveAt(Sender sender, InetSocketAddress from) {
        return new MemberUpdate(Kind.ALIVE, sender.id(), sender.incarnation(), sender.role(), from);
    }
}
