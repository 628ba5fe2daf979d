package org.rmcast.sim.fuzz;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;

/**
 * Throws mutated datagrams at running groups, from a host where no member is: to one member or to all, in the name of a member
 * or of nobody. Time goes on, so that timers fire; what the group sends to the stranger's address is counted whenever it comes,
 * in the same wake-up or much later. Every so often the group is a new one, since an old one believes what it was told.
 *
 * <p>What an engine throws, other than a DecodeException, ends the run with an {@code InvariantViolation}.
 */
public final class GroupFuzz {
    /** How many datagrams a group is sent, unless said otherwise. */
    public static final int DATAGRAMS_PER_GROUP = 60;

    /** After how many datagrams the group is left alone for a while, unless said otherwise. */
    public static final int DATAGRAMS_PER_BURST = 20;

    private static final int TTL = 64;

    private final LongFunction<SimulationBuilder> group;
    private final int stranger;
    private final Duration warmUp;
    private final int perGroup;
    private final int perBurst;

    /**
     * What came of a run.
     *
     * @param table what was made, and passed
     * @param worst the burst with the most bytes answered per byte sent
     */
    public record Result(MutationTable table, Burst worst) {}

    /**
     * Some datagrams and the time after them.
     *
     * @param seed of the group
     * @param sentBytes what the stranger sent
     * @param answeredBytes what came to its address until the next burst
     */
    public record Burst(long seed, long sentBytes, long answeredBytes) {
        /** Bytes answered per byte sent; 0 if nothing was sent. */
        public double amplification() {
            return sentBytes == 0 ? 0 : (double) answeredBytes / sentBytes;
        }
    }

    private GroupFuzz(
            LongFunction<SimulationBuilder> group, int stranger, Duration warmUp, int perGroup, int perBurst) {
        this.group = group;
        this.stranger = stranger;
        this.warmUp = warmUp;
        this.perGroup = perGroup;
        this.perBurst = perBurst;
    }

    /**
     * Prepares runs.
     *
     * @param group describes a group of a seed; {@link SimulationBuilder#unjudged} where forged messages are delivered
     * @param stranger a host where no member is to be started
     * @param warmUp how long the group runs, and samples are gathered, before the first mutation
     */
    public static GroupFuzz of(LongFunction<SimulationBuilder> group, int stranger, Duration warmUp) {
        return new GroupFuzz(group, stranger, warmUp, DATAGRAMS_PER_GROUP, DATAGRAMS_PER_BURST);
    }

    /**
     * The same with groups that last longer, and with longer bursts: more datagrams for the same time.
     *
     * @param datagrams how many each group is sent, a multiple of those of a burst
     * @param ofBurst how many of them follow one another within 3 to 12 ms each, 1 or more; then come up to 1.5 s without
     * @throws IllegalArgumentException if they are not
     */
    public GroupFuzz perGroup(int datagrams, int ofBurst) {
        if (ofBurst < 1 || datagrams < ofBurst || datagrams % ofBurst != 0) {
            throw new IllegalArgumentException(
                    "datagrams per group must be a multiple of those per burst, " + ofBurst + ", were " + datagrams);
        }
        return new GroupFuzz(group, stranger, warmUp, datagrams, ofBurst);
    }

    /**
     * Runs as many groups as it takes.
     *
     * @param work what applications do, called when a group has started
     */
    public Result run(long seed, long datagrams, Consumer<Simulation> work) {
        MutationTable table = new MutationTable();
        Burst worst = new Burst(seed, 0, 0);
        for (long from = 0; from < datagrams; from += perGroup) {
            long groupSeed = seed + from / perGroup;
            Attack attack = new Attack(groupSeed);
            work.accept(attack.simulation);
            attack.simulation.runFor(warmUp);
            for (int i = 0; i < perGroup; i += perBurst) {
                Burst burst = attack.burst();
                worst = burst.amplification() > worst.amplification() ? burst : worst;
            }
            table.add(attack.mutator.table());
        }
        return new Result(table, worst);
    }

    /** One group under attack. */
    private final class Attack {
        private final long seed;
        private final RandomGenerator random;
        private final DatagramMutator mutator;
        private final Simulation simulation;
        private final List<SimNode> members = new ArrayList<>();
        private long answeredBytes;

        Attack(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            this.mutator = new DatagramMutator(random);
            this.simulation = group.apply(seed).notStarted(stranger).build();
            for (SimNode node : simulation.nodes()) {
                if (node.index() == stranger) {
                    node.observe(new Answers());
                } else {
                    members.add(node);
                    node.observe(new Samples());
                }
            }
        }

        Burst burst() {
            answeredBytes = 0;
            long sentBytes = 0;
            for (int i = 0; i < perBurst; i++) {
                DatagramMutator.Mutation mutation = mutator.mutate(memberId());
                long undecodable = undecodable();
                long received = received();
                send(mutation.datagram());
                sentBytes += mutation.datagram().length;
                simulation.runFor(Duration.ofNanos(random.nextLong(3_000_000, 12_000_000)));
                if (received() > received) {
                    mutator.onDecoded(mutation, undecodable() == undecodable);
                }
            }
            simulation.runFor(Duration.ofMillis(random.nextInt(1, 1_500)));
            return new Burst(seed, sentBytes, answeredBytes);
        }

        private void send(byte[] datagram) {
            if (random.nextInt(3) == 0) {
                simulation.injectMulticast(stranger, datagram, TTL);
            } else {
                SimNode target = members.get(random.nextInt(members.size()));
                simulation.injectUnicast(stranger, target.index(), datagram);
            }
        }

        /** A member's, a made-up one that comes again, or the sample's own. */
        private long memberId() {
            return switch (random.nextInt(3)) {
                case 0 -> memberIdOf(members.get(random.nextInt(members.size())));
                case 1 -> 1 + random.nextInt(50);
                default -> 0;
            };
        }

        private static long memberIdOf(SimNode node) {
            return node.incarnations() == 0 ? 0 : node.memberId();
        }

        private long undecodable() {
            return members.stream()
                    .mapToLong(node -> node.counters().undecodable())
                    .sum();
        }

        private long received() {
            return members.stream()
                    .mapToLong(node -> node.counters().datagramsReceived())
                    .sum();
        }

        private final class Samples implements NodeObserver {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                mutator.learn(datagram);
            }
        }

        private final class Answers implements NodeObserver {
            @Override
            public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
                if (!multicast) {
                    answeredBytes += datagram.length;
                }
            }
        }
    }
}
