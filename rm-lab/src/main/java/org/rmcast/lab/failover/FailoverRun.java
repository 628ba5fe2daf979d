package org.rmcast.lab.failover;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.rmcast.api.Role;
import org.rmcast.lab.failover.NodeReport.HeadChange;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.layout.Network;
import org.rmcast.lab.perf.Machine;

/** Runs a {@link FailoverPlan}: lays out the network, starts the members, lets a sender send, kills, stops and looks. */
final class FailoverRun {
    /** How long after a kill it is looked what came of it. */
    static final Duration WINDOW = Duration.ofSeconds(5);

    private static final Duration ATTACH_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration CATCH_UP_TIMEOUT = Duration.ofSeconds(30);
    private static final long GLANCE_MILLIS = 100;
    private static final long STEP_MILLIS = 1_000;
    /** Heaps are weighed and troubles are asked for at least so often. */
    private static final int STEPS_PER_LOOK = 30;

    private static final int PORT = 7_741;
    private static final long MILLION = 1_000_000;

    private final FailoverPlan plan;
    private final Layout layout;
    private final String classPath;
    private final Consumer<String> progress;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final Watch watch = new Watch();
    private final List<Kill> kills = new ArrayList<>();
    private final Map<String, List<Weight>> weights = new LinkedHashMap<>();
    private long startNanos;
    private int pauses;

    /** @param classPath of what members run */
    FailoverRun(FailoverPlan plan, Layout layout, String classPath, Consumer<String> progress) {
        this.plan = plan;
        this.layout = layout;
        this.classPath = classPath;
        this.progress = progress;
    }

    FailoverResult run() throws IOException, InterruptedException {
        try (Network network = layout.open(plan.others())) {
            try {
                return run(network);
            } finally {
                nodes.forEach(NodeProcess::close);
            }
        }
    }

    private FailoverResult run(Network network) throws IOException, InterruptedException {
        network.lose(plan.loss());
        for (int i = 0; i <= plan.others(); i++) {
            nodes.add(start(i, network));
            if (i <= plan.heads()) {
                // Heads come before receivers, which take the best that answers.
                awaitAttached(nodes.get(i));
            }
        }
        for (NodeProcess receiver : receivers()) {
            watch.note(receiver, receiver.awaitReport());
        }
        sender().ask(NodeCommand.start(plan.receivers()));
        startNanos = System.nanoTime();
        watch.start(startNanos);
        weigh();
        long endNanos = startNanos + plan.duration().toNanos();
        long nextKillNanos = startNanos + plan.killEvery().toNanos();
        for (int step = 0; System.nanoTime() - endNanos < 0; step++) {
            if (!plan.killEvery().isZero() && System.nanoTime() - nextKillNanos >= 0) {
                nextKillNanos += plan.killEvery().toNanos();
                look(nodes);
                kill(busiestHead(), network);
                weigh();
            } else if (step % STEPS_PER_LOOK == STEPS_PER_LOOK - 1) {
                weigh();
            }
            step(step);
        }
        return finish();
    }

    private NodeProcess start(int index, Network network) throws IOException {
        Role role = index == 0 ? Role.SENDER : index <= plan.heads() ? Role.REPAIR_NODE : Role.RECEIVER;
        NodeSettings settings = new NodeSettings(
                role,
                plan.protocol(),
                plan.parameters(),
                PORT,
                network.networkInterface(),
                role == Role.SENDER || network.losesOnTheWire() ? 0 : plan.loss(),
                plan.messageBytes(),
                plan.rate(),
                index,
                (int) plan.duration().toSeconds() + 600);
        return new NodeProcess(name(index), network.entry(index), classPath, plan.memberOptions(), settings);
    }

    private String name(int index) {
        if (index == 0) {
            return "sender";
        }
        return index <= plan.heads() ? "head " + index : "receiver " + (index - plan.heads());
    }

    private NodeProcess sender() {
        return nodes.get(0);
    }

    private List<NodeProcess> receivers() {
        return nodes.subList(1 + plan.heads(), nodes.size());
    }

    private void awaitAttached(NodeProcess node) throws IOException, InterruptedException {
        watch.note(node, node.awaitReport());
        long endNanos = System.nanoTime() + ATTACH_TIMEOUT.toNanos();
        while (node.role() == Role.REPAIR_NODE && watch.headOf(node) == 0) {
            if (System.nanoTime() - endNanos > 0) {
                throw new IOException(node.name() + " found no head within " + ATTACH_TIMEOUT.toSeconds() + " s");
            }
            Thread.sleep(GLANCE_MILLIS);
            watch.note(node, node.ask(NodeCommand.LOOK));
        }
    }

    /** Stops one member after the other where that is asked for, and passes a second. */
    private void step(int step) throws IOException, InterruptedException {
        long pauseMillis = plan.pause().toMillis();
        if (pauseMillis > 0) {
            Processes.pause(nodes.get(step % nodes.size()).pid(), pauseMillis);
            pauses++;
        }
        Thread.sleep(Math.max(1, STEP_MILLIS - pauseMillis));
    }

    /** Of equally busy ones not always the same. */
    private int busiestHead() {
        int busiest = 0;
        int most = -1;
        for (int i = 0; i < plan.heads(); i++) {
            int index = 1 + (kills.size() + i) % plan.heads();
            int members = membersOf(nodes.get(index)).size();
            if (members > most) {
                most = members;
                busiest = index;
            }
        }
        return busiest;
    }

    private List<NodeProcess> membersOf(NodeProcess head) {
        return receivers().stream()
                .filter(receiver -> watch.headOf(receiver) == head.memberId())
                .toList();
    }

    private void kill(int index, Network network) throws IOException, InterruptedException {
        NodeProcess head = nodes.get(index);
        List<NodeProcess> orphans = membersOf(head);
        watch.killed(head.memberId());
        long killNanos = System.nanoTime();
        head.kill();
        Thread.sleep(WINDOW.toMillis());
        long wait = 0;
        long newHead = 0;
        long pause = 0;
        for (NodeProcess node : nodes) {
            if (node == head) {
                continue;
            }
            NodeReport report = node.ask(NodeCommand.LOOK);
            watch.note(node, report);
            if (orphans.contains(node)) {
                wait = Math.max(wait, report.longestWaitNanos());
                long attached = attachedNanos(report.changes(), killNanos);
                newHead = newHead < 0 || attached < 0 ? -1 : Math.max(newHead, attached);
            } else if (node.role() == Role.RECEIVER) {
                pause = Math.max(pause, report.longestPauseNanos());
            }
        }
        Kill kill = new Kill(second(killNanos), head.name(), orphans.size(), wait, newHead, pause);
        kills.add(kill);
        progress.accept(describe(kill));
        Thread.sleep(Math.max(0, plan.down().toMillis() - WINDOW.toMillis()));
        head.close();
        NodeProcess again = start(index, network);
        nodes.set(index, again);
        awaitAttached(again);
    }

    /** How long after a kill there was another head; negative if there is none. */
    private static long attachedNanos(List<HeadChange> changes, long killNanos) {
        return changes.stream()
                .filter(change -> change.to() != 0 && change.nanos() - killNanos > 0)
                .mapToLong(change -> change.nanos() - killNanos)
                .findFirst()
                .orElse(-1);
    }

    private String describe(Kill kill) {
        return String.format(
                "kill %d of %s: %d orphans, waited %d ms, new head after %d ms; the others paused %d ms",
                kills.size(),
                kill.head(),
                kill.orphans(),
                kill.waitNanos() / MILLION,
                kill.newHeadNanos() / MILLION,
                kill.othersPauseNanos() / MILLION);
    }

    private void look(List<NodeProcess> asked) throws IOException, InterruptedException {
        for (NodeProcess node : asked) {
            watch.note(node, node.ask(NodeCommand.LOOK));
        }
    }

    private void weigh() throws IOException, InterruptedException {
        for (NodeProcess node : nodes) {
            NodeReport report = node.ask(NodeCommand.WEIGH);
            watch.note(node, report);
            if (plan.killEvery().isZero() || node.role() != Role.REPAIR_NODE) {
                weights.computeIfAbsent(node.name(), name -> new ArrayList<>())
                        .add(new Weight(
                                second(System.nanoTime()), report.heapBytes(), Processes.descriptors(node.pid())));
            }
        }
    }

    private double second(long nanos) {
        return (nanos - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private FailoverResult finish() throws IOException, InterruptedException {
        look(nodes);
        double seconds = second(System.nanoTime());
        NodeReport end = sender().ask(NodeCommand.FINISH);
        watch.note(sender(), end);
        List<String> incomplete = new ArrayList<>();
        long limitNanos = System.nanoTime() + CATCH_UP_TIMEOUT.toNanos();
        for (NodeProcess receiver : receivers()) {
            NodeReport report = receiver.ask(NodeCommand.LOOK);
            while (report.messages() < end.messages() && System.nanoTime() - limitNanos < 0) {
                watch.note(receiver, report);
                Thread.sleep(GLANCE_MILLIS);
                report = receiver.ask(NodeCommand.LOOK);
            }
            watch.note(receiver, report);
            if (report.messages() != end.messages() || report.missing() > 0 || report.outOfOrder() > 0) {
                incomplete.add(receiver.name() + " has " + report.messages() + " of " + end.messages()
                        + ", passed over " + report.missing() + ", got " + report.outOfOrder() + " late or twice");
            }
        }
        return new FailoverResult(
                plan,
                layout,
                Machine.here(),
                seconds,
                end.messages(),
                end.complete(),
                incomplete,
                kills,
                pauses,
                watch.alarms(),
                weights);
    }
}
