package org.rmcast.core.repair;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Who waits for repairs: its own queue, and what it may still send in its turn. Not thread safe. */
final class Requester {
    /** What waits. */
    static final class Load {
        int packets;
        long bytes;

        private void change(int byPackets, int byBytes) {
            packets += byPackets;
            bytes += byBytes;
        }
    }

    final InetSocketAddress address;
    /** Its number among those who wait, for {@link CodePlanner}; -1 if it has none. */
    int slot = -1;
    /** Bytes that it may send in this turn. */
    int deficitBytes;

    private final ArrayDeque<Repair.Copy> queue = new ArrayDeque<>();
    private final Load own = new Load();
    private final Load all;

    /** @param all what waits in all, kept up to date */
    Requester(InetSocketAddress address, Load all) {
        this.address = address;
        this.all = all;
    }

    /** Whether there is room for one more of so many bytes: no more may wait here than is free in all. */
    boolean hasRoom(int packetBytes, RepairLimits limits) {
        return own.packets < limits.maxPackets() - all.packets
                && own.bytes + packetBytes <= limits.maxBytes() - all.bytes;
    }

    void add(Repair.Copy copy) {
        queue.add(copy);
        own.change(1, copy.repair.bytes);
        all.change(1, copy.repair.bytes);
    }

    /** The oldest wish that is still waiting, null if none is. */
    Repair.@Nullable Copy peek() {
        Repair.Copy first = queue.peek();
        while (first != null && !first.waiting) {
            queue.remove();
            first = queue.peek();
        }
        return first;
    }

    /** A wish waits no more. */
    void release(int packetBytes) {
        own.change(-1, -packetBytes);
        all.change(-1, -packetBytes);
    }
}
