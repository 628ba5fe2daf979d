package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TreePlace;

/**
 * How a node finds its repair head: listens for advertisements or solicits with growing scope, binds to the best, keeps
 * backups, and notices when its head falls silent.
 *
 * <p>Source: JRMS 1.1: the lowest TTL, then the lowest level. Who has members takes only a head that cannot hang below it, see
 * {@link TreePlace}.
 */
final class HeadSearch {
    /** Where the search stands. */
    enum State {
        IDLE,
        LISTENING,
        SOLICITING,
        BINDING,
        ATTACHED,
        /** Attached, and binding to a better head. */
        MOVING,
        HELD_OFF
    }

    /** The engine of which this is a part. */
    interface Host {
        long source();

        /** The first sequence missing, 0 for a node that is new to the stream. */
        long wanted();

        /** Where the node last served others, {@link TreePlace#NONE} if it never did. */
        TreePlace placeToKeep(long nowNanos);

        int members();

        /** Whether what a head says that takes this node can be true. */
        boolean isPossible(long headId, AcceptMember accept, boolean lossAccepted, long nowNanos);

        /** Whether this node is the other's head. */
        boolean isMember(long id);

        /** Says how much of the data is lost here. */
        void tellLoss(Liveness head);

        /** The LAN head to be preferred, or 0. */
        long lanHead();

        /**
         * A head has taken this node.
         *
         * @param before the one that it had until now, and leaves for this one; null if it had none
         */
        void onAttached(
                HeadCandidate head,
                @Nullable HeadCandidate before,
                AcceptMember accept,
                long nowNanos,
                Actions actions);

        /** The head is lost; the search for another one has begun. */
        void onHeadLost(HeadCandidate head, Reason reason, long nowNanos, Actions actions);

        /**
         * Acknowledge to the head, which has been silent.
         *
         * @param unanswered how many times it was asked for a sign of life before
         * @param probe the number of the question whether it is there
         */
        void onHelloMissed(int unanswered, int probe, long nowNanos, Actions actions);

        /** The head is heard. */
        void onHeadHeard();

        /** Tell a head, or who may take itself for one, that this node looks for another. */
        void leave(HeadCandidate head, Actions actions);

        /** Tell the sender that this node still looks for a head, since it may ask one that is silent, and nobody else. */
        void onStillSearching(Actions actions);

        /** Nobody has taken this node for a while; it goes on looking. Once for each search. */
        void onNoHead(Reason reason, Actions actions);

        /** Nobody takes this node because it has members; they must look for themselves. */
        void onNoHeadForSubtree(long nowNanos, Actions actions);
    }

    private static final int ROUNDS_BEFORE_RESIGNING = 4;
    /** So often is listened for an advertisement before heads are asked. */
    private static final int MOST_LISTENED = 3;
    /** So often a better head is asked: meanwhile the own one is not watched. */
    private static final int FEW_BINDS = 5;

    private final TramContext context;
    private final TramConfig config;
    private final Host host;
    private final HeadCandidates candidates;
    private final Binds binds;
    private final ReferralChain referrals;
    private final NamedHeads named;
    private final BetterHead better;
    private final Solicitations solicitations;
    private final SearchNews news;
    private State state = State.IDLE;
    private long atNanos = ProtocolEngine.NO_DEADLINE;
    private int listened;
    private int goneAnswers;
    private boolean acceptLoss;
    private @Nullable HeadCandidate binding;
    /** How many heads this node has asked. */
    private int moves;

    /** Of the head; null without one. */
    private @Nullable HeadWatch watch;
    /** Whose member this node was before, 0 if it was nobody's. */
    private long formerHead;

    /** Whom this node left last, and that it may not know yet. */
    private @Nullable HeadCandidate left;

    HeadSearch(TramContext context, Host host) {
        this.context = context;
        this.config = context.config;
        this.host = host;
        this.candidates = new HeadCandidates(context, host);
        this.binds = new Binds(context);
        this.referrals = new ReferralChain(context, host);
        this.named = new NamedHeads(context.config.staticHeads);
        this.better = new BetterHead(context, candidates);
        this.solicitations = new Solicitations(context, host);
        this.news = new SearchNews(context.config, host);
    }

    /** The heads heard of. */
    HeadCandidates candidates() {
        return candidates;
    }

    State state() {
        return state;
    }

    boolean isAttached() {
        return state == State.ATTACHED || state == State.MOVING;
    }

    /** Whether there is a head that has been heard of late, and through it the sender: the number of its hellos comes down the tree. */
    boolean isInTouch() {
        // Of two that move below each other neither is to take the other one.
        return state == State.ATTACHED && watch != null && watch.isInTouch();
    }

    /** The head, or null. */
    @Nullable
    HeadCandidate head() {
        return watch == null ? null : watch.head;
    }

    long headId() {
        return watch == null ? 0 : watch.head.id;
    }

    long nextDeadlineNanos() {
        return atNanos;
    }

    /** Forgets everything, for a new stream. */
    void reset() {
        candidates.clear();
        watch = null;
        left = null;
        formerHead = 0;
        binding = null;
        state = State.IDLE;
        atNanos = ProtocolEngine.NO_DEADLINE;
    }

    /** The stream was over, but the head is gone, and somebody is to know that it is over here. */
    void lookAgain(Reason reason, long nowNanos, Actions actions) {
        state = State.ATTACHED;
        onLost(reason, nowNanos, actions);
    }

    /** The stream is over: no head is looked for or watched any more. */
    void rest() {
        state = State.IDLE;
        binding = null;
        atNanos = ProtocolEngine.NO_DEADLINE;
    }

    /**
     * A stream was found.
     *
     * @param listenNanos the interval at which heads advertise, 0 to solicit at once
     */
    void begin(long listenNanos, long nowNanos, Actions actions) {
        listened = 0;
        acceptLoss = false;
        goneAnswers = 0;
        news.begin(nowNanos);
        solicitations.begin(listenNanos == 0 && wantsWhatAllWant(nowNanos), nowNanos);
        JoiningCrowd crowd = solicitations.crowd();
        if (listenNanos > 0) {
            state = State.LISTENING;
            atNanos = nowNanos + listenNanos;
        } else if (crowd.isListening()) {
            state = State.SOLICITING;
            atNanos = nowNanos + crowd.listenNanos();
        } else {
            next(nowNanos, actions);
        }
    }

    /** Whether it knows no head, and is new to the stream: so are most that look at the same time. */
    private boolean wantsWhatAllWant(long nowNanos) {
        return host.wanted() == 0
                && host.placeToKeep(nowNanos).equals(TreePlace.NONE)
                && config.staticHeads.isEmpty()
                && candidates.best(nowNanos) == null;
    }

    /** A head offers itself: if it has said too little to be asked again, that is over. */
    void onOffer(InetSocketAddress from, long nowNanos) {
        HeadCandidate candidate = isBinding() ? binding : null;
        if (candidate != null && candidate.address.equals(from) && binds.isHeldBack()) {
            atNanos = nowNanos;
        }
    }

    /** Another node looks for a head. */
    void onSolicitation(MemberSolicitation said, long nowNanos) {
        if (state == State.SOLICITING && said.source() == host.source()) {
            solicitations.crowd().onSolicitation(said, nowNanos);
        }
    }

    /** Stays away for a while, then joins anew. */
    void holdOff(long nanos, long nowNanos) {
        formerHead = headId();
        watch = null;
        binding = null;
        candidates.clear();
        state = State.HELD_OFF;
        atNanos = nowNanos + nanos;
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(atNanos, nowNanos)) {
            return;
        }
        atNanos = ProtocolEngine.NO_DEADLINE;
        if (state == State.SOLICITING || state == State.BINDING) {
            boolean asksSender = binding != null && binding.id == host.source();
            news.tell(solicitations.ttl(), asksSender, nowNanos, actions);
        }
        switch (state) {
            case IDLE -> {}
            case HELD_OFF -> begin(0, nowNanos, actions);
            case LISTENING -> onListened(nowNanos, actions);
            case SOLICITING -> onSolicited(nowNanos, actions);
            case BINDING, MOVING -> onBindTimeout(nowNanos, actions);
            case ATTACHED -> watchHead(nowNanos, actions);
        }
    }

    // Looking.

    private void onListened(long nowNanos, Actions actions) {
        listened++;
        HeadCandidate best = candidates.best(nowNanos);
        if (best != null) {
            bind(best, nowNanos, actions);
        } else if (listened < MOST_LISTENED) {
            atNanos = nowNanos + config.advertisementIntervalNanos;
        } else {
            solicit(nowNanos, actions);
        }
    }

    /** Binds to the best head known, or looks for more. */
    private void next(long nowNanos, Actions actions) {
        StaticHead first = named.next();
        if (first != null) {
            bind(new HeadCandidate(0, first.address(), first.ttl()), nowNanos, actions);
            return;
        }
        HeadCandidate best = candidates.best(nowNanos);
        HeadCandidate lossy = hasAskedMany(nowNanos) ? candidates.leastLossy(nowNanos) : null;
        if (lossy != null && (best == null || best.low > host.wanted())) {
            bindWithLoss(lossy, nowNanos, actions);
        } else if (best != null) {
            bind(best, nowNanos, actions);
        } else {
            solicit(nowNanos, actions);
        }
    }

    /** In a group with more heads than are remembered, there is always one more to ask. */
    private boolean hasAskedMany(long nowNanos) {
        return goneAnswers >= config.backupHeads
                && news.isLong(nowNanos)
                && solicitations.times().areAnswersIn(nowNanos);
    }

    private void bindWithLoss(HeadCandidate candidate, long nowNanos, Actions actions) {
        acceptLoss = true;
        bind(candidate, nowNanos, actions);
    }

    private void solicit(long nowNanos, Actions actions) {
        state = State.SOLICITING;
        atNanos = solicitations.ask(nowNanos, actions);
    }

    private void onSolicited(long nowNanos, Actions actions) {
        if (solicitations.crowd().isListening()) {
            // Whoever was heard so far need not be the best: offers are on their way, or asked for now.
            solicit(nowNanos, actions);
            return;
        }
        HeadCandidate best = candidates.best(nowNanos);
        if (best != null) {
            bind(best, nowNanos, actions);
            return;
        }
        if (solicitations.endsRound()) {
            named.beginAgain();
            boolean answered = solicitations.times().areAnswersIn(nowNanos);
            HeadCandidate lossy = candidates.leastLossy(nowNanos);
            if (lossy != null && solicitations.rounds() > 1 && answered) {
                bindWithLoss(lossy, nowNanos, actions);
                return;
            }
            if (solicitations.rounds() >= ROUNDS_BEFORE_RESIGNING && answered && host.members() > 0) {
                host.onNoHeadForSubtree(nowNanos, actions);
            }
        }
        if (solicitations.rounds() > 0 && named.hasNext()) {
            next(nowNanos, actions);
        } else {
            solicit(nowNanos, actions);
        }
    }

    // Binding.

    private void bind(HeadCandidate candidate, long nowNanos, Actions actions) {
        binding = candidate;
        referrals.onBind(candidate);
        moves++;
        state = watch == null ? State.BINDING : State.MOVING;
        boolean moving = state == State.MOVING;
        int most = moving ? Math.min(FEW_BINDS, config.bindRetries) : config.bindRetries;
        binds.begin(most, !moving, solicitations.times().answerNanos(candidate));
        sendBind(candidate, nowNanos, actions);
    }

    private void sendBind(HeadCandidate candidate, long nowNanos, Actions actions) {
        boolean mayAsk = context.addresses.creditBytes(candidate.address, nowNanos) >= TramCodec.HEAD_BIND_BYTES;
        if (!mayAsk && binds.tries() == 0) {
            // It has said too little to be asked.
            binding = null;
            if (!staysAfterAll(nowNanos)) {
                solicit(nowNanos, actions);
            }
            return;
        }
        atNanos = binds.onTry(mayAsk, nowNanos);
        if (!mayAsk) {
            if (candidate.referrer == null) {
                // It may be asked again when it has said more.
                solicitations.askAgain(candidate.ttl, nowNanos, actions);
            }
            return;
        }
        HeadBind bind = new HeadBind(
                acceptLoss,
                candidate.ttl,
                context.role(),
                host.placeToKeep(nowNanos),
                host.members(),
                formerHead,
                moves,
                host.source(),
                host.wanted(),
                binds.nonce());
        context.unicast(candidate.address, bind, actions);
    }

    private void onBindTimeout(long nowNanos, Actions actions) {
        HeadCandidate candidate = binding;
        if (candidate == null) {
            next(nowNanos, actions);
        } else if (!binds.areOver(nowNanos) && !referrals.isSilent(candidate, binds, nowNanos)) {
            sendBind(candidate, nowNanos, actions);
        } else {
            binds.giveUp();
            // It may have taken us and its answers were lost: it must not wait for us.
            host.leave(candidate, actions);
            refuse(candidate, nowNanos);
            goOnAfter(nowNanos, actions);
        }
    }

    /** The head that was asked does not take this node. */
    private void goOnAfter(long nowNanos, Actions actions) {
        binding = null;
        if (!staysAfterAll(nowNanos)) {
            next(nowNanos, actions);
        }
    }

    /** Whether this node has a head, and keeps it. */
    private boolean staysAfterAll(long nowNanos) {
        if (state != State.MOVING) {
            return false;
        }
        state = State.ATTACHED;
        atNanos = nowNanos;
        better.onAskedInVain(nowNanos);
        return true;
    }

    void onAccept(InetSocketAddress from, long id, AcceptMember accept, long nowNanos, Actions actions) {
        HeadCandidate candidate = binding;
        if (!isAnswer(from, accept.nonce(), nowNanos) || candidate == null) {
            return;
        }
        context.addresses.prove(from);
        if (!host.isPossible(id, accept, acceptLoss, nowNanos)) {
            candidate.cookie = accept.cookie();
            host.leave(candidate, actions);
            candidates.avoid(candidate, nowNanos);
            goOnAfter(nowNanos, actions);
            return;
        }
        if (!accept.place().mayServe(host.placeToKeep(nowNanos))) {
            host.leave(candidate, actions);
            refuse(candidate, nowNanos);
            goOnAfter(nowNanos, actions);
            return;
        }
        HeadCandidate before = head();
        HeadCandidate attached = candidate.id == id ? candidate : new HeadCandidate(id, from, candidate.ttl);
        attached.place = accept.place();
        attached.cookie = accept.cookie();
        attached.heardAtNanos = nowNanos;
        attached.roundTripNanos = binds.roundTripNanos(accept.nonce(), nowNanos);
        attached.dataGone = false;
        candidates.put(attached);
        binds.onAttached();
        binding = null;
        acceptLoss = false;
        named.begin(null);
        better.onAttached(nowNanos);
        solicitations.onAttached(attached.roundTripNanos);
        state = State.ATTACHED;
        watch = new HeadWatch(config, attached, context.engine.secrets().nextInt(), nowNanos);
        atNanos = nowNanos + config.helloIntervalNanos;
        host.onAttached(attached, before, accept, nowNanos, actions);
        if (before != null) {
            left = before;
            host.leave(before, actions);
        }
    }

    void onReject(InetSocketAddress from, RejectMember reject, long nowNanos, Actions actions) {
        HeadCandidate candidate = binding;
        if (!isAnswer(from, reject.nonce(), nowNanos) || candidate == null) {
            return;
        }
        news.onRefusal(reject.reason());
        candidate.roundTripNanos = binds.roundTripNanos(reject.nonce(), nowNanos);
        solicitations.times().onRoundTrip(candidate.roundTripNanos);
        HeadCandidate named = referrals.next(candidate, reject, nowNanos);
        if (named != null) {
            acceptLoss = false;
            bind(named, nowNanos, actions);
            return;
        }
        if (reject.reason() == RejectReason.DATA_GONE && candidate.referrer == null) {
            goneAnswers++;
            candidate.dataGone = true;
            candidate.low = reject.low();
        } else {
            refuse(candidate, nowNanos);
        }
        acceptLoss = false;
        goOnAfter(nowNanos, actions);
    }

    private boolean isBinding() {
        return state == State.BINDING || state == State.MOVING;
    }

    /** Whether an answer is that of the head that was asked, and to the present question. */
    private boolean isAnswer(InetSocketAddress from, long nonce, long nowNanos) {
        HeadCandidate candidate = isBinding() ? binding : null;
        if (candidate != null && candidate.address.equals(from) && binds.isAnswer(nonce)) {
            return true;
        }
        if (!binds.isLateAnswer(nonce, nowNanos) && candidate != null) {
            context.counters.increment(TramMeter.UNPROVED);
        }
        return false;
    }

    private void refuse(HeadCandidate candidate, long nowNanos) {
        HeadCandidate blamed = ReferralChain.toBlame(candidate);
        if (blamed != null) {
            blamed.refused = true;
            blamed.refusedUntilNanos = nowNanos + 10 * config.solicitationIntervalNanos;
        }
    }

    // Being a member.

    /** How often this node has asked a head to take it: the number of its last request. */
    int moves() {
        return moves;
    }

    /** Any packet of the head is a sign of life. */
    void onHeard(InetSocketAddress from, long id, long nowNanos) {
        if (watch != null && watch.isOf(from, id)) {
            host.onHeadHeard();
            watch.onHeard(nowNanos);
        }
    }

    /** When the head was heard last; now without one. */
    long heardNanos(long nowNanos) {
        return watch == null ? nowNanos : watch.heardNanos();
    }

    /** The head is to be asked for a sign of life; returns the number of the question, 0 if there is no head. */
    int ask(long nowNanos) {
        return watch == null ? 0 : watch.ask(nowNanos);
    }

    /** The head has answered a question of this number; returns after how long, 0 if that is not known. */
    long onEcho(int number, long nowNanos) {
        return watch == null ? 0 : watch.onEcho(number, nowNanos);
    }

    /** The head owes answers: it is probed at once. */
    void suspect(long nowNanos) {
        if (state == State.ATTACHED && watch != null && watch.isSuspicious(nowNanos)) {
            atNanos = nowNanos;
        }
    }

    /** The head's address, if its port is to be watched: of the sender nobody could take the place. */
    @Nullable
    InetSocketAddress portToWatch() {
        HeadCandidate above = head();
        return above == null || above.id == host.source() || !config.watchPorts ? null : above.address;
    }

    /** A host says that nobody has a port that is watched. */
    void onPortUnreachable(InetSocketAddress peer, long nowNanos) {
        if (isAttached() && watch != null && watch.head.address.equals(peer)) {
            // Whether the own head is there matters more than a better one, which is left if this one is.
            staysAfterAll(nowNanos);
            if (watch.isRefused(nowNanos)) {
                atNanos = nowNanos;
            }
        }
    }

    private void watchHead(long nowNanos, Actions actions) {
        HeadWatch watched = watch;
        if (watched == null || (watched.isRound(host, nowNanos) && moveIfBetter(watched, nowNanos, actions))) {
            return;
        }
        Reason gone = watched.look(host, nowNanos, actions);
        if (gone == null) {
            atNanos = watched.nextLookNanos(nowNanos);
        } else {
            onLost(gone, nowNanos, actions);
        }
    }

    /** Asks a better head to take this node, if there is one; until it has, the own head goes on to serve it. */
    private boolean moveIfBetter(HeadWatch watched, long nowNanos, Actions actions) {
        HeadCandidate next = watched.isHeard() ? better.look(watched.head, nowNanos) : null;
        if (next == null) {
            return false;
        }
        formerHead = watched.head.id;
        bind(next, nowNanos, actions);
        return true;
    }

    /** The head does not serve this node: another one may, unless it is the sender itself. */
    void onUnserved(Reason reason, long nowNanos, Actions actions) {
        HeadCandidate useless = head();
        if (useless != null && useless.id != host.source()) {
            candidates.avoid(useless, nowNanos);
            onLost(reason, nowNanos, actions);
        }
    }

    /** A head asks for a sign of life: if this node has left it, the farewell was lost. */
    void onDemandOf(InetSocketAddress from, long id, Actions actions) {
        if (left != null && left.id == id && left.address.equals(from)) {
            host.leave(left, actions);
        }
    }

    /** The head is gone, resigns, or does not want this node any more: takes a backup or looks for another. */
    void onLost(Reason reason, long nowNanos, Actions actions) {
        HeadWatch watched = watch;
        if (watched == null || state == State.IDLE) {
            return;
        }
        HeadCandidate lost = watched.head;
        solicitations.times().onRoundTrip(watched.roundTripNanos());
        watch = null;
        left = lost;
        formerHead = lost.id;
        candidates.remove(lost);
        if (binding != null) {
            // It may have taken this node.
            host.leave(binding, actions);
            binding = null;
        }
        host.leave(lost, actions);
        candidates.forgive();
        // A head that has merely forgotten this node is there to be asked.
        named.begin(reason.cause() == EventCause.DISOWNED ? null : lost.address);
        host.onHeadLost(lost, reason, nowNanos, actions);
        begin(0, nowNanos, actions);
    }
}
