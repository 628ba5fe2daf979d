package org.rmcast.lab.group;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.sim.LinkUse;
import org.rmcast.sim.SimLink;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** How busy links are, each direction by itself, while messages are sent, and what their queues refuse. */
public final class LinkMeter implements Meter {
    private static final double PERCENT = 100;
    private static final double BYTES_PER_KILOBIT = 125;

    private final String name;
    private final Function<Simulation, List<SimLink>> which;
    private final Duration sending;
    private LinkUse[] before = new LinkUse[0];
    private LinkUse[] used = new LinkUse[0];

    /**
     * Watches links.
     *
     * @param name for the names of figures, such as {@code root's links}
     * @param sending from the begin on, how long what passes counts
     */
    public LinkMeter(String name, Duration sending, Function<Simulation, List<SimLink>> which) {
        this.name = name;
        this.sending = sending;
        this.which = which;
    }

    /** The share of time in which the busiest of the links carries something. */
    public static String busiest(String name) {
        return "busiest of the " + name + " %";
    }

    /** What the queues of all of them refused, of what was offered to them and not lost before, in per cent. */
    public static String overflowed(String name) {
        return "refused by the " + name + " %";
    }

    /** What the busiest carries, in kilobits per second. */
    public static String load(String name) {
        return "load of the busiest of the " + name + " kb/s";
    }

    /** All links between routers. */
    public static List<SimLink> betweenRouters(Simulation simulation) {
        Topology topology = simulation.topology();
        return Stream.concat(
                        IntStream.range(1, topology.routers()).mapToObj(simulation::trunkLink),
                        IntStream.range(0, topology.crossLinks()).mapToObj(simulation::crossLink))
                .toList();
    }

    @Override
    public void begin(Simulation simulation) {
        before = uses(simulation);
        simulation.after(sending, () -> used = uses(simulation));
    }

    /** Down and up of each link by turns. */
    private LinkUse[] uses(Simulation simulation) {
        return which.apply(simulation).stream()
                .flatMap(link -> Stream.of(link.useDown(), link.useUp()))
                .toArray(LinkUse[]::new);
    }

    @Override
    public void end(Simulation simulation, Measurement result) {
        double seconds = sending.toNanos() / 1e9;
        long busiest = 0;
        long most = 0;
        LinkUse all = LinkUse.NONE;
        for (int i = 0; i < used.length; i++) {
            LinkUse use = used[i].since(before[i]);
            busiest = Math.max(busiest, use.busyNanos());
            most = Math.max(most, use.bytes());
            all = all.plus(use);
        }
        double offered = (double) all.datagrams() + all.overflowed();
        // What waits in the queue at the end counts already.
        result.put(busiest(name), PERCENT * Math.min(1, busiest / 1e9 / seconds))
                .put(load(name), most / BYTES_PER_KILOBIT / seconds)
                .put(overflowed(name), offered == 0 ? 0 : PERCENT * all.overflowed() / offered);
    }
}
