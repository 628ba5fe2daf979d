package org.rmcast.core.repair;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A packet that was asked for, and to whom it goes or went. Not thread safe. */
final class Repair {
    /** To how many requesters it is remembered to have gone; where there are more, some may get it twice. */
    private static final int MOST_SENT = 32;

    /** Which packet: of whose stream, and its sequence. */
    record Packet(long stream, long sequence) {}

    /** One requester's wish for it. */
    static final class Copy {
        final Repair repair;
        final Requester requester;
        RepairRequest request;
        boolean waiting = true;
        private long sentNanos;

        Copy(Repair repair, Requester requester, RepairRequest request) {
            this.repair = repair;
            this.requester = requester;
            this.request = request;
        }

        private boolean isHeldOff(long nowNanos) {
            return wasSentWithin(request.holdOffNanos(), nowNanos);
        }

        private boolean wasSentWithin(long nanos, long nowNanos) {
            return !waiting && nowNanos - sentNanos < nanos;
        }
    }

    final Packet packet;
    final int bytes;
    private final List<Copy> copies = new ArrayList<>(2);
    private int waiting;
    private boolean wide;
    private boolean multicast;
    private long multicastNanos;
    private long multicastHoldOffNanos;
    /** The code in which it went to all; null if it went alone. */
    private @Nullable SentCode code;
    /** Whether somebody waits for it who is not among the copies. */
    private boolean othersWait;

    Repair(Packet packet, int bytes) {
        this.packet = packet;
        this.bytes = bytes;
    }

    boolean isWaiting() {
        return waiting > 0;
    }

    /** Whether it goes to the group. */
    boolean isWide() {
        return wide;
    }

    /** It is to go to the group. */
    void widen(RepairRequest request) {
        wide = true;
        multicastHoldOffNanos = Math.max(multicastHoldOffNanos, request.holdOffNanos());
    }

    /**
     * Whether it was sent to all, or to this requester, too short a time ago to send it again.
     *
     * @param groupNanos what was sent to all is held off for so long at least
     */
    boolean isHeldOff(RepairRequest request, long groupNanos, long nowNanos) {
        if (multicast
                && nowNanos - multicastNanos < Math.max(groupNanos, request.holdOffNanos())
                && (code == null || code.serves(request, packet.sequence()))) {
            return true;
        }
        Copy copy = find(request);
        return copy != null && copy.isHeldOff(nowNanos);
    }

    /** This requester's wish, sent or not; null if there is none. */
    @Nullable
    Copy find(RepairRequest request) {
        for (Copy copy : copies) {
            if (copy.request.from().equals(request.from())) {
                return copy;
            }
        }
        return null;
    }

    /** How many requesters want it, or wanted it a moment ago. */
    int wanted(long nowNanos) {
        int count = 0;
        for (Copy copy : copies) {
            count += copy.waiting || copy.isHeldOff(nowNanos) ? 1 : 0;
        }
        return count;
    }

    /** At how many hosts it is wanted, or was within a time, with this request. */
    int hostsWith(RepairRequest request, long withinNanos, long nowNanos) {
        Set<InetAddress> hosts = new HashSet<>();
        hosts.add(request.from().getAddress());
        for (Copy copy : copies) {
            if (copy.waiting || copy.wasSentWithin(withinNanos, nowNanos)) {
                hosts.add(copy.request.from().getAddress());
            }
        }
        return hosts.size();
    }

    /** One more wish. */
    Copy add(Requester requester, RepairRequest request) {
        Copy before = find(request);
        if (before != null) {
            copies.remove(before);
        }
        if (copies.size() - waiting >= MOST_SENT) {
            copies.removeIf(copy -> !copy.waiting);
        }
        Copy copy = new Copy(this, requester, request);
        copies.add(copy);
        waiting++;
        return copy;
    }

    /** It was sent to one. */
    void sent(Copy copy, long nowNanos) {
        copy.sentNanos = nowNanos;
        cancel(copy);
    }

    /** Somebody waits for it for whom there is no room among the copies. */
    void addOther() {
        othersWait = true;
    }

    /** The bits of those who lack it; 0 if it cannot be part of a code, since some of them are not known, or cannot decode. */
    long lackers() {
        long bits = 0;
        for (int i = 0; i < copies.size(); i++) {
            Copy copy = copies.get(i);
            if (copy.waiting) {
                if (!copy.request.decodes() || copy.requester.slot < 0) {
                    return 0;
                }
                bits |= 1L << copy.requester.slot;
            }
        }
        return othersWait ? 0 : bits;
    }

    /** Adds the numbers of those requests for it that are the oldest of their requesters. */
    void addOldest(List<Integer> numbers, int most) {
        for (Copy copy : copies) {
            int number = copy.request.number();
            if (!copy.waiting || number == 0 || numbers.size() >= most) {
                continue;
            }
            Copy oldest = copy.requester.peek();
            if (oldest != null && oldest.request.number() == number) {
                numbers.add(number);
            }
        }
    }

    /** Those who wait for it take it out of a code. */
    void noteServed(SentCode sent) {
        for (Copy copy : copies) {
            if (copy.waiting) {
                sent.serves(copy.request, packet.sequence());
            }
        }
    }

    /**
     * It was sent to all.
     *
     * @param in the code of which it was a part, null if it went alone
     */
    void sentToAll(@Nullable SentCode in, long nowNanos) {
        if (in != null) {
            holdOffForAll();
        }
        code = in;
        multicast = true;
        multicastNanos = nowNanos;
        cancelAll();
        copies.clear();
    }

    /** What went to all in a code was not meant to: nobody has said yet for how long it is held off. */
    private void holdOffForAll() {
        for (Copy copy : copies) {
            if (copy.waiting) {
                multicastHoldOffNanos = Math.max(multicastHoldOffNanos, copy.request.holdOffNanos());
            }
        }
    }

    void cancelAll() {
        for (Copy copy : copies) {
            if (copy.waiting) {
                cancel(copy);
            }
        }
    }

    /** A wish that nobody has any more: nothing was sent, so nothing is held off. */
    void withdraw(Copy copy) {
        cancel(copy);
        copies.remove(copy);
    }

    /** A wish that is not to be fulfilled any more. */
    private void cancel(Copy copy) {
        copy.waiting = false;
        copy.requester.release(bytes);
        waiting--;
        wide &= waiting > 0;
        othersWait &= waiting > 0;
    }

    /** Whether nothing waits, nothing that is asked for again would be held off, and none counts who asked before. */
    boolean isOver(long groupNanos, long nowNanos) {
        if (waiting > 0 || (multicast && nowNanos - multicastNanos < Math.max(groupNanos, multicastHoldOffNanos))) {
            return false;
        }
        for (int i = 0; i < copies.size(); i++) {
            Copy copy = copies.get(i);
            if (copy.isHeldOff(nowNanos) || copy.wasSentWithin(groupNanos, nowNanos)) {
                return false;
            }
        }
        return true;
    }
}
