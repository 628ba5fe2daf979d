package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.sim.UntruthfulProtocol.Lie;
import org.rmcast.sim.check.AmplificationWatch;
import org.rmcast.sim.check.AnswersInTime;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.Convergence;
import org.rmcast.sim.check.DeliveryInStream;
import org.rmcast.sim.check.FlushLosses;
import org.rmcast.sim.check.FlushNames;
import org.rmcast.sim.check.FlushTruth;
import org.rmcast.sim.check.FromTheJoin;
import org.rmcast.sim.check.JoinsInTime;
import org.rmcast.sim.check.MemberEvents;
import org.rmcast.sim.check.MemoryBytes;
import org.rmcast.sim.check.ModelLosses;
import org.rmcast.sim.check.PrefixAgreement;
import org.rmcast.sim.check.SenderEvents;
import org.rmcast.sim.check.Watchdog;

/** Each optional invariant alone notices the lie that it is there for, and none objects to the truth. */
class ChecksTest {
    private static final String ALWAYS = "";
    private static final InetSocketAddress STRANGER = new InetSocketAddress("192.0.2.66", 4_444);
    private static final Duration QUIET = Duration.ofMillis(300);

    @ParameterizedTest
    @MethodSource
    void shouldNotice(Lie lie, String check, String message) {
        AmplificationWatch watch = new AmplificationWatch(STRANGER);
        Checks checks = check.isEmpty() ? Checks.none() : all(watch).only(check);
        InvariantViolation violation = catchThrowableOfType(InvariantViolation.class, () -> {
            if (check.equals("prefix agreement")) {
                runUntilCrash(lie, checks, watch);
            } else {
                run(lie, checks, watch);
            }
        });
        assertThat(violation).as("violation").isNotNull();
        assertThat(violation).hasMessageContaining(message).hasMessageContaining("seed 9, ");
        assertThat(violation).hasMessageContaining(check.isEmpty() ? "member" : check + ": ");
    }

    static Stream<Arguments> shouldNotice() {
        return Stream.of(
                Arguments.of(
                        Lie.COMPLETE_TOO_EARLY, "flush truth", "flush 0 of member 1000 is complete, but member 2000"),
                Arguments.of(Lie.COMPLETE_DESPITE_LOSS, "flush losses", "has reported messages lost"),
                Arguments.of(Lie.NAMES_WHO_HAS_ALL, "flush names", "names 3000, which has had everything since"),
                Arguments.of(Lie.NAMES_WHO_HAS_ALL, "model losses", "names member 3000, which is up and in touch"),
                Arguments.of(Lie.NEVER_ANSWERS, "answers in time", "flush 0 of member 1000 has no answer"),
                Arguments.of(Lie.DELIVERS_UNJOINED, "delivery in stream", "before an event said that it had joined"),
                Arguments.of(
                        Lie.DELIVERS_AFTER_THE_END, "delivery in stream", "after its stream was said to have ended"),
                Arguments.of(Lie.DELIVERS_AFTER_CLOSE, ALWAYS, "asked for deliver after it had closed"),
                Arguments.of(Lie.SKIPS_THE_BEGINNING, "from the join", "message 0 was accepted after the join"),
                Arguments.of(Lie.JOINS_TWICE, "member events", "it had joined already"),
                Arguments.of(Lie.FAILS_UNJOINED, "member events", "it has not joined since"),
                Arguments.of(Lie.CATCHES_UP_UNASKED, "member events", "it was not reported as lagging"),
                Arguments.of(Lie.FINDS_TWICE, "sender events", "after it had reported it FOUND"),
                Arguments.of(
                        Lie.DELIVERS_OF_THE_LOST, "sender events", "was delivered after its sender was reported lost"),
                Arguments.of(Lie.SKIPS_SINCE_FOUND_AGAIN, ALWAYS, "message 7 was neither delivered nor reported lost"),
                Arguments.of(Lie.STANDS_STILL, "prefix agreement", "another survivor has what is below 30"),
                Arguments.of(Lie.STANDS_STILL, "watchdog", "stands still before message 5 of member 1000"),
                Arguments.of(Lie.STANDS_STILL, "convergence", "has neither been given message 5 of member 1000"),
                Arguments.of(Lie.STANDS_STILL, "flush truth", "has only what is below message 5"),
                Arguments.of(Lie.NEVER_JOINS, "convergence", "member 3000 has not joined"),
                Arguments.of(Lie.IS_KNOWN_TO_NOBODY, "joins in time", "has not said that its sender knows of it"),
                Arguments.of(Lie.DELIVERS_NOTHING_OF_A_PEER, ALWAYS, "nothing of 1000 was delivered since it joined"),
                Arguments.of(Lie.HOARDS_BYTES, "memory bytes", "holds 1001 bytes, its bound is 1000"),
                Arguments.of(
                        Lie.LOSES_MANY, "model losses", "15 of 60 messages were reported lost, by the model at most"),
                Arguments.of(Lie.ANSWERS_STRANGERS, "amplification", "bytes were sent to the unproved address"));
    }

    @ParameterizedTest
    @EnumSource(value = Lie.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldHaveATestForEachLie(Lie lie) {
        assertThat(shouldNotice().map(arguments -> arguments.get()[0])).contains(lie);
    }

    @Test
    void shouldHaveALieForEachCheck() {
        assertThat(shouldNotice().map(arguments -> arguments.get()[1]))
                .containsAll(all(new AmplificationWatch(STRANGER)).names());
    }

    @Test
    void shouldFindNoFaultInTheTruth() {
        AmplificationWatch watch = new AmplificationWatch(STRANGER);
        assertThatCode(() -> run(Lie.NONE, all(watch), watch)).doesNotThrowAnyException();
        assertThatCode(() -> runUntilCrash(Lie.NONE, all(new AmplificationWatch(STRANGER)), watch))
                .doesNotThrowAnyException();
        assertThat(watch.heardBytes()).isPositive();
    }

    @Test
    void shouldNotChangeTheRunByWatchingIt() {
        AmplificationWatch watch = new AmplificationWatch(STRANGER);
        assertThat(run(Lie.NONE, all(watch), watch)).isEqualTo(run(Lie.NONE, Checks.none(), watch));
    }

    @Test
    void shouldRefuseToLeaveOutWhatIsNotThere() {
        Checks checks = Checks.none().with(new FlushTruth()).with(new MemoryBytes());
        assertThat(checks.without("flush truth", "finding 2").names()).containsExactly("memory bytes");
        assertThatThrownBy(() -> checks.without("flush lies", "finding 2"))
                .hasMessageContaining("name must be one of [flush truth, memory bytes], was 'flush lies'");
        assertThatThrownBy(() -> checks.without("flush truth", " ")).hasMessageContaining("reason must say why");
        assertThatThrownBy(() -> checks.with(new FlushTruth())).hasMessageContaining("two invariants named");
    }

    private static Checks all(AmplificationWatch watch) {
        Duration over = Duration.ofMillis(600);
        return Checks.none()
                .with(new FlushTruth())
                .with(new FlushLosses())
                .with(new FlushNames(Duration.ZERO, Duration.ofMillis(20)))
                .with(new AnswersInTime())
                .with(new DeliveryInStream())
                .with(new FromTheJoin())
                .with(new JoinsInTime(Duration.ofMillis(50), QUIET))
                .with(new MemberEvents())
                .with(new SenderEvents())
                .with(new PrefixAgreement(over, QUIET, true))
                .with(new Convergence(Duration.ofMillis(50), QUIET))
                .with(new Watchdog(QUIET, QUIET.multipliedBy(2)))
                .with(new MemoryBytes())
                .with(new ModelLosses(0.05))
                .with(watch);
    }

    /** Thirty messages in 300 ms, a flush right after the last, a datagram of a stranger. */
    private static long run(Lie lie, Checks checks, AmplificationWatch watch) {
        Simulation simulation = begin(lie, checks);
        simulation.node(0).flush(Duration.ofMillis(200));
        byte[] question =
                DatagramHeader.begin(new WireWriter(64), 1, 0).writeLong(0).toByteArray();
        DatagramHeader.complete(
                question, UntruthfulProtocol.WIRE_ID, SimulationBuilder.SESSION_ID, UntruthfulProtocol.STRANGER, 1);
        watch.heard(question.length);
        simulation.injectUnicast(0, watch.address(), 2, question);
        simulation.runUntil(Duration.ofMillis(1_500));
        simulation.checkComplete();
        return simulation.digest();
    }

    /** The same messages; then the sender crashes. */
    private static void runUntilCrash(Lie lie, Checks checks, AmplificationWatch watch) {
        Simulation simulation = begin(lie, checks);
        simulation.runFor(Duration.ofMillis(100));
        simulation.node(0).crash();
        simulation.runFor(Duration.ofSeconds(1));
        assertThat(watch.answeredBytes()).isZero();
    }

    private static Simulation begin(Lie lie, Checks checks) {
        Simulation simulation = Simulation.builder(9)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                .protocol(new UntruthfulProtocol())
                .parameters(UntruthfulProtocol.with(lie))
                .checks(checks)
                .build();
        simulation.runFor(Duration.ofMillis(20));
        simulation.node(0).send(Workload.paced(30, 100, 100));
        simulation.runUntil(() -> simulation.node(0).isSendingDone(), Duration.ofSeconds(1));
        return simulation;
    }
}
