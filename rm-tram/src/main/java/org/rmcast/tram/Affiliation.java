package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.LossShare;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.ReportTaken;
import org.rmcast.tram.wire.TramPacket.Standing;
import org.rmcast.tram.wire.TramPacket.UnicastHello;
import org.rmcast.tram.wire.TreePlace;

/**
 * A node as a member of its head: joins the one that {@link HeadSearch} finds, acknowledges to it, believes what it says it
 * holds, and leaves it, is disowned or pruned by it, or loses it.
 */
final class Affiliation implements HeadSearch.Host {
    /** So much data since the last look says that what is lost is lost now. */
    private static final int FEW_ARRIVALS = 8;

    /** So many time-outs in a row, and no sign of life: is the head still there? */
    private static final int ROUNDS_IN_VAIN = 2;
    /** So many unanswered probes: another head is asked for repairs, while it is found out. */
    private static final int PROBES_BEFORE_HELP = 2;

    private final TramContext context;
    private final TramConfig config;
    private final CurrentStream stream;
    private final RepairHead ownMembers;
    private final LanElection lan;
    private final HeadSearch search;

    private TreePlace place = TreePlace.NONE;
    /** Where this node last served others: some of them may not know yet that it does no longer. */
    private TreePlace kept = TreePlace.NONE;

    private long keptNanos;
    /** Which head was told that all of the stream is here, and when. */
    private long endToldTo;

    private long endToldNanos;
    /** When the head was last told that this node leaves for good, and how often in a row without an answer. */
    private long farewellNanos;

    private int farewellsInVain;
    private int prunings;
    private long arrivalsBefore;
    /** Since when it is not known whether messages are lost, see {@link #tellLosses}. */
    private long lossOpenSinceNanos = ProtocolEngine.NO_DEADLINE;
    /** Why this node was pruned, until it has joined anew. */
    private @Nullable String prunedBecause;

    Affiliation(TramContext context, CurrentStream stream, RepairHead ownMembers, LanElection lan) {
        this.context = context;
        this.config = context.config;
        this.stream = stream;
        this.ownMembers = ownMembers;
        this.lan = lan;
        this.search = new HeadSearch(context, this);
    }

    HeadSearch search() {
        return search;
    }

    /** The node's place in the tree, below its head's. */
    TreePlace place() {
        return place;
    }

    /** Leaves the head, and forgets all of them, for a new stream. */
    void reset(long nowNanos, Actions actions) {
        leaveForGood(nowNanos, actions);
        ownMembers.reports().clear();
        search.reset();
        place = TreePlace.NONE;
        kept = TreePlace.NONE;
        prunings = 0;
        prunedBecause = null;
        endToldTo = 0;
    }

    long nextDeadlineNanos() {
        FollowedStream followed = stream.followed();
        return followed == null || !isAcknowledging()
                ? search.nextDeadlineNanos()
                : Deadlines.earlier(
                        Deadlines.earlier(
                                search.nextDeadlineNanos(), ownMembers.reports().nextDeadlineNanos()),
                        followed.acknowledger().nextDeadlineNanos());
    }

    // Acknowledgements.

    /** Whether there is a head, and something that it is to be told: of a stream that has ended it wants nothing more. */
    private boolean isAcknowledging() {
        return search.isAttached() && !stream.choice().isEnded();
    }

    void acknowledgeIfDue(long nowNanos, Actions actions) {
        FollowedStream followed = stream.followed();
        if (followed == null) {
            return;
        }
        tellLosses(followed.reception(), nowNanos);
        followed.tellStall(search.isAttached(), nowNanos, actions);
        if (!isAcknowledging()) {
            followed.acknowledger().forget();
        } else if (followed.acknowledger().isDue(nowNanos)) {
            boolean asks = followed.acknowledger().isQuestionDue(nowNanos);
            acknowledge(asks ? search.ask(nowNanos) : 0, nowNanos, actions);
        } else {
            repeatReports(nowNanos, actions);
        }
    }

    /**
     * What is lost here has not been delivered, though it is not missing any more: the sender is to know before it is confirmed. For
     * a while the next message is waited for, which may show that none was lost.
     */
    private void tellLosses(Reception reception, long nowNanos) {
        if (reception.lostFrom() == Reception.NONE) {
            lossOpenSinceNanos = ProtocolEngine.NO_DEADLINE;
            return;
        }
        if (lossOpenSinceNanos == ProtocolEngine.NO_DEADLINE) {
            lossOpenSinceNanos = nowNanos;
        }
        boolean open = reception.isLossOpen();
        if (context.engine.role() != Role.RECEIVER || !(open || reception.hasLost())) {
            reception.lossIsTold();
            acknowledgeSoon();
            return;
        }
        if (open && !reception.hasLost() && nowNanos - lossOpenSinceNanos < config.helloIntervalNanos) {
            return;
        }
        MemberReport missed = ownMembers.reports().missed(stream.source(), reception.lostFrom());
        if (missed != null) {
            reception.lossIsTold();
            pass(missed);
        }
    }

    private void repeatReports(long nowNanos, Actions actions) {
        HeadCandidate to = search.head();
        if (to != null && Deadlines.isDue(ownMembers.reports().nextDeadlineNanos(), nowNanos)) {
            ownMembers.reports().send(to.address, nowNanos, actions);
        }
    }

    private void acknowledge(int probe, long nowNanos, Actions actions) {
        HeadCandidate to = search.head();
        FollowedStream followed = stream.followed();
        if (followed != null && to != null) {
            tellLosses(followed.reception(), nowNanos);
            MemberReports reports = ownMembers.reports();
            followed.acknowledger().acknowledge(to, receivers(), reports.arePending(), probe, nowNanos, actions);
            reports.send(to.address, nowNanos, actions);
            if (followed.reception().requests().roundsInVain(search.heardNanos(nowNanos)) >= ROUNDS_IN_VAIN) {
                search.suspect(nowNanos);
            }
            HeadService service = followed.acknowledger().service();
            if (!config.has(JrmsRule.STAY) && service.isRefused(stream.next(), nowNanos)) {
                Reason reason = service.reason(nowNanos);
                service.begin();
                search.onUnserved(reason, nowNanos, actions);
            }
        }
    }

    /** Something is to be passed up: with an acknowledgement, which is not to say more than is known then. */
    void pass(MemberReport report) {
        ownMembers.reports().pass(report);
        acknowledgeSoon();
    }

    /** The head has a report. */
    void onReportTaken(InetSocketAddress from, ReportTaken taken, long nowNanos, Actions actions) {
        HeadCandidate head = search.head();
        if (head != null && head.address.equals(from)) {
            MemberReports reports = ownMembers.reports();
            boolean waited = reports.arePending();
            long asker = reports.onTaken(taken, nowNanos);
            if (asker == context.engine.memberId()) {
                actions.report(new SessionEvent.MemberJoined(asker, context.engine.localAddress()));
            } else if (asker != 0) {
                ownMembers.passAnswer(asker, taken, actions);
            }
            Standing standing = taken.standing();
            if (standing != null) {
                ownMembers.onStanding(taken, standing, nowNanos, actions);
            }
            if (waited && !reports.arePending()) {
                acknowledgeSoon();
            }
        }
    }

    /**
     * Whether a head has said something since it was told that all of the stream is here. Who leaves a head that is gone has told nobody. Each
     * head is asked once; then it is watched as always.
     */
    boolean isEndKnown(long nowNanos, Actions actions) {
        HeadCandidate to = search.head();
        if (config.probeIntervalNanos == 0) {
            return true;
        }
        if (to == null || to.id != endToldTo) {
            endToldTo = search.headId();
            endToldNanos = nowNanos;
            farewellsInVain = 0;
            acknowledge(search.ask(nowNanos), nowNanos, actions);
            search.suspect(nowNanos);
            return false;
        }
        return to.heardAtNanos - endToldNanos > 0;
    }

    private void acknowledgeSoon() {
        FollowedStream followed = stream.followed();
        if (followed != null) {
            followed.acknowledger().onDemand();
        }
    }

    /**
     * The sender still waits for somebody, perhaps for this node: whether the head, which answers farewells, has not answered so many that it is
     * gone.
     */
    boolean isHeadGoneAtEnd(long nowNanos) {
        HeadCandidate to = search.head();
        if (to == null || config.probeIntervalNanos == 0) {
            return false;
        }
        farewellsInVain = to.heardAtNanos - farewellNanos > 0 ? 0 : farewellsInVain + 1;
        return farewellsInVain >= config.missedHellos && nowNanos - to.heardAtNanos >= config.silenceMinNanos;
    }

    /** Lets all members go, and takes leave of the head for good, if there is one. */
    void leaveForGood(long nowNanos, Actions actions) {
        farewellNanos = nowNanos;
        int leftBehind = ownMembers.members().receivers();
        ownMembers.disownAll(nowNanos, actions);
        HeadCandidate to = search.head();
        if (to != null) {
            sayFarewell(to, false, leftBehind, actions);
        }
    }

    private void sayFarewell(HeadCandidate to, boolean moves, int receivers, Actions actions) {
        Ack farewell = Acknowledger.farewell(stream.source(), stream.next(), moves, receivers, to.cookie);
        context.unicast(to.address, farewell, actions);
    }

    // What heads say.

    void onHello(InetSocketAddress from, long id, Hello hello, long nowNanos, Actions actions) {
        HeadCandidate head = search.head();
        if (head == null || id != head.id || !head.address.equals(from)) {
            if (hello.demand().contains(context.engine.memberId())) {
                search.onDemandOf(from, id, actions);
            }
            search.candidates().onOverheardHello(from, id, hello, nowNanos);
            return;
        }
        if (hello.state() == HeadState.RESIGNING) {
            search.onLost(new Reason(EventCause.HEAD_LEFT, "resigning"), nowNanos, actions);
            return;
        }
        if (!movesWith(head, hello.place(), nowNanos, actions)) {
            return;
        }
        FollowedStream followed = stream.followed();
        if (followed != null) {
            onHeadLow(followed, id, hello.low(), nowNanos);
            followed.onHello(hello.demand().contains(context.engine.memberId()), hello.roundTripMicros());
        }
    }

    /** The head says where it is; false if it may hang below this node by now, and was left. */
    private boolean movesWith(HeadCandidate head, TreePlace said, long nowNanos, Actions actions) {
        if (said.wave() < head.place.wave()) {
            // An old one, overtaken.
            return true;
        }
        if (!said.mayServe(placeToKeep(nowNanos))) {
            search.onLost(
                    new Reason(EventCause.WOULD_LOOP, "it is at level " + said.level() + " by now"), nowNanos, actions);
            return false;
        }
        head.place = said;
        moveTo(said.below(), nowNanos);
        return true;
    }

    private void moveTo(TreePlace to, long nowNanos) {
        place = to;
        noteMembers(nowNanos);
    }

    /** To be called when members came or went, and from time to time while there are some: where they are served is kept in mind. */
    void noteMembers(long nowNanos) {
        if (members() > 0 && place.exists()) {
            kept = place;
            keptNanos = nowNanos;
        }
    }

    private void onEcho(int number, long nowNanos) {
        long roundTripNanos = search.onEcho(number, nowNanos);
        FollowedStream followed = stream.followed();
        if (roundTripNanos > 0 && followed != null) {
            followed.acknowledger().onHeadRoundTrip(roundTripNanos);
        }
    }

    void onUnicastHello(InetSocketAddress from, long id, UnicastHello hello, long nowNanos, Actions actions) {
        HeadCandidate head = search.head();
        if (head == null || !head.address.equals(from)) {
            onSenderLow(from, id, hello, nowNanos);
            return;
        }
        if (hello.reason() == DisownReason.NONE && id == head.id) {
            onEcho(hello.echo(), nowNanos);
            onHeadLow(stream.followed(), id, hello.low(), nowNanos);
        } else if (hello.reason() == DisownReason.PRUNED && id == head.id) {
            onPruned(head, hello.why(), nowNanos, actions);
        } else if (hello.reason() != DisownReason.NONE) {
            search.onLost(disowned(hello.reason()), nowNanos, actions);
        }
    }

    private static Reason disowned(DisownReason said) {
        EventCause cause = said == DisownReason.RESIGNING ? EventCause.HEAD_LEFT : EventCause.DISOWNED;
        return new Reason(cause, "disowned: " + said);
    }

    /** The sender was asked for what its members have all confirmed, or what it has forgotten. */
    private void onSenderLow(InetSocketAddress from, long id, UnicastHello hello, long nowNanos) {
        FollowedStream followed = stream.followed();
        if (followed != null
                && config.reaffiliates()
                && hello.reason() == DisownReason.NONE
                && id == stream.source()
                && followed.reception().route().knows(from)) {
            onHeadLow(followed, id, hello.low(), nowNanos);
        }
    }

    /** A head no longer holds what is below; none can say so of what has yet to come, and only the sender that nobody does. */
    private void onHeadLow(@Nullable FollowedStream followed, long id, long low, long nowNanos) {
        if (followed != null && stream.reach().takes(low, nowNanos)) {
            followed.onHeadLow(low, id == stream.source());
        }
    }

    private void onPruned(HeadCandidate by, Reason why, long nowNanos, Actions actions) {
        String text = why.text().isEmpty() ? "pruned by its repair head" : why.text();
        prunedBecause = text;
        // Its members would starve while it stays away.
        ownMembers.disownAll(nowNanos, actions);
        actions.report(new SessionEvent.MemberPruned(
                context.engine.memberId(), context.engine.localAddress(), why.cause(), text));
        onHeadLost(by, new Reason(EventCause.PRUNED, text), nowNanos, actions);
        search.holdOff(Exclusions.delayNanos(config.rejoinDelayNanos, prunings++), nowNanos);
    }

    // HeadSearch.Host.

    @Override
    public long source() {
        return stream.source();
    }

    @Override
    public long wanted() {
        // In TRAM++ who was pruned joins anew, where the others are by then.
        boolean anew = stream.followed() != null && prunedBecause != null && config.reaffiliates();
        return anew ? 0 : stream.wanted();
    }

    @Override
    public TreePlace placeToKeep(long nowNanos) {
        // Whoever was served has long noticed that nothing comes from here.
        boolean forgotten = members() == 0 && nowNanos - keptNanos > 2 * config.livenessNanos();
        return forgotten ? TreePlace.NONE : kept;
    }

    @Override
    public int members() {
        return ownMembers.members().count();
    }

    /** Receivers in the subtree, this node included if it is one. */
    int receivers() {
        return ownMembers.members().receivers() + (context.engine.role() == Role.RECEIVER ? 1 : 0);
    }

    @Override
    public boolean isPossible(long headId, AcceptMember accept, boolean lossAccepted, long nowNanos) {
        long wanted = wanted();
        return (accept.place().level() != 1 || headId == stream.source())
                && (wanted == 0 || lossAccepted || accept.start() <= wanted)
                && stream.reach().takes(accept.start(), nowNanos);
    }

    @Override
    public boolean isMember(long id) {
        HeadMember member = ownMembers.members().get(id);
        return member != null && !member.newcomer;
    }

    @Override
    public long lanHead() {
        return lan.headId();
    }

    @Override
    public void tellLoss(Liveness head) {
        FollowedStream followed = stream.followed();
        if (followed != null) {
            LossShare losses = followed.reception().requests().losses();
            head.onLoss(losses.share(), losses.arrivals() - arrivalsBefore >= FEW_ARRIVALS);
            arrivalsBefore = losses.arrivals();
            if (config.has(JrmsRule.HELLO)) {
                // Source: JRMS 1.1, HelloThread.validateHeadsLiveliness.
                long hello = HelloInterval.nanos(config, followed.acknowledger().intervalNanos());
                head.onQuietFor(2 * hello);
            }
        }
    }

    @Override
    public void onAttached(
            HeadCandidate to, @Nullable HeadCandidate before, AcceptMember accept, long nowNanos, Actions actions) {
        moveTo(accept.place().below(), nowNanos);
        ownMembers.reports().sendAnew();
        actions.report(new SessionEvent.RepairHeadChanged(
                before == null ? 0 : before.id,
                before == null ? null : before.address,
                to.id,
                to.address,
                EventCause.JOINED,
                before == null ? "joined" : "nearer, or there to repair"));
        String pruned = prunedBecause;
        prunedBecause = null;
        FollowedStream followed = stream.followed();
        if (followed == null) {
            stream.begin(to, accept, nowNanos);
            ownMembers.onAttached(nowNanos);
        } else {
            Reason reason = pruned == null
                    ? new Reason(EventCause.NOT_HELD, "no longer held by any repair head")
                    : new Reason(EventCause.PRUNED, "pruned: " + pruned);
            followed.goOn(to, accept.start(), reason, nowNanos);
        }
        ownMembers.beginIdle(nowNanos);
        askWhetherKnown(followed == null, actions);
    }

    /**
     * A receiver has joined when the sender knows of it, also when it has another head: it may have been given up meanwhile. A repair
     * node, for which no flush waits, has joined when it first has a head.
     */
    private void askWhetherKnown(boolean first, Actions actions) {
        if (context.engine.role() == Role.RECEIVER) {
            pass(ownMembers.reports().here(stream.source(), stream.next(), search.moves()));
        } else if (first) {
            actions.report(new SessionEvent.MemberJoined(context.engine.memberId(), context.engine.localAddress()));
        }
    }

    @Override
    public void onHeadLost(HeadCandidate lost, Reason reason, long nowNanos, Actions actions) {
        actions.report(
                new SessionEvent.RepairHeadChanged(lost.id, lost.address, 0, null, reason.cause(), reason.text()));
    }

    @Override
    public void onStillSearching(Actions actions) {
        InetSocketAddress sender = stream.choice().home();
        if (stream.followed() != null && sender != null && receivers() > 0) {
            Ack moving = Acknowledger.farewell(stream.source(), stream.next(), true, receivers(), 0);
            context.unicast(sender, moving, actions);
        }
    }

    @Override
    public void onNoHead(Reason reason, Actions actions) {
        actions.report(new SessionEvent.NoRepairHead(stream.source(), reason.cause(), reason.text()));
    }

    @Override
    public void onHelloMissed(int unanswered, int probe, long nowNanos, Actions actions) {
        FollowedStream followed = stream.followed();
        if (followed != null && config.promptNak && unanswered >= PROBES_BEFORE_HELP) {
            HeadCandidate next = search.candidates().substitute(search.headId(), nowNanos);
            if (next != null) {
                followed.turnTo(next.address, nowNanos, actions);
            }
        }
        acknowledge(probe, nowNanos, actions);
    }

    @Override
    public void onHeadHeard() {
        FollowedStream followed = stream.followed();
        if (followed != null) {
            followed.trustHead();
        }
    }

    @Override
    public void leave(HeadCandidate from, Actions actions) {
        sayFarewell(from, true, receivers(), actions);
    }

    @Override
    public void onNoHeadForSubtree(long nowNanos, Actions actions) {
        ownMembers.disownAll(nowNanos, actions);
        place = TreePlace.NONE;
    }
}
