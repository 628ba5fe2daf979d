package org.rmcast.core.testing;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.DatagramHeader;

/**
 * What a toy sends: keeps each packet until all members have delivered it, sends again what is missing, gives up members that
 * fall silent. Not thread safe.
 */
final class ToyStream {
    private static final long SILENCE_NANOS = 4_000_000_000L;
    private static final long REPAIR_AGAIN_NANOS = 10_000_000;
    private static final int MOST_REPAIRS = 64;
    private static final int MOST_MEMBERS = 1_000;

    private final EngineContext context;
    private final ToyBudget budget;
    private final TreeMap<Long, Kept> kept = new TreeMap<>();
    private final Map<Long, Member> members = new LinkedHashMap<>();
    private final List<Flush> flushes = new ArrayList<>();
    private long next;
    private long low;
    private boolean closing;
    private @Nullable Flush close;
    private long repairs;

    private static final class Kept {
        final byte[] packet;
        long sentAtNanos;

        Kept(byte[] packet, long sentAtNanos) {
            this.packet = packet;
            this.sentAtNanos = sentAtNanos;
        }
    }

    private static final class Member {
        InetSocketAddress address;
        long admission;
        /** Whether it has said that it knows of its admission. */
        boolean confirmed;

        long next;
        boolean ended;
        long heardAtNanos;

        Member(InetSocketAddress address) {
            this.address = address;
        }
    }

    private record Flush(long id, long limit, long deadlineNanos) {}

    ToyStream(EngineContext context, ToyBudget budget) {
        this.context = context;
        this.budget = budget;
    }

    boolean send(byte[] message, boolean headers, long nowNanos, Actions actions) {
        while (members.isEmpty() && !kept.isEmpty() && !budget.fits(DatagramHeader.BYTES + 20 + message.length)) {
            releaseBelow(low + 1);
        }
        byte[] packet = ToyPacket.data(next, low, message, headers);
        if (!budget.fits(packet.length)) {
            return false;
        }
        budget.take(packet);
        kept.put(next, new Kept(packet, nowNanos));
        next++;
        actions.multicast(packet, context.ttl());
        return true;
    }

    /** A member wants to join: it starts where the packets begin that are still kept. */
    void onJoin(long id, InetSocketAddress from, long admission, long nowNanos, Actions actions) {
        Member member = members.get(id);
        if (member == null) {
            if (members.size() == MOST_MEMBERS) {
                return;
            }
            member = new Member(from);
            member.next = low;
            members.put(id, member);
            actions.report(new SessionEvent.MemberJoined(id, from));
        } else if (admission < member.admission) {
            return;
        } else if (admission > member.admission && member.confirmed) {
            member.next = low;
            member.confirmed = false;
            member.ended = false;
        }
        member.admission = admission;
        member.address = from;
        member.heardAtNanos = nowNanos;
        actions.unicast(from, ToyPacket.numbers(ToyPacket.Type.WELCOME, false, admission, member.next));
    }

    /** A member says how far it is; it is told if it is none. */
    void onReport(long id, InetSocketAddress from, ToyPacket report, long nowNanos, Actions actions) {
        Member member = members.get(id);
        if (member == null || member.admission != report.first()) {
            actions.unicast(from, ToyPacket.numbers(ToyPacket.Type.DISMISS, false, report.first()));
            return;
        }
        member.heardAtNanos = nowNanos;
        member.confirmed = true;
        member.next = Math.max(member.next, Math.min(report.second(), next));
        member.ended |= closing && report.flag() && member.next == next;
        repair(report.second(), report.third(), nowNanos, actions);
        release(nowNanos, actions);
    }

    void onLeave(long id, long admission, long nowNanos, Actions actions) {
        Member member = members.get(id);
        if (member != null && member.admission == admission) {
            members.remove(id);
            actions.report(new SessionEvent.MemberLeft(id, member.address));
            release(nowNanos, actions);
        }
    }

    void flush(long id, long deadlineNanos, long nowNanos, Actions actions) {
        flushes.add(new Flush(id, next, deadlineNanos));
        release(nowNanos, actions);
    }

    void close(long deadlineNanos, long nowNanos, Actions actions) {
        closing = true;
        close = new Flush(0, next, deadlineNanos);
        heartbeat(actions);
        release(nowNanos, actions);
    }

    void onTick(long nowNanos, Actions actions) {
        for (Iterator<Map.Entry<Long, Member>> all = members.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Long, Member> one = all.next();
            if (nowNanos - one.getValue().heardAtNanos > SILENCE_NANOS) {
                all.remove();
                actions.report(new SessionEvent.MemberFailed(
                        one.getKey(), one.getValue().address, EventCause.SILENT, "silence"));
            }
        }
        heartbeat(actions);
        release(nowNanos, actions);
    }

    /** When the next flush must be answered, if not before. */
    long deadlineNanos() {
        long first = close == null ? ProtocolEngine.NO_DEADLINE : close.deadlineNanos;
        for (Flush flush : flushes) {
            first = Math.min(first, flush.deadlineNanos);
        }
        return first;
    }

    int memberCount() {
        return members.size();
    }

    /** Packets sent for the first time. */
    long sent() {
        return next;
    }

    long repairs() {
        return repairs;
    }

    private void heartbeat(Actions actions) {
        actions.multicast(ToyPacket.numbers(ToyPacket.Type.HEARTBEAT, closing, next, low), context.ttl());
    }

    /** Sends what is missing, unless that was sent just now: several may miss the same. */
    private void repair(long first, long limit, long nowNanos, Actions actions) {
        int left = MOST_REPAIRS;
        for (Kept one : kept.subMap(first, Math.max(first, limit)).values()) {
            if (left > 0 && nowNanos - one.sentAtNanos >= REPAIR_AGAIN_NANOS) {
                one.sentAtNanos = nowNanos;
                actions.multicast(
                        DatagramHeader.copyAs(one.packet, ToyPacket.Type.DATA.code(), ToyPacket.FLAG), context.ttl());
                repairs++;
                left--;
            }
        }
    }

    private void release(long nowNanos, Actions actions) {
        members.values().stream().mapToLong(member -> member.next).min().ifPresent(this::releaseBelow);
        for (Iterator<Flush> open = flushes.iterator(); open.hasNext(); ) {
            Flush flush = open.next();
            FlushResult result = result(flush, false);
            if (result.complete() || flush.deadlineNanos - nowNanos <= 0) {
                open.remove();
                actions.flushed(flush.id, result);
            }
        }
        Flush last = close;
        if (last != null && (result(last, true).complete() || last.deadlineNanos - nowNanos <= 0)) {
            flushes.forEach(flush -> actions.flushed(flush.id, result(flush, false)));
            flushes.clear();
            FlushResult result = result(last, true);
            close = null;
            heartbeat(actions);
            actions.closed(result);
        }
    }

    private FlushResult result(Flush flush, boolean toTheEnd) {
        List<FlushResult.Laggard> behind = behind(flush, toTheEnd);
        return new FlushResult(behind.isEmpty(), behind, 0);
    }

    private List<FlushResult.Laggard> behind(Flush flush, boolean toTheEnd) {
        List<FlushResult.Laggard> behind = new ArrayList<>();
        members.forEach((id, member) -> {
            if (member.next < flush.limit || (toTheEnd && !member.ended)) {
                behind.add(new FlushResult.Laggard(id, member.address, flush.limit - member.next));
            }
        });
        return behind;
    }

    private void releaseBelow(long limit) {
        while (!kept.isEmpty() && kept.firstKey() < limit) {
            budget.give(kept.pollFirstEntry().getValue().packet);
        }
        low = Math.max(low, Math.min(limit, next));
    }
}
