package org.rmcast.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.WireWriter;

/** Packets of 100 bytes; one that is not full waits for 1000 ns while data flows. */
class PacketPumpTest {
    private static final int PAYLOAD = 100;
    private static final long BATCH = 1_000;

    private final MessagePacker packer = new MessagePacker(PAYLOAD, 1 << 20);
    private final Pacer pacer = new Pacer(1e9, 1_000_000);
    private final PacketPump pump = new PacketPump(packer, pacer, BATCH);
    private final RecordingActions actions = new RecordingActions();
    private final Sender sender = new Sender();

    @Test
    void shouldSendTheFirstPacketAtOnceThoughItIsNotFull() {
        packer.offer(new byte[10]);
        pump.pump(sender, 5, actions);
        assertThat(sender.packets).isEqualTo(1);
        assertThat(pump.hasSent()).isTrue();
        assertThat(pump.lastSentNanos()).isEqualTo(5);
        assertThat(pump.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldGatherForAMomentWhileDataFlows() {
        send(0);
        packer.offer(new byte[10]);
        pump.pump(sender, 10, actions);
        assertThat(sender.packets).isEqualTo(1);
        assertThat(pump.nextDeadlineNanos()).isEqualTo(BATCH);
        pump.pump(sender, BATCH, actions);
        assertThat(sender.packets).isEqualTo(2);
    }

    @Test
    void shouldNotGatherWhatFillsAPacket() {
        send(0);
        packer.offer(new byte[2 * PAYLOAD]);
        pump.pump(sender, 10, actions);
        assertThat(sender.packets).isEqualTo(3);
        assertThat(pump.nextDeadlineNanos()).as("the rest gathers").isEqualTo(10 + BATCH);
    }

    /** A burst of any length would keep the sender from reading what it is answered. */
    @Test
    void shouldSendABurstInParts() {
        packer.offer(new byte[300 * PAYLOAD]);
        pump.pump(sender, 10, actions);
        assertThat(sender.packets).isEqualTo(128);
        assertThat(pump.nextDeadlineNanos()).as("at once").isEqualTo(10);
        pump.pump(sender, 10, actions);
        assertThat(sender.packets).isEqualTo(256);
        pump.pump(sender, 10, actions);
        assertThat(sender.packets).isGreaterThanOrEqualTo(300);
        assertThat(pump.nextDeadlineNanos()).as("the rest gathers").isEqualTo(10 + BATCH);
    }

    @Test
    void shouldNotGatherWhenSomebodyWaits() {
        send(0);
        sender.mayGather = false;
        packer.offer(new byte[10]);
        pump.pump(sender, 10, actions);
        assertThat(sender.packets).isEqualTo(2);
    }

    @Test
    void shouldSayThatTheWindowIsClosedAndNotWakeUpForIt() {
        sender.open = false;
        packer.offer(new byte[10]);
        pump.pump(sender, 0, actions);
        assertThat(sender.packets).isZero();
        assertThat(sender.closed).isEqualTo(1);
        assertThat(pump.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldWaitForThePacer() {
        pacer.setRate(1_000);
        send(0);
        packer.offer(new byte[PAYLOAD]);
        pump.pump(sender, 10, actions);
        assertThat(sender.packets).isEqualTo(1);
        assertThat(pump.nextDeadlineNanos()).isEqualTo(pacer.batchReadyNanos()).isGreaterThan(10);
        pump.pump(sender, pump.nextDeadlineNanos(), actions);
        assertThat(sender.packets).isEqualTo(2);
    }

    @Test
    void shouldNotAskAboutTheWindowWithNothingToSend() {
        sender.open = false;
        pump.pump(sender, 0, actions);
        assertThat(sender.closed).isZero();
    }

    private void send(long nowNanos) {
        packer.offer(new byte[10]);
        pump.pump(sender, nowNanos, actions);
    }

    private final class Sender implements PacketPump.Output {
        private boolean mayGather = true;
        private boolean open = true;
        private int packets;
        private int closed;

        @Override
        public boolean mayGather() {
            return mayGather;
        }

        @Override
        public boolean isOpen(long nowNanos) {
            return open;
        }

        @Override
        public void onClosed(long nowNanos) {
            closed++;
        }

        @Override
        public void sendPacket(long nowNanos, Actions to) {
            WireWriter writer = new WireWriter(PAYLOAD);
            packer.writePacket(writer);
            packets++;
            pump.sent(PAYLOAD, nowNanos);
        }
    }
}
