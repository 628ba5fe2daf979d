package org.rmcast.core.presence;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SendState;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.stream.StreamReception;

/**
 * What engines have in common whose members know each other by session messages: the calls of the application, those who come and go, the
 * end, and what is known of all that. Not thread safe.
 *
 * @param <S> what the protocol sends with
 */
public abstract class PresenceEngine<S extends PresentSender> implements ProtocolEngine, PresenceListener {
    /** Who is there. */
    protected final Presence presence;
    /** What this member sends; null if it only receives. */
    protected final @Nullable S own;

    private boolean left;

    /** @param own null for a member that only receives */
    @SuppressWarnings("this-escape") // presence calls nobody before it is given an event
    protected PresenceEngine(EngineContext context, PresenceConfig config, @Nullable S own) {
        this.presence = new Presence(context, config, this);
        this.own = own;
    }

    /** Says that this member leaves. */
    protected abstract void sayLeaving(long nowNanos, Actions actions);

    // The application.

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        return own != null && own.onSend(message, headers);
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        if (own != null) {
            own.onFlush(flushId, by, deadlineNanos, nowNanos);
            return;
        }
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        if (own == null) {
            leave(FlushResult.completed(), nowNanos, actions);
        } else {
            own.onClose(deadlineNanos, nowNanos);
        }
    }

    /** Leaves if the application has closed and nothing is waited for any more. */
    protected void leaveIfClosed(long nowNanos, Actions actions) {
        FlushResult closed = own == null ? null : own.closed(nowNanos);
        if (closed != null) {
            leave(closed, nowNanos, actions);
        }
    }

    private void leave(FlushResult result, long nowNanos, Actions actions) {
        left = true;
        sayLeaving(nowNanos, actions);
        actions.closed(result);
    }

    /** Whether this member has left. */
    protected boolean hasLeft() {
        return left;
    }

    // Members.

    @Override
    public void onMet(PresentMember member, long nowNanos, Actions actions) {
        if (own != null) {
            own.onMet(member);
        }
    }

    @Override
    public void onGone(PresentMember member, boolean memberLeft, Reason reason, long nowNanos, Actions actions) {
        if (own != null) {
            own.onGone(member, memberLeft);
        }
    }

    // What is known.

    @Override
    public long nextDeadlineNanos() {
        long deadline = presence.nextDeadlineNanos();
        return own == null ? deadline : Deadlines.earlier(deadline, own.nextDeadlineNanos());
    }

    @Override
    public int receiverCount() {
        return own == null ? 0 : own.receivers().count();
    }

    @Override
    public List<PresentMember> members() {
        return presence.met();
    }

    @Override
    public SendState sendState(long nowNanos) {
        return own == null ? SendState.READY : own.sendState();
    }

    /**
     * The figures of all protocols.
     *
     * @param receptions the streams that are followed
     * @param capacityPackets how many packets may be held of all streams
     */
    protected EngineStatistics statistics(
            MeterValues<EngineMeter> counters,
            MeterValues<?> protocolMeters,
            Collection<StreamReception> receptions,
            long capacityPackets) {
        long packets = own == null ? 0 : own.packets();
        long bytes = own == null ? 0 : own.bytes();
        for (StreamReception reception : receptions) {
            packets += reception.packets();
            bytes += reception.bytes();
        }
        return EngineStatistics.of(counters)
                .with(protocolMeters)
                .with(EngineMeter.BUFFER_PACKETS, packets)
                .with(EngineMeter.BUFFER_BYTES, bytes)
                .with(EngineMeter.BUFFER_CAPACITY_PACKETS, capacityPackets)
                .with(EngineMeter.SEND_RATE_BYTES_PER_SECOND, own == null ? 0 : (long) own.bytesPerSecond())
                .with(EngineMeter.WINDOW_PACKETS, own == null ? 0 : own.windowPackets())
                .with(EngineMeter.NEXT_SEQUENCE, own == null ? nextOfOne(receptions) : own.nextSequence())
                .build();
    }

    /** Where a receiver is with the one stream that it follows, 0 if there are none or several. */
    private static long nextOfOne(Collection<StreamReception> receptions) {
        return receptions.size() == 1 ? receptions.iterator().next().next() : 0;
    }
}
