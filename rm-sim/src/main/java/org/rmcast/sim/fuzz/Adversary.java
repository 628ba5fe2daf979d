package org.rmcast.sim.fuzz;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.Intrusion;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/**
 * A byzantine host: hears what its host hears, and sends some of it again, as it was or changed, with valid checksums, in its
 * own name or in another's, to the group or to one member. An honest member may run at the same host. Where messages are not
 * authenticated, {@link #concerning} should leave data out, or the run be unjudged: forged messages are delivered.
 * Immutable.
 */
public final class Adversary implements Intrusion {
    private static final int HEARD = 256;
    private static final int TTL = 64;

    private final Set<Deed> deeds;
    private final Predicate<byte[]> concerned;
    private final Duration interval;
    private final @Nullable Lies lies;

    /** What it does. */
    public enum Deed {
        /** Sends a datagram again as it was, its sender's name included. */
        REPLAY,
        /** Changes fields of one. */
        MUTATE,
        /** Puts two together. */
        SPLICE,
        /** Says what {@link Lies} make up. */
        LIE
    }

    private Adversary(Set<Deed> deeds, Predicate<byte[]> concerned, Duration interval, @Nullable Lies lies) {
        this.deeds = EnumSet.copyOf(deeds);
        this.concerned = concerned;
        this.interval = interval;
        this.lies = lies;
        if (this.deeds.contains(Deed.LIE) && lies == null) {
            throw new IllegalArgumentException("an adversary that lies needs lies");
        }
    }

    /** Does these things, each as often as the others; once in 10 ms on average. */
    public static Adversary doing(Deed first, Deed... more) {
        return new Adversary(EnumSet.of(first, more), datagram -> true, Duration.ofMillis(10), null);
    }

    /** Tells these lies, and nothing else unless it did something before. */
    public static Adversary telling(Lies lies) {
        return new Adversary(EnumSet.of(Deed.LIE), datagram -> true, Duration.ofMillis(10), lies);
    }

    /** Uses only datagrams of which this holds. */
    public Adversary concerning(Predicate<byte[]> datagrams) {
        return new Adversary(deeds, datagrams, interval, lies);
    }

    /** Acts once in this time on average; positive. */
    public Adversary every(Duration mean) {
        if (mean.isNegative() || mean.isZero()) {
            throw new IllegalArgumentException("mean must be positive, was " + mean);
        }
        return new Adversary(deeds, concerned, mean, lies);
    }

    @Override
    public void begin(Simulation simulation, int host, RandomGenerator random, Duration length) {
        Campaign campaign = new Campaign(simulation, simulation.node(host), random, length);
        simulation.node(host).observe(campaign);
        campaign.plan();
    }

    @Override
    public String toString() {
        return "adversary " + deeds + " every " + interval;
    }

    /** One adversary at work. */
    private final class Campaign implements NodeObserver {
        private final Simulation simulation;
        private final SimNode node;
        private final RandomGenerator random;
        private final Duration end;
        private final DatagramMutator mutator;
        private final ArrayDeque<byte[]> heard = new ArrayDeque<>();
        private final List<Deed> choice = List.copyOf(deeds);

        Campaign(Simulation simulation, SimNode node, RandomGenerator random, Duration length) {
            this.simulation = simulation;
            this.node = node;
            this.random = random;
            this.end = simulation.now().plus(length);
            this.mutator = new DatagramMutator(random);
        }

        @Override
        public void onHeard(byte[] datagram, boolean multicast, long nowNanos) {
            if (nowNanos >= end.toNanos() || datagram.length < DatagramHeader.BYTES || !concerned.test(datagram)) {
                return;
            }
            mutator.learn(datagram);
            heard.add(datagram);
            if (heard.size() > HEARD) {
                heard.remove();
            }
        }

        void plan() {
            Duration wait = Duration.ofNanos(random.nextLong(1, 2 * interval.toNanos() + 1));
            if (simulation.now().plus(wait).compareTo(end) < 0) {
                simulation.after(wait, this::act);
            }
        }

        private void act() {
            if (!heard.isEmpty()) {
                byte[] datagram = deed();
                if (datagram != null) {
                    send(datagram);
                }
            }
            plan();
        }

        private byte @Nullable [] deed() {
            return switch (choice.get(random.nextInt(choice.size()))) {
                case REPLAY -> mutator.sample();
                case MUTATE -> mutator.mutate(name()).datagram();
                case SPLICE -> mutator.splice(name()).datagram();
                case LIE -> lie();
            };
        }

        private byte @Nullable [] lie() {
            byte[] lie = Objects.requireNonNull(lies, "lies").lie(List.copyOf(heard), ownId(), random);
            return lie == null ? null : DatagramHeader.seal(lie.clone());
        }

        /** Its own name, or for 0 that of who sent what it changes. */
        private long name() {
            return random.nextBoolean() ? ownId() : 0;
        }

        private long ownId() {
            return node.incarnations() == 0 ? node.index() + 1 : node.memberId();
        }

        private void send(byte[] datagram) {
            if (random.nextBoolean()) {
                simulation.injectMulticast(node.index(), datagram, TTL);
                return;
            }
            int hosts = simulation.nodes().size();
            int target = (node.index() + 1 + random.nextInt(hosts - 1)) % hosts;
            simulation.injectUnicast(node.index(), target, datagram);
        }
    }
}
