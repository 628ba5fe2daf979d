package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.rmtp.wire.RmtpPacket.PacketType;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.fuzz.Adversary;

/** What befalls receivers, and who is named for it: never one that is up, reachable and able. */
class RmtpFaultTest {
    private static final long BYTES = 4_000_000;
    private static final Duration LONG = Duration.ofMinutes(10);

    private static Delivered.Setup group(String preset) {
        return Delivered.of(4, BYTES)
                .link(RmtpDeliveryTest.link(2))
                .parameters(Parameters.none().with("preset", preset));
    }

    private static void runToHalf(Delivered delivered) {
        boolean half = delivered.simulation.runUntil(
                () -> delivered.report().sentToGroup() > delivered.report().packets() / 2, LONG);
        assertThat(half).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"defaults", "paper"})
    void shouldNameAKilledReceiver(String preset) {
        for (long seed = 0; seed < 5; seed++) {
            Delivered delivered = group(preset).seed(seed).start();
            runToHalf(delivered);
            delivered.simulation.node(2).crash();
            delivered.finish(LONG);
            delivered.checkAllButHave(2);
            assertThat(delivered.verdict(2).outcome()).isEqualTo(Outcome.SILENT);
            assertThat(delivered.simulation.node(0).events(SessionEvent.MemberFailed.class))
                    .hasSize(1);
        }
    }

    @Test
    void shouldNameWhoWasNeverThere() {
        Delivered delivered =
                group("defaults").simulation(builder -> builder.notStarted(3)).start();
        delivered.finish(LONG);
        delivered.checkAllButHave(3);
        assertThat(delivered.verdict(3).outcome()).isEqualTo(Outcome.NOT_CONNECTED);
    }

    /** Receivers that are asked for a time are found when they start within it, however often that is. */
    @Test
    void shouldAskForAsLongAsItIsTold() {
        Delivered delivered = group("defaults")
                .parameters(Parameters.none().with("connectTime", "30s"))
                .simulation(builder -> builder.startAt(3, Duration.ofSeconds(20)))
                .start();
        DeliveryReport report = delivered.finish(LONG);
        delivered.checkAllButHave();
        assertThat(report.nanos()).isBetween(20_000_000_000L, 30_000_000_000L);
    }

    @Test
    void shouldNameWhoDeclines() {
        Delivered delivered = group("defaults").opener(1, sink -> null).start();
        delivered.finish(LONG);
        delivered.checkAllButHave(1);
        assertThat(delivered.verdict(1).outcome()).isEqualTo(Outcome.DECLINED);
    }

    /** What a receiver says of it is in the report. */
    @Test
    void shouldSayWhyAReceiverHasNotGotIt() {
        Delivered delivered = group("defaults")
                .opener(1, sink -> {
                    sink.refuses = true;
                    sink.problem = "there is an older one";
                    return sink;
                })
                .opener(2, sink -> {
                    sink.problem = "the disk is full";
                    return sink;
                })
                .opener(4, sink -> {
                    sink.damaged = true;
                    sink.problem = "another digest";
                    return sink;
                })
                .start();
        runToHalf(delivered);
        delivered.sink(2).full = true;
        delivered.finish(LONG);
        delivered.checkAllButHave(1, 2, 4);
        assertThat(delivered.verdict(1).reason()).isEqualTo("it declined: there is an older one");
        assertThat(delivered.verdict(2).reason()).isEqualTo("it was busy for too long: the disk is full");
        assertThat(delivered.verdict(4).reason()).endsWith("to be damaged: another digest");
    }

    @Test
    void shouldNameWhoFindsItDamaged() {
        Delivered delivered = group("defaults")
                .opener(4, sink -> {
                    sink.damaged = true;
                    return sink;
                })
                .start();
        delivered.finish(LONG);
        delivered.checkAllButHave(4);
        assertThat(delivered.verdict(4).outcome()).isEqualTo(Outcome.DAMAGED);
    }

    /** Paper: section 3.2.2, POLL saves a receiver that could not answer for a short time. */
    @ParameterizedTest
    @ValueSource(strings = {"defaults", "paper"})
    void shouldPollASilentReceiver(String preset) {
        Delivered delivered = group(preset).start();
        runToHalf(delivered);
        boolean[] silent = {true};
        delivered.simulation.filter((host, datagram) -> !(silent[0] && host == 3));
        delivered.simulation.runUntil(() -> delivered.verdict(3).polls() > 0, LONG);
        silent[0] = false;
        delivered.finish(LONG);
        delivered.checkAllButHave();
        assertThat(delivered.verdict(3).polls()).isPositive();
    }

    /** Paper: section 3.2.3, BUSY and RRDY: it is served apart, and holds nobody up. */
    @ParameterizedTest
    @ValueSource(strings = {"defaults", "paper"})
    void shouldServeABusyReceiverApart(String preset) {
        Delivered delivered = group(preset).start();
        runToHalf(delivered);
        delivered.sink(2).full = true;
        delivered.simulation.runUntil(
                () -> delivered.verdict(1).outcome().isComplete()
                        && delivered.verdict(3).outcome().isComplete()
                        && delivered.verdict(4).outcome().isComplete(),
                LONG);
        assertThat(delivered.verdict(2).outcome()).isEqualTo(Outcome.UNDER_WAY);
        assertThat(delivered.verdict(2).busy()).isEqualTo(1);
        delivered.sink(2).full = false;
        delivered.finish(LONG);
        delivered.checkAllButHave();
        assertThat(delivered.verdict(2).separate()).isTrue();
    }

    /** In the midst of its turn it is asked again what it lacks, and that begins before what was sent. */
    @Test
    void shouldServeAReceiverApartThatIsBusyAgain() {
        int twice = 0;
        for (long seed = 0; seed < 10; seed++) {
            Delivered delivered = group("defaults").seed(seed).start();
            runToHalf(delivered);
            delivered.sink(2).full = true;
            delivered.simulation.runUntil(() -> delivered.verdict(1).outcome().isComplete(), LONG);
            delivered.sink(2).full = false;
            long lacking =
                    delivered.report().packets() - delivered.sink(2).written().count();
            delivered.simulation.runUntil(() -> delivered.report().sentApart() > lacking / 2, LONG);
            delivered.sink(2).full = true;
            delivered.simulation.runFor(Duration.ofMillis(500));
            delivered.sink(2).full = false;
            delivered.finish(LONG);
            delivered.checkAllButHave();
            twice += delivered.verdict(2).busy() == 2 ? 1 : 0;
        }
        assertThat(twice).isGreaterThan(5);
    }

    /** RRDY was lost: its answer to a round, or its own when it hears nothing for long, says as well that it is ready. */
    @ParameterizedTest
    @ValueSource(strings = {"defaults", "paper"})
    void shouldServeAReceiverApartWhoseReadyWasLost(String preset) {
        Delivered delivered = group(preset).start();
        runToHalf(delivered);
        delivered.simulation.filter(
                (host, datagram) -> host != 0 || Delivered.packet(datagram).type() != PacketType.RECEIVE_READY);
        delivered.sink(2).full = true;
        delivered.simulation.runFor(Duration.ofMillis(500));
        delivered.sink(2).full = false;
        delivered.finish(LONG);
        delivered.checkAllButHave();
        assertThat(delivered.verdict(2).busy()).isEqualTo(1);
    }

    /** Its application says that it has room, and takes nothing: it is ready and busy in turns. */
    @Test
    void shouldNameWhoIsReadyAndBusyInTurns() {
        Delivered delivered = group("defaults").start();
        runToHalf(delivered);
        delivered.sink(2).full = true;
        delivered.sink(2).boasts = true;
        delivered.finish(LONG);
        delivered.checkAllButHave(2);
        assertThat(delivered.verdict(2).outcome()).isEqualTo(Outcome.NO_PROGRESS);
    }

    /** A liar says in turns that it is busy and that it is ready, for ever, and nothing else. */
    @Test
    void shouldNotWaitForALiarThatIsReadyAndBusyInTurns() {
        Delivered delivered = group("defaults").start();
        Adversary.telling(MemberLies.busyAndReady())
                .every(Duration.ofMillis(10))
                .begin(delivered.simulation, 2, new SplittableRandom(1), LONG);
        delivered.simulation.filter((host, datagram) -> {
            boolean fromLiar =
                    DatagramHeader.memberId(datagram) == delivered.verdict(2).memberId();
            PacketType type = Delivered.packet(datagram).type();
            return host != 0
                    || !fromLiar
                    || !Set.of(PacketType.NACK, PacketType.ACK).contains(type);
        });
        delivered.finish(Duration.ofMinutes(2));
        delivered.checkAllButHave(2);
        assertThat(delivered.verdict(2).outcome()).isEqualTo(Outcome.BUSY);
    }

    /** Receiver 3 is asked so often until it knows whether what it has is whole. */
    private static Delivered verifying(int asked) {
        return group("defaults")
                .opener(3, sink -> {
                    sink.verdictAsked = asked;
                    return sink;
                })
                .start();
    }

    /** It said that it still verifies, and its RACK was lost: it is silent, not busy, and has everything. */
    @Test
    void shouldNotHoldWhoIsSilentToBeBusyWithWhatItHas() {
        Delivered delivered = verifying(100);
        delivered.simulation.filter((host, datagram) -> host != 0
                || delivered.verdict(3).busy() == 0
                || DatagramHeader.memberId(datagram) != delivered.verdict(3).memberId());
        delivered.finish(LONG);
        assertThat(delivered.verdict(3).busy()).isEqualTo(1);
        assertThat(delivered.verdict(3).outcome()).isEqualTo(Outcome.COMPLETE);
    }

    /** It verifies for longer than it may be busy, and says so each time. */
    @Test
    void shouldNameWhoIsBusyForTooLongWithWhatItHas() {
        Delivered delivered = verifying(100_000);
        delivered.finish(LONG);
        delivered.checkAllButHave(3);
        assertThat(delivered.verdict(3).outcome()).isEqualTo(Outcome.BUSY);
    }

    /** What it was busy for while others were served is not counted. */
    @Test
    void shouldBePatientWithWhoWasBusyWhileOthersWereServed() {
        Delivered delivered = group("defaults")
                .parameters(Parameters.none()
                        .with("rateControl", "fixed")
                        .with("rate", 50_000)
                        .with("busy", "10s"))
                .start();
        runToHalf(delivered);
        delivered.sink(2).full = true;
        delivered.simulation.runUntil(() -> delivered.verdict(1).outcome().isComplete(), LONG);
        assertThat(delivered.verdict(2).outcome()).isEqualTo(Outcome.UNDER_WAY);
        delivered.simulation.runFor(Duration.ofSeconds(5));
        delivered.sink(2).full = false;
        delivered.finish(LONG);
        delivered.checkAllButHave();
    }

    @Test
    void shouldNameWhoIsBusyForTooLong() {
        Delivered delivered = group("defaults").start();
        runToHalf(delivered);
        delivered.sink(2).full = true;
        delivered.finish(LONG);
        delivered.checkAllButHave(2);
        assertThat(delivered.verdict(2).outcome()).isEqualTo(Outcome.BUSY);
    }

    /** A receiver that was killed and starts again gets what it lacks when the others have all. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeAReceiverThatComesAgain(boolean withWhatItHad) {
        PacketSet[] before = {null};
        Delivered delivered = group("defaults")
                .opener(2, sink -> {
                    sink.before = before[0];
                    return sink;
                })
                .start();
        runToHalf(delivered);
        before[0] = withWhatItHad ? delivered.sink(2).written() : null;
        long had = delivered.sink(2).written().count();
        delivered.simulation.node(2).crash();
        delivered.simulation.runFor(Duration.ofMillis(20));
        delivered.simulation.node(2).restart();
        DeliveryReport report = delivered.finish(LONG);
        delivered.checkAllButHave();
        assertThat(had).isGreaterThan(report.packets() / 4);
        assertThat(report.sentApart()).isLessThan(withWhatItHad ? report.packets() - had + 100 : 2 * report.packets());
    }

    /** Who joins while the first round runs is taken where that is allowed, and gets everything. */
    @Test
    void shouldTakeLateComersWhereItIsOpen() {
        Delivered delivered = Delivered.of(3, BYTES)
                .list(new ReceiverList(List.of(), 2, true))
                .parameters(Parameters.none()
                        .with("connectTries", 1)
                        .with("rateControl", "fixed")
                        .with("rate", 1_000_000))
                .simulation(builder -> builder.startAt(3, Duration.ofSeconds(2)))
                .start();
        delivered.finish(LONG);
        delivered.checkAllButHave();
    }

    @Test
    void shouldTakeNobodyWhoIsNotExpected() {
        Delivered delivered = Delivered.of(3, BYTES)
                .list(ReceiverList.of(Delivered.addresses(2)))
                .start();
        DeliveryReport report = delivered.finish(LONG);
        assertThat(report.receivers()).hasSize(2);
        assertThat(report.isComplete()).isTrue();
        assertThat(delivered.sinks).doesNotContainKey(3);
        assertThat(delivered.simulation.node(0).statistics().get(RmtpMeter.UNEXPECTED))
                .isPositive();
    }

    /** A second delivery of the same data set, to receivers that have parts of it: only what somebody lacks is sent. */
    @Test
    void shouldGoOnWhereAnEarlierDeliveryWas() {
        Delivered.Setup setup = Delivered.of(3, BYTES);
        for (int host = 1; host <= 3; host++) {
            int own = host;
            setup.opener(host, sink -> {
                PacketSet had = new PacketSet(sink.written().size());
                had.addRange(0, had.size() / 2 + own);
                sink.before = had;
                return sink;
            });
        }
        Delivered delivered = setup.start();
        DeliveryReport report = delivered.finish(LONG);
        delivered.checkAllButHave();
        assertThat(report.sentToGroup() + report.sentApart()).isEqualTo(report.packets() - report.packets() / 2 - 1);
    }

    @Test
    void shouldEndForAllWhenTheServerCloses() {
        Delivered delivered = group("defaults").start();
        runToHalf(delivered);
        SimNode server = delivered.simulation.node(0);
        server.close(Duration.ofMillis(10));
        delivered.simulation.runFor(Duration.ofSeconds(1));
        FlushResult result = Objects.requireNonNull(server.closeResult());
        assertThat(result.complete()).isFalse();
        for (int host = 1; host <= 4; host++) {
            InetSocketAddress address = delivered.simulation.node(host).address();
            assertThat(result.missing()).anyMatch(one -> address.equals(one.address()));
        }
        assertThat(delivered.sinks.values())
                .filteredOn(sink -> sink.abandoned != null)
                .hasSizeGreaterThan(2);
    }

    /** It has everything and hears neither REL nor END: it says so again, and the server that is done tells it. */
    @ParameterizedTest
    @ValueSource(strings = {"defaults", "paper"})
    void shouldReleaseWhoHeardNothingOfItUntilTheServerWasDone(String preset) {
        Delivered delivered = group(preset).start();
        delivered.simulation.filter((host, datagram) -> host != 3
                || delivered.server().isOver()
                || !Set.of(PacketType.RELEASE, PacketType.END)
                        .contains(Delivered.packet(datagram).type()));
        delivered.finish(LONG);
        assertThat(delivered.verdict(3).outcome()).isEqualTo(Outcome.COMPLETE);
        delivered.simulation.runFor(Duration.ofMinutes(1));
        assertThat(delivered.sink(3).abandoned).isNull();
        assertThat(delivered.sink(3).finished).isTrue();
        assertThat(delivered.simulation.node(3).events(SessionEvent.StreamEnded.class))
                .hasSize(1);
    }

    /** It was given up while it was cut off, and END came then, too: it hears of that as soon as it answers again. */
    @Test
    void shouldTellWhoWasGivenUp() {
        Delivered delivered = group("defaults").start();
        runToHalf(delivered);
        delivered.simulation.partition(List.of(3));
        delivered.finish(LONG);
        delivered.checkAllButHave(3);
        delivered.simulation.heal();
        boolean told = delivered.simulation.runUntil(() -> delivered.sink(3).abandoned != null, LONG);
        assertThat(told).isTrue();
        assertThat(delivered.sink(3).abandoned).contains("ended the delivery");
    }

    @Test
    void shouldWaitForASourceThatHasNotReadYet() {
        Delivered delivered = group("defaults").start();
        delivered.source.slow(300);
        delivered.finish(LONG);
        delivered.checkAllButHave();
    }

    @Test
    void shouldNameAllWhenTheSourceFails() {
        Delivered delivered = group("defaults").start();
        runToHalf(delivered);
        delivered.source.fail();
        DeliveryReport report = delivered.finish(LONG);
        assertThat(report.failed()).hasSize(4).allMatch(one -> one.outcome() == Outcome.ABORTED);
    }

    @Test
    void shouldAnswerAFlushWhenItIsOver() {
        Delivered delivered = group("defaults").start();
        var flush = delivered.simulation.node(0).flush(Duration.ofMinutes(5));
        delivered.finish(LONG);
        assertThat(flush.isComplete()).isTrue();
    }
}
