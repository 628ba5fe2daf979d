package org.rmcast.core.repair;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.Repair.Copy;
import org.rmcast.core.repair.Repair.Packet;
import org.rmcast.core.repair.Requester.Load;

/**
 * The repairs that others have asked for, and when each leaves.
 *
 * <ul>
 *   <li><i>Before new data, and never all of the rate.</i> Repairs leave as the pacer of the new data lets them, before it, and while
 *       new data waits at most at their share of the rate; else at all of it.
 *   <li><i>A fair share for each requester</i>, however much it asks for: deficit round robin (Shreedhar and Varghese, "Efficient
 *       Fair Queueing Using Deficit Round Robin", SIGCOMM 1995). Of each its oldest request first.
 *   <li><i>Requests are merged.</i> A packet that fewer than a number of requesters want goes to each of them, a packet that as many
 *       want goes to the group once.
 *   <li><i>Hold-off.</i> What was sent to the group, or to a requester, is not sent there again before it could have arrived.
 *   <li><i>Codes.</i> Where that is asked for ({@link #joinBy}), what different requesters lack leaves as one repair to the group, see {@link
 *       CodePlanner}.
 *   <li><i>Bounded</i> in packets and bytes. A requester may use as much of the room as is still free (dynamic thresholds: Choudhury
 *       and Hahne, IEEE/ACM ToN 6(2), 1998): one alone at most half, so that there is room for others.
 * </ul>
 *
 * <p>What is refused is for the requester to ask for again. Not thread safe.
 */
public final class RepairQueue {
    private final RepairLimits limits;
    private final Pacer pacer;
    private final Pacer share;
    private final InetSocketAddress group;
    private final RepairCounters counters = new RepairCounters();
    /** In the order in which they were asked for. */
    private final Map<Packet, Repair> pending = new LinkedHashMap<>();
    /** What has been sent and is held off, what was sent first first. */
    private final Map<Packet, Repair> recent = new LinkedHashMap<>();

    private final Map<InetSocketAddress, Requester> requesters = new HashMap<>();
    /** Who waits, in the order of their turns. */
    private final ArrayDeque<Requester> round = new ArrayDeque<>();

    private final Load load = new Load();
    private int multicastAt = Integer.MAX_VALUE;
    private int multicastAtHosts = Integer.MAX_VALUE;
    /** How long a repair is remembered, to count hosts and to hold off what went to the group. */
    private long groupNanos;

    private boolean dataWaits;
    private @Nullable RepairCodes codes;
    /** The bits of those requesters that have one. */
    private long slots;

    private boolean gathering;

    /**
     * @param pacer that of the new data, or one of its own for repairs at a rate of their own
     * @param bytesPerSecond the pacer's rate
     * @param group stands for the group among the requesters
     */
    public RepairQueue(RepairLimits limits, Pacer pacer, double bytesPerSecond, InetSocketAddress group) {
        this.limits = limits;
        this.pacer = pacer;
        this.share = new Pacer(bytesPerSecond * limits.share(), limits.burstNanos());
        this.group = group;
    }

    /** The pacer's rate has changed. */
    public void setRate(double bytesPerSecond) {
        share.setRate(bytesPerSecond * limits.share());
    }

    /**
     * How many requesters of one packet make it go to the group: 1 for always, {@link Integer#MAX_VALUE} for never, which is how it
     * begins.
     *
     * @throws IllegalArgumentException if the number is not positive
     */
    public void multicastAt(int requestersOfAPacket) {
        if (requestersOfAPacket < 1) {
            throw new IllegalArgumentException("requesters must be 1 or more, were " + requestersOfAPacket);
        }
        multicastAt = requestersOfAPacket;
    }

    /**
     * The same for requests that come one after the other: a packet goes to the group when so many hosts have asked for it within a
     * time, and does not go there again within that time. Hosts count, not their addresses: one host can have any number of ports.
     *
     * @param hosts 2 or more
     * @param withinNanos longer than the requests of those who miss the same are apart, positive
     * @throws IllegalArgumentException if a value is out of range
     */
    public void multicastAtHosts(int hosts, long withinNanos) {
        if (hosts < 2 || withinNanos <= 0) {
            throw new IllegalArgumentException(
                    "hosts must be 2 or more, withinNanos positive; were " + hosts + ", " + withinNanos);
        }
        multicastAtHosts = hosts;
        groupNanos = withinNanos;
    }

    /**
     * From now on what requesters lack that can decode ({@link RepairRequest#decodes}) is joined to codes, where together as many ask for it as
     * make a packet go to the group ({@link #multicastAt}), and at least two.
     */
    public void joinBy(CodeLimits limits) {
        codes = new RepairCodes(limits);
    }

    /** What this queue has counted. */
    public RepairCounters counters() {
        return counters;
    }

    // Requests.

    /** What becomes of a request for a packet. */
    public enum Answer {
        /** It will be sent. */
        QUEUED,
        /** It was to be sent anyway. */
        MERGED,
        /** It was sent a moment ago. */
        HELD_OFF,
        /** There is no room, or the requester uses too much of it. */
        REFUSED
    }

    /**
     * A requester asks for a packet, which is held.
     *
     * @param stream whose packet
     * @param datagramBytes the length of the repair
     */
    public Answer request(RepairRequest request, long stream, long sequence, int datagramBytes, long nowNanos) {
        Packet packet = new Packet(stream, sequence);
        Repair repair = find(packet);
        boolean wide = multicastAt == 1;
        if (repair != null) {
            if (repair.isHeldOff(request, groupNanos, nowNanos)) {
                return count(Answer.HELD_OFF);
            }
            Copy copy = repair.find(request);
            if (copy != null && copy.waiting) {
                copy.request = request;
                return count(Answer.MERGED);
            }
            wide |= repair.wanted(nowNanos) + 1 >= multicastAt
                    || (groupNanos > 0 && repair.hostsWith(request, groupNanos, nowNanos) >= multicastAtHosts);
        }
        boolean first = pending.isEmpty();
        boolean news = codes != null && (repair == null || !repair.isWaiting());
        Answer answer = enqueue(packet, repair, request, datagramBytes, wide);
        if (news && codes != null && answer == Answer.QUEUED) {
            codes.onQueued(request.from(), first, nowNanos);
        }
        return count(answer);
    }

    /**
     * A packet is to be sent to the group, whoever asked.
     *
     * @param holdOffNanos how long after it was sent it is not sent to the group again, 0 or more
     */
    public Answer requestForGroup(long stream, long sequence, int datagramBytes, long holdOffNanos, long nowNanos) {
        Packet packet = new Packet(stream, sequence);
        Repair repair = find(packet);
        RepairRequest request = new RepairRequest(group, 0, holdOffNanos);
        if (repair != null && repair.isHeldOff(request, groupNanos, nowNanos)) {
            return count(Answer.HELD_OFF);
        }
        return count(enqueue(packet, repair, request, datagramBytes, true));
    }

    private Answer enqueue(
            Packet packet, @Nullable Repair known, RepairRequest request, int datagramBytes, boolean wide) {
        if (known != null && known.isWaiting() && (wide || known.isWide())) {
            known.widen(request);
            if (codes != null) {
                addToWide(known, request);
            }
            return Answer.MERGED;
        }
        Requester requester = requester(request);
        Repair repair = known == null ? new Repair(packet, datagramBytes) : known;
        if (!requester.hasRoom(repair.bytes, limits) || !takesPlace(requester)) {
            return Answer.REFUSED;
        }
        if (wide) {
            repair.widen(request);
        }
        requester.add(repair.add(requester, request));
        recent.remove(packet);
        pending.put(packet, repair);
        return Answer.QUEUED;
    }

    private Requester requester(RepairRequest request) {
        Requester known = requesters.get(request.from());
        return known == null ? new Requester(request.from(), load) : known;
    }

    /** Who else lacks what goes to the group anyway has to be known for codes; it takes no room from others for that. */
    private void addToWide(Repair repair, RepairRequest request) {
        Requester requester = requester(request);
        boolean roomy = load.packets < limits.maxPackets() / 2;
        if (roomy && requester.hasRoom(repair.bytes, limits) && takesPlace(requester)) {
            requester.add(repair.add(requester, request));
        } else {
            repair.addOther();
        }
    }

    /** Whether a requester has a place in the round, or finds one. */
    private boolean takesPlace(Requester requester) {
        if (requesters.containsKey(requester.address)) {
            return true;
        }
        if (requesters.size() >= limits.maxRequesters()) {
            return false;
        }
        requesters.put(requester.address, requester);
        round.add(requester);
        int free = Long.numberOfTrailingZeros(~slots);
        if (free < Long.SIZE) {
            requester.slot = free;
            slots |= 1L << free;
        }
        return true;
    }

    private void freeSlot(Requester requester) {
        if (requester.slot >= 0) {
            slots &= ~(1L << requester.slot);
            requester.slot = -1;
        }
    }

    private @Nullable Repair find(Packet packet) {
        Repair repair = pending.get(packet);
        return repair == null ? recent.get(packet) : repair;
    }

    private Answer count(Answer answer) {
        counters.requested++;
        switch (answer) {
            case QUEUED -> {}
            case MERGED -> counters.merged++;
            case HELD_OFF -> counters.heldOff++;
            case REFUSED -> counters.refused++;
        }
        return answer;
    }

    /** Nothing is wanted at this address any more. */
    public void forget(InetSocketAddress address) {
        Requester requester = requesters.remove(address);
        if (requester == null) {
            return;
        }
        round.remove(requester);
        for (Copy copy = requester.peek(); copy != null; copy = requester.peek()) {
            copy.repair.withdraw(copy);
            settle(copy.repair);
        }
        freeSlot(requester);
    }

    /** Nothing is wanted, and nothing was sent. */
    public void clear() {
        pending.values().forEach(Repair::cancelAll);
        pending.clear();
        recent.clear();
        requesters.clear();
        round.clear();
        slots = 0;
        gathering = false;
    }

    // Sending.

    /**
     * Sends what may leave now. To be called before new data is sent, in each wake-up in which something was asked for, new data
     * was offered, or the deadline has passed.
     *
     * @param newDataWaits whether there is new data to send: then repairs leave at their share of the rate only
     */
    public void drain(RepairOutput output, boolean newDataWaits, long nowNanos, Actions actions) {
        dataWaits = newDataWaits;
        gathering = isGathering(nowNanos);
        while (!gathering && load.packets > 0 && mayLeave(nowNanos)) {
            Requester first = round.element();
            Copy copy = first.peek();
            if (copy == null) {
                round.remove();
                requesters.remove(first.address);
                freeSlot(first);
            } else if (first.deficitBytes < copy.repair.bytes) {
                first.deficitBytes += limits.quantumBytes();
                round.add(round.remove());
            } else {
                send(copy, output, nowNanos, actions);
            }
        }
        if (load.packets == 0) {
            round.clear();
            requesters.clear();
            slots = 0;
        }
        expireRecent(nowNanos);
    }

    private boolean isGathering(long nowNanos) {
        if (codes == null) {
            return false;
        }
        codes.onDrain();
        // Asked whatever the answer: a pacer knows the time only after that.
        mayLeave(nowNanos);
        return codes.isGathering(pending.size(), nowNanos);
    }

    private boolean mayLeave(long nowNanos) {
        // Both are asked, since a pacer knows the time only after that.
        boolean ofShare = share.mayLeave(nowNanos);
        return pacer.mayLeave(nowNanos) && (!dataWaits || ofShare);
    }

    private void send(Copy copy, RepairOutput output, long nowNanos, Actions actions) {
        Repair repair = copy.repair;
        if (codes != null && multicastAt < Integer.MAX_VALUE && sendCoded(copy, codes, output, nowNanos, actions)) {
            return;
        }
        boolean wide = repair.isWide();
        Packet packet = repair.packet;
        int sentBytes = wide
                ? output.multicast(packet.stream(), packet.sequence(), actions)
                : output.unicast(packet.stream(), packet.sequence(), copy.request, actions);
        if (sentBytes == 0) {
            counters.gone++;
            repair.cancelAll();
            pending.remove(packet);
            return;
        }
        copy.requester.deficitBytes -= repair.bytes;
        leave(sentBytes, nowNanos);
        if (wide) {
            counters.multicast++;
            repair.sentToAll(null, nowNanos);
        } else {
            counters.unicast++;
            repair.sent(copy, nowNanos);
        }
        settle(repair);
    }

    private void leave(int sentBytes, long nowNanos) {
        pacer.leave(sentBytes, nowNanos);
        if (dataWaits) {
            share.leave(sentBytes, nowNanos);
        }
    }

    /** Sends a repair together with others, if there are some that it can go with. Those who get these wait less for it: it is not their turn. */
    private boolean sendCoded(Copy copy, RepairCodes by, RepairOutput output, long nowNanos, Actions actions) {
        List<Repair> joined = by.choose(copy.repair, pending.values());
        if (joined.size() == 1 || waiting(joined) < multicastAt) {
            return false;
        }
        long[] sequences =
                joined.stream().mapToLong(repair -> repair.packet.sequence()).toArray();
        int sentBytes = output.coded(copy.repair.packet.stream(), sequences, RepairCodes.numbers(joined), actions);
        if (sentBytes == 0) {
            return false;
        }
        copy.requester.deficitBytes -= copy.repair.bytes;
        leave(sentBytes, nowNanos);
        counters.coded++;
        counters.packetsInCodes += joined.size();
        SentCode code = new SentCode();
        for (Repair repair : joined) {
            repair.noteServed(code);
        }
        for (Repair repair : joined) {
            repair.sentToAll(code, nowNanos);
            settle(repair);
        }
        return true;
    }

    private static int waiting(List<Repair> repairs) {
        int waiting = 0;
        for (Repair repair : repairs) {
            waiting += Long.bitCount(repair.lackers());
        }
        return waiting;
    }

    /** A repair for which nobody waits is remembered for as long as it is held off. */
    private void settle(Repair repair) {
        if (!repair.isWaiting()) {
            pending.remove(repair.packet);
            if (recent.size() >= limits.maxPackets()) {
                Iterator<Repair> oldest = recent.values().iterator();
                oldest.next();
                oldest.remove();
            }
            recent.put(repair.packet, repair);
        }
    }

    private void expireRecent(long nowNanos) {
        if (recent.isEmpty()) {
            return;
        }
        Iterator<Repair> oldest = recent.values().iterator();
        while (oldest.hasNext() && oldest.next().isOver(groupNanos, nowNanos)) {
            oldest.remove();
        }
    }

    /**
     * When {@link #drain} has something to send, or {@link ProtocolEngine#NO_DEADLINE}: a moment at which half a burst may leave,
     * so that few wake-ups send all.
     */
    public long nextDeadlineNanos() {
        if (load.packets == 0) {
            return ProtocolEngine.NO_DEADLINE;
        }
        long paced = pacer.batchReadyNanos();
        long shared = share.batchReadyNanos();
        long ready = dataWaits && shared - paced > 0 ? shared : paced;
        return gathering && codes != null && codes.gatheredNanos() - ready > 0 ? codes.gatheredNanos() : ready;
    }

    /** How many repairs wait. */
    public int packets() {
        return load.packets;
    }

    /** How many bytes of repairs wait. */
    public long bytes() {
        return load.bytes;
    }

    /** How many requesters wait. */
    public int requesters() {
        return round.size();
    }
}
