package org.rmcast.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipView;

/** A simulated group that does nothing but know its members, and questions about how well it does. */
final class MembershipGroup {
    /** The default of probePeriod: bounds in tests are given in periods. */
    static final Duration PERIOD = Duration.ofMillis(500);

    private static final Duration STEP = Duration.ofMillis(100);

    private final Simulation simulation;
    private final List<String> mistakes = new ArrayList<>();
    private int suspectsLost;

    private MembershipGroup(Simulation simulation) {
        this.simulation = simulation;
        for (SimNode node : simulation.nodes()) {
            node.onEvent(event -> onEvent(node, event));
        }
    }

    /** A group of PEERs in a star; its builder may still be changed by {@code change}. */
    static MembershipGroup of(long seed, int members, String link, Parameters parameters) {
        return of(builder(seed, members, link, parameters));
    }

    static MembershipGroup of(SimulationBuilder builder) {
        return new MembershipGroup(builder.build());
    }

    static SimulationBuilder builder(long seed, int members, String link, Parameters parameters) {
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(Topology.star(members, LinkSettings.parse(link)))
                .protocol(new MembershipProtocol())
                .parameters(parameters);
        for (int host = 0; host < members; host++) {
            builder.role(host, Role.PEER);
        }
        return builder;
    }

    Simulation simulation() {
        return simulation;
    }

    SimNode node(int host) {
        return simulation.node(host);
    }

    MembershipEngine engine(int host) {
        return (MembershipEngine) simulation.node(host).engine();
    }

    MembershipView view(int host) {
        return engine(host).view();
    }

    void runPeriods(int periods) {
        simulation.runFor(PERIOD.multipliedBy(periods));
    }

    /** Runs until every view shows exactly the members that run, and says after how many periods; fails after {@code limit}. */
    double periodsToConverge(int limit) {
        Duration start = simulation.now();
        Duration end = start.plus(PERIOD.multipliedBy(limit));
        while (!isConverged()) {
            if (simulation.now().compareTo(end) >= 0) {
                throw new AssertionError("seed " + simulation.seed() + ": views have not converged after " + limit
                        + " periods: " + differences());
            }
            simulation.runFor(STEP);
        }
        return (double) simulation.now().minus(start).toNanos() / PERIOD.toNanos();
    }

    /** Whether every view shows exactly the members that run. */
    boolean isConverged() {
        List<SimNode> running =
                simulation.nodes().stream().filter(SimNode::isRunning).toList();
        return running.stream()
                .allMatch(node -> view(node.index()).others().size() == running.size() - 1
                        && ghostsIn(node.index()).isEmpty());
    }

    /** What the views of those that run are called: one name if all are the same. */
    Set<Long> viewIds() {
        Set<Long> ids = new TreeSet<>();
        for (SimNode node : simulation.nodes()) {
            if (node.isRunning()) {
                ids.add(view(node.index()).id());
            }
        }
        return ids;
    }

    /** Failures reported of members that were running, and not even paused. */
    List<String> mistakes() {
        return mistakes;
    }

    /** Failures reported of members that were paused. */
    int pausedReportedFailed() {
        return suspectsLost;
    }

    /** Whether somebody's view has this member. */
    boolean isSeenByAnyone(long memberId) {
        return simulation.nodes().stream()
                .filter(SimNode::isRunning)
                .anyMatch(node -> view(node.index()).find(memberId) != null);
    }

    /** The number of members that can be reached from a host by views alone. */
    int reachableFrom(int host) {
        TreeSet<Integer> reached = new TreeSet<>();
        List<Integer> next = new ArrayList<>(List.of(host));
        while (!next.isEmpty()) {
            int index = next.remove(next.size() - 1);
            if (reached.add(index)) {
                for (GroupMember member : view(index).others()) {
                    int other = (int) (member.id() / 1000 - 1);
                    if (node(other).isRunning() && node(other).memberId() == member.id()) {
                        next.add(other);
                    }
                }
            }
        }
        return reached.size();
    }

    /** Members in a host's view that do not run any more. */
    List<Long> ghostsIn(int host) {
        List<Long> ghosts = new ArrayList<>();
        for (GroupMember member : view(host).others()) {
            SimNode other = node((int) (member.id() / 1000 - 1));
            if (!other.isRunning() || other.memberId() != member.id()) {
                ghosts.add(member.id());
            }
        }
        return ghosts;
    }

    /** In how many views each host is. */
    int[] inDegrees() {
        int[] degrees = new int[simulation.nodes().size()];
        for (SimNode node : simulation.nodes()) {
            if (node.isRunning()) {
                view(node.index()).others().forEach(member -> degrees[(int) (member.id() / 1000 - 1)]++);
            }
        }
        return degrees;
    }

    private String differences() {
        TreeSet<Long> running = new TreeSet<>();
        for (SimNode node : simulation.nodes()) {
            if (node.isRunning()) {
                running.add(node.memberId());
            }
        }
        StringBuilder text = new StringBuilder();
        for (SimNode node : simulation.nodes()) {
            if (node.isRunning()) {
                TreeSet<Long> seen = new TreeSet<>();
                seen.add(node.memberId());
                view(node.index()).others().forEach(member -> seen.add(member.id()));
                if (!seen.equals(running)) {
                    describe(text, node, seen, running);
                }
            }
        }
        return text.toString();
    }

    private static void describe(StringBuilder text, SimNode node, Set<Long> seen, Set<Long> running) {
        TreeSet<Long> missing = new TreeSet<>(running);
        missing.removeAll(seen);
        TreeSet<Long> ghosts = new TreeSet<>(seen);
        ghosts.removeAll(running);
        text.append(node.memberId()).append(" misses ").append(missing).append(" and shows ");
        text.append(ghosts).append("; ");
    }

    private void onEvent(SimNode node, SessionEvent event) {
        if (event instanceof SessionEvent.MemberFailed failed) {
            SimNode about = simulation.node((int) (failed.memberId() / 1000 - 1));
            if (about.isRunning() && about.memberId() == failed.memberId()) {
                if (about.isPaused()) {
                    suspectsLost++;
                } else {
                    mistakes.add(simulation.now() + ": " + node.memberId() + " says " + failed);
                }
            }
        }
    }
}
