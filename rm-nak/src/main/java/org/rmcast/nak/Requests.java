package org.rmcast.nak;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.EchoedRequests;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.core.repair.RequestWindow;
import org.rmcast.core.stream.GapListener;
import org.rmcast.core.stream.StreamReception;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.nak.wire.NakCodec;
import org.rmcast.nak.wire.NakPacket.Request;
import org.rmcast.nak.wire.NakPacket.Want;

/**
 * What is missing of one stream, and when its sender is asked for it: at once when it is found missing; again when the repair is overdue,
 * by the time-out of the measured round trip, which doubles while nothing comes, and for each packet from its fourth request on; and no
 * more after {@code maxRequests}.
 *
 * <p>Paper: Tanaraksiritavorn and Mishra, section 2: a request at once for each gap, unicast to the sender. Retries, batches and the window
 * are not in it. Not thread safe.
 */
final class Requests implements GapListener {
    private static final long FIRST_ROUND_TRIP_NANOS = 20_000_000L;
    private static final long SHORT_QUEUE_NANOS = 5_000_000L;
    private static final int REMEMBERED = 4_096;
    private static final int LEAST_WINDOW = 16;
    /** So often a packet is asked for before the waits grow. */
    private static final int PROMPT_REQUESTS = 3;

    private static final int MOST_DOUBLINGS = 20;

    private final NakContext context;
    private final NakConfig config;
    private final NavigableMap<Long, MissingPacket> missing = new TreeMap<>();
    /** Those that are to be asked for, again or for the first time: the lowest first, since all others wait for it. */
    private final NavigableMap<Long, MissingPacket> due = new TreeMap<>();

    /** Those that were, in the order of their requests. */
    private final ArrayDeque<MissingPacket> asked = new ArrayDeque<>();

    private final EchoedRequests echoes;
    private final InetSocketAddress sender;
    private final @Nullable RequestWindow window;
    /** There was no room for what was to be asked for; looked at again then. */
    private long stalledUntilNanos = ProtocolEngine.NO_DEADLINE;

    /** @param sender who is asked */
    Requests(NakContext context, InetSocketAddress sender) {
        this.context = context;
        this.sender = sender;
        this.config = context.config;
        RoundTripEstimate estimate = new RoundTripEstimate(
                FIRST_ROUND_TRIP_NANOS, config.requestTimeoutMinNanos, config.requestTimeoutMaxNanos);
        this.echoes =
                new EchoedRequests(estimate, REMEMBERED, context.engine.random().nextInt());
        this.window = config.requestWindow == 0
                ? null
                : new RequestWindow(
                        Math.min(LEAST_WINDOW, config.requestWindow),
                        config.requestWindow,
                        Math.max(config.requestWindow, config.bufferPackets),
                        SHORT_QUEUE_NANOS);
    }

    /** The round trip to the sender, as far as it is known. */
    long roundTripNanos() {
        return echoes.estimate().smoothedNanos();
    }

    int count() {
        return missing.size();
    }

    /** Whether nothing is missing, and no time-out runs. */
    boolean isIdle() {
        return missing.isEmpty() && nextDeadlineNanos() == ProtocolEngine.NO_DEADLINE;
    }

    @Override
    public void onMissing(long first, long limit, long nowNanos) {
        for (long sequence = first; sequence < limit; sequence++) {
            MissingPacket packet = new MissingPacket(sequence, nowNanos);
            missing.put(sequence, packet);
            due.put(sequence, packet);
        }
    }

    @Override
    public boolean onFilled(long sequence, boolean repair, long nowNanos) {
        MissingPacket packet = missing.remove(sequence);
        if (packet == null) {
            return false;
        }
        packet.done = true;
        due.remove(sequence);
        if (window != null && packet.awaited && repair) {
            long took = packet.asked == 1 ? nowNanos - packet.askedNanos : -1;
            window.came(took, took < 0 ? 0 : Math.min(took, context.roundTrips.nanos(sender)));
        } else if (window != null && packet.awaited) {
            window.settled();
        } else if (window != null && packet.asked > 0 && repair) {
            window.cameLate();
        }
        return packet.asked > 0;
    }

    /** A repair came that echoes the number of its request. */
    void onEcho(int number, long nowNanos) {
        boolean known = echoes.isRemembered(number);
        long sentNanos = known ? echoes.sentNanos(number) : 0;
        if (echoes.onEcho(number, nowNanos) == EchoedRequests.Echo.FIRST) {
            context.roundTrips.sample(sender, nowNanos - sentNanos, nowNanos);
        }
    }

    @Override
    public void onGivenUpBelow(long limit) {
        drop(missing.headMap(limit, false));
    }

    @Override
    public void onNothingFrom(long limit) {
        drop(missing.tailMap(limit, true));
    }

    private void drop(NavigableMap<Long, MissingPacket> packets) {
        packets.values().forEach(packet -> {
            packet.done = true;
            due.remove(packet.sequence);
            settle(packet);
        });
        packets.clear();
    }

    private void settle(MissingPacket packet) {
        if (window != null && packet.awaited) {
            window.settled();
        }
        packet.awaited = false;
    }

    /** Gives up what was asked for often enough, and in vain; what is overdue may be asked for again. */
    void expire(StreamReception reception, long nowNanos) {
        for (MissingPacket packet = asked.peek(); packet != null && isOver(packet, nowNanos); packet = asked.peek()) {
            asked.remove();
            if (!packet.done) {
                onOverdue(packet, reception, nowNanos);
            }
        }
    }

    private static boolean isOver(MissingPacket packet, long nowNanos) {
        return packet.done || packet.dueNanos - nowNanos <= 0;
    }

    private void onOverdue(MissingPacket packet, StreamReception reception, long nowNanos) {
        if (packet.awaited && window != null) {
            window.lost();
        }
        packet.awaited = false;
        echoes.onTimeout(packet.number, nowNanos);
        if (packet.asked < config.maxRequests) {
            due.put(packet.sequence, packet);
            return;
        }
        missing.remove(packet.sequence);
        packet.done = true;
        context.own.increment(NakMeter.GIVEN_UP);
        String text = "asked for " + packet.asked + (packet.asked == 1 ? " time" : " times") + " in vain";
        reception.giveUp(packet.sequence, new Reason(EventCause.NOT_IN_TIME, text));
    }

    /** The requests that are due now. */
    List<Request> take(StreamReception reception, long nowNanos) {
        List<Request> requests = new ArrayList<>();
        stalledUntilNanos = ProtocolEngine.NO_DEADLINE;
        while (!due.isEmpty()) {
            Request request = next(reception, nowNanos);
            if (request == null) {
                break;
            }
            requests.add(request);
        }
        return requests;
    }

    private @Nullable Request next(StreamReception reception, long nowNanos) {
        List<MissingPacket> chosen = choose(reception, nowNanos);
        if (chosen.isEmpty()) {
            return null;
        }
        int number = echoes.ask(nowNanos);
        long timeout = echoes.estimate().timeoutNanos();
        for (MissingPacket packet : chosen) {
            packet.asked++;
            packet.number = number;
            packet.askedNanos = nowNanos;
            packet.dueNanos = nowNanos + waitNanos(timeout, packet.asked);
            packet.awaited = true;
            asked.add(packet);
            context.counters.increment(EngineMeter.NAKS_SENT);
            if (window != null) {
                window.asked();
            }
        }
        return new Request(number, wants(chosen));
    }

    /**
     * How long the repair is waited for: what was asked for in vain several times waits for others, at the sender or on the way, and
     * comes no sooner if it is asked for again at once.
     */
    private long waitNanos(long timeoutNanos, int asked) {
        int doublings = Math.max(0, Math.min(MOST_DOUBLINGS, asked - PROMPT_REQUESTS));
        return Math.min(Math.max(timeoutNanos, config.requestTimeoutMaxNanos), timeoutNanos << doublings);
    }

    /** As many as one request may have, and as there is room for. */
    private List<MissingPacket> choose(StreamReception reception, long nowNanos) {
        List<MissingPacket> chosen = new ArrayList<>();
        int left = config.maxPacketBytes - NakCodec.WANTS_OFFSET;
        long start = -1;
        while (chosen.size() < config.requestPackets && !due.isEmpty()) {
            MissingPacket packet = due.firstEntry().getValue();
            boolean mayAsk = window == null || window.room() > chosen.size();
            if (!mayAsk || !reception.hasRoomFor(packet.sequence, config.maxPacketBytes)) {
                stalledUntilNanos = nowNanos + config.requestTimeoutMinNanos;
                return chosen;
            }
            // A want costs at most its head and a byte for each eight packets that it spans.
            boolean opens = start < 0 || packet.sequence - start >= maskSpan();
            int bytes = opens ? NakCodec.WANT_BYTES + maskSpan() / 8 : 0;
            if (bytes > left) {
                return chosen;
            }
            start = opens ? packet.sequence : start;
            left -= bytes;
            chosen.add(packet);
            due.remove(packet.sequence);
        }
        return chosen;
    }

    /** How many packets one mask spans at most: a quarter of what there is room for, so that there can be several. */
    private int maskSpan() {
        return 8
                * Math.min(
                        NakCodec.MAX_MASK_BYTES,
                        (config.maxPacketBytes - NakCodec.WANTS_OFFSET) / 4 - NakCodec.WANT_BYTES);
    }

    private List<Want> wants(List<MissingPacket> chosen) {
        List<Want> wants = new ArrayList<>();
        int first = 0;
        while (first < chosen.size()) {
            long start = chosen.get(first).sequence;
            int limit = first;
            while (limit < chosen.size() && chosen.get(limit).sequence - start < maskSpan()) {
                limit++;
            }
            byte[] mask = SequenceMask.reachingTo(chosen.get(limit - 1).sequence - start);
            for (MissingPacket packet : chosen.subList(first, limit)) {
                SequenceMask.set(mask, (int) (packet.sequence - start));
            }
            wants.add(new Want(start, mask));
            first = limit;
        }
        return wants;
    }

    /** A request that asks for no packet but how far the sender is. */
    Request question(long nowNanos) {
        return new Request(echoes.ask(nowNanos), List.of());
    }

    long nextDeadlineNanos() {
        MissingPacket first = asked.peek();
        long due = first == null ? ProtocolEngine.NO_DEADLINE : first.dueNanos;
        return Deadlines.earlier(due, stalledUntilNanos);
    }
}
