package org.rmcast.core.stream;

import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.framing.MessagePacker;

/**
 * When a sender's packets leave: a full one at once, a partial one when data has paused for a moment, each as window and
 * pacer let it. Not thread safe.
 */
public final class PacketPump {
    /** The sender behind the pump. */
    public interface Output {
        /** Whether a packet that is not full may wait for more messages. */
        boolean mayGather();

        /** Whether window and buffer have room for one more packet. */
        boolean isOpen(long nowNanos);

        /** The packet at hand cannot leave since it {@link #isOpen is not open}. */
        void onClosed(long nowNanos);

        /** Sends the next packet; calls {@link PacketPump#sent}. */
        void sendPacket(long nowNanos, Actions actions);
    }

    /**
     * So many packets leave at a time, then at once the next: what they are answered is read in between, and they are on their way while the
     * next are made.
     */
    private static final int BATCH = 128;

    /** Why the last {@link #pump} has left something. */
    public enum Held {
        /** It has not, or goes on by itself at once. */
        NOT,
        /** The output was not open. */
        CLOSED,
        /** The pacer does not let the next packet leave yet. */
        PACED
    }

    private final MessagePacker packer;
    private final Pacer pacer;
    private final long batchDelayNanos;
    private long pumpAtNanos = ProtocolEngine.NO_DEADLINE;
    private Held held = Held.NOT;
    private boolean sentBefore;
    private long lastSentNanos;

    /** @param batchDelayNanos how long a packet that is not full waits while data flows */
    public PacketPump(MessagePacker packer, Pacer pacer, long batchDelayNanos) {
        this.packer = packer;
        this.pacer = pacer;
        this.batchDelayNanos = batchDelayNanos;
    }

    /** Sends what may go. */
    public void pump(Output output, long nowNanos, Actions actions) {
        pumpAtNanos = ProtocolEngine.NO_DEADLINE;
        held = Held.NOT;
        for (int sent = 0; !packer.isEmpty(); sent++) {
            if (sent == BATCH) {
                pumpAtNanos = nowNanos;
                return;
            }
            if (!packer.hasFullPacket() && mustGather(output, nowNanos)) {
                pumpAtNanos = lastSentNanos + batchDelayNanos;
                return;
            }
            if (!output.isOpen(nowNanos)) {
                held = Held.CLOSED;
                output.onClosed(nowNanos);
                return;
            }
            if (!pacer.mayLeave(nowNanos)) {
                held = Held.PACED;
                pumpAtNanos = pacer.batchReadyNanos();
                return;
            }
            output.sendPacket(nowNanos, actions);
        }
    }

    private boolean mustGather(Output output, long nowNanos) {
        return sentBefore && nowNanos - lastSentNanos < batchDelayNanos && output.mayGather();
    }

    /** A data packet of so many bytes left. */
    public void sent(int bytes, long nowNanos) {
        pacer.leave(bytes, nowNanos);
        sentBefore = true;
        lastSentNanos = nowNanos;
    }

    /** Why the last {@link #pump} has left something. */
    public Held held() {
        return held;
    }

    /** Whether any data packet was sent. */
    public boolean hasSent() {
        return sentBefore;
    }

    /** When the last data packet was sent, if any was. */
    public long lastSentNanos() {
        return lastSentNanos;
    }

    /** When {@link #pump} has something to do by itself, or {@link ProtocolEngine#NO_DEADLINE}. */
    public long nextDeadlineNanos() {
        return pumpAtNanos;
    }
}
