package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.framing.HeaderBlock;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * The engine of {@link ToyMailProtocol}. Who is silent is forgotten, and taken in anew when it is heard again: hellos say since which
 * message each member is one, so that it knows what it was not sent. Not thread safe.
 *
 * <pre>
 * HELLO       count of members (2), of each its id, its admission (8): which one, and the first message that it is sent
 * BYE         nothing
 * MAIL        number (8), count of recipients (4; 0: the group), their ids, the message; flag: it begins with headers
 * ACK         number (8)
 * DROPPED     number (8): the message does not come; acknowledged like one
 * </pre>
 */
final class ToyMailEngine implements ProtocolEngine {
    static final int HELLO = 1;
    static final int MAIL = 2;
    static final int ACK = 3;
    static final int BYE = 4;
    static final int DROPPED = 5;

    private static final int HEADERS = 1;
    private static final int WINDOW = 64;
    private static final int DROPPED_EVERY = 10;
    private static final long ADMISSIONS = 10_000;
    private static final int MOST_RECIPIENTS = 100;
    private static final long TICK_NANOS = 20_000_000L;
    private static final int TICKS_PER_HELLO = 5;
    private static final long SILENCE_NANOS = 2_000_000_000L;

    private final EngineContext context;
    private final ToyMailProtocol.Deed deed;
    private final TreeMap<Long, Known> members = new TreeMap<>();
    private final TreeMap<Long, Letter> letters = new TreeMap<>();
    private final Map<Long, BitSet> seen = new HashMap<>();
    /** Which admission of this member each other one has told of; 0 after the other has said that it has none. */
    private final Map<Long, Long> admitted = new HashMap<>();

    private long admissions;
    private final List<Flush> flushes = new ArrayList<>();
    private @Nullable Flush close;
    private long next;
    private long delivered;
    private long ticks;
    private long tickAtNanos;

    private record Known(long id, InetSocketAddress address, long heardAtNanos, long admission)
            implements KnownMember {}

    private record Flush(long id, long limit, long deadlineNanos) {}

    /** A message under way, by recipient that has not acknowledged it: where it is reached. */
    private static final class Letter {
        final byte[] packet;
        final long sentAtNanos;
        final TreeMap<Long, InetSocketAddress> open = new TreeMap<>();
        final List<Receipt.Arrival> arrivals = new ArrayList<>();
        final List<Receipt.Missing> missing = new ArrayList<>();
        boolean again;

        Letter(byte[] packet, long sentAtNanos) {
            this.packet = packet;
            this.sentAtNanos = sentAtNanos;
        }
    }

    ToyMailEngine(EngineContext context, ToyMailProtocol.Deed deed) {
        this.context = context;
        this.deed = deed;
    }

    @Override
    public void onStart(long nowNanos, Actions actions) {
        tickAtNanos = nowNanos + context.random().nextLong(TICK_NANOS);
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
        return onSend(message, headers, Recipients.GROUP, nowNanos, actions);
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, Recipients to, long nowNanos, Actions actions) {
        if (letters.size() == WINDOW) {
            return false;
        }
        long number = next++;
        boolean early = deed == ToyMailProtocol.Deed.CONFIRMS_TOO_EARLY;
        byte[] packet =
                early && number % DROPPED_EVERY == 0 ? packet(DROPPED, number) : mail(number, to, message, headers);
        Letter letter = new Letter(packet, nowNanos);
        if (to.isGroup()) {
            members.values().forEach(member -> letter.open.put(member.id, member.address));
        } else {
            for (long id : to.memberIds()) {
                address(letter, id);
            }
        }
        tamper(letter);
        letters.put(number, letter);
        letter.open.values().forEach(address -> actions.unicast(address, letter.packet));
        if (early) {
            letter.open.keySet().forEach(id -> arrive(letter, id, nowNanos));
            confirm(number, letter, actions);
        }
        settle(number, letter, nowNanos, actions);
        return true;
    }

    private void address(Letter letter, long id) {
        Known member = members.get(id);
        if (member != null) {
            letter.open.put(id, member.address);
        } else {
            letter.missing.add(new Receipt.Missing(id, EventCause.OTHER, "it is not in the group"));
        }
    }

    private void tamper(Letter letter) {
        if (deed == ToyMailProtocol.Deed.FORGETS_A_RECIPIENT && letter.open.size() > 1) {
            letter.open.pollFirstEntry();
        } else if (deed == ToyMailProtocol.Deed.NAMES_A_STRANGER) {
            letter.missing.add(new Receipt.Missing(context.memberId(), EventCause.OTHER, "it is a stranger"));
        }
    }

    private static byte[] mail(long number, Recipients to, byte[] message, boolean headers) {
        long[] ids = to.memberIds();
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 12 + 8 * ids.length + message.length);
        DatagramHeader.begin(writer, MAIL, headers ? HEADERS : 0)
                .writeLong(number)
                .writeInt(ids.length);
        for (long id : ids) {
            writer.writeLong(id);
        }
        return writer.writeBytes(message, 0, message.length).toByteArray();
    }

    private static byte[] packet(int type, long... numbers) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 8 * numbers.length);
        DatagramHeader.begin(writer, type, 0);
        for (long number : numbers) {
            writer.writeLong(number);
        }
        return writer.toByteArray();
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
            throws DecodeException {
        long member = DatagramHeader.memberId(datagram);
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        switch (DatagramHeader.type(datagram)) {
            case HELLO -> {
                long admission = readAdmission(reader);
                meet(member, from, nowNanos, actions);
                onAdmission(member, from, admission, actions);
            }
            case MAIL -> onMail(member, from, datagram, reader, nowNanos, actions);
            case ACK -> {
                long number = reader.readSequence("number");
                reader.finish();
                onAck(member, number, nowNanos, actions);
            }
            case DROPPED -> {
                long number = reader.readSequence("number");
                reader.finish();
                if (!seen(member).get((int) number)) {
                    seen(member).set((int) number);
                    actions.report(new SessionEvent.MessagesLost(
                            member, number, number + 1, EventCause.NOT_HELD, "it was dropped"));
                }
                actions.unicast(from, packet(ACK, number));
            }
            case BYE -> {
                reader.finish();
                forget(member, EventCause.LEFT, nowNanos, actions);
            }
            default -> throw new DecodeException("no such type");
        }
    }

    private void onMail(
            long source, InetSocketAddress from, byte[] datagram, WireReader reader, long nowNanos, Actions actions)
            throws DecodeException {
        long number = reader.readSequence("number");
        long[] ids = new long[Math.max(0, Math.min(MOST_RECIPIENTS, reader.readInt("recipients")))];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = reader.readMemberId("recipient");
        }
        int length = reader.remaining();
        ByteBuffer payload = ByteBuffer.wrap(datagram, reader.readSlice(length, "message"), length);
        boolean headers = (DatagramHeader.flags(datagram) & HEADERS) != 0;
        MessageHeaders read = headers ? HeaderBlock.takeOff(payload) : MessageHeaders.NONE;
        meet(source, from, nowNanos, actions);
        if (number < firstOf(admitted.getOrDefault(source, 0L))) {
            // Of before it took this member in, or for who was at this address then.
            return;
        }
        BitSet had = seen(source);
        Recipients to = ids.length == 0 ? Recipients.GROUP : Recipients.of(ids);
        if (!to.contains(context.memberId())) {
            // It is for who was at this address before.
            return;
        }
        if (!had.get((int) number)) {
            if (!actions.deliveryRoom()) {
                return;
            }
            had.set((int) number);
            delivered++;
            actions.deliver(new ReceivedMessage(source, number, read, payload, nowNanos).with(to, List.of()));
        }
        actions.unicast(from, packet(ACK, number));
    }

    private BitSet seen(long source) {
        return seen.computeIfAbsent(source, id -> new BitSet());
    }

    private void onAck(long member, long number, long nowNanos, Actions actions) {
        Letter letter = letters.get(number);
        if (letter != null && letter.open.remove(member) != null) {
            arrive(letter, member, nowNanos);
            settle(number, letter, nowNanos, actions);
        }
    }

    private static void arrive(Letter letter, long member, long nowNanos) {
        letter.arrivals.add(new Receipt.Arrival(
                member,
                Duration.ofNanos(nowNanos - letter.sentAtNanos),
                letter.again ? Receipt.Way.REPAIRED : Receipt.Way.DIRECT));
    }

    private long readAdmission(WireReader reader) throws DecodeException {
        long admission = 0;
        int count = reader.readCount(16, "members");
        for (int i = 0; i < count; i++) {
            long id = reader.readMemberId("member");
            long its = reader.readSequence("admission");
            admission = id == context.memberId() ? its : admission;
        }
        reader.finish();
        return admission;
    }

    /** The first message of an admission; of none there is none. */
    private static long firstOf(long admission) {
        return admission == 0 ? Long.MAX_VALUE : admission / ADMISSIONS;
    }

    /** Another one says whether it has this member, and since when. */
    private void onAdmission(long id, InetSocketAddress from, long admission, Actions actions) {
        Long before = admitted.get(id);
        if (before == null ? admission == 0 : before == admission) {
            return;
        }
        admitted.put(id, admission);
        if (before != null && before != 0) {
            actions.report(new SessionEvent.SenderLost(id, EventCause.DISOWNED, "it had given this member up"));
        }
        if (before != null && admission != 0) {
            actions.report(new SessionEvent.SenderFound(id, from));
        }
    }

    private void hello(Actions actions) {
        WireWriter writer = new WireWriter(DatagramHeader.BYTES + 2 + 16 * members.size());
        DatagramHeader.begin(writer, HELLO, 0).writeShort(members.size());
        members.values().forEach(member -> writer.writeLong(member.id).writeLong(member.admission));
        actions.multicast(writer.toByteArray(), context.ttl());
    }

    private void meet(long id, InetSocketAddress from, long nowNanos, Actions actions) {
        Known known = members.get(id);
        long admission = known == null ? next * ADMISSIONS + ++admissions : known.admission;
        members.put(id, new Known(id, from, nowNanos, admission));
        if (known == null) {
            actions.report(new SessionEvent.MemberJoined(id, from));
            hello(actions);
        }
        letters.values().forEach(letter -> letter.open.replace(id, from));
    }

    private void forget(long id, EventCause cause, long nowNanos, Actions actions) {
        Known member = members.remove(id);
        if (member == null) {
            return;
        }
        actions.report(
                cause == EventCause.LEFT
                        ? new SessionEvent.MemberLeft(id, member.address)
                        : new SessionEvent.MemberFailed(id, member.address, cause, "silence"));
        admitted.put(id, 0L);
        actions.report(new SessionEvent.SenderLost(id, cause, "it is gone"));
        for (Map.Entry<Long, Letter> one : List.copyOf(letters.entrySet())) {
            if (one.getValue().open.remove(id) != null) {
                one.getValue().missing.add(new Receipt.Missing(id, cause, "it is gone"));
                settle(one.getKey(), one.getValue(), nowNanos, actions);
            }
        }
    }

    private void settle(long number, Letter letter, long nowNanos, Actions actions) {
        if (!letter.open.isEmpty()) {
            return;
        }
        letters.remove(number);
        switch (deed) {
            case NEVER_CONFIRMS, CONFIRMS_TOO_EARLY -> {}
            case CONFIRMS_WHAT_WAS_NOT_SENT -> confirm(number + 1_000, letter, actions);
            case CONFIRMS_TWICE -> {
                confirm(number, letter, actions);
                confirm(number, letter, actions);
            }
            default -> confirm(number, letter, actions);
        }
        answer(nowNanos, actions);
    }

    private static void confirm(long number, Letter letter, Actions actions) {
        actions.confirmed(new Receipt(number, letter.arrivals, letter.missing));
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {
        flushes.add(new Flush(flushId, next, deadlineNanos));
        answer(nowNanos, actions);
    }

    @Override
    public void onClose(long deadlineNanos, long nowNanos, Actions actions) {
        close = new Flush(-1, next, deadlineNanos);
        answer(nowNanos, actions);
    }

    private void answer(long nowNanos, Actions actions) {
        for (Iterator<Flush> open = flushes.iterator(); open.hasNext(); ) {
            Flush flush = open.next();
            if (isOver(flush, nowNanos)) {
                open.remove();
                actions.flushed(flush.id, result(flush));
            }
        }
        Flush last = close;
        if (last != null && isOver(last, nowNanos)) {
            close = null;
            flushes.forEach(flush -> actions.flushed(flush.id, result(flush)));
            flushes.clear();
            actions.multicast(packet(BYE), context.ttl());
            actions.closed(result(last));
        }
    }

    private boolean isOver(Flush flush, long nowNanos) {
        return letters.headMap(flush.limit).isEmpty() || flush.deadlineNanos - nowNanos <= 0;
    }

    private FlushResult result(Flush flush) {
        TreeMap<Long, FlushResult.Laggard> behind = new TreeMap<>();
        letters.headMap(flush.limit)
                .values()
                .forEach(letter -> letter.open.forEach(
                        (id, address) -> behind.put(id, new FlushResult.Laggard(id, address, letters.size()))));
        return new FlushResult(behind.isEmpty(), List.copyOf(behind.values()), 0);
    }

    @Override
    public void onDeliveryRoom(long nowNanos, Actions actions) {}

    @Override
    public void onDeadline(long nowNanos, Actions actions) {
        if (tickAtNanos - nowNanos > 0) {
            return;
        }
        tickAtNanos = nowNanos + TICK_NANOS;
        if (ticks++ % TICKS_PER_HELLO == 0) {
            hello(actions);
        }
        for (Known member : List.copyOf(members.values())) {
            if (nowNanos - member.heardAtNanos > SILENCE_NANOS) {
                forget(member.id, EventCause.SILENT, nowNanos, actions);
            }
        }
        for (Letter letter : letters.values()) {
            letter.again = true;
            letter.open.values().forEach(address -> actions.unicast(address, letter.packet));
        }
        answer(nowNanos, actions);
    }

    @Override
    public void onBatchEnd(long nowNanos, Actions actions) {}

    @Override
    public long nextDeadlineNanos() {
        return tickAtNanos;
    }

    @Override
    public int receiverCount() {
        return members.size();
    }

    @Override
    public List<? extends KnownMember> members() {
        return List.copyOf(members.values());
    }

    @Override
    public EngineStatistics statistics() {
        return EngineStatistics.builder()
                .with(EngineMeter.MESSAGES_ACCEPTED, next)
                .with(EngineMeter.MESSAGES_DELIVERED, delivered)
                .with(EngineMeter.BUFFER_PACKETS, letters.size())
                .with(EngineMeter.BUFFER_CAPACITY_PACKETS, WINDOW)
                .build();
    }

    @Override
    public String toString() {
        return "ToyMailEngine at " + next;
    }
}
