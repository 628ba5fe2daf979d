package org.rmcast.lab.group;

import java.time.Duration;
import java.util.Arrays;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/**
 * Counts datagrams by kind: sent and received in the whole group, and at one member. A multicast is sent once and received
 * by many.
 */
public final class PacketMeter implements Meter {
    /** Requests, repairs and gossip in all that the group sent, membership left out. */
    public static final String OVERHEAD_SENT = "overhead of sends %";

    /** Requests, repairs and gossip in all that the group received, membership left out. */
    public static final String OVERHEAD_RECEIVED = "overhead of receptions %";

    /** Requests, repairs and gossip that a member receives in a second, the mean over the group. */
    public static final String CONTROL = "control received per member/s";

    /** Requests and repairs alone: what losses cost, without what is said at any rate. */
    public static final String RECOVERY = "requests and repairs received per member/s";

    private static final String SENT = " sent";
    private static final String RECEIVED = " received";
    private static final String WATCHED = " by the observer";
    private static final double PERCENT = 100;

    private final Traffic traffic;
    private final int watched;
    private final Duration counted;
    private final Counts group = new Counts();
    private final Counts own = new Counts();
    private boolean isCounting = true;

    /** Datagrams by kind. */
    private static final class Counts {
        private final long[] sent = new long[Traffic.Kind.values().length];
        private final long[] received = new long[Traffic.Kind.values().length];
    }

    /**
     * Counts for some time from the begin on.
     *
     * @param watched the host whose figures are shown beside the group's
     * @param counted how long, at most as long as the run is
     */
    public PacketMeter(Traffic traffic, int watched, Duration counted) {
        this.traffic = traffic;
        this.watched = watched;
        this.counted = counted;
    }

    /** The figure that says how many datagrams of a kind were sent in a second, in the whole group. */
    public static String sentPerSecond(Traffic.Kind kind) {
        return kind.words() + SENT + "/s";
    }

    /** The same received. */
    public static String receivedPerSecond(Traffic.Kind kind) {
        return kind.words() + RECEIVED + "/s";
    }

    /** The figure of the one member that says how many datagrams of a kind it sent in a second. */
    public static String observerSentPerSecond(Traffic.Kind kind) {
        return kind.words() + SENT + WATCHED + "/s";
    }

    /** The same received. */
    public static String observerReceivedPerSecond(Traffic.Kind kind) {
        return kind.words() + RECEIVED + WATCHED + "/s";
    }

    @Override
    public void begin(Simulation simulation) {
        simulation.after(counted, () -> isCounting = false);
        for (SimNode node : simulation.nodes()) {
            node.observe(new Observer(node.index() == watched));
        }
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        double seconds = counted.toNanos() / 1e9;
        for (Traffic.Kind kind : Traffic.Kind.values()) {
            result.put(sentPerSecond(kind), group.sent[kind.index()] / seconds)
                    .put(receivedPerSecond(kind), group.received[kind.index()] / seconds)
                    .put(observerSentPerSecond(kind), own.sent[kind.index()] / seconds)
                    .put(observerReceivedPerSecond(kind), own.received[kind.index()] / seconds);
        }
        result.put(OVERHEAD_SENT, overhead(group.sent))
                .put(OVERHEAD_RECEIVED, overhead(group.received))
                .put(
                        CONTROL,
                        control(group.received) / seconds / simulation.nodes().size())
                .put(
                        RECOVERY,
                        recovery(group.received) / seconds / simulation.nodes().size());
    }

    private static long control(long[] byKind) {
        return Arrays.stream(byKind).sum()
                - byKind[Traffic.Kind.DATA.index()]
                - byKind[Traffic.Kind.MEMBERSHIP.index()];
    }

    private static long recovery(long[] byKind) {
        return byKind[Traffic.Kind.REQUEST.index()] + byKind[Traffic.Kind.REPAIR.index()];
    }

    private static double overhead(long[] byKind) {
        long control = control(byKind);
        return PERCENT * control / (control + byKind[Traffic.Kind.DATA.index()]);
    }

    private void count(long[] ofGroup, long[] ofWatched, byte[] datagram, boolean isWatched) {
        if (isCounting) {
            int kind = traffic.kind(datagram).index();
            ofGroup[kind]++;
            ofWatched[kind] += isWatched ? 1 : 0;
        }
    }

    private final class Observer implements NodeObserver {
        private final boolean isWatched;

        Observer(boolean isWatched) {
            this.isWatched = isWatched;
        }

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            count(group.sent, own.sent, datagram, isWatched);
        }

        @Override
        public void onReceived(byte[] datagram, long nowNanos) {
            count(group.received, own.received, datagram, isWatched);
        }
    }
}
