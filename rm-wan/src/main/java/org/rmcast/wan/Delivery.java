package org.rmcast.wan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MessageId;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.framing.HeaderBlock;
import org.rmcast.core.wire.DecodeException;

/**
 * Gives messages to the application, each after all that comes before it in causal order and is for this member: Raynal, Schiper and Toueg
 * (1991), section 3, the rule of delivery. Not thread safe.
 */
final class Delivery {
    private final WanContext context;
    private final Departures departures;
    private final Barriers barriers;
    private final Acks acks;
    private long assemblyBytes;

    Delivery(WanContext context, Departures departures, Barriers barriers, Acks acks) {
        this.context = context;
        this.departures = departures;
        this.barriers = barriers;
        this.acks = acks;
    }

    /** Gives all that may be given. */
    void deliver(long nowNanos, Actions actions) {
        boolean more = true;
        while (more) {
            more = false;
            barriers.look();
            for (Departure departure : departures.all()) {
                more |= !departure.isSettled() && deliverOfGone(departure, actions);
            }
            for (Peer peer : context.members.peers()) {
                if (deliver(peer.in, actions)) {
                    more = true;
                    acks.onNews(peer, nowNanos);
                }
            }
        }
    }

    private boolean deliver(Source source, Actions actions) {
        boolean any = false;
        HeldUnit unit = source.toConsume();
        while (unit != null && mayConsume(source, unit, actions)) {
            consume(source, unit, actions);
            any = true;
            unit = source.toConsume();
        }
        source.release();
        return any;
    }

    /** Gives what may be given of a member that is gone, up to the first that is lost. */
    private boolean deliverOfGone(Departure departure, Actions actions) {
        Source source = departure.source();
        boolean any = deliver(source, actions);
        if (source.isNextLost()) {
            drop(source.assembly);
            source.abandon();
            if (departure.gone.reported && !source.endTold) {
                source.endTold = true;
                actions.report(new SessionEvent.SenderLost(
                        source.id, EventCause.NOT_HELD, "it is gone, and nobody has all that it sent"));
            }
            any = true;
        }
        return any;
    }

    private boolean mayConsume(Source source, HeldUnit unit, Actions actions) {
        if (unit.last && !actions.deliveryRoom()) {
            return false;
        }
        if (!unit.first) {
            return true;
        }
        if (!unit.last && assemblyBytes > 0 && assemblyBytes + unit.messageBytes > context.config.assemblyBytes) {
            return false;
        }
        return !departures.isAwaitedBy(source, unit)
                && !barriers.isAwaitedBy(source, source.nextToConsume(), unit)
                && isPastDelivered(unit);
    }

    private boolean isPastDelivered(HeldUnit unit) {
        for (Dependency cause : unit.causes) {
            if ((cause.slots & Members.SELF) != 0 && !isPassed(cause.sourceId, cause.number)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a message of a source was given here, or will not be. */
    private boolean isPassed(long sourceId, long number) {
        if (sourceId == context.engine.memberId()) {
            return true;
        }
        Departure departure = departures.unsettled(sourceId);
        if (departure != null) {
            return departure.source().isAbandoned() || departure.source().consumed() >= number;
        }
        Peer peer = context.members.find(sourceId);
        return peer == null || (peer.in.isOpen() && peer.in.consumed() >= number);
    }

    private void consume(Source source, HeldUnit unit, Actions actions) {
        source.consume(unit);
        Assembly assembly = source.assembly;
        if (unit.first && unit.last) {
            drop(assembly);
            give(
                    source,
                    unit,
                    unit.causes,
                    unit.headers,
                    ByteBuffer.wrap(unit.payload, unit.payloadOffset, unit.payloadBytes),
                    actions);
            return;
        }
        if (unit.first) {
            drop(assembly);
            assembly.begin(unit);
            assemblyBytes += assembly.bytes();
        } else if (!assembly.add(unit)) {
            assembly.cut();
        }
        if (unit.last) {
            byte[] whole = assembly.whole();
            if (whole == null) {
                lost(source, unit.message, actions);
                context.past.deliver(unit.sourceId, unit.number, unit.message, unit.slots(), assembly.causes());
            } else {
                give(source, unit, assembly.causes(), assembly.hasHeaders(), ByteBuffer.wrap(whole), actions);
            }
            drop(assembly);
        }
    }

    private void drop(Assembly assembly) {
        assemblyBytes -= assembly.bytes();
        assembly.clear();
    }

    private void give(
            Source source,
            HeldUnit unit,
            List<Dependency> causes,
            boolean hasHeaders,
            ByteBuffer content,
            Actions actions) {
        context.past.deliver(unit.sourceId, unit.number, unit.message, unit.slots(), causes);
        ByteBuffer payload = content.slice();
        MessageHeaders headers = hasHeaders ? takeOff(payload) : MessageHeaders.NONE;
        if (headers == null) {
            lost(source, unit.message, actions);
            return;
        }
        int bytes = payload.remaining();
        ReceivedMessage message = new ReceivedMessage(
                source.id, unit.message, headers, payload.slice().asReadOnlyBuffer(), actions.nowNanos());
        context.counters.increment(EngineMeter.MESSAGES_DELIVERED);
        context.counters.add(EngineMeter.BYTES_DELIVERED, bytes);
        Recipients to = isForAll(source, unit) ? Recipients.GROUP : recipients(unit);
        actions.deliver(message.with(to, causesHere(causes)));
    }

    /** What it carries of its past that was for this member. */
    private static List<MessageId> causesHere(List<Dependency> causes) {
        List<MessageId> here = List.of();
        for (Dependency cause : causes) {
            if ((cause.slots & Members.SELF) != 0) {
                here = here.isEmpty() ? new ArrayList<>(causes.size()) : here;
                here.add(new MessageId(cause.sourceId, cause.message));
            }
        }
        return here;
    }

    /** Whether all members but its sender are to have it, this one's word for the group. */
    private boolean isForAll(Source source, HeldUnit unit) {
        Peer sender = context.members.find(source.id);
        long all = context.members.others() | Members.SELF;
        return ((sender == null ? 0 : sender.bit()) | unit.slots()) == all;
    }

    /** For whom it is, of those that are there. */
    private Recipients recipients(HeldUnit unit) {
        long[] ids = new long[Long.bitCount(unit.slots())];
        int count = 0;
        for (long rest = unit.slots(); rest != 0; rest &= rest - 1) {
            ids[count++] = context.members.idOf(Long.numberOfTrailingZeros(rest));
        }
        return Recipients.of(ids);
    }

    private static @Nullable MessageHeaders takeOff(ByteBuffer message) {
        try {
            return HeaderBlock.takeOff(message);
        } catch (DecodeException e) {
            return null;
        }
    }

    private void lost(Source source, long message, Actions actions) {
        context.counters.increment(EngineMeter.MESSAGES_LOST);
        actions.report(new SessionEvent.MessagesLost(
                source.id, message, message + 1, EventCause.MALFORMED, "its pieces do not fit together"));
    }

    /** A source will give no more: what is left of a message is dropped. */
    void end(Source source) {
        drop(source.assembly);
    }

    long assemblyBytes() {
        return assemblyBytes;
    }
}
