package org.rmcast.sim.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.QuietProtocol;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/** A fault that takes two lost datagrams is found, its losses are the fewest, and they can be replayed. */
class ExplorationTest {
    private static final Exploration JOIN = Exploration.of("join", new Joining())
            .control(datagram -> DatagramHeader.type(datagram) != OneRetry.CHATTER);

    /** Two receivers join a sender within a quarter of a second. */
    private static final class Joining implements Scenario {
        @Override
        public Simulation prepare() {
            return Simulation.builder(1)
                    .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                    .protocol(new QuietProtocol(OneRetry::new))
                    .build();
        }

        @Override
        public void play(Simulation simulation) {
            simulation.runFor(Duration.ofMillis(250));
        }

        @Override
        public void settle(Simulation simulation) {
            simulation.runFor(Duration.ofSeconds(1));
            for (int host = 1; host < 3; host++) {
                assertThat(simulation.node(host).events(SessionEvent.MemberJoined.class))
                        .as("host %d has joined", host)
                        .hasSize(1);
            }
        }
    }

    @Test
    void shouldPassWithAnySingleLoss() {
        Report report = JOIN.losses(1).run();
        // Each JOIN reaches the sender and the other receiver, each ACCEPT its receiver.
        assertThat(report.receptions()).isEqualTo(6);
        assertThat(report.runs()).isEqualTo(7);
        assertThat(report.isExhausted()).isTrue();
        assertThatCode(report::assertNothingBroke).doesNotThrowAnyException();
        assertThat(report).asString().contains("6 control datagrams received, 7 of 7 runs, 0 broke", "; exhausted");
    }

    @Test
    void shouldFindTheFaultThatTakesTwoLosses() {
        Report report = JOIN.run();
        assertThat(report.isExhausted()).isTrue();
        // Of each receiver: question or answer, and again question or answer.
        assertThat(report.failed()).isEqualTo(8);
        Counterexample first = report.counterexamples().get(0);
        assertThat(first.losses()).hasSize(2);
        assertThat(first).asString().contains("drop #", "type 1 of ", "has joined");
        assertThatThrownBy(report::assertNothingBroke)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(first.toString())
                .hasCause(first.failure());
    }

    @Test
    void shouldReplayACounterexample() {
        Counterexample first = JOIN.run().counterexamples().get(0);
        Counterexample again = Objects.requireNonNull(JOIN.replay(first.numbers()));
        assertThat(again.losses()).isEqualTo(first.losses());
        assertThat(JOIN.replay(first.numbers()[0])).isNull();
    }

    @Test
    void shouldFindTheSameWithTwoThreads() {
        assertThat(losses(JOIN.threads(2).run())).isEqualTo(losses(JOIN.run()));
    }

    @Test
    void shouldSayThatTheBudgetEndedIt() {
        Report report = JOIN.budget(10).run();
        assertThat(report.runs()).isEqualTo(10);
        assertThat(report.possible()).isGreaterThan(10);
        assertThat(report).asString().contains("NOT EXHAUSTED");
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThatThrownBy(() -> JOIN.losses(3)).hasMessage("losses must be 1 to 2, was 3");
        assertThatThrownBy(() -> JOIN.threads(0)).hasMessage("threads must be 1 to 64, was 0");
    }

    private static List<List<Loss>> losses(Report report) {
        return report.counterexamples().stream().map(Counterexample::losses).toList();
    }
}
