package org.rmcast.lab.perf;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.rmcast.lab.layout.Layout;
import org.rmcast.lab.layout.Network;
import org.rmcast.lab.member.LoadSettings;
import org.rmcast.lab.member.MemberCommand;
import org.rmcast.lab.member.MemberReply;
import org.rmcast.lab.member.MemberSettings;
import org.rmcast.lab.member.ReceiverFigures;
import org.rmcast.lab.member.SenderFigures;

/**
 * A sender's process and those of its receivers, on a network of their own. They stay for one scenario after another, so that the JVM has compiled what
 * they run; the sockets and the session are opened anew for each.
 */
final class MemberGroup implements AutoCloseable {
    private static final String GROUP = "239.192.77.1";
    private static final Duration OPEN_TIMEOUT = Duration.ofSeconds(40);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    private static final double COMPILED_SHARE = 0.15;

    /** Loss seeds of the receivers of any group: the first, second ... receiver of each carrier have the same. */
    private static final long SEED = 20_260_101;

    private final String carrier;
    private final List<MemberProcess> members = new ArrayList<>();
    private final Build build;
    private final PerfPlan plan;
    private final Network network;
    private int run;

    /** What carries this group's messages. */
    String carrier() {
        return carrier;
    }

    /**
     * Lays out the network and starts the processes.
     *
     * @param build what they run from
     * @param lifeSeconds when they end in any case
     */
    MemberGroup(String carrier, Build build, PerfPlan plan, Layout layout, int lifeSeconds) throws IOException {
        this.carrier = carrier;
        this.build = build;
        this.plan = plan;
        this.network = layout.open(plan.receivers());
        boolean started = false;
        try {
            for (int i = 0; i <= plan.receivers(); i++) {
                members.add(new MemberProcess(
                        nameOf(i), network.entry(i), build.classPath(), lifeSeconds, plan.memberOptions()));
            }
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    /**
     * Opens the members, after closing those before, and waits until all are in the group.
     *
     * @param loss the share of datagrams that each receiver loses
     * @param port the UDP port of the group
     */
    void open(double loss, int port) throws IOException, InterruptedException {
        network.lose(loss);
        for (int i = 0; i < members.size(); i++) {
            members.get(i).tell(MemberCommand.open(settings(i, loss, port)));
        }
        for (MemberProcess member : members) {
            member.awaitReply(OPEN_TIMEOUT);
        }
        sender().tell(MemberCommand.await(plan.receivers()));
        sender().awaitReply(OPEN_TIMEOUT);
    }

    private MemberSettings settings(int index, double loss, int port) {
        boolean sender = index == 0;
        return new MemberSettings(
                carrier,
                sender,
                "lab-" + carrier + '-' + ProcessHandle.current().pid() + '-' + port,
                GROUP,
                port,
                plan.parametersOf(carrier),
                sender || network.losesOnTheWire() ? 0 : loss,
                SEED + index,
                plan.offload(),
                network.networkInterface());
    }

    private String nameOf(int index) {
        return build.name() + ' ' + carrier + (index == 0 ? " sender" : " receiver " + index);
    }

    private MemberProcess sender() {
        return members.get(0);
    }

    private List<MemberProcess> receivers() {
        return members.subList(1, members.size());
    }

    /**
     * Runs that do not count, by turns, until the compilers have little to do; at the first scenario that takes the longest. Nobody is
     * warmed up alone: who then waited for the others would begin with the figures of an idle machine.
     *
     * @param least so many runs of each, however little compilers have to do
     * @param most so many runs of each, unless least is more, however much compilers have to do
     */
    static void warmUp(List<MemberGroup> groups, PerfPlan.Scenario scenario, int least, int most)
            throws IOException, InterruptedException {
        List<MemberGroup> order = new ArrayList<>(groups);
        boolean cold = true;
        for (int i = 0; i < least || (i < most && cold); i++) {
            cold = false;
            for (MemberGroup group : order) {
                cold |= group.run(scenario).compileShare() > COMPILED_SHARE;
            }
            Collections.reverse(order);
        }
    }

    /** Sends a scenario's load to all receivers and gathers what they got. */
    RunResult run(PerfPlan.Scenario scenario) throws IOException, InterruptedException {
        LoadSettings load = scenario.load();
        run++;
        ask(members, MemberCommand.expect(run, scenario.latency()));
        sender().tell(MemberCommand.send(run, load));
        MemberReply sent = sender().awaitReply(ANSWER_TIMEOUT.plusMillis((long) (load.seconds() * 1000)));
        SenderFigures senderFigures = Objects.requireNonNull(sent.sent(), "sent");
        List<ReceiverFigures> received = ask(receivers(), MemberCommand.report(run)).stream()
                .map(reply -> Objects.requireNonNull(reply.received(), "received"))
                .toList();
        return RunResult.of(carrier, senderFigures, received);
    }

    private static List<MemberReply> ask(List<MemberProcess> asked, MemberCommand command)
            throws IOException, InterruptedException {
        asked.forEach(member -> member.tell(command));
        List<MemberReply> replies = new ArrayList<>();
        for (MemberProcess member : asked) {
            replies.add(member.awaitReply(ANSWER_TIMEOUT));
        }
        return replies;
    }

    @Override
    public void close() {
        members.forEach(MemberProcess::close);
        network.close();
    }
}
