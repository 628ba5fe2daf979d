package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class InvariantsTest {
    @ParameterizedTest
    @MethodSource
    void shouldCatchAProtocolThat(FaultyProtocol.Fault fault, String message) {
        InvariantViolation violation = catchThrowableOfType(InvariantViolation.class, () -> run(fault));
        assertThat(violation).as("violation").isNotNull();
        assertThat(violation.seed()).isEqualTo(9);
        assertThat(violation).hasMessageContaining(message);
        assertThat(violation).hasMessageContaining("seed 9, ");
        assertThat(violation).hasMessageContaining("replay: run it again");
    }

    static Stream<Arguments> shouldCatchAProtocolThat() {
        return Stream.of(
                Arguments.of(FaultyProtocol.Fault.REPEATS, "message 5 was delivered after 5: repeated or out of order"),
                Arguments.of(FaultyProtocol.Fault.REORDERS, "message 5 was neither delivered nor reported lost"),
                Arguments.of(FaultyProtocol.Fault.SKIPS_SILENTLY, "message 5 was neither delivered nor reported lost"),
                Arguments.of(FaultyProtocol.Fault.SKIPS_THE_END, "message 5 of 1000 and on (20 were accepted)"),
                Arguments.of(FaultyProtocol.Fault.CHANGES_CONTENT, "was not sent like that"),
                Arguments.of(FaultyProtocol.Fault.INVENTS_SOURCE, "which never was a member"),
                Arguments.of(FaultyProtocol.Fault.INVENTS_MEMBER, "joined, which never was a member"),
                Arguments.of(
                        FaultyProtocol.Fault.REPORTS_LOST_THEN_DELIVERS,
                        "message 5 was delivered after it was reported lost"),
                Arguments.of(FaultyProtocol.Fault.REPORTS_DELIVERED_AS_LOST, "message 4 was reported lost, but"),
                Arguments.of(FaultyProtocol.Fault.REPORTS_UNSENT_AS_LOST, "reported lost that never were sent"),
                Arguments.of(FaultyProtocol.Fault.IGNORES_ROOM, "delivered although there is no room"),
                Arguments.of(FaultyProtocol.Fault.HOARDS, "packets, its bound is 99"),
                Arguments.of(
                        FaultyProtocol.Fault.THROWS,
                        "the protocol failed in onDatagram: java.lang.IllegalStateException"),
                Arguments.of(FaultyProtocol.Fault.ACTS_AFTER_CLOSE, "asked for multicast after it had closed"),
                Arguments.of(FaultyProtocol.Fault.CLOSES_SILENTLY, "closed unasked, and no event said why"),
                Arguments.of(FaultyProtocol.Fault.STANDS_STILL, "the engine's deadline does not move on"),
                Arguments.of(FaultyProtocol.Fault.CHANGES_SHARED_BYTES, "its array was changed"),
                Arguments.of(FaultyProtocol.Fault.SENDS_ANOTHERS_DATAGRAM, "must be copied before"),
                Arguments.of(FaultyProtocol.Fault.ENDS_EARLY, "the stream was said to have ended, but message 5"));
    }

    @ParameterizedTest
    @EnumSource(value = FaultyProtocol.Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldHaveATestForEachFault(FaultyProtocol.Fault fault) {
        assertThat(shouldCatchAProtocolThat().map(arguments -> arguments.get()[0]))
                .contains(fault);
    }

    @Test
    void shouldFindNoFaultInBestEffortThatReportsItsLosses() {
        assertThatCode(() -> run(FaultyProtocol.Fault.NONE)).doesNotThrowAnyException();
    }

    private static void run(FaultyProtocol.Fault fault) {
        Simulation simulation = Simulation.builder(9)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                .protocol(new FaultyProtocol())
                .parameters(FaultyProtocol.with(fault))
                .memoryCheckEvery(1)
                .deliveryQueue(8)
                .replayCommand("run it again")
                .build();
        if (fault == FaultyProtocol.Fault.IGNORES_ROOM) {
            simulation.node(1).consume(Consumption.none());
        }
        simulation.node(0).send(Workload.paced(20, 100, 1000));
        simulation.runFor(Duration.ofSeconds(1));
        simulation.checkComplete();
    }
}
