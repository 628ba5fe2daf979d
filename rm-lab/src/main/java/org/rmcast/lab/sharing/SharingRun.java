package org.rmcast.lab.sharing;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.rmcast.lab.layout.Bottleneck;
import org.rmcast.lab.member.LoadSettings;
import org.rmcast.lab.member.MemberCommand;
import org.rmcast.lab.member.MemberReply;
import org.rmcast.lab.member.MemberSettings;
import org.rmcast.lab.member.ReceiverFigures;
import org.rmcast.lab.member.SenderFigures;
import org.rmcast.lab.perf.MemberProcess;
import org.rmcast.lab.sharing.SharingResult.FlowFigures;
import org.rmcast.lab.sharing.SharingResult.Sample;

/** One scenario: its hosts and processes are made for it, all flows send at once and for the same time. */
final class SharingRun {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long SAMPLE_MILLIS = 100;
    private static final int FIRST_PORT = 7_300;
    private static final int RUN = 1;
    private static final long SEED = 20_260_301;

    private final SharingPlan plan;
    private final List<Flow> flows;
    private final String classPath;
    private final Consumer<String> progress;
    private final List<Group> groups = new ArrayList<>();

    /** The processes of one flow. */
    private record Group(Flow flow, MemberProcess sender, List<MemberProcess> receivers) {}

    SharingRun(SharingPlan plan, List<Flow> flows, String classPath, Consumer<String> progress) {
        this.plan = plan;
        this.flows = flows;
        this.classPath = classPath;
        this.progress = progress;
    }

    SharingResult run() throws IOException, InterruptedException {
        try (Bottleneck way =
                new Bottleneck(flows.size(), plan.farHosts(flows), plan.bitsPerSecond(), plan.queueBytes())) {
            try {
                open(way);
                if (!plan.roundTrip().isZero()) {
                    way.delay(plan.roundTrip());
                }
                join();
                if (plan.loss() > 0) {
                    way.lose(plan.loss());
                }
                return measure(way);
            } finally {
                for (Group group : groups) {
                    group.sender().close();
                    group.receivers().forEach(MemberProcess::close);
                }
            }
        }
    }

    private void open(Bottleneck way) throws IOException, InterruptedException {
        int far = flows.size();
        for (int i = 0; i < flows.size(); i++) {
            Flow flow = flows.get(i);
            List<MemberProcess> receivers = new ArrayList<>();
            String address = flow.isTcp() ? way.address(far) : "239.192.78." + (i + 1);
            for (int j = 0; j < plan.receivers(flow); j++) {
                receivers.add(start(way, far++, flow + " receiver " + (j + 1)));
            }
            MemberProcess sender = start(way, i, flow + " sender");
            groups.add(new Group(flow, sender, receivers));
            if (flow.congestionControl() != null) {
                way.congestionControl(i, flow.congestionControl());
            }
            for (int j = 0; j < receivers.size(); j++) {
                receivers.get(j).tell(MemberCommand.open(settings(i, address, false, j + 1, way)));
                receivers.get(j).awaitReply(PATIENCE);
            }
            sender.tell(MemberCommand.open(settings(i, address, true, 0, way)));
            sender.awaitReply(PATIENCE);
        }
    }

    private MemberProcess start(Bottleneck way, int host, String name) throws IOException {
        int lifeSeconds = (int) plan.duration().plus(PATIENCE.multipliedBy(5)).toSeconds();
        return new MemberProcess(name, way.entry(host), classPath, lifeSeconds, plan.memberOptions());
    }

    private MemberSettings settings(int flow, String address, boolean sender, int member, Bottleneck way) {
        String carrier = flows.get(flow).carrier();
        return new MemberSettings(
                carrier,
                sender,
                "sharing-" + flow,
                address,
                FIRST_PORT + flow,
                flows.get(flow).isTcp() ? Map.of() : plan.parameters(),
                0,
                SEED + 100L * flow + member,
                true,
                way.networkInterface());
    }

    private void join() throws IOException, InterruptedException {
        for (Group group : groups) {
            group.sender().tell(MemberCommand.await(group.receivers().size()));
            group.sender().awaitReply(PATIENCE);
        }
    }

    private SharingResult measure(Bottleneck way) throws IOException, InterruptedException {
        for (Group group : groups) {
            for (MemberProcess receiver : group.receivers()) {
                receiver.tell(MemberCommand.expect(RUN, false));
                receiver.awaitReply(PATIENCE);
            }
            group.sender().tell(MemberCommand.expect(RUN, false));
            group.sender().awaitReply(PATIENCE);
        }
        double seconds = plan.duration().toMillis() / 1e3;
        LoadSettings load = new LoadSettings(plan.messageBytes(), seconds, Long.MAX_VALUE, 0);
        long startNanos = System.nanoTime();
        groups.forEach(group -> group.sender().tell(MemberCommand.send(RUN, load)));
        List<Sample> samples = sample(way, startNanos, seconds);
        List<SenderFigures> sent = new ArrayList<>();
        for (Group group : groups) {
            MemberReply reply = group.sender().awaitReply(PATIENCE);
            sent.add(Objects.requireNonNull(reply.sent(), "sent"));
        }
        List<FlowFigures> figures = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            figures.add(figures(groups.get(i), sent.get(i), startNanos, seconds));
        }
        return new SharingResult(
                figures, samples, plan.bitsPerSecond(), plan.settle().toMillis() / 1e3);
    }

    private List<Sample> sample(Bottleneck way, long startNanos, double seconds)
            throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        while (true) {
            double second = (System.nanoTime() - startNanos) / 1e9;
            if (second > seconds) {
                return samples;
            }
            samples.add(new Sample(second, way.passage()));
            TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
        }
    }

    private FlowFigures figures(Group group, SenderFigures sent, long startNanos, double seconds)
            throws IOException, InterruptedException {
        List<ReceiverFigures> received = new ArrayList<>();
        for (MemberProcess receiver : group.receivers()) {
            receiver.tell(MemberCommand.report(RUN));
        }
        for (MemberProcess receiver : group.receivers()) {
            received.add(Objects.requireNonNull(receiver.awaitReply(PATIENCE).received(), "received"));
        }
        boolean complete = sent.confirmed()
                && received.stream()
                        .allMatch(each ->
                                each.outOfOrder() == 0 && (group.flow().isTcp() || each.messages() == sent.messages()));
        List<Double> slowest = received.stream()
                .map(each -> tenths(each, startNanos, seconds))
                .min(Comparator.comparingDouble(this::afterBeginning))
                .orElseThrow();
        progress.accept(
                "%s: %,d messages%s".formatted(group.flow(), sent.messages(), complete ? "" : ", not complete"));
        return new FlowFigures(
                group.flow().toString(), complete, sent.messages(), 1e6 * afterBeginning(slowest), slowest);
    }

    /** In megabits a second, from the start of all; clocks of processes on one machine are the same. */
    private static List<Double> tenths(ReceiverFigures figures, long startNanos, double seconds) {
        double[] tenths = new double[(int) Math.ceil(seconds * 10)];
        int offset = (int) ((figures.firstNanos() - startNanos) / 100_000_000L);
        for (int i = 0; i < figures.tenths().size(); i++) {
            int at = i + offset;
            if (at >= 0 && at < tenths.length) {
                tenths[at] += figures.tenths().get(i) * 8e-5;
            }
        }
        return Arrays.stream(tenths).boxed().toList();
    }

    private double afterBeginning(List<Double> tenths) {
        int first = (int) (plan.settle().toMillis() / 100);
        double sum = 0;
        for (int i = first; i < tenths.size(); i++) {
            sum += tenths.get(i);
        }
        return sum / Math.max(1, tenths.size() - first);
    }
}
