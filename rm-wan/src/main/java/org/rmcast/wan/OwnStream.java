package org.rmcast.wan;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.wire.Wire;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.wan.wire.WanCodec;

/**
 * What this member sends: messages become units, each with a number of every destination's link (SEQ of the paper's section 5), and with what
 * comes before it. Units stay until all their destinations have consumed them. Not thread safe.
 */
final class OwnStream {
    /** What is left for confirmations in a full packet. */
    private static final int ROW_BYTES = 64;

    private static final int MOST_CAUSES = 255;

    private final WanContext context;
    private final Departures departures;
    private final Routes routes;
    private final ArrayDeque<HeldUnit> window = new ArrayDeque<>();
    private long windowBytes;
    private long nextNumber = 1;
    private long nextMessage;

    /** A message that is only partly in the window, since it is longer than that. */
    private byte @Nullable [] partial;

    private int partialOffset;
    private int pieceBytes;
    private int firstPieceBytes;
    private long partialSlots;
    private boolean partialHeaders;
    private RoutePlan partialRoutes = RoutePlan.PLAIN;
    private List<Dependency> partialCauses = List.of();

    OwnStream(WanContext context, Departures departures, Routes routes) {
        this.context = context;
        this.departures = departures;
        this.routes = routes;
    }

    /** The number of the last unit. */
    long lastNumber() {
        return nextNumber - 1;
    }

    /** How many units are in the window. */
    int units() {
        return window.size();
    }

    long bytes() {
        return windowBytes + (partial == null ? 0 : partial.length);
    }

    boolean isFull() {
        return partial != null || windowBytes >= limitBytes();
    }

    private long limitBytes() {
        return Math.min(context.config.sendBufferBytes, context.shareBytes() / 2);
    }

    /** Takes a message; false if it has to wait. */
    boolean send(byte[] message, boolean headers, Recipients to, long nowNanos, Actions actions) {
        if (isFull()) {
            return false;
        }
        long slots = slots(to);
        context.past.prune((slot, sourceId, number) -> wasGiven(slot, sourceId, number));
        List<Dependency> causes = context.past.before(slots);
        if (causes.size() > MOST_CAUSES || room(slots, causes) < 1) {
            return false;
        }
        long message0 = nextMessage++;
        Wanted wanted = new Wanted(message0, 0, nowNanos, 0, 0);
        if (slots == 0) {
            nobody(wanted, to, actions);
            return true;
        }
        begin(message, headers, slots, causes);
        partialRoutes = routes.plan(to.isTimeCritical());
        long last = lastNumber() + pieces(message, 0);
        context.past.send(context.engine.memberId(), last, message0, slots);
        wanted = new Wanted(message0, last, nowNanos, Long.bitCount(slots), partialRoutes.relayed(slots));
        nameStrangers(wanted, to);
        for (Peer peer : context.members.peers()) {
            if ((slots & peer.bit()) != 0) {
                peer.out.wanted.add(wanted);
            }
        }
        context.counters.increment(EngineMeter.MESSAGES_ACCEPTED);
        context.counters.add(EngineMeter.BYTES_ACCEPTED, message.length);
        fill(nowNanos);
        return true;
    }

    /** It takes a number as others do: those of messages are not to pass those of pieces. */
    private void nobody(Wanted wanted, Recipients to, Actions actions) {
        nextNumber++;
        context.counters.increment(EngineMeter.MESSAGES_ACCEPTED);
        nameStrangers(wanted, to);
        confirm(wanted, actions);
    }

    /** Those that are not in the view, or as far as the application knows still are. */
    private void nameStrangers(Wanted wanted, Recipients to) {
        for (Departure departure : departures.all()) {
            long id = departure.gone.id();
            if (to.isGroup() && !departure.isSettled() && context.members.find(id) == null && departure.gone.reported) {
                wanted.lacksBesides(new Receipt.Missing(id, departure.reason.cause(), departure.reason.text()));
            }
        }
        for (long id : to.memberIds()) {
            if (context.members.find(id) == null) {
                wanted.lacksBesides(new Receipt.Missing(id, EventCause.OTHER, "it was not in the view"));
            }
        }
    }

    private long slots(Recipients to) {
        if (to.isGroup()) {
            return context.members.others();
        }
        long slots = 0;
        for (long id : to.memberIds()) {
            Peer peer = context.members.find(id);
            slots |= peer == null ? 0 : peer.bit();
        }
        return slots;
    }

    /** Whether a member is known to have been given a message. */
    private boolean wasGiven(int slot, long sourceId, long number) {
        Peer at = context.members.bySlot(slot);
        if (at == null) {
            return true;
        }
        if (sourceId == context.engine.memberId()) {
            return at.out.consumed() >= number;
        }
        Peer source = context.members.find(sourceId);
        return source != null && source.in.isTakenBy(slot, number);
    }

    // Pieces.

    private void begin(byte[] message, boolean headers, long slots, List<Dependency> causes) {
        partial = message;
        partialOffset = 0;
        partialHeaders = headers;
        partialSlots = slots;
        partialCauses = causes;
        pieceBytes = room(slots, List.of());
        firstPieceBytes = Math.min(message.length, room(slots, causes));
    }

    /** The bytes of a message that a packet for these has room for, beside what tells of it and of its past. */
    private int room(long slots, List<Dependency> causes) {
        int fixed = WanCodec.DATA_BYTES + ROW_BYTES + WanCodec.unitBytes(0, 0);
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            Peer peer = context.members.bySlot(Long.numberOfTrailingZeros(rest));
            fixed += peer == null ? 0 : WireWriter.varintBytes(peer.out.next() + Wire.MAX_MESSAGE_BYTES);
        }
        for (Dependency cause : causes) {
            fixed += WanCodec.causeBytes(cause.number);
        }
        return context.config.maxPacketBytes - fixed;
    }

    /** In how many pieces the rest of a message goes. */
    private long pieces(byte[] message, int offset) {
        int rest = message.length - Math.max(offset, firstPieceBytes);
        return (offset == 0 ? 1L : 0L) + (rest + pieceBytes - 1) / pieceBytes;
    }

    /** Cuts pieces off the message that is partly in the window, as far as there is room. */
    void fill(long nowNanos) {
        byte[] message = partial;
        while (message != null && windowBytes < limitBytes()) {
            boolean first = partialOffset == 0;
            int bytes = first ? firstPieceBytes : Math.min(pieceBytes, message.length - partialOffset);
            boolean last = partialOffset + bytes == message.length;
            add(message, bytes, first, last, nowNanos);
            partialOffset += bytes;
            if (last) {
                message = null;
                partial = null;
                partialCauses = List.of();
            }
        }
    }

    private void add(byte[] message, int bytes, boolean first, boolean last, long nowNanos) {
        long slots = partialSlots & context.members.others();
        long number = nextNumber++;
        if (slots == 0) {
            return;
        }
        long[] links = new long[Long.bitCount(slots)];
        int i = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            Peer peer = context.members.bySlot(Long.numberOfTrailingZeros(rest));
            links[i++] = peer == null ? 0 : peer.out.next();
        }
        HeldUnit unit = new HeldUnit(
                context.engine.memberId(),
                number,
                first,
                last,
                partialHeaders,
                first ? partialCauses : List.of(),
                nextMessage - 1,
                first ? message.length : 0,
                message,
                partialOffset,
                bytes,
                context.members.view().id.number(),
                slots,
                links);
        unit.acceptedNanos = nowNanos;
        unit.routes = partialRoutes;
        context.multicasts.offer(unit);
        window.add(unit);
        windowBytes += unit.heldBytes();
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            int slot = Long.numberOfTrailingZeros(rest);
            Peer peer = context.members.bySlot(slot);
            if (peer != null) {
                peer.out.units.put(unit.link(slot), unit);
            }
        }
    }

    // Confirmations.

    /** A member has confirmed more. */
    void onAck(Peer peer, long nowNanos, Actions actions) {
        Wanted wanted = peer.out.wanted.peek();
        while (wanted != null && wanted.number <= peer.out.received()) {
            peer.out.wanted.remove();
            Duration after = Duration.ofNanos(nowNanos - wanted.acceptedNanos);
            wanted.arrived(new Receipt.Arrival(peer.id(), after, wanted.way(peer)));
            confirm(wanted, actions);
            wanted = peer.out.wanted.peek();
        }
        release(nowNanos);
    }

    private void confirm(Wanted wanted, Actions actions) {
        if (wanted.isSettled()) {
            Receipt receipt = wanted.receipt();
            context.own.increment(receipt.complete() ? WanMeter.RECEIPTS : WanMeter.UNCONFIRMED);
            actions.confirmed(receipt);
        }
    }

    /** Frees what all have consumed, and goes on with what waited for room. */
    private void release(long nowNanos) {
        HeldUnit unit = window.peek();
        while (unit != null && isConsumed(unit)) {
            window.remove();
            windowBytes -= unit.heldBytes();
            unit = window.peek();
        }
        fill(nowNanos);
    }

    private boolean isConsumed(HeldUnit unit) {
        for (long rest = unit.slots(); rest != 0; rest &= rest - 1) {
            Peer peer = context.members.bySlot(Long.numberOfTrailingZeros(rest));
            if (peer != null && peer.out.consumed() < unit.number) {
                return false;
            }
        }
        return true;
    }

    /** A member asked for a unit, or did not confirm it: it is sent there again. */
    void onRepair(Peer peer, HeldUnit unit) {
        for (Wanted wanted : peer.out.wanted) {
            if (wanted.number >= unit.number) {
                wanted.repaired |= wanted.message == unit.message ? peer.bit() : 0;
                return;
            }
        }
    }

    /** All destinations have received what is up to this number. */
    long stable() {
        long stable = lastNumber();
        for (Peer peer : context.members.peers()) {
            HeldUnit oldest = peer.out.units.get(peer.out.units.first());
            if (oldest != null) {
                stable = Math.min(stable, oldest.number - 1);
            }
        }
        return stable;
    }

    /** All destinations have taken what is up to this number. */
    long taken() {
        HeldUnit oldest = window.peek();
        return oldest == null ? lastNumber() : oldest.number - 1;
    }

    /** A member is gone; it is not a member any more. */
    void onGone(Peer peer, Reason why, long nowNanos, Actions actions) {
        partialSlots &= ~peer.bit();
        for (HeldUnit unit : window) {
            unit.free(peer.slot);
        }
        for (Wanted wanted : List.copyOf(new ArrayList<>(peer.out.wanted))) {
            wanted.lacks(new Receipt.Missing(peer.id(), why.cause(), why.text()));
            confirm(wanted, actions);
        }
        peer.out.wanted.clear();
        release(nowNanos);
    }

    // What is waited for.

    /** How many units up to this number a member has not consumed. */
    long unconsumed(Peer peer, long upTo) {
        if (peer.out.consumed() >= upTo) {
            return 0;
        }
        long count = 0;
        for (HeldUnit unit : window) {
            if (unit.number > upTo) {
                break;
            }
            count += unit.isFor(peer.slot) && unit.number > peer.out.consumed() ? 1 : 0;
        }
        return count;
    }

    /** The number of the last unit of what was accepted. */
    long lastAccepted() {
        byte[] message = partial;
        return lastNumber() + (message == null ? 0 : pieces(message, partialOffset));
    }

    @Override
    public String toString() {
        return "own " + window.size() + " units below " + nextNumber;
    }
}
