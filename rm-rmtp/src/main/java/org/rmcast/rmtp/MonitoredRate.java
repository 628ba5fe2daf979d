package org.rmcast.rmtp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.rmtp.Served.State;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.rmtp.wire.RmtpPacket.MonitorReport;
import org.rmcast.rmtp.wire.RmtpPacket.Token;

/**
 * The rate, from what representative receivers report of monitored periods.
 *
 * <p>Paper: Shiroshita et al., section 3.2.3: a start bit, a stop bit, reports of the packets that came between; section 4.3, both criteria: (1) how
 * many receivers lose more than a given share, (2) how many do not report in time. The steps are ours: three quarters if more than {@code
 * lossyShare} of the reporters do one of both, a tenth more if none does, twice as much until the first cut.
 *
 * <p>Ours: one report that is lost does not count ({@code silentPeriods}), but the rate is not raised then.
 *
 * <p>Ours: loss that does not come of the rate is not counted against it. Where a rate r loses the share p since the network takes r (1 - p),
 * three quarters of it lose 1 - (1 - p) / 0.75. If after a cut the loss of a receiver that lost too much is nearer to what it was than to that, it
 * loses so much at any rate, and its limit is counted from there. Not thread safe.
 */
final class MonitoredRate {
    private static final double CUT = 0.75;
    private static final double RAISE = 1.1;
    /** Of fewer packets a share says nothing: a period goes on until so many are sent. */
    private static final int FEWEST_PACKETS = 50;

    private static final int PERIODS = 1 << 16;

    private final ServerContext context;
    private final RmtpConfig config;
    private final List<Served> reporters = new ArrayList<>();
    private final Pacer pacer;
    private boolean fast = true;
    /** Reports of periods that were sent before the last change do not count. */
    private int validFrom;

    private int period;
    private int sent;
    private boolean running;
    private boolean stopped;
    private long startedNanos;

    /** The period whose reports come in. */
    private int reported = -1;

    private int reportedSent;
    private long dueNanos = ProtocolEngine.NO_DEADLINE;
    private final Map<Served, Integer> reports = new LinkedHashMap<>();

    MonitoredRate(ServerContext context, Pacer pacer) {
        this.context = context;
        this.config = context.config;
        this.pacer = pacer;
    }

    /**
     * A receiver takes part: the first that come represent all, at random, since their answers were put off at random.
     *
     * @param nonce that of its CACK
     */
    void onJoined(Served served, long nonce, Actions actions) {
        if (context.rateControl == RateControl.LAN && reporters.size() < config.reporters && !served.reporter) {
            reporters.add(served);
            served.reporter = true;
            context.unicast(served.address, new Token(context.transfer, nonce, served.token, true), actions);
        }
    }

    /** The number of the period now, as it is on the wire. */
    int period() {
        return period;
    }

    /** A packet goes to the group; returns its bits. */
    int onSending(long nowNanos) {
        if (context.rateControl != RateControl.LAN) {
            return 0;
        }
        int flags = 0;
        if (stopped || !running) {
            flags |= Data.START;
            period = (period + 1) % PERIODS;
            running = true;
            stopped = false;
            sent = 0;
            startedNanos = nowNanos;
        }
        sent++;
        boolean over = sent >= FEWEST_PACKETS && nowNanos - startedNanos >= config.monitorNanos;
        if (over && dueNanos == ProtocolEngine.NO_DEADLINE) {
            flags |= Data.STOP;
            stopped = true;
            await(nowNanos);
        }
        return flags;
    }

    private void await(long nowNanos) {
        reported = period;
        reportedSent = sent;
        reports.clear();
        dueNanos = nowNanos + 2 * context.turnAroundNanos() + config.reportDelayNanos + config.marginNanos;
    }

    void onReport(Served served, MonitorReport report, long nowNanos, Actions actions) {
        if (!served.reporter) {
            return;
        }
        served.reporting = true;
        if (report.monitor() == reported && dueNanos != ProtocolEngine.NO_DEADLINE) {
            context.own.increment(RmtpMeter.REPORTS);
            reports.put(served, report.received());
            if (reporters.stream().allMatch(one -> one.state != State.RECEIVING || reports.containsKey(one))) {
                judge(actions);
            }
        }
    }

    private int expected() {
        int expected = 0;
        for (Served served : reporters) {
            expected += served.reporting && served.state == State.RECEIVING ? 1 : 0;
        }
        return expected;
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (Deadlines.isDue(dueNanos, nowNanos)) {
            for (Served served : reporters) {
                if (!served.reporting && served.state == State.RECEIVING) {
                    context.unicast(served.address, new Token(context.transfer, 1, served.token, true), actions);
                }
            }
            judge(actions);
        }
    }

    /** The reports of a period are there, or do not come. */
    private void judge(Actions actions) {
        dueNanos = ProtocolEngine.NO_DEADLINE;
        boolean counts = (short) (reported - validFrom) >= 0;
        int expected = expected();
        if (!counts || expected == 0) {
            return;
        }
        Map<Served, Double> losses = new LinkedHashMap<>();
        reports.forEach((served, received) -> losses.put(served, Math.max(0, 1 - received / (double) reportedSent)));
        losses.forEach(MonitoredRate::learn);
        losses.entrySet().removeIf(entry -> entry.getValue() <= allowed(entry.getKey()));
        int lossy = (int) losses.entrySet().stream()
                .filter(entry -> isNoChance(entry.getKey(), entry.getValue()))
                .count();
        int silent = countSilent();
        if (lossy > config.lossyShare * expected || silent > config.lossyShare * expected) {
            cut(losses, lossy, silent, expected, actions);
        } else if (lossy == 0 && reports.size() >= expected) {
            setRate(pacer.bytesPerSecond() * (fast ? 2 : RAISE));
        }
    }

    /** How many reporters have not reported for so long that it is not chance. */
    private int countSilent() {
        int silent = 0;
        for (Served served : reporters) {
            if (reports.containsKey(served)) {
                served.unreported = 0;
            } else if (served.reporting && served.state == State.RECEIVING) {
                served.unreported++;
                silent += served.unreported >= config.silentPeriods ? 1 : 0;
            }
        }
        return silent;
    }

    /** What a receiver may lose. */
    private double allowed(Served served) {
        return Math.min(1, served.lossAtAnyRate + config.lossLimit);
    }

    /** Whether a receiver that may lose so much loses more than it does by chance: three standard deviations. */
    private boolean isNoChance(Served served, double loss) {
        double allowed = allowed(served);
        return loss > allowed + 3 * Math.sqrt(allowed * (1 - allowed) / reportedSent);
    }

    /** What a receiver loses after a cut says whether what it lost before came of the rate; if so, what it loses now may do so as well. */
    private static void learn(Served served, double loss) {
        double before = served.lossBeforeCut;
        if (before < 0) {
            return;
        }
        served.lossBeforeCut = Served.NOTHING_TO_LEARN;
        if (loss > (before + afterCut(before)) / 2) {
            served.lossAtAnyRate = (before + loss) / 2;
        } else {
            served.lossAtAnyRate = Math.min(served.lossAtAnyRate, afterCut(loss));
        }
    }

    /** What is lost of three quarters of a rate that loses so much, if all of it comes of the rate. */
    private static double afterCut(double loss) {
        return Math.max(0, 1 - (1 - loss) / CUT);
    }

    /** @param losses of those who lose more than they may, be it by chance */
    private void cut(Map<Served, Double> losses, int lossy, int silent, int expected, Actions actions) {
        fast = false;
        for (Served served : reporters) {
            served.lossBeforeCut =
                    silent == 0 ? losses.getOrDefault(served, Served.NOTHING_TO_LEARN) : Served.NOTHING_TO_LEARN;
        }
        setRate(pacer.bytesPerSecond() * CUT);
        // What is under way was sent at the rate before.
        validFrom = period + 1;
        String detail = lossy + " of " + expected + " receivers that report lose too much, " + silent
                + " do not report: the rate is " + Math.round(pacer.bytesPerSecond()) + " bytes/s";
        actions.report(new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, detail));
    }

    private void setRate(double bytesPerSecond) {
        pacer.setRate(Math.max((double) config.minRate, Math.min((double) config.maxRate, bytesPerSecond)));
    }

    long nextDeadlineNanos() {
        return dueNanos;
    }
}
