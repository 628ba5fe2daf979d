package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Recipients;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;

/** Confirmations by way of coordinators: what a coordinator is given to pass on, what it passes on, and from whom it counts. */
class RelayedAcksTest {
    private static final long NEAR = 30;
    private static final long FAR = 40;
    private static final long BESIDE_FAR = 50;

    private final RecordingActions actions = new RecordingActions();
    private WanContext context = contextOf("nested");

    private static WanContext contextOf(String mode) {
        WanContext context = Parts.context(Parameters.none().with("mode", mode), NEAR, FAR, BESIDE_FAR);
        Parts.measure(Parts.peer(context, NEAR), 10);
        Parts.measure(Parts.peer(context, FAR), 100);
        Parts.measure(Parts.peer(context, BESIDE_FAR), 30);
        return context;
    }

    private Peer peer(long id) {
        return Parts.peer(context, id);
    }

    private int place(long id) {
        return context.members.view().placeOf(id);
    }

    private List<AckRow> sent(long to) {
        return Parts.packetsTo(to, actions).stream()
                .filter(Ack.class::isInstance)
                .flatMap(ack -> ((Ack) ack).rows().stream())
                .toList();
    }

    private Acks acks() {
        return new Acks(context, new Routes(context));
    }

    private Inbound inbound(Acks acks, OwnStream own) {
        Departures departures = new Departures(context);
        Outbound outbound = new Outbound(context, acks);
        return new Inbound(
                context,
                departures,
                new Barriers(context, departures),
                own,
                acks,
                outbound,
                new Links(context, own, outbound),
                new Requests(context));
    }

    private OwnStream own() {
        return new OwnStream(context, new Departures(context), new Routes(context));
    }

    private void receive(Inbound inbound, Peer from, AckRow... rows) {
        inbound.onRows(from, context.members.view(), List.of(rows), 0, actions);
    }

    private AckRow row(long of, long forward, long source, long received) {
        return new AckRow(place(of), forward, List.of(new AckEntry(place(source), received, received, 0)));
    }

    @Test
    void shouldPassOnWhatItIsGivenOnce() {
        Acks acks = acks();
        Inbound inbound = inbound(acks, own());
        receive(inbound, peer(FAR), row(FAR, 1L << place(NEAR), BESIDE_FAR, 7));
        long due = acks.nextDeadlineNanos();
        assertThat(due).isEqualTo(context.config.ackDelayNanos);
        acks.send(due, actions);
        assertThat(sent(NEAR)).extracting(AckRow::member).containsExactly(place(Parts.SELF), place(FAR));
        assertThat(sent(NEAR).get(1).entries())
                .contains(new AckEntry(place(BESIDE_FAR), 7, 7, 0))
                .extracting(AckEntry::source)
                .doesNotContain(place(FAR));
        assertThat(sent(BESIDE_FAR)).isEmpty();
        actions.clear();
        acks.onRepeat(peer(NEAR), due);
        acks.send(due, actions);
        assertThat(sent(NEAR)).extracting(AckRow::member).containsExactly(place(Parts.SELF));
    }

    @Test
    void shouldForgetOneThatIsGone() {
        Acks acks = acks();
        receive(inbound(acks, own()), peer(FAR), row(FAR, 1L << place(NEAR), BESIDE_FAR, 7));
        acks.onGone(peer(FAR));
        acks.send(Parts.SECOND, actions);
        assertThat(sent(NEAR)).extracting(AckRow::member).containsExactly(place(Parts.SELF));
    }

    @Test
    void shouldPassNothingOnInOtherModes() {
        context = contextOf("modified");
        Acks acks = acks();
        receive(inbound(acks, own()), peer(FAR), row(FAR, 1L << place(NEAR), BESIDE_FAR, 7));
        assertThat(acks.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    /** A confirmation of the far one of what this member sent, as another one passes it on. */
    private void confirm(long by) {
        OwnStream own = own();
        Acks acks = acks();
        own.send(new byte[10], false, Recipients.of(FAR), 0, actions);
        new Outbound(context, acks).drain(Parts.SECOND, actions);
        receive(inbound(acks, own), peer(by), row(FAR, 0, Parts.SELF, 1));
    }

    @Test
    void shouldTakeWhatACoordinatorPassesOn() {
        confirm(NEAR);
        assertThat(actions.confirmed())
                .singleElement()
                .satisfies(receipt -> assertThat(receipt.complete()).isTrue());
        assertThat(peer(FAR).out.received()).isEqualTo(1);
    }

    /** It could be anybody: a coordinator is four times nearer than whom it speaks for. */
    @Test
    void shouldTakeNothingFromOneThatIsNotMuchNearer() {
        confirm(BESIDE_FAR);
        assertThat(actions.confirmed()).isEmpty();
        assertThat(peer(FAR).out.received()).isZero();
    }

    @Test
    void shouldTakeNothingOfOthersInOtherModes() {
        context = contextOf("modified");
        confirm(NEAR);
        assertThat(actions.confirmed()).isEmpty();
    }
}
