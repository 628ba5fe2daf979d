package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.testing.RecordingActions.Sent;
import org.rmcast.core.wire.Wire;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Unit;

/** This member is a relay: what it passes on of what another one has sent, to whom, and in how many packets. */
class PassOnTest {
    private static final long ORIGIN = 10;
    private static final long A = 30;
    private static final long B = 40;
    /** Places in the view of the four, in ascending order of their ids. */
    private static final int ORIGIN_PLACE = 0;

    private static final long SELF_PLACE = 1L << 1;
    private static final long A_PLACE = 1L << 2;
    private static final long B_PLACE = 1L << 3;

    private final WanContext context =
            Parts.context(Parameters.none().with("mostCopies", 3).with("copySpacing", "10ms"), ORIGIN, A, B);
    private final Outbound outbound = new Outbound(context, new Acks(context, new Routes(context)));
    private final RecordingActions actions = new RecordingActions();

    private static Unit unit(long number, long destinations, int payloadBytes) {
        long[] links = new long[Long.bitCount(destinations)];
        for (int i = 0; i < links.length; i++) {
            links[i] = number;
        }
        return new Unit(
                ORIGIN_PLACE,
                number,
                destinations,
                links,
                true,
                true,
                false,
                List.of(),
                number - 1,
                payloadBytes,
                new byte[payloadBytes],
                0,
                payloadBytes);
    }

    private Data data(long forward, int copies, Unit... units) {
        return new Data(PacketType.DATA, context.members.view().stamp, 0, forward, copies, List.of(), List.of(units));
    }

    private void passOn(Data data) {
        outbound.passOn(Parts.peer(context, ORIGIN), data, context.members.view(), 0, actions);
    }

    private List<Data> to(long id) {
        List<Data> packets = new ArrayList<>();
        for (WanPacket packet : Parts.packetsTo(id, actions)) {
            packets.add((Data) packet);
        }
        return packets;
    }

    private static List<Long> numbers(Data packet) {
        return packet.units().stream().map(Unit::number).toList();
    }

    private long passedOn() {
        return context.own.get(WanMeter.PASSED_ON);
    }

    @Test
    void shouldPassOnToEachThatIsNamed() {
        passOn(data(A_PLACE | B_PLACE, 1, unit(1, A_PLACE | B_PLACE, 10), unit(2, A_PLACE | B_PLACE, 10)));
        for (long id : new long[] {A, B}) {
            assertThat(to(id)).singleElement().satisfies(packet -> {
                assertThat(packet.type()).isEqualTo(PacketType.DATA);
                assertThat(packet.forward()).as("it goes no farther").isZero();
                assertThat(numbers(packet)).containsExactly(1L, 2L);
                assertThat(packet.units().get(0).destinations()).isEqualTo(A_PLACE | B_PLACE);
            });
        }
        assertThat(actions.sent()).hasSize(2);
        assertThat(passedOn()).isEqualTo(2);
    }

    @Test
    void shouldPassOnNothingUnasked() {
        passOn(data(0, 0, unit(1, SELF_PLACE | A_PLACE, 10)));
        assertThat(actions.sent()).isEmpty();
        assertThat(passedOn()).isZero();
    }

    @Test
    void shouldPassOnOnlyWhatIsForWhomItGoesTo() {
        passOn(data(A_PLACE | B_PLACE, 1, unit(1, A_PLACE, 10), unit(2, B_PLACE, 10), unit(3, A_PLACE, 10)));
        assertThat(to(A))
                .singleElement()
                .satisfies(packet -> assertThat(numbers(packet)).containsExactly(1L, 3L));
        assertThat(to(B))
                .singleElement()
                .satisfies(packet -> assertThat(numbers(packet)).containsExactly(2L));
    }

    @Test
    void shouldSendNothingToOneForWhomNothingIs() {
        passOn(data(A_PLACE | B_PLACE, 1, unit(1, A_PLACE, 10)));
        assertThat(to(B)).isEmpty();
        assertThat(passedOn()).isEqualTo(1);
    }

    @Test
    void shouldPassOnNothingToItselfOrToOneThatIsGone() {
        context.members.remove(Parts.peer(context, B));
        passOn(data(SELF_PLACE | B_PLACE, 1, unit(1, SELF_PLACE | B_PLACE, 10)));
        assertThat(actions.sent()).isEmpty();
    }

    @Test
    void shouldPassOnInAsManyCopiesAsItIsAskedForAndMaySend() {
        passOn(data(A_PLACE, 8, unit(1, A_PLACE, 10)));
        assertThat(to(A)).hasSize(1);
        outbound.drain(10 * Parts.MILLI, actions);
        assertThat(to(A)).hasSize(2);
        outbound.drain(Parts.SECOND, actions);
        assertThat(to(A))
                .hasSize(3)
                .allSatisfy(packet -> assertThat(numbers(packet)).containsExactly(1L));
    }

    @Test
    void shouldConfirmWithWhatItPassesOn() {
        Parts.peer(context, A).ackAtNanos = Parts.SECOND;
        passOn(data(A_PLACE, 1, unit(1, A_PLACE, 10)));
        assertThat(to(A).get(0).rows()).isNotEmpty();
        assertThat(to(B)).isEmpty();
    }

    /** The packet was full, with shorter confirmations than this member's. */
    @Test
    void shouldTakeTwoPacketsWhereItsConfirmationsAreLonger() {
        Data full = full();
        Parts.peer(context, A).ackAtNanos = Parts.SECOND;
        passOn(full);
        assertThat(to(A)).hasSize(2);
        assertThat(to(A).get(0).rows()).isNotEmpty();
        assertThat(to(A)).flatExtracting(PassOnTest::numbers).containsExactly(1L, 2L);
        assertThat(actions.sent())
                .extracting(Sent::datagram)
                .allSatisfy(datagram -> assertThat(datagram).hasSizeLessThanOrEqualTo(context.config.maxPacketBytes));
        assertThat(passedOn()).as("packets that it has passed on").isEqualTo(2);
    }

    @Test
    void shouldTakeOnePacketWhereNothingIsToBeConfirmed() {
        passOn(full());
        assertThat(to(A))
                .singleElement()
                .satisfies(packet -> assertThat(numbers(packet)).containsExactly(1L, 2L));
        assertThat(passedOn()).isEqualTo(1);
    }

    /** Two units that fill a packet to the last byte when it is passed on without confirmations. */
    private Data full() {
        int rest = 500;
        int spare = Wire.DEFAULT_DATAGRAM_BYTES
                - WanCodec.encode(data(0, 0, unit(1, A_PLACE, 500), unit(2, A_PLACE, rest))).length;
        Unit last = unit(2, A_PLACE, rest + spare);
        assertThat(WanCodec.encode(data(0, 0, unit(1, A_PLACE, 500), last))).hasSize(context.config.maxPacketBytes);
        return data(A_PLACE, 1, unit(1, A_PLACE, 500), last);
    }
}
