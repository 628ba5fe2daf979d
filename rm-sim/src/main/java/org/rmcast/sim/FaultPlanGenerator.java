package org.rmcast.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Draws the faults of a {@link FaultPlan} one after the other. */
final class FaultPlanGenerator {
    private static final Duration SHORTEST = Duration.ofMillis(5);
    private static final int TRIES = 8;
    private static final int NETWORK = -1;
    private static final List<Traffic> CUTS = List.of(Traffic.MULTICAST, Traffic.UNICAST, Traffic.ALL);

    private final RandomGenerator random;
    private final Topology topology;
    private final FaultOptions options;
    private final LinkSpoiler spoiler;
    private final List<FaultPlan.Fault> faults = new ArrayList<>();
    private final List<Span> busy = new ArrayList<>();

    /** A host, or {@link #NETWORK}, that has a fault for a time. */
    private record Span(int host, long begin, long end) {
        boolean overlaps(Span other) {
            return host == other.host && begin <= other.end && other.begin <= end;
        }

        Duration length() {
            return Duration.ofNanos(end - begin);
        }
    }

    FaultPlanGenerator(RandomGenerator random, Topology topology, FaultOptions options) {
        this.random = random;
        this.topology = topology;
        this.options = options;
        this.spoiler = new LinkSpoiler(random, options.links());
    }

    FaultPlan plan() {
        spoilLinks();
        int count = random.nextInt(options.maxFaults() + 1);
        for (int i = 0; i < count; i++) {
            addFault();
        }
        add(options.healedBy().toNanos(), "all links as at first", FaultPlanGenerator::resetLinks);
        return FaultPlan.of(faults);
    }

    private void spoilLinks() {
        for (int host = 0; host < topology.hosts(); host++) {
            int index = host;
            spoil("link of host " + host, topology.accessLink(host), simulation -> simulation.accessLink(index));
        }
        for (int router = 1; router < topology.routers(); router++) {
            int index = router;
            spoil("trunk of router " + router, topology.trunkLink(router), simulation -> simulation.trunkLink(index));
        }
        for (int number = 0; number < topology.crossLinks(); number++) {
            int index = number;
            spoil(
                    "cross link " + number,
                    topology.crossLinkSettings(number),
                    simulation -> simulation.crossLink(index));
        }
    }

    private void spoil(String name, LinkSettings good, Function<Simulation, SimLink> link) {
        LinkSettings bad = spoiler.spoil(good);
        add(
                options.from().toNanos(),
                name + ": " + bad,
                simulation -> link.apply(simulation).impair(bad));
    }

    private void addFault() {
        switch (kind()) {
            case PARTITION -> addPartition();
            case PAUSE -> addPause();
            case CRASH -> addCrash();
            case ONE_WAY_CUT -> addOneWayCut();
            case DEAFNESS -> addDeafness();
            case FLAPPING -> addFlapping();
            case SLOW_HOST -> addSlowHost();
            case FREEZE -> addFreeze();
            case ADDRESS_CHANGE -> addAddressChange();
            case CLOCK_DRIFT -> addClockDrift();
            case STORAGE_CRASH -> addStorageCrash();
            case BYZANTINE -> addIntrusion();
        }
    }

    private FaultKind kind() {
        int sum = 0;
        for (FaultKind kind : FaultKind.values()) {
            sum += options.weights().getOrDefault(kind, 0);
        }
        int drawn = random.nextInt(sum);
        for (FaultKind kind : FaultKind.values()) {
            drawn -= options.weights().getOrDefault(kind, 0);
            if (drawn < 0) {
                return kind;
            }
        }
        throw new IllegalStateException("less than the sum of weights was drawn");
    }

    private void addCrash() {
        Span span = ofHost();
        if (span == null) {
            return;
        }
        int host = span.host();
        boolean forever = random.nextDouble() < options.hosts().staysAway();
        atHost(span.begin(), "crash", host, SimNode::crash);
        if (forever) {
            busy.add(new Span(host, span.begin(), Long.MAX_VALUE));
        } else {
            busy.add(span);
            atHost(span.end(), "restart", host, SimNode::restart);
        }
    }

    private void addPause() {
        Span span = ofHost();
        if (span != null) {
            busy.add(span);
            atHost(span.begin(), "pause", span.host(), SimNode::pause);
            atHost(span.end(), "resume", span.host(), SimNode::resume);
        }
    }

    private void addPartition() {
        Span span = free(NETWORK);
        if (span == null) {
            return;
        }
        if (topology.routers() > 1 && random.nextBoolean()) {
            int router = 1 + random.nextInt(topology.routers() - 1);
            busy.add(span);
            add(
                    span.begin(),
                    "cut of the trunk of router " + router,
                    simulation -> simulation.trunkLink(router).cut());
            add(
                    span.end(),
                    "uncut of the trunk of router " + router,
                    simulation -> simulation.trunkLink(router).uncut());
            return;
        }
        List<Integer> side = side();
        if (!side.isEmpty()) {
            busy.add(span);
            add(span.begin(), "partition of hosts " + side, simulation -> simulation.partition(side));
            add(span.end(), "heal", Simulation::heal);
        }
    }

    private List<Integer> side() {
        double share = random.nextDouble() / 2;
        List<Integer> side = new ArrayList<>();
        for (int host = 0; host < topology.hosts(); host++) {
            if (!options.spared().contains(host) && random.nextDouble() < share) {
                side.add(host);
            }
        }
        return side;
    }

    private void addOneWayCut() {
        Span span = ofHost();
        if (span == null) {
            return;
        }
        busy.add(span);
        Traffic traffic = CUTS.get(random.nextInt(CUTS.size()));
        boolean towards = random.nextBoolean();
        boolean bothWays = traffic != Traffic.ALL && random.nextInt(3) == 0;
        int host = span.host();
        String what = traffic.name().toLowerCase(Locale.ROOT) + (bothWays ? " to and from" : towards ? " to" : " from");
        add(span.begin(), "cut of " + what + " host " + host, simulation -> {
            SimLink link = simulation.accessLink(host);
            if (towards || bothWays) {
                link.cutDown(traffic);
            }
            if (!towards || bothWays) {
                link.cutUp(traffic);
            }
        });
        add(
                span.end(),
                "uncut of host " + host,
                simulation -> simulation.accessLink(host).uncut());
    }

    private void addDeafness() {
        if (topology.hosts() < 2) {
            return;
        }
        Span span = ofHost();
        if (span == null) {
            return;
        }
        busy.add(span);
        int host = span.host();
        int other = (host + 1 + random.nextInt(topology.hosts() - 1)) % topology.hosts();
        add(
                span.begin(),
                "host " + host + " does not hear host " + other,
                simulation -> simulation.deafen(host, other));
        add(
                span.end(),
                "host " + host + " hears host " + other + " again",
                simulation -> simulation.hearAgain(host, other));
    }

    private void addFlapping() {
        Span span = ofHost();
        if (span == null) {
            return;
        }
        busy.add(span);
        int times = 1 + random.nextInt(options.hosts().maxFlaps());
        long period = span.length().toNanos() / times;
        Duration down = Duration.ofNanos(1 + random.nextLong(Math.max(1, period - 1)));
        Duration up = Duration.ofNanos(Math.max(0, period - down.toNanos()));
        add(
                span.begin(),
                "link of host " + span.host() + " flaps " + times + " times, down " + down + ", up " + up,
                simulation -> simulation.accessLink(span.host()).flap(times, down, up));
    }

    private void addSlowHost() {
        Span span = ofHost();
        if (span == null) {
            return;
        }
        busy.add(span);
        Duration service = Duration.ofNanos(magnitude(
                HostTrouble.LEAST_SERVICE_NANOS,
                options.hosts().maxServiceTime().toNanos()));
        int buffer = (int) magnitude(options.hosts().minSocketBuffer(), HostTrouble.MOST_SOCKET_BUFFER);
        atHost(
                span.begin(),
                "each datagram costs " + service + ", " + buffer + " wait at most,",
                span.host(),
                node -> node.faults().serve(service, buffer));
        atHost(
                span.end(),
                "datagrams cost nothing",
                span.host(),
                node -> node.faults().serveAtOnce());
    }

    private void addFreeze() {
        Span span = ofHost();
        if (span == null) {
            return;
        }
        long length = magnitude(
                options.hosts().shortestFreeze().toNanos(),
                options.hosts().longestFreeze().toNanos());
        long end = Math.min(span.begin() + length, options.healedBy().toNanos());
        Span frozen = new Span(span.host(), span.begin(), end);
        if (busy.stream().noneMatch(frozen::overlaps)) {
            busy.add(frozen);
            atHost(frozen.begin(), "freeze", frozen.host(), SimNode::pause);
            atHost(frozen.end(), "thaw", frozen.host(), SimNode::resume);
        }
    }

    private void addAddressChange() {
        Span span = ofHost();
        if (span != null) {
            atHost(
                    span.begin(),
                    "new address",
                    span.host(),
                    node -> node.faults().move());
        }
    }

    private void addClockDrift() {
        int host = random.nextInt(topology.hosts());
        long at = random.nextLong(options.from().toNanos(), options.healedBy().toNanos());
        int most = options.hosts().maxDriftPpm();
        int ppm = random.nextInt(-most, most + 1);
        atHost(at, "clock drift of " + ppm + " ppm", host, node -> node.faults().drift(ppm));
    }

    private void addStorageCrash() {
        int host = options.storing().get(random.nextInt(options.storing().size()));
        Span span = free(host);
        if (span == null) {
            return;
        }
        busy.add(span);
        long writes = magnitude(1, options.hosts().maxWritesBeforeCrash());
        atHost(span.begin(), "machine fails after " + writes + " writes", host, node -> {
            if (node.isRunning()) {
                node.faults().crashAfterWrites(writes);
            }
        });
        atHost(span.end(), "restart", host, SimNode::restart);
    }

    private void addIntrusion() {
        Intrusion intrusion = Objects.requireNonNull(options.intrusion(), "intrusion");
        Span span = ofHost();
        if (span != null) {
            busy.add(span);
            long seed = random.nextLong();
            add(
                    span.begin(),
                    "intruder at host " + span.host() + " for " + span.length(),
                    simulation -> intrusion.begin(simulation, span.host(), new SplittableRandom(seed), span.length()));
        }
    }

    /** A time in which a host that is not spared has no other fault, or null if none was found. */
    private @Nullable Span ofHost() {
        int host = random.nextInt(topology.hosts());
        Span span = free(host);
        return options.spared().contains(host) ? null : span;
    }

    /** A time in which the host has no other fault, or null if none was found. */
    private @Nullable Span free(int host) {
        long from = options.from().toNanos();
        long limit = options.healedBy().toNanos();
        for (int i = 0; i < TRIES; i++) {
            long begin = random.nextLong(from, limit);
            Span span = new Span(host, begin, Math.min(limit, begin + length(limit - begin)));
            if (busy.stream().noneMatch(span::overlaps)) {
                return span;
            }
        }
        return null;
    }

    /** Uniform, or of uniform order of magnitude: both long and short faults should be common. */
    private long length(long longest) {
        if (random.nextBoolean()) {
            return random.nextLong(longest);
        }
        double ratio = Math.max(1, (double) longest / SHORTEST.toNanos());
        return Math.round(SHORTEST.toNanos() * StrictMath.pow(ratio, random.nextDouble()));
    }

    /** Of uniform order of magnitude. */
    private long magnitude(long least, long most) {
        return Math.round(least * StrictMath.pow((double) most / least, random.nextDouble()));
    }

    private void atHost(long atNanos, String what, int host, Consumer<SimNode> action) {
        add(atNanos, what + " of host " + host, simulation -> action.accept(simulation.node(host)));
    }

    private void add(long atNanos, String what, Consumer<Simulation> action) {
        faults.add(new FaultPlan.Fault(Duration.ofNanos(atNanos), what, action));
    }

    private static void resetLinks(Simulation simulation) {
        for (int host = 0; host < simulation.topology().hosts(); host++) {
            simulation.accessLink(host).reset();
        }
        for (int router = 1; router < simulation.topology().routers(); router++) {
            simulation.trunkLink(router).reset();
        }
        for (int number = 0; number < simulation.topology().crossLinks(); number++) {
            simulation.crossLink(number).reset();
        }
    }
}
