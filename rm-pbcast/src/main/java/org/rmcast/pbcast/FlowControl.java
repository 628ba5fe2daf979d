package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.ReportLimit;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.pbcast.wire.PbcastPacket;

/**
 * Keeps a sender from sending more than its receivers and the network take, without letting a slow member hold the others back:
 * it asks some of them how far they are, keeps a window ahead of the fastest and {@code windowMax} ahead of the slowest, and waits
 * for none of them longer than {@code laggardPatience}. Packets leave at a pace that spreads a window over half a round trip.
 *
 * <p>Losses by themselves do not slow the sender. Congestion is what most members tell of: that what is sent waits in queues for
 * longer than {@code queueDelay}, or that they miss more than {@code congestionLossShare} of it at first. One alone that misses
 * much, while what it gets has waited, sits behind a queue of its own that overflows: for it the sender slows down as long as its
 * patience lasts. Who just misses much slows nobody down: its multicast does not come, which is repaired by others.
 */
final class FlowControl {
    private static final int POLLS_PER_WINDOW = 8;
    /** Below this share of the window that is used answers are not in haste. */
    private static final double NEARLY_FULL = 0.75;
    /** A window that is hardly used does not grow: of so many polls one is enough. */
    private static final int SELDOM = 4;
    /** Packets leave faster than the window opens, so that it is what counts. */
    private static final double PACE = 2;
    /**
     * What leaves in so long goes without a pause, and passes the system in long runs. Linux sizes the bursts of TCP the same way: by a
     * millisecond of the pace.
     */
    private static final long BURST_NANOS = 1_000_000L;

    private final PbcastConfig config;
    private final Receivers receivers;
    private final Targets targets;
    private final boolean adaptive;
    private final Pacer pacer;
    private final FlowWindow window;
    private final List<Position> asked = new ArrayList<>();
    private final ReportLimit reports = new ReportLimit(1_000_000_000L);
    private boolean chooseAnew = true;
    /** The next packet when members were last asked, 0 before that. */
    private long polledAt;

    private long polledNanos;
    /** How far the fastest is. */
    private long fastest = 1;

    private long roundTripNanos;
    private double packetBytes;
    private boolean closed;
    private long judgedNanos;
    private long pollAtNanos = ProtocolEngine.NO_DEADLINE;
    private boolean toReport;

    FlowControl(PbcastConfig config, Receivers receivers, Targets targets) {
        this.config = config;
        this.receivers = receivers;
        this.targets = targets;
        this.adaptive = config.rateControl == PbcastConfig.RateControl.AIMD;
        this.pacer = new Pacer(config.maxRate, BURST_NANOS);
        this.window = new FlowWindow(config);
        this.packetBytes = config.maxPacketBytes;
        pace();
    }

    Pacer pacer() {
        return pacer;
    }

    /** Whether it follows what the network takes. */
    boolean isAdaptive() {
        return adaptive;
    }

    long bytesPerSecond() {
        return (long) pacer.bytesPerSecond();
    }

    long windowPackets() {
        return adaptive ? window.packets() : config.bufferPackets;
    }

    /** When {@link #onBatchEnd} has something to do, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDeadlineNanos() {
        return pollAtNanos;
    }

    /** Whether this packet may be sent: the window has room for it, and it is not too far ahead of the slowest. */
    boolean isOpen(long sequence) {
        if (!adaptive || asked.isEmpty()) {
            return true;
        }
        if (sequence >= fastest + window.packets()) {
            return false;
        }
        for (int i = 0; i < asked.size(); i++) {
            if (blocks(asked.get(i), sequence)) {
                return false;
            }
        }
        return true;
    }

    /** Who of those that are waited for holds this packet back; null if none does, or not one alone. */
    @Nullable
    GroupMember heldBy(long sequence) {
        Position slowest = null;
        for (int i = 0; i < asked.size(); i++) {
            Position position = asked.get(i);
            boolean slower = slowest == null || position.flowLimit < slowest.flowLimit;
            if (!position.lagging && slower) {
                slowest = position;
            }
        }
        if (slowest == null || sequence < slowest.flowLimit + window.packets()) {
            return null;
        }
        return slowest.member;
    }

    private boolean blocks(Position position, long sequence) {
        return !position.lagging && sequence >= position.flowLimit + config.windowMax;
    }

    /** The packet at hand has no room in the window. */
    void onClosed(long nowNanos) {
        if (!closed) {
            closed = true;
            judgedNanos = nowNanos;
            pollAtNanos = nowNanos + pollGapNanos();
        }
    }

    /** Members came or went. */
    void onMembers() {
        chooseAnew = true;
    }

    /** A round of gossip ends: in large groups others are asked from now on, and those that lag are asked again. */
    void endRound(Poller poller, long nowNanos, Actions actions) {
        if (!adaptive) {
            return;
        }
        chooseAnew |= receivers.count() > config.pollMembers;
        for (Position position : asked) {
            if (position.lagging) {
                poller.poll(position, nowNanos, actions);
            }
        }
    }

    /** Sends a poll. */
    @FunctionalInterface
    interface Poller {
        void poll(Position to, long nowNanos, Actions actions);
    }

    /** After what could be sent was sent: asks members how far they are, from time to time. */
    void onBatchEnd(long next, Poller poller, long nowNanos, Actions actions) {
        if (!adaptive) {
            return;
        }
        judge(next, nowNanos, actions);
        boolean due = Deadlines.isDue(pollAtNanos, nowNanos);
        if (due || isWorthAPoll(next, nowNanos)) {
            poll(next, poller, nowNanos, actions);
            pollAtNanos = closed ? nowNanos + pollGapNanos() : ProtocolEngine.NO_DEADLINE;
        }
        if (toReport) {
            toReport = false;
            actions.report(new SessionEvent.Congestion(
                    EventCause.RECEIVERS_BEHIND,
                    "members miss or lag: the window is now " + window.packets() + " packets, the rate "
                            + bytesPerSecond() + " bytes/s"));
        }
    }

    /** Each poll costs each member that is asked a datagram. */
    private boolean isWorthAPoll(long next, long nowNanos) {
        if (next - polledAt < Math.max(1, window.packets() / POLLS_PER_WINDOW)) {
            return false;
        }
        long ahead = next - fastest;
        return polledAt == 0
                || ahead >= NEARLY_FULL * window.packets()
                || nowNanos - polledNanos >= intervalNanos(isUsed(ahead));
    }

    /** Whether so many packets ahead take enough of the window for it to grow. */
    private boolean isUsed(long packets) {
        return packets >= window.packets() / 2;
    }

    /** The time between two polls while the window has room, so that nobody waits for an answer. */
    private long intervalNanos(boolean used) {
        return Math.max((used ? 1 : SELDOM) * config.pollIntervalNanos, roundTripNanos / POLLS_PER_WINDOW);
    }

    /** Whoever can be expected to have answered first is not waited for any longer. */
    private long pollGapNanos() {
        long gap = Math.max(config.roundNanos, config.pollIntervalNanos);
        for (Position position : asked) {
            if (!position.lagging) {
                gap = Math.min(gap, position.patienceNanos());
            }
        }
        return gap;
    }

    private void poll(long next, Poller poller, long nowNanos, Actions actions) {
        if (chooseAnew) {
            choose(next);
        }
        polledAt = next;
        polledNanos = nowNanos;
        for (Position position : asked) {
            if (!position.lagging) {
                poller.poll(position, nowNanos, actions);
            }
        }
    }

    private void choose(long next) {
        chooseAnew = false;
        fastest = asked.isEmpty() ? next : fastest;
        List<Position> before = List.copyOf(asked);
        asked.clear();
        if (receivers.count() <= config.pollMembers) {
            asked.addAll(receivers.all());
        } else {
            for (var member : targets.random(config.pollMembers)) {
                Position position = receivers.find(member.id());
                if (position != null) {
                    asked.add(position);
                }
            }
        }
        for (Position position : asked) {
            if (!before.contains(position)) {
                // Until it answers it counts as if it had what the fastest has.
                position.flowLimit = Math.max(1, fastest);
                position.forgetAnswers();
                position.path().restart();
            }
        }
    }

    /** Who has held the sender back for too long is waited for no more. */
    private void judge(long next, long nowNanos, Actions actions) {
        long passed = nowNanos - judgedNanos;
        if (!closed || passed <= 0) {
            return;
        }
        judgedNanos = nowNanos;
        closed = !isOpen(next);
        for (int i = 0; i < asked.size(); i++) {
            Position position = asked.get(i);
            if (blocks(position, next) && isBehindOthers(position)) {
                charge(position, passed, next, nowNanos, actions);
            }
        }
    }

    /** Whether another one is clearly ahead: where all are alike they are the group's own pace. */
    private boolean isBehindOthers(Position position) {
        long ahead = position.flowLimit + config.windowMax / 4;
        for (int i = 0; i < asked.size(); i++) {
            Position other = asked.get(i);
            if (!other.lagging && other.flowLimit > ahead) {
                return true;
            }
        }
        return false;
    }

    private void charge(Position position, long nanos, long next, long nowNanos, Actions actions) {
        position.hold(nanos, nowNanos);
        if (position.heldNanos(nowNanos) > config.laggardPatienceNanos && isAnotherWaitedFor(position)) {
            position.lagging = true;
            actions.report(new SessionEvent.ReceiverLagging(
                    position.member.id(),
                    position.member.address(),
                    next - position.flowLimit,
                    EventCause.TOO_SLOW,
                    "it held the sender back for more than laggardPatience"));
        }
    }

    /** The last one that is waited for is the group's own pace. */
    private boolean isAnotherWaitedFor(Position position) {
        for (int i = 0; i < asked.size(); i++) {
            if (asked.get(i) != position && !asked.get(i).lagging) {
                return true;
            }
        }
        return false;
    }

    /** Whether nobody waits for the member at this address. */
    boolean isLagging(InetSocketAddress address) {
        for (int i = 0; i < asked.size(); i++) {
            Position position = asked.get(i);
            if (position.lagging && position.member.address().equals(address)) {
                return true;
            }
        }
        return false;
    }

    /** A member answers. */
    void onPosition(Position position, PbcastPacket.Position answer, long next, long nowNanos, Actions actions) {
        if (!adaptive || (!position.isNewest(answer.number()) && !position.lagging)) {
            return;
        }
        long limit = Math.min(answer.limit(), next);
        long progress = limit - position.flowLimit;
        // To one that is far the pace holds packets back before the window ahead of the fastest does.
        boolean used = isUsed(next - Math.min(fastest, limit));
        position.flowLimit = limit;
        fastest = Math.max(fastest, limit);
        if (position.path().measure(limit, answer.received(), nowNanos)) {
            judgePath(position, next, nowNanos, actions);
        }
        if (progress > 0 && used) {
            window.onProgress(progress, asked.size());
        }
        pace();
        if (position.lagging && hasCaughtUp(position, next)) {
            position.lagging = false;
            actions.report(new SessionEvent.ReceiverCaughtUp(position.member.id(), position.member.address()));
        }
    }

    private boolean hasCaughtUp(Position position, long next) {
        return position.path().state() != PathMeter.State.OVERFLOWING
                && next < position.flowLimit + config.windowMax
                && next <= position.next() + config.windowMax / 2;
    }

    /** There is a new verdict on the way to a member. */
    private void judgePath(Position position, long next, long nowNanos, Actions actions) {
        switch (position.path().state()) {
            case CLEAR -> {}
            case QUEUED -> window.onQueue();
            case DELAYED, DEAF -> {
                if (!position.lagging && doMostAgree(position)) {
                    if (window.isLeast()) {
                        position.path().onLongerWay();
                    }
                    cut(position, next, nowNanos);
                }
            }
            case OVERFLOWING -> {
                if (!position.lagging && doMostAgree(position)) {
                    cut(position, next, nowNanos);
                } else if (!position.lagging && position.path().hasQueueOfItsOwn(leastWaitedNanos())) {
                    cut(position, next, nowNanos);
                    if (position.path().isStateAgain()) {
                        long most = 2 * position.roundTripNanos();
                        charge(position, Math.min(most, position.path().spanNanos()), next, nowNanos, actions);
                    }
                }
            }
        }
    }

    /** Whether most of those waited for tell of congestion. */
    private boolean doMostAgree(Position position) {
        int agree = 0;
        int waitedFor = 0;
        for (int i = 0; i < asked.size(); i++) {
            Position other = asked.get(i);
            waitedFor += other.lagging ? 0 : 1;
            agree += !other.lagging && (other == position || isCongested(other)) ? 1 : 0;
        }
        return 2 * agree > waitedFor;
    }

    /** How long at least what was sent has waited on its way to those that are waited for: in queues before all of them. */
    private long leastWaitedNanos() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < asked.size(); i++) {
            least = asked.get(i).lagging
                    ? least
                    : Math.min(least, asked.get(i).path().waitedNanos());
        }
        return least;
    }

    private static boolean isCongested(Position position) {
        PathMeter.State state = position.path().state();
        return state != PathMeter.State.CLEAR && state != PathMeter.State.QUEUED;
    }

    private void cut(Position position, long next, long nowNanos) {
        if (window.onCongestion(position.flowLimit, next)) {
            report(nowNanos);
        }
    }

    /** Members ask for more than this sender may repair. */
    void onOverload(long next, long nowNanos) {
        if (adaptive && window.onCongestion(fastest, next)) {
            report(nowNanos);
            pace();
        }
    }

    private void report(long nowNanos) {
        toReport |= reports.take(nowNanos);
    }

    /** A packet of so many bytes left for the first time. */
    void onSent(int bytes) {
        packetBytes += (bytes - packetBytes) / 64;
    }

    /** The round trip to the slowest that is waited for. */
    long roundTripNanos() {
        return roundTripNanos;
    }

    /** Spreads a window over half the round trip to the slowest that is waited for. */
    private void pace() {
        if (!adaptive) {
            return;
        }
        long longest = 0;
        for (int i = 0; i < asked.size(); i++) {
            Position position = asked.get(i);
            longest = Math.max(longest, position.lagging ? 0 : position.roundTripNanos());
        }
        roundTripNanos = longest == 0 ? config.pollIntervalNanos : longest;
        double rate = PACE * window.packets() * packetBytes * 1e9 / roundTripNanos;
        pacer.setRate(Math.max((double) config.minRate, Math.min((double) config.maxRate, rate)));
    }
}
