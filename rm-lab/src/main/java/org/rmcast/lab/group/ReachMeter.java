package org.rmcast.lab.group;

import java.util.Map;
import java.util.TreeMap;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/** How many members each message reached on its first way, its sender included; repairs do not count. */
public final class ReachMeter implements Meter {
    /** Messages by the number of members reached: the column {@link #SHARE}. */
    public static final String SERIES = "reach";

    public static final Column SHARE = new Column("share of messages");
    public static final String MESSAGES = "messages";

    private static final Column REACHED = new Column("members reached");

    private final Traffic traffic;
    private final int messagesPerSender;
    private final Map<Long, int[]> reached = new TreeMap<>();

    /** @param messagesPerSender the most that one member sends */
    public ReachMeter(Traffic traffic, int messagesPerSender) {
        this.traffic = traffic;
        this.messagesPerSender = messagesPerSender;
    }

    @Override
    public void begin(Simulation simulation) {
        for (SimNode node : simulation.nodes()) {
            reached.put(node.memberId(), new int[messagesPerSender]);
            node.observe(new Watch(node.memberId()));
        }
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        long[] counts = new long[simulation.nodes().size() + 1];
        long messages = 0;
        for (SimNode node : simulation.nodes()) {
            int[] own = reached.getOrDefault(node.memberId(), new int[0]);
            for (int number = 0; number < node.accepted(); number++) {
                counts[own[number]]++;
                messages++;
            }
        }
        TimeSeries.Builder rows = TimeSeries.over(REACHED, SHARE);
        for (int members = 1; members < counts.length; members++) {
            rows.row().set(REACHED, members).set(SHARE, (double) counts[members] / messages);
        }
        result.put(MESSAGES, messages);
        result.put(SERIES, rows.build());
    }

    private final class Watch implements NodeObserver {
        private final long memberId;
        private final Map<Long, boolean[]> seen = new TreeMap<>();

        Watch(long memberId) {
            this.memberId = memberId;
        }

        @Override
        public void onAccepted(long number, long nowNanos) {
            count(memberId, (int) number);
        }

        @Override
        public void onReceived(byte[] datagram, long nowNanos) {
            if (traffic.kind(datagram) == Traffic.Kind.DATA) {
                count(traffic.source(datagram), (int) traffic.message(datagram));
            }
        }

        private void count(long source, int message) {
            int[] counts = reached.get(source);
            boolean[] mine = seen.computeIfAbsent(source, fresh -> new boolean[messagesPerSender]);
            if (counts != null && !mine[message]) {
                mine[message] = true;
                counts[message]++;
            }
        }
    }
}
