package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.flow.AimdRateController;
import org.rmcast.core.flow.Pacer;
import org.rmcast.pbcast.wire.PbcastPacket;

/**
 * Keeps a sender from sending more than its receivers take, without letting a slow one hold the others back: it asks some of
 * them how far they are, keeps a window ahead of the slowest, and waits for none of them longer than {@code
 * laggardPatience}.
 *
 * <p>Losses by themselves do not slow the sender: only a member that misses more than {@code congestionLossShare} at first, or
 * is asked for more than it may repair, shows that the network or a receiver is overloaded.
 */
final class FlowControl {
    private static final long RATE_CUT_HOLD_NANOS = 20_000_000L;
    private static final long REPORT_NANOS = 1_000_000_000L;
    private static final int POLLS_PER_WINDOW = 8;
    private static final int MIN_MEASURED = 32;

    private final PbcastConfig config;
    private final Receivers receivers;
    private final Targets targets;
    private final boolean adaptive;
    private final AimdRateController rate;
    private final Pacer pacer;
    private final FlowWindow window;
    private final List<Position> asked = new ArrayList<>();
    private boolean chooseAnew = true;
    private long polledAt;
    private long rateWindowAt;
    private boolean closed;
    private long judgedNanos;
    private long pollAtNanos = ProtocolEngine.NO_DEADLINE;
    private long reportedNanos;
    private boolean toReport;

    FlowControl(PbcastConfig config, Receivers receivers, Targets targets) {
        this.config = config;
        this.receivers = receivers;
        this.targets = targets;
        this.adaptive = config.rateControl == PbcastConfig.RateControl.AIMD;
        this.rate = new AimdRateController(
                config.minRate, config.maxRate, adaptive ? config.maxRate / 4.0 : config.maxRate, RATE_CUT_HOLD_NANOS);
        this.pacer = new Pacer(rate.bytesPerSecond(), Pacer.BURST_NANOS);
        this.window = new FlowWindow(config);
    }

    Pacer pacer() {
        return pacer;
    }

    long bytesPerSecond() {
        return (long) rate.bytesPerSecond();
    }

    long windowPackets() {
        return adaptive ? window.packets() : config.bufferPackets;
    }

    /** When {@link #onBatchEnd} has something to do, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDeadlineNanos() {
        return pollAtNanos;
    }

    /** Whether the window has room for this packet. */
    boolean isOpen(long sequence) {
        if (!adaptive) {
            return true;
        }
        for (Position position : asked) {
            if (blocks(position, sequence)) {
                return false;
            }
        }
        return true;
    }

    private boolean blocks(Position position, long sequence) {
        return !position.lagging && sequence >= position.flowLimit + window.packets();
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
        if (due || next - polledAt >= Math.max(1, window.packets() / POLLS_PER_WINDOW)) {
            poll(next, poller, nowNanos, actions);
            pollAtNanos = closed ? nowNanos + pollGapNanos() : ProtocolEngine.NO_DEADLINE;
        }
        if (next - rateWindowAt >= window.packets()) {
            rateWindowAt = next;
            rate.onWindowSent(nowNanos);
            pacer.setRate(rate.bytesPerSecond());
        }
        if (toReport) {
            toReport = false;
            actions.report(new SessionEvent.Congestion("members miss or lag: the window is now " + window.packets()
                    + " packets, the rate " + bytesPerSecond() + " bytes/s"));
        }
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
        for (Position position : asked) {
            if (!position.lagging) {
                poller.poll(position, nowNanos, actions);
            }
        }
    }

    private void choose(long next) {
        chooseAnew = false;
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
                // Until it answers it counts as if it had what was sent before it was asked.
                position.flowLimit = next;
                position.forgetAnswers();
                position.measuredLimit = 0;
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
        for (Position position : asked) {
            boolean blocked = blocks(position, next);
            if (position.pass(passed, blocked) > config.laggardPatienceNanos && blocked && hasOther(position)) {
                position.lagging = true;
                actions.report(new SessionEvent.ReceiverLagging(
                        position.member.id(),
                        position.member.address(),
                        next - position.flowLimit,
                        "it held the sender back for more than laggardPatience"));
            }
        }
    }

    /** The last one that is waited for is the group's own pace. */
    private boolean hasOther(Position position) {
        return asked.stream().anyMatch(other -> other != position && !other.lagging);
    }

    /** A member answers. */
    void onPosition(Position position, PbcastPacket.Position answer, long next, long nowNanos, Actions actions) {
        if (!adaptive || (!position.isNewest(answer.number()) && !position.lagging)) {
            return;
        }
        long limit = Math.min(answer.limit(), next);
        long progress = limit - position.flowLimit;
        position.flowLimit = limit;
        measure(position, answer, next, nowNanos);
        if (progress > 0) {
            window.onProgress(progress, asked.size());
        }
        if (position.lagging && next < position.flowLimit + window.packets()) {
            position.lagging = false;
            position.pass(config.laggardPatienceNanos * 20, false);
            actions.report(new SessionEvent.ReceiverCaughtUp(position.member.id(), position.member.address()));
        }
    }

    private void measure(Position position, PbcastPacket.Position answer, long next, long nowNanos) {
        long span = answer.limit() - position.measuredLimit;
        if (position.measuredLimit > 0 && span < MIN_MEASURED) {
            return;
        }
        long came = answer.received() - position.measuredReceived;
        if (position.measuredLimit > 0 && span - came >= span * config.congestionLossShare) {
            if (window.onCongestion(answer.limit(), next)) {
                onCongestion(nowNanos);
            }
        }
        position.measuredLimit = answer.limit();
        position.measuredReceived = answer.received();
    }

    /** There is too much to repair, or too much is missed. */
    void onCongestion(long nowNanos) {
        if (!adaptive) {
            return;
        }
        rate.onCongestion(nowNanos);
        pacer.setRate(rate.bytesPerSecond());
        if (reportedNanos == 0 || nowNanos - reportedNanos >= REPORT_NANOS) {
            reportedNanos = nowNanos;
            toReport = true;
        }
    }
}
