package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimLink;
import org.rmcast.sim.SimNode;

/** One server, four receivers, with loss in both directions. */
class RmtpDeliveryTest {
    private static final long BYTES = 2_000_000;

    /** Two links whose loss together is so much. */
    static String link(double percent) {
        return String.format(Locale.ROOT, "delay=5ms,loss=%.4f%%", 100 * (1 - Math.sqrt(1 - percent / 100)));
    }

    private static Delivered deliver(String preset, int loss, long seed) {
        return Delivered.of(4, BYTES)
                .seed(seed)
                .link(link(loss))
                .parameters(Parameters.none().with("preset", preset))
                .start();
    }

    @ParameterizedTest
    @CsvSource({"defaults, 0", "defaults, 1", "defaults, 5", "defaults, 20", "paper, 0", "paper, 1", "paper, 5"})
    void shouldBringEverythingToEveryReceiver(String preset, int loss) {
        for (long seed = 0; seed < 10; seed++) {
            Delivered delivered = deliver(preset, loss, seed);
            DeliveryReport report = delivered.finish(Duration.ofMinutes(10));
            delivered.checkAllButHave();
            assertThat(report.isComplete()).isTrue();
            assertThat(report.rounds()).isGreaterThanOrEqualTo(loss == 0 ? 1 : 2);
        }
    }

    /** Everything once, and nothing else, where nothing is lost. */
    @Test
    void shouldSendEachPacketOnceWhereNothingIsLost() {
        DeliveryReport report = deliver("defaults", 0, 1).finish(Duration.ofMinutes(1));
        assertThat(report.sentToGroup()).isEqualTo(report.packets());
        assertThat(report.sentApart()).isZero();
        assertThat(report.rounds()).isEqualTo(1);
    }

    @Test
    void shouldMissNothingWherePacketsAreOnlyOvertaken() {
        Delivered delivered = deliver("defaults", 0, 1);
        delivered.simulation.accessLink(1).impair(LinkSettings.parse("delay=5ms,reorder=50%,reorder-delay=2ms"));
        delivered.finish(Duration.ofMinutes(1));
        EngineStatistics receiver = delivered.simulation.node(1).statistics();
        assertThat(receiver.get(EngineMeter.PACKETS_OVERTAKEN)).isPositive();
        assertThat(receiver.get(EngineMeter.PACKETS_MISSED)).isZero();
    }

    @Test
    void shouldMissWhatIsDroppedAndNothingElse() {
        Delivered delivered = deliver("defaults", 0, 1);
        SimLink link = delivered.simulation.accessLink(1);
        link.injectDown(LinkFault.drop(datagram -> RmtpPacket.kind(datagram) == PacketKind.DATA, 1, 20));
        delivered.finish(Duration.ofMinutes(1));
        EngineStatistics receiver = delivered.simulation.node(1).statistics();
        assertThat(link.droppedDown()).isPositive();
        assertThat(receiver.get(EngineMeter.PACKETS_MISSED)).isEqualTo(link.droppedDown());
        assertThat(receiver.get(EngineMeter.PACKETS_OVERTAKEN)).isZero();
    }

    /** Selective repeat: no round sends more than what somebody lacks. */
    @Test
    void shouldSendNoMoreThanSomebodyLacks() {
        DeliveryReport report = deliver("paper", 5, 1).finish(Duration.ofMinutes(10));
        long asked =
                report.receivers().stream().mapToLong(ReceiverVerdict::asked).sum();
        assertThat(report.sentToGroup() + report.sentApart() - report.packets())
                .isPositive()
                .isLessThanOrEqualTo(asked);
    }

    /** What is sent again lies far apart: the source hears of it before, so that it need not read what is between. */
    @ParameterizedTest
    @CsvSource({"defaults, 1", "defaults, 5", "paper, 20"})
    void shouldSayToTheSourceWhatWillBeSentAgain(String preset, int loss) {
        for (long seed = 0; seed < 5; seed++) {
            Delivered delivered = deliver(preset, loss, seed);
            delivered.source.countSurprises();
            DeliveryReport report = delivered.finish(Duration.ofMinutes(10));
            assertThat(report.sentToGroup() + report.sentApart())
                    .as("sent, seed %d", seed)
                    .isGreaterThan(report.packets());
            assertThat(delivered.source.surprises()).as("seed %d", seed).isZero();
        }
    }

    @Test
    void shouldRunTheSameEachTime() {
        Delivered one = deliver("defaults", 5, 7);
        Delivered other = deliver("defaults", 5, 7);
        one.finish(Duration.ofMinutes(1));
        other.finish(Duration.ofMinutes(1));
        assertThat(one.simulation.digest()).isEqualTo(other.simulation.digest());
    }

    /** Who has been released may go as soon as the server asks nobody any more. */
    @Test
    void shouldTellReceiversWhenTheServerHasLeft() {
        Delivered delivered = deliver("defaults", 0, 1);
        delivered.finish(Duration.ofMinutes(1));
        delivered.simulation.runFor(Duration.ofSeconds(1));
        for (int receiver = 1; receiver <= 4; receiver++) {
            SimNode node = delivered.simulation.node(receiver);
            assertThat(node.events(SessionEvent.StreamEnded.class)).hasSize(1);
            assertThat(node.events(SessionEvent.MemberLeft.class)).hasSize(1);
        }
    }

    @Test
    void shouldDeliverNothingAtAll() {
        Delivered delivered = Delivered.of(2, 0).start();
        delivered.finish(Duration.ofMinutes(1));
        delivered.checkAllButHave();
    }
}
