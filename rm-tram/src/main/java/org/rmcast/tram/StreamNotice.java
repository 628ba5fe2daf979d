package org.rmcast.tram;

import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;

/**
 * Tells a sender whom nobody follows that another one's stream is followed here, so that it does not speak to nobody: a hello to the
 * group after a random wait, unless somebody else has said the same by then. Seldom, however much is heard of that sender.
 */
final class StreamNotice {
    private static final long GAP_NANOS = 1_000_000_000L;

    private final TramContext context;
    private long atNanos = ProtocolEngine.NO_DEADLINE;
    private long notBeforeNanos = Long.MIN_VALUE;

    StreamNotice(TramContext context) {
        this.context = context;
    }

    /** A sender speaks whom this node does not follow. */
    void onOther(long nowNanos) {
        if (atNanos == ProtocolEngine.NO_DEADLINE && nowNanos >= notBeforeNanos) {
            atNanos = nowNanos + (long) (context.engine.random().nextDouble() * context.config.helloIntervalNanos);
        }
    }

    /** Somebody said whose stream it follows, and it is the one of this node. */
    void onSaid(long nowNanos) {
        atNanos = ProtocolEngine.NO_DEADLINE;
        notBeforeNanos = nowNanos + GAP_NANOS;
    }

    long nextDeadlineNanos() {
        return atNanos;
    }

    void onDeadline(Position position, int members, long nowNanos, Actions actions) {
        if (Deadlines.isDue(atNanos, nowNanos)) {
            onSaid(nowNanos);
            Hello hello = new Hello(
                    context.engine.ttl(),
                    HeadState.NOT_ACCEPTING,
                    context.role(),
                    position.place(),
                    members,
                    position.source(),
                    Math.max(0, position.low()),
                    Math.max(0, position.next()),
                    List.of());
            context.multicast(hello, context.engine.ttl(), actions);
        }
    }
}
