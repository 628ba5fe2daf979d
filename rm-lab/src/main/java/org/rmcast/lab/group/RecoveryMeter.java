package org.rmcast.lab.group;

import java.time.Duration;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** What recovery costs a group with one sender, host 0: repairs for each loss, and control traffic in bytes. */
public final class RecoveryMeter implements Meter {
    /** First transmissions that did not come, over all receivers, for each message sent. */
    public static final String LOSSES = "losses per message";
    /** Repairs that members sent for each loss; one that is multicast counts once. */
    public static final String SENT_PER_LOSS = "repairs sent per loss";
    /** Repairs that members received for each loss: 1 if nobody gets what it does not lack. */
    public static final String RECEIVED_PER_LOSS = "repairs received per loss";
    /** What is neither data nor repairs, membership included, received by a member; the mean over the group. */
    public static final String CONTROL_BYTES = "control bytes received per member/s";
    /** Data, repairs and control. */
    public static final String ALL_BYTES = "bytes received per member/s";

    private final Traffic traffic;
    private final Duration counted;
    private long dataSent;
    private long dataReceived;
    private long repairsSent;
    private long repairsReceived;
    private long controlBytes;
    private long bytes;
    private boolean isCounting = true;

    /** @param counted from the begin on */
    public RecoveryMeter(Traffic traffic, Duration counted) {
        this.traffic = traffic;
        this.counted = counted;
    }

    @Override
    public void begin(Simulation simulation) {
        simulation.after(counted, () -> isCounting = false);
        for (SimNode node : simulation.nodes()) {
            node.observe(new Observer());
        }
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        int members = simulation.nodes().size();
        double losses = (double) dataSent * (members - 1) - dataReceived;
        double memberSeconds = members * counted.toNanos() / 1e9;
        result.put(LOSSES, losses / dataSent)
                .put(SENT_PER_LOSS, repairsSent / losses)
                .put(RECEIVED_PER_LOSS, repairsReceived / losses)
                .put(CONTROL_BYTES, controlBytes / memberSeconds)
                .put(ALL_BYTES, bytes / memberSeconds);
    }

    private final class Observer implements NodeObserver {
        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            if (isCounting) {
                Traffic.Kind kind = traffic.kind(datagram);
                dataSent += kind == Traffic.Kind.DATA ? 1 : 0;
                repairsSent += kind == Traffic.Kind.REPAIR ? 1 : 0;
            }
        }

        @Override
        public void onReceived(byte[] datagram, long nowNanos) {
            if (isCounting) {
                Traffic.Kind kind = traffic.kind(datagram);
                dataReceived += kind == Traffic.Kind.DATA ? 1 : 0;
                repairsReceived += kind == Traffic.Kind.REPAIR ? 1 : 0;
                controlBytes += kind.carriesMessages() ? 0 : datagram.length;
                bytes += datagram.length;
            }
        }
    }
}
