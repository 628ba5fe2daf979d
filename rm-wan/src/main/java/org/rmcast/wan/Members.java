package org.rmcast.wan;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rmcast.wan.wire.WanPacket.Stamp;

/**
 * The members of the present view, and the views before as far as packets of them may still come. Each member has a slot for as long as it is
 * there: sets of members are masks of slots here, and of places in a view on the wire. Not thread safe.
 */
final class Members {
    /** Slots there are: one more than members, so that a mask is a positive number. */
    static final int SLOTS = 63;

    /** This member's slot. */
    static final int SELF_SLOT = 0;

    /** This member's slot, as a mask. */
    static final long SELF = 1L;

    /** A unit that is repaired after more views are gone would count as sent in the present one, and wait for what waits for it. */
    private static final int VIEWS_KEPT = 64;

    private final long selfId;
    private final Map<Long, Peer> peers = new TreeMap<>();
    private List<Peer> inOrder = List.of();
    private final @Nullable Peer[] bySlot = new @Nullable Peer[SLOTS];
    private final ArrayDeque<View> before = new ArrayDeque<>();
    private View view;
    private long slots;

    Members(long selfId, View first) {
        this.selfId = selfId;
        this.view = first;
    }

    View view() {
        return view;
    }

    /** Installs a view; peers are added and removed besides. */
    void install(View next) {
        before.addFirst(view);
        if (before.size() > VIEWS_KEPT) {
            before.removeLast();
        }
        view = next;
        for (Peer peer : inOrder) {
            peer.seenInView = false;
        }
    }

    /** The view of this stamp, the present one or one before; null if it is not known. */
    @Nullable
    View find(Stamp stamp) {
        if (view.stamp.equals(stamp)) {
            return view;
        }
        for (View former : before) {
            if (former.stamp.equals(stamp)) {
                return former;
            }
        }
        return null;
    }

    /** The view under which a unit was first sent, the present one if it is not known any more. */
    View viewOf(HeldUnit unit) {
        if (unit.view == view.id.number()) {
            return view;
        }
        for (View former : before) {
            if (former.id.number() == unit.view) {
                return former;
            }
        }
        return view;
    }

    /** The other members, ascending by id; a list that stays as it is. */
    List<Peer> peers() {
        return inOrder;
    }

    @Nullable
    Peer find(long id) {
        return peers.get(id);
    }

    @Nullable
    Peer bySlot(int slot) {
        return bySlot[slot];
    }

    /** The slots of all others. */
    long others() {
        return slots;
    }

    int freeSlot() {
        return Long.numberOfTrailingZeros(~(slots | SELF));
    }

    void add(Peer peer) {
        peers.put(peer.id(), peer);
        inOrder = List.copyOf(peers.values());
        bySlot[peer.slot] = peer;
        slots |= peer.bit();
    }

    void remove(Peer peer) {
        peers.remove(peer.id());
        inOrder = List.copyOf(peers.values());
        bySlot[peer.slot] = null;
        slots &= ~peer.bit();
    }

    /** The slot of a member, negative if it is not there. */
    int slotOf(long id) {
        if (id == selfId) {
            return SELF_SLOT;
        }
        Peer peer = peers.get(id);
        return peer == null ? -1 : peer.slot;
    }

    /** A set of places of a view as slots; those that are not there any more are left out. */
    long slots(View of, long places) {
        long set = 0;
        for (long rest = places; rest != 0; rest &= rest - 1) {
            int slot = slotOf(of.member(Long.numberOfTrailingZeros(rest)));
            set |= slot < 0 ? 0 : 1L << slot;
        }
        return set;
    }

    /** A set of slots as places of a view; those that are not in it are left out. */
    long places(View of, long set) {
        long places = 0;
        for (long rest = set; rest != 0; rest &= rest - 1) {
            int place = of.placeOf(idOf(Long.numberOfTrailingZeros(rest)));
            places |= place < 0 ? 0 : 1L << place;
        }
        return places;
    }

    /** The member of a slot, 0 if it is free. */
    long idOf(int slot) {
        if (slot == SELF_SLOT) {
            return selfId;
        }
        Peer peer = bySlot[slot];
        return peer == null ? 0 : peer.id();
    }

    @Override
    public String toString() {
        return view + ": " + inOrder;
    }
}
