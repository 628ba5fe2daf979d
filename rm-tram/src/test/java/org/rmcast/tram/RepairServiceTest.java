package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/** A head of level 2 in TRAM++ that holds packets 11 to 20. */
class RepairServiceTest {
    private static final long AT_ONCE = 0;

    private final NodeStub node = new NodeStub();
    private final RecordingActions actions = new RecordingActions();
    private final RepairService plus = service(TramConfig.defaults().with("recovery", "REAFFILIATE"));
    private final HeadMembers members = new HeadMembers(TramConfig.defaults());

    RepairServiceTest() {
        node.hold(11);
    }

    @Test
    void shouldRepairWhatItHolds() {
        assertThat(ask(plus, 11, AT_ONCE, 12, 14)).isZero();
        plus.drain(members, false, 0, actions);
        assertThat(repaired(TramPacket.Type.RETRANSMISSION)).containsExactly(12L, 14L);
        assertThat(plus.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldServeBehindTheOthersWhoLags() {
        ask(plus, 11, 14, 12, 14);
        plus.drain(members, false, 0, actions);
        assertThat(repaired(TramPacket.Type.RETRANSMISSION)).containsExactly(14L);
        assertThat(repaired(TramPacket.Type.UNICAST_DATA)).containsExactly(12L);
    }

    @Test
    void shouldSayWhoMayHaveWhatItHasDropped() {
        assertThat(ask(plus, 9, AT_ONCE, 9, 12)).isEqualTo(1);
        NotRepaired answer = (NotRepaired) Parts.last(actions);
        assertThat(answer.start()).isEqualTo(9);
        assertThat(answer.low()).isEqualTo(11);
        assertThat(answer.mask()).containsExactly(1);
        assertThat(answer.nextHead()).isEqualTo(Parts.address(90));
    }

    @Test
    void shouldOnlySayThatItIsGoneWhereThereIsNobodyAbove() {
        UnicastHello gone = new UnicastHello(DisownReason.NONE, 1, 11, Reason.NONE);
        node.level = 1;
        ask(plus, 9, AT_ONCE, 9);
        assertThat(Parts.last(actions)).isEqualTo(gone);
        actions.clear();
        node.level = 2;
        node.above = null;
        ask(plus, 9, AT_ONCE, 9);
        assertThat(Parts.last(actions)).isEqualTo(new UnicastHello(DisownReason.NONE, 2, 11, Reason.NONE));
    }

    @Test
    void shouldNotSendAnybodyElsewhereInTram() {
        ask(service(TramConfig.defaults()), 9, AT_ONCE, 9);
        assertThat(Parts.last(actions)).isInstanceOf(UnicastHello.class);
    }

    @Test
    void shouldKeepSilentAboutWhatHasYetToCome() {
        assertThat(ask(plus, 20, AT_ONCE, 25)).isZero();
        assertThat(actions.sent()).isEmpty();
    }

    @Test
    void shouldRepairWhatHasComeToItAloneForThoseWhoHaveAsked() {
        ask(plus, 20, AT_ONCE, 21);
        come(sentAlone(21));
        Data repair = (Data) Parts.last(actions);
        assertThat(repair.sequence()).isEqualTo(21);
        assertThat(repair.request()).as("the number of the request").isEqualTo(1);
        come(sentAlone(21));
        assertThat(actions.sent()).as("once").hasSize(1);
    }

    @Test
    void shouldNotRepeatWhatCameToTheGroup() {
        ask(plus, 20, AT_ONCE, 21);
        come(Parts.repair(21));
        assertThat(actions.sent()).isEmpty();
    }

    private void come(Data repair) {
        node.limit = repair.sequence() + 1;
        node.hold(11);
        plus.onRepaired(repair, 0);
        plus.drain(members, false, 0, actions);
    }

    private static Data sentAlone(long sequence) {
        byte[] answer = TramCodec.repair(
                TramPacket.Type.RETRANSMISSION, Parts.data(sequence).datagram(), 77);
        return (Data) Parts.decode(DatagramHeader.complete(answer, TramCodec.PROTOCOL, 1, Parts.SOURCE, 1));
    }

    @Test
    void shouldForgetWhoGoes() {
        ask(plus, 11, 14, 12, 14);
        plus.forget(Parts.address(1));
        plus.drain(members, false, 0, actions);
        assertThat(actions.sent()).isEmpty();
    }

    private int ask(RepairService service, long start, long recent, long... sequences) {
        byte[] gone = service.answer(Parts.address(1), Parts.ack(start, 100, sequences), recent, 0, actions);
        return BitSet.valueOf(gone).cardinality();
    }

    private List<Long> repaired(TramPacket.Type type) {
        return Parts.packets(actions).stream()
                .filter(packet -> packet.type() == type)
                .map(packet -> ((Data) packet).sequence())
                .toList();
    }

    private RepairService service(TramConfig config) {
        return new RepairService(Parts.context(config, Role.REPAIR_NODE), node, new Pacer(1e9, 1_000_000));
    }
}
