package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collection;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.buffer.HeldPackets;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.RepairRequest;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Asked;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.NotRepaired;
import org.rmcast.tram.wire.TramPacket.UnicastHello;

/**
 * Answers what is asked for: repairs to the head's own members at once, to members of other heads and to those that lag behind
 * the others, and says what is no longer held and who may have it.
 *
 * <p>Source: JRMS 1.1; Khanna, Rogers, Bagchi, section 4.2.
 */
final class RepairService {
    /** A member that does not hear of what was sent for as long has not merely lost some packets. */
    private static final int UNHEARD_HELLOS = 5;
    /** Where the hosts of one receiver in so many, and no fewer than the least, ask the sender for the same packet all are sent it. */
    private static final int RECEIVERS_PER_HOST = 8;

    private static final int LEAST_HOSTS = 3;
    /** Of the members of one of many heads so many must ask for a packet before it goes to the members of all. */
    private static final double SHARE_AMONG_HEADS = 0.3;

    private final TramContext context;
    private final TramConfig config;
    private final RepairHead.Host host;
    private final Repairer repairer;
    /** For members that lag and members of other heads: at a share of the rate. */
    private final Repairer elsewhere;

    private final Pacer elsewherePacer;
    private final PendingInterest pending;

    RepairService(TramContext context, RepairHead.Host host, Pacer pacer) {
        this.context = context;
        this.config = context.config;
        this.host = host;
        this.repairer = new Repairer(context, pacer, null, TramPacket.Type.RETRANSMISSION);
        this.pending = new PendingInterest(config.maxPendingRepairs);
        this.elsewherePacer = new Pacer(config.maxRate * config.reaffiliationShare, Pacer.BURST_NANOS);
        Pacer charged = config.isShared(context.engine.ttl()) ? pacer : null;
        this.elsewhere = new Repairer(context, elsewherePacer, charged, TramPacket.Type.UNICAST_DATA);
    }

    /**
     * Has what is asked for sent, as far as it is held; what has yet to come here, when it comes ({@link #onRepaired}).
     *
     * @param recent from this sequence on at once, below behind the others
     * @return which packets are no longer held, as the mask of the acknowledgement has it; empty if none
     */
    byte[] answer(InetSocketAddress from, Ack ack, long recent, long nowNanos, Actions actions) {
        HeldPackets held = host.held();
        if (held == null) {
            return SequenceMask.EMPTY;
        }
        Asked asked = ack.asked();
        byte[] mask = asked.mask();
        byte[] dropped = new byte[mask.length];
        Position position = host.position();
        // Where the storage is damaged, who asks gives up as much as it misses first, and no more.
        long low = Math.max(position.low(), held.readableFrom(ack.start()));
        RepairRequest request = repairer.asking(from, asked, position.rate());
        boolean gone = false;
        for (int i = 0; i < mask.length; i++) {
            for (int bits = mask[i] & 0xff; bits != 0; bits &= bits - 1) {
                int bit = Integer.numberOfTrailingZeros(bits);
                long sequence = asked.start() + i * 8L + bit;
                if (held.holds(sequence)) {
                    context.counters.increment(EngineMeter.NAKS_RECEIVED);
                    Repairer by = sequence >= recent ? repairer : elsewhere;
                    by.request(request, sequence, nowNanos);
                } else if (sequence < low) {
                    dropped[i] |= (byte) (1 << bit);
                    gone = true;
                } else if (!ack.temporary()) {
                    pending.add(sequence, request);
                }
            }
        }
        if (!gone) {
            return SequenceMask.EMPTY;
        }
        answerDropped(from, asked.start(), low, dropped, position, actions);
        return dropped;
    }

    /**
     * A packet that this head missed has come. If it was sent to this head alone, the members that have asked for it meanwhile are repaired;
     * what comes to the group comes to most of them as well, and who does not hear it asks again.
     */
    void onRepaired(Data repair, long nowNanos) {
        if (pending.isEmpty()) {
            return;
        }
        HeldPackets held = host.held();
        boolean alone = repair.type() == TramPacket.Type.UNICAST_DATA || repair.request() != 0;
        Collection<RepairRequest> requests = pending.take(repair.sequence());
        if (alone && held != null && held.holds(repair.sequence())) {
            for (RepairRequest request : requests) {
                context.counters.increment(EngineMeter.NAKS_RECEIVED);
                repairer.request(request, repair.sequence(), nowNanos);
            }
        }
        pending.removeBelow(host.position().low());
    }

    /** A member to which no multicast seems to come is sent the newest packet: with that it learns of those before. */
    void informUnaware(HeadMember member, Ack ack, Position position, long nowNanos) {
        HeldPackets held = host.held();
        if (member.isUnaware(ack, position.limit(), UNHEARD_HELLOS * config.helloIntervalNanos, nowNanos)
                && held != null
                && held.holds(held.limit() - 1)) {
            RepairRequest request = repairer.asking(member.address, Asked.NOTHING, position.rate());
            repairer.request(request, held.limit() - 1, nowNanos);
        }
    }

    /**
     * Source: Khanna, Rogers, Bagchi, section 4.2: a member of another head asks for packets that its head has dropped. Who can
     * not show the cookie that was sent to its address may be asking in somebody else's name.
     */
    void onTemporary(InetSocketAddress from, long id, Ack ack, long nowNanos, Actions actions) {
        if (!servesOthers() || ack.source() != host.position().source()) {
            return;
        }
        if (context.addresses.prove(id, from, ack.cookie(), nowNanos)) {
            answer(from, ack, Long.MAX_VALUE, nowNanos, actions);
        } else {
            context.counters.increment(TramMeter.UNPROVED);
        }
    }

    /** A member of another head is going to ask: it is told what to show with that. */
    void onCookieRequest(InetSocketAddress from, long id, CookieRequest request, long nowNanos, Actions actions) {
        if (servesOthers()) {
            context.unicast(from, new Cookie(request.nonce(), context.addresses.cookie(id, from, nowNanos)), actions);
        }
    }

    /**
     * How many members of a head must ask for a packet before it goes to the group.
     *
     * <p>A head that is alone in its scope troubles nobody but its own members: {@code multicastRepairMembers}, however many it has. Among
     * others what it sends to the group comes to their members as well. Of 50 members that lose 1 % each, two miss the same packet in 9 of
     * 100: with 20 such heads each receiver would hear two repairs of others for each data packet. So it takes a share of the members, which is
     * reached where they lack it for the same reason. Where there are more heads than members, a head would trouble more groups than it
     * saves packets, and never does. With {@code multicastRepairMembers} 1 all goes to the group always, as in JRMS 1.1.
     *
     * @param members those of this head
     * @param otherHeads how many others hear what this one sends to the group
     */
    static int requestersForGroup(int multicastRepairMembers, int members, int otherHeads) {
        if (multicastRepairMembers == 1 || otherHeads == 0) {
            return multicastRepairMembers;
        }
        if (otherHeads >= members) {
            return Integer.MAX_VALUE;
        }
        return Math.max(multicastRepairMembers, (int) Math.ceil(SHARE_AMONG_HEADS * members));
    }

    /** How many members there are, and other heads within the scope of this one; see {@link #requestersForGroup}. */
    void setScope(int members, int otherHeads) {
        repairer.multicastAt(requestersForGroup(config.multicastRepairMembers, members, otherHeads));
    }

    private boolean servesOthers() {
        return (config.reaffiliates() || config.promptNak) && host.attached();
    }

    private void answerDropped(
            InetSocketAddress from, long start, long low, byte[] dropped, Position position, Actions actions) {
        HeadCandidate above = host.above();
        if (!config.reaffiliates() || position.sender() || above == null) {
            // There is nobody above who could have it.
            context.unicast(from, new UnicastHello(DisownReason.NONE, position.level(), low, Reason.NONE), actions);
            return;
        }
        int length = dropped.length;
        while (dropped[length - 1] == 0) {
            length--;
        }
        context.counters.increment(TramMeter.NOT_REPAIRED_SENT);
        byte[] mask = Arrays.copyOf(dropped, length);
        context.unicast(from, new NotRepaired(position.source(), start, low, above.address, mask), actions);
    }

    /**
     * Sends the repairs that are due.
     *
     * <p>Source: Khanna, Rogers, Bagchi, section 4.2: a member of another head is repaired by unicast. But what many of them ask the sender
     * for, since all were cut off from it, goes to the group (with {@code promptNak}): the sender's link would carry each packet once for
     * each of them.
     *
     * @param members those of this head
     */
    void drain(HeadMembers members, boolean newDataWaits, long nowNanos, Actions actions) {
        HeldPackets held = host.held();
        if (held != null) {
            repairer.drain(held, members.ttl(), newDataWaits, nowNanos, actions);
            if (elsewhere.nextDeadlineNanos() != ProtocolEngine.NO_DEADLINE) {
                elsewherePacer.setRate(Math.max((double) config.minRate, host.spareRate()));
                if (host.position().sender() && config.promptNak) {
                    elsewhere.multicastAtHosts(Math.max(LEAST_HOSTS, members.receivers() / RECEIVERS_PER_HOST));
                }
                elsewhere.drain(held, context.engine.ttl(), false, nowNanos, actions);
            }
        }
    }

    long nextDeadlineNanos() {
        return Deadlines.earlier(repairer.nextDeadlineNanos(), elsewhere.nextDeadlineNanos());
    }

    /** Nothing is asked for from this address any more. */
    void forget(InetSocketAddress address) {
        pending.forget(address);
        repairer.forget(address);
        elsewhere.forget(address);
    }

    void clear() {
        pending.clear();
        repairer.clear();
        elsewhere.clear();
    }
}
