package org.rmcast.lab.group;

import java.time.Duration;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Distribution;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.tram.TramMeter;

/** Looks at sender and heads every so often: rate and buffers. Figures count while messages were sent, the warm-up left out. */
public final class StateMeter implements Meter {
    public static final String RATE_MEAN = "rate bytes/s";
    public static final String RATE_LOW = "rate p5 bytes/s";
    public static final String RATE_MIN = "rate min bytes/s";
    public static final String RATE_MAX = "rate max bytes/s";
    public static final String SENDER_BUFFER_MAX = "sender buffer max";
    public static final String SENDER_BUFFER_MIN = "sender buffer min";
    public static final String SENDER_TROUGH = "sender buffer trough";
    public static final String SENDER_PEAK = "sender buffer peak";
    public static final String HEAD_BUFFER_MAX = "head buffer max";
    public static final String HEAD_TROUGH = "head buffer trough";
    public static final String HEAD_PEAK = "head buffer peak";

    /** All that was seen, over time. */
    public static final String STATE_SERIES = "state";

    public static final Column STATE_RATE = new Column("sent bytes/s");
    public static final Column STATE_SENDER_BUFFER = new Column("sender buffer packets");
    public static final Column STATE_FAULTY_HEAD_BUFFER = new Column("buffer of the faulty receiver's head packets");
    public static final Column STATE_PACKETS = new Column("packets sent");

    private static final Column TIME = new Column("time s");
    private static final Column ALLOWED_RATE = new Column("allowed bytes/s");
    private static final Column HEADS_MEAN = new Column("heads' mean buffer packets");
    private static final Column HEADS_LARGEST = new Column("heads' largest buffer packets");
    /** How far a buffer must have turned back to count as a turn, of its maximum. */
    private static final double TURN_SHARE = 0.05;

    private static final int LEAST_TURN_PACKETS = 4;

    private final Cast cast;
    private final MessageTimes times;
    private final int warmUpMessages;
    private final Duration sampleInterval;
    private final Duration rateInterval;
    private final TimeSeries.Builder rows = TimeSeries.over(
            TIME,
            STATE_RATE,
            ALLOWED_RATE,
            STATE_SENDER_BUFFER,
            HEADS_MEAN,
            HEADS_LARGEST,
            STATE_FAULTY_HEAD_BUFFER,
            STATE_PACKETS);
    private int watchedHead;
    private long beginNanos;
    private long rateBytes;
    private long rateSinceNanos;
    private double rate;

    /**
     * Of a group with one sender.
     *
     * @param sampleInterval between two looks
     * @param rateInterval over which a rate is averaged, not shorter
     */
    public StateMeter(
            Cast cast, MessageTimes times, int warmUpMessages, Duration sampleInterval, Duration rateInterval) {
        this.cast = cast;
        this.times = times;
        this.warmUpMessages = warmUpMessages;
        this.sampleInterval = sampleInterval;
        this.rateInterval = rateInterval;
    }

    @Override
    public void begin(Simulation simulation) {
        beginNanos = simulation.now().toNanos();
        rateSinceNanos = beginNanos;
        watchedHead = watchedHead(simulation);
        simulation.after(sampleInterval, () -> sample(simulation));
    }

    /** The host whose buffer gets a column of its own: the faulty receiver's head, the first head, or the sender. */
    private int watchedHead(Simulation simulation) {
        if (cast.faulty().isEmpty()) {
            return cast.heads().isEmpty() ? 0 : cast.heads().get(0);
        }
        long head = simulation.node(cast.faulty().get(0)).statistics().get(TramMeter.HEAD_ID);
        return simulation.nodes().stream()
                .filter(node -> node.isRunning() && node.memberId() == head)
                .mapToInt(SimNode::index)
                .findFirst()
                .orElse(0);
    }

    private void sample(Simulation simulation) {
        long now = simulation.now().toNanos();
        measureRate(now);
        EngineStatistics sender = simulation.node(0).statistics();
        TimeSeries.Row row = rows.row()
                .set(TIME, (now - beginNanos) / 1e9)
                .set(STATE_RATE, rate)
                .set(ALLOWED_RATE, (double) sender.get(EngineMeter.SEND_RATE_BYTES_PER_SECOND))
                .set(STATE_SENDER_BUFFER, buffer(0, simulation))
                .set(STATE_FAULTY_HEAD_BUFFER, buffer(watchedHead, simulation))
                .set(STATE_PACKETS, times.sent());
        if (!cast.heads().isEmpty()) {
            Distribution heads = new Distribution(cast.heads().stream()
                    .mapToDouble(head -> buffer(head, simulation))
                    .toArray());
            row.set(HEADS_MEAN, heads.mean()).set(HEADS_LARGEST, heads.max());
        }
        simulation.after(sampleInterval, () -> sample(simulation));
    }

    private static double buffer(int host, Simulation simulation) {
        return simulation.node(host).statistics().get(EngineMeter.BUFFER_PACKETS);
    }

    private void measureRate(long now) {
        Duration passed = Duration.ofNanos(now - rateSinceNanos);
        if (passed.compareTo(rateInterval) >= 0) {
            rate = (times.sentBytes() - rateBytes) * 1e9 / passed.toNanos();
            rateBytes = times.sentBytes();
            rateSinceNanos = now;
        }
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        TimeSeries all = rows.build();
        TimeSeries counted =
                all.where(row -> row.get(STATE_PACKETS) > warmUpMessages && row.get(STATE_PACKETS) < times.messages());
        Distribution sent = new Distribution(counted.y(STATE_RATE));
        Distribution sender = new Distribution(counted.y(STATE_SENDER_BUFFER));
        Oscillation senderWave = wave(counted, STATE_SENDER_BUFFER);
        result.put(RATE_MEAN, sent.mean())
                .put(RATE_LOW, sent.percentile(0.05))
                .put(RATE_MIN, sent.percentile(0))
                .put(RATE_MAX, sent.max())
                .put(SENDER_BUFFER_MIN, sender.percentile(0))
                .put(SENDER_BUFFER_MAX, sender.max())
                .put(SENDER_TROUGH, senderWave.medianTrough())
                .put(SENDER_PEAK, senderWave.medianPeak());
        if (!cast.heads().isEmpty()) {
            Oscillation wave = wave(counted, STATE_FAULTY_HEAD_BUFFER);
            result.put(HEAD_BUFFER_MAX, new Distribution(counted.y(HEADS_LARGEST)).max())
                    .put(HEAD_TROUGH, wave.medianTrough())
                    .put(HEAD_PEAK, wave.medianPeak());
        }
        result.put(STATE_SERIES, all);
    }

    private static Oscillation wave(TimeSeries series, Column column) {
        double[] values = series.y(column);
        return new Oscillation(values, Math.max(LEAST_TURN_PACKETS, new Distribution(values).max() * TURN_SHARE));
    }
}
