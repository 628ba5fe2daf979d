package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.wan.wire.WanPacket.PacketType;
import org.rmcast.wan.wire.WanPacket.Unit;

/** What was asked for once, and comes from who was asked, tells how far that one is; all else does not. */
class MeasuredRepairsTest {
    private static final long SENDER = 1;
    private static final long OTHER = 30;

    private final WanContext context = Parts.context(SENDER, OTHER);
    private final Departures departures = new Departures(context);
    private final Barriers barriers = new Barriers(context, departures);
    private final OwnStream own = new OwnStream(context, departures, new Routes(context));
    private final Acks acks = new Acks(context);
    private final Outbound outbound = new Outbound(context, acks);
    private final Requests requests = new Requests(context);
    private final Inbound inbound = new Inbound(
            context, departures, barriers, own, acks, outbound, new Links(context, own, outbound), requests);
    private final RecordingActions actions = new RecordingActions();
    private final Peer sender = Parts.peer(context, SENDER);
    private final Peer other = Parts.peer(context, OTHER);
    private long now = Parts.SECOND;

    /** The first unit is missing, and asked for. */
    private void ask() {
        come(sender, PacketType.DATA, 2);
        requests.ask(departures, now, actions);
        now = requests.nextDeadlineNanos(departures);
        requests.ask(departures, now, actions);
        assertThat(actions.sent()).hasSize(1);
    }

    private void come(Peer from, PacketType type, long number) {
        View view = context.members.view();
        Unit unit = new Unit(
                view.placeOf(SENDER),
                number,
                1L << view.placeOf(Parts.SELF),
                new long[] {number},
                true,
                true,
                false,
                List.of(),
                number - 1,
                10,
                new byte[10],
                0,
                10);
        inbound.onUnit(from, type, unit, view, now);
    }

    @Test
    void shouldMeasureWhoWasAsked() {
        ask();
        now += 7 * Parts.MILLI;
        come(sender, PacketType.REPAIR, 1);
        assertThat(sender.roundTrip().isSampled()).isTrue();
        assertThat(sender.roundTrip().smoothedNanos()).isEqualTo(7 * Parts.MILLI);
    }

    /** Which of the two requests it answers nobody can tell. */
    @Test
    void shouldNotMeasureWhatWasAskedForTwice() {
        ask();
        now = requests.nextDeadlineNanos(departures);
        requests.ask(departures, now, actions);
        assertThat(actions.sent()).hasSize(2);
        come(sender, PacketType.REPAIR, 1);
        assertThat(sender.roundTrip().isSampled()).isFalse();
    }

    @Test
    void shouldNotMeasureOneThatWasNotAsked() {
        ask();
        come(other, PacketType.REPAIR, 1);
        assertThat(other.roundTrip().isSampled()).isFalse();
        assertThat(sender.roundTrip().isSampled()).isFalse();
    }

    @Test
    void shouldNotMeasureWhatWasOvertaken() {
        ask();
        come(sender, PacketType.DATA, 1);
        assertThat(sender.roundTrip().isSampled()).isFalse();
    }
}
