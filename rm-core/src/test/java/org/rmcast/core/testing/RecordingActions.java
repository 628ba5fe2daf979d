package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;

/** Remembers what an engine, or a part of one, asks for. Not thread safe. */
public final class RecordingActions implements Actions {
    /**
     * A datagram that was to be sent.
     *
     * @param to null if it was for the group
     * @param ttl the scope of a multicast, 0 for a unicast
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Sent(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        /** Whether it was for the group. */
        public boolean multicast() {
            return to == null;
        }
    }

    private final List<Sent> sent = new ArrayList<>();
    private final List<ReceivedMessage> delivered = new ArrayList<>();
    private final List<SessionEvent> events = new ArrayList<>();
    private final Map<Long, FlushResult> flushed = new LinkedHashMap<>();
    private final List<Receipt> confirmed = new ArrayList<>();
    private final Set<InetSocketAddress> watchedPorts = new LinkedHashSet<>();
    private @Nullable FlushResult closed;
    private int room = Integer.MAX_VALUE;

    /** All datagrams, in order. */
    public List<Sent> sent() {
        return sent;
    }

    /** The datagrams for the group, in order. */
    public List<byte[]> multicasts() {
        return sent.stream().filter(Sent::multicast).map(Sent::datagram).toList();
    }

    /** The datagrams for single members, in order. */
    public List<byte[]> unicasts() {
        return sent.stream().filter(one -> !one.multicast()).map(Sent::datagram).toList();
    }

    /** To whom the unicasts went, in order. */
    public List<InetSocketAddress> targets() {
        return sent.stream().map(Sent::to).filter(Objects::nonNull).toList();
    }

    /** The messages delivered, in order. */
    public List<ReceivedMessage> delivered() {
        return delivered;
    }

    /** What was reported, in order. */
    public List<SessionEvent> events() {
        return events;
    }

    /** The answers to flushes, in order, by their number. */
    public Map<Long, FlushResult> flushed() {
        return flushed;
    }

    /** The receipts, in order. */
    public List<Receipt> confirmed() {
        return confirmed;
    }

    /** How the closing went, null if it did not end. */
    public @Nullable FlushResult closed() {
        return closed;
    }

    /** The application takes so many messages more; at first any number. */
    public void room(int messages) {
        room = messages;
    }

    /** The addresses that are watched now, see {@link Actions#watchPort}. */
    public Set<InetSocketAddress> watchedPorts() {
        return watchedPorts;
    }

    /** Forgets what was sent and reported. */
    public void clear() {
        sent.clear();
        events.clear();
    }

    @Override
    public void multicast(byte[] datagram, int ttl) {
        sent.add(new Sent(null, ttl, datagram));
    }

    @Override
    public void unicast(InetSocketAddress to, byte[] datagram) {
        sent.add(new Sent(to, 0, datagram));
    }

    @Override
    public void watchPort(InetSocketAddress peer) {
        watchedPorts.add(peer);
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        watchedPorts.remove(peer);
    }

    @Override
    public long nowNanos() {
        return 0;
    }

    @Override
    public void deliver(ReceivedMessage message) {
        room--;
        delivered.add(message);
    }

    @Override
    public boolean deliveryRoom() {
        return room > 0;
    }

    @Override
    public void report(SessionEvent event) {
        events.add(event);
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        flushed.put(flushId, result);
    }

    @Override
    public void confirmed(Receipt receipt) {
        confirmed.add(receipt);
    }

    @Override
    public void closed(FlushResult result) {
        closed = result;
    }
}
