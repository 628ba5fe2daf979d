package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;
import org.rmcast.links.WanLink;

/**
 * The same for every protocol on the class path, found as sessions find them: a new module is covered when it is there. Each
 * case is one group of a sender, a repair head if the protocol has them, and four receivers behind {@link StreamGroup#FAR}.
 */
@RequiresEngine
@Execution(ExecutionMode.CONCURRENT)
class ProtocolMatrixIT {
    private static final int RECEIVERS = 4;
    private static final Duration STANDSTILL = Duration.ofMillis(1_200);

    /** What happens in the middle of the stream, one after the other. */
    enum Course {
        /** The sender stands still, a receiver comes, and the links get worse. */
        TROUBLE {
            @Override
            String[] pace() {
                return new String[] {StreamGroup.LONG};
            }

            @Override
            void happen(Running running) throws Exception {
                running.sender.pause();
                Wan.pause(STANDSTILL);
                running.sender.resume();
                running.comes();
                WanLink worse = StreamGroup.FAR.loss(15).delay(Duration.ofMillis(60));
                for (WanNode receiver : running.receivers) {
                    receiver.links().inbound(worse);
                }
            }

            @Override
            List<Integer> exitCodes() {
                return List.of(0);
            }
        },
        /** A receiver leaves, and another one is killed: it may have been before everyone was known to have what it had. */
        DEPARTURES {
            @Override
            void happen(Running running) {
                running.excused(1).interrupt();
                running.excused(2).kill();
            }

            @Override
            List<Integer> exitCodes() {
                return List.of(0, 4);
            }
        };

        /** How fast the sender sends. */
        String[] pace() {
            return new String[0];
        }

        abstract void happen(Running running) throws Exception;

        /** How the sender may end. */
        abstract List<Integer> exitCodes();
    }

    /** A protocol with parameters, and what happens to it. */
    record Case(String name, List<String> options, boolean hasHeads, Course course) {
        @Override
        public String toString() {
            return name + " " + course;
        }
    }

    /** A group whose stream flows. */
    private record Running(Wan wan, StreamGroup group, WanNode sender, List<WanNode> receivers, List<WanNode> late) {
        WanNode excused(int receiver) {
            WanNode one = receivers.get(receiver);
            group.excuse(one);
            return one;
        }

        void comes() throws Exception {
            WanNode one = group.receiver("late").behind(StreamGroup.FAR);
            group.excuse(one);
            wan.start(one);
            late.add(one);
        }
    }

    /** A name for parameters of a protocol. */
    private record Preset(String name, List<String> parameters) {}

    /**
     * Where the defaults are not all that is to be tested; patient, so that a busy machine is no fault. By default TRAM++ prunes a
     * member that loses more than a tenth for ten seconds, unless others of its head do: as the links get worse, rightly.
     */
    private static final Map<String, List<Preset>> PRESETS = Map.of(
            "tram",
            List.of(
                    new Preset("tram", List.of("--param=helloInterval=500ms")),
                    new Preset(
                            "tram++",
                            List.of(
                                    "--param=helloInterval=500ms",
                                    "--param=recovery=reaffiliate",
                                    "--param=pruneLossShare=0.3"))));

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Protocol protocol : ServiceLoader.load(Protocol.class)) {
            boolean hasHeads = protocol.configure(Parameters.none(), Wire.DEFAULT_DATAGRAM_BYTES)
                    .roles()
                    .contains(Role.REPAIR_NODE);
            List<Preset> defaults = List.of(new Preset(protocol.name(), List.of()));
            for (Preset preset : PRESETS.getOrDefault(protocol.name(), defaults)) {
                List<String> options = new ArrayList<>(List.of("--protocol=" + protocol.name()));
                options.addAll(preset.parameters());
                for (Course course : Course.values()) {
                    cases.add(new Case(preset.name(), options, hasHeads, course));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldDeliverEverything(Case one, Wan wan) throws Exception {
        StreamGroup group = new StreamGroup(wan, one.options());
        WanNode sender = group.sender(RECEIVERS, one.course().pace()).behind(StreamGroup.FAR);
        wan.start(sender);
        if (one.hasHeads()) {
            wan.start(group.head("head").behind(StreamGroup.FAR));
        }
        List<WanNode> receivers = group.receivers(RECEIVERS, StreamGroup.FAR);
        wan.start(receivers);
        group.awaitStream(receivers.get(0));
        Running running = new Running(wan, group, sender, receivers, new ArrayList<>());
        one.course().happen(running);
        group.requireIdentical();
        for (WanNode late : running.late()) {
            group.requireEndOf(late);
        }
        int exitCode = sender.awaitExit(StreamGroup.LIMIT);
        assertThat(exitCode).as(sender::log).isIn(one.course().exitCodes());
    }
}
