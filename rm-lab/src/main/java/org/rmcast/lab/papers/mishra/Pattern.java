package org.rmcast.lab.papers.mishra;

import java.time.Duration;
import java.util.SplittableRandom;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.sim.Workload;

/** Who sends when. Paper: Tanaraksiritavorn and Mishra, section 3.1, message arrival patterns. */
enum Pattern {
    /** Half of the members send, each at the same constant rate. */
    UNIFORM("uniform") {
        @Override
        void plan(GroupPlan plan, Load load, SplittableRandom random) {
            double rate = load.rate() / senders(load);
            for (int sender = 0; sender < senders(load); sender++) {
                Duration offset = Duration.ofNanos(random.nextLong(Math.max(1, Math.round(NANOS / rate))));
                plan.send(load.host(sender), offset, load.constant(rate, load.seconds()));
            }
        }
    },
    /** One member sends everything. */
    ONE_ACTIVE("one-active") {
        @Override
        void plan(GroupPlan plan, Load load, SplittableRandom random) {
            plan.send(0, Duration.ZERO, load.constant(load.rate(), load.seconds()));
        }
    },
    /** Half of the members send, each much for a short time in each second, and little for the rest of it. */
    BURSTY("bursty") {
        @Override
        void plan(GroupPlan plan, Load load, SplittableRandom random) {
            double idle = 1 - GossipSettings.BURST_SECONDS;
            double mean = load.rate() / senders(load);
            double low = mean / (idle + GossipSettings.BURST_SECONDS * GossipSettings.BURST_FACTOR);
            for (int sender = 0; sender < senders(load); sender++) {
                Stretches own = new Stretches(plan, load, load.host(sender));
                double before = idle * random.nextDouble();
                for (int second = 0; second < load.seconds(); second++) {
                    own.add(second, before, low);
                    own.add(second + before, GossipSettings.BURST_SECONDS, low * GossipSettings.BURST_FACTOR);
                    own.add(second + before + GossipSettings.BURST_SECONDS, idle - before, low);
                }
            }
        }
    };

    private static final double NANOS = 1e9;

    private final String words;

    /**
     * What is sent.
     *
     * @param members of the group
     * @param rate messages per second of the whole group
     * @param seconds how long
     * @param payloadBytes of a message
     */
    record Load(int members, double rate, int seconds, int payloadBytes) {
        /** The host of one of the senders, which are spread over the addresses, and so over the network. */
        int host(int sender) {
            return sender * members / senders(this);
        }

        Workload constant(double rate, double seconds) {
            return Workload.paced(Math.max(1, Math.round(rate * seconds)), payloadBytes, rate);
        }
    }

    /** What one host sends, one rate after the other. */
    private record Stretches(GroupPlan plan, Load load, int host) {
        void add(double fromSecond, double seconds, double rate) {
            if (rate * seconds >= 0.5) {
                plan.send(host, Duration.ofNanos(Math.round(fromSecond * NANOS)), load.constant(rate, seconds));
            }
        }
    }

    Pattern(String words) {
        this.words = words;
    }

    /** For people and for ids. */
    String words() {
        return words;
    }

    /** Plans what is sent. */
    abstract void plan(GroupPlan plan, Load load, SplittableRandom random);

    private static int senders(Load load) {
        return (int) Math.max(1, Math.round(load.members() * GossipSettings.SENDING_SHARE));
    }
}
