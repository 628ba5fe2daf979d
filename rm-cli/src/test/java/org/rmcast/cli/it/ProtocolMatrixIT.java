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

    /** What happens in the middle of the stream. */
    enum Event {
        SENDER_STANDS_STILL,
        RECEIVER_IS_KILLED,
        RECEIVER_LEAVES,
        RECEIVER_COMES,
        LINKS_GET_WORSE
    }

    /** A protocol with parameters, and what happens to it. */
    record Case(String name, List<String> options, boolean hasHeads, Event event) {
        @Override
        public String toString() {
            return name + " " + event;
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
                for (Event event : Event.values()) {
                    cases.add(new Case(preset.name(), options, hasHeads, event));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldDeliverEverything(Case one, Wan wan) throws Exception {
        StreamGroup group = new StreamGroup(wan, one.options());
        String[] pace = one.event() == Event.RECEIVER_COMES ? new String[] {StreamGroup.LONG} : new String[0];
        WanNode sender = group.sender(RECEIVERS, pace).behind(StreamGroup.FAR);
        wan.start(sender);
        if (one.hasHeads()) {
            wan.start(group.head("head").behind(StreamGroup.FAR));
        }
        List<WanNode> receivers = group.receivers(RECEIVERS, StreamGroup.FAR);
        wan.start(receivers);
        group.awaitStream(receivers.get(0));
        boolean everyoneStays = happen(one.event(), sender, receivers, group, wan);
        group.requireIdentical();
        int exitCode = sender.awaitExit(StreamGroup.LIMIT);
        assertThat(exitCode).as(sender::log).isIn(everyoneStays ? List.of(0) : List.of(0, 4));
    }

    /** Whether the sender has to end well. */
    private static boolean happen(Event event, WanNode sender, List<WanNode> receivers, StreamGroup group, Wan wan)
            throws Exception {
        WanNode one = receivers.get(1);
        switch (event) {
            case SENDER_STANDS_STILL -> {
                sender.pause();
                Wan.pause(STANDSTILL);
                sender.resume();
            }
            case RECEIVER_IS_KILLED -> {
                group.excuse(one);
                one.kill();
                return false; // it may have been killed before everyone was known to have what it had
            }
            case RECEIVER_LEAVES -> {
                group.excuse(one);
                one.interrupt();
            }
            case RECEIVER_COMES -> {
                WanNode late = group.receiver("late").behind(StreamGroup.FAR);
                group.excuse(late);
                wan.start(late);
                group.requireEndOf(late);
            }
            case LINKS_GET_WORSE -> {
                WanLink worse = StreamGroup.FAR.loss(15).delay(Duration.ofMillis(60));
                for (WanNode receiver : receivers) {
                    receiver.links().inbound(worse);
                }
            }
        }
        return true;
    }
}
