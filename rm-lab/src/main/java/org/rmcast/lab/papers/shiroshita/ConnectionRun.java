package org.rmcast.lab.papers.shiroshita;

import java.time.Duration;
import java.util.Locale;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Topology;

/**
 * How long it takes until all receivers have answered CONN, where the server takes time for each datagram and has room for so many that wait. Nothing is
 * lost but there.
 *
 * @param rangeMillis in which receivers put off their answers, δN
 * @param buffer in packets
 */
record ConnectionRun(int receivers, int rangeMillis, int buffer) implements Run {
    /** Who does not answer is asked until it does. */
    private static final int TRIES = 1_000;

    @Override
    public String id() {
        return String.format(Locale.ROOT, "connect-n%d-range%d-buffer%d", receivers, rangeMillis, buffer);
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "%d receivers, back-off up to %.2f s, buffer of %d packets",
                receivers,
                rangeMillis / 1e3,
                buffer);
    }

    @Override
    public double cost() {
        return receivers * 20.0;
    }

    private int spacingMicros() {
        return Math.max(1, (int) (rangeMillis * 1_000L / receivers));
    }

    @Override
    public Measurement measure(long seed) {
        Topology network = Topology.star(receivers + 1, LinkSettings.parse("delay=25ms"));
        RmtpGroup group = new RmtpGroup(
                seed,
                network,
                1,
                RmtpSettings.parameters().with("connectTries", TRIES).with("responseSpacing", spacingMicros() + "us"));
        Phases phases = new Phases();
        group.simulation.node(0).observe(phases);
        group.simulation.node(0).faults().serve(Duration.ofNanos(RmtpSettings.SERVICE_NANOS), buffer);
        Measurement result = new Measurement(id());
        group.runUntil(phases::hasConnected);
        double spacing = spacingMicros() / 1e6;
        OverflowModel overflow = new OverflowModel(RmtpSettings.SERVICE_NANOS / 1e9 / spacing, buffer);
        DeliveryModel.Setting model = new DeliveryModel.Setting(
                0,
                RmtpSettings.PACKETS_PER_SECOND,
                spacing,
                RmtpSettings.TURN_AROUND_SECONDS + RmtpSettings.MARGIN_SECONDS,
                overflow);
        return result.put(
                        RmtpGroup.OVERFLOWED,
                        group.simulation.node(0).counters().socketOverflows())
                .put(DeliveryRun.CONNECTING, phases.seconds(Phases.Phase.CONNECTING))
                .put(
                        DeliveryRun.MODEL + DeliveryRun.CONNECTING,
                        model.phase(1, receivers).seconds());
    }
}
