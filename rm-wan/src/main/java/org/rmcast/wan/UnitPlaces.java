package org.rmcast.wan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.wan.wire.WanPacket.Cause;
import org.rmcast.wan.wire.WanPacket.Unit;

/** Units between the wire, where members are places of a view, and memory, where they are slots. Not thread safe. */
final class UnitPlaces {
    private final Members members;

    UnitPlaces(Members members) {
        this.members = members;
    }

    /** A unit as it goes on the wire under a view, null if its sender is not in that view. */
    @Nullable
    Unit toWire(HeldUnit unit, View view) {
        int origin = view.placeOf(unit.sourceId);
        if (origin < 0) {
            return null;
        }
        long places = 0;
        long[] links = new long[Long.bitCount(unit.slots())];
        int count = 0;
        for (int place = 0; place < view.size(); place++) {
            int slot = members.slotOf(view.member(place));
            if (slot >= 0 && unit.isFor(slot)) {
                places |= 1L << place;
                links[count++] = unit.link(slot);
            }
        }
        if (places == 0) {
            return null;
        }
        return new Unit(
                origin,
                unit.number,
                places,
                count == links.length ? links : Arrays.copyOf(links, count),
                unit.first,
                unit.last,
                unit.headers,
                causes(unit, view),
                unit.message,
                unit.messageBytes,
                unit.payload,
                unit.payloadOffset,
                unit.payloadBytes);
    }

    private List<Cause> causes(HeldUnit unit, View view) {
        List<Cause> causes = new ArrayList<>(unit.causes.size());
        for (Dependency before : unit.causes) {
            int origin = view.placeOf(before.sourceId);
            long places = members.places(view, before.slots);
            if (origin >= 0 && places != 0) {
                causes.add(new Cause(origin, before.number, before.message, places));
            }
        }
        return causes;
    }

    /** A unit that came under a view; null if it is not for this member. */
    @Nullable
    HeldUnit fromWire(Unit unit, View view) {
        long slots = 0;
        long[] bySlot = new long[Members.SLOTS];
        int i = 0;
        for (long rest = unit.destinations(); rest != 0; rest &= rest - 1) {
            int slot = members.slotOf(view.member(Long.numberOfTrailingZeros(rest)));
            if (slot >= 0) {
                slots |= 1L << slot;
                bySlot[slot] = unit.links()[i];
            }
            i++;
        }
        if ((slots & Members.SELF) == 0) {
            return null;
        }
        long[] links = new long[Long.bitCount(slots)];
        int count = 0;
        for (long rest = slots; rest != 0; rest &= rest - 1) {
            links[count++] = bySlot[Long.numberOfTrailingZeros(rest)];
        }
        List<Dependency> causes = new ArrayList<>(unit.causes().size());
        for (Cause cause : unit.causes()) {
            long before = members.slots(view, cause.destinations());
            if (before != 0) {
                causes.add(new Dependency(view.member(cause.origin()), cause.number(), cause.message(), before));
            }
        }
        return new HeldUnit(
                view.member(unit.origin()),
                unit.number(),
                unit.first(),
                unit.last(),
                unit.headers(),
                causes,
                unit.message(),
                unit.messageBytes(),
                unit.payload(),
                unit.payloadOffset(),
                unit.payloadBytes(),
                view.id.number(),
                slots,
                links);
    }
}
