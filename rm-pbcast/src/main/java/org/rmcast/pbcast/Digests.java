package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;

/**
 * Makes a round's digests: first the streams of which packets are held or missed, those with the latest news first, in as
 * many datagrams as are allowed; then, as far as there is room in the last of them and as many as are allowed, the others by turns, so that everyone
 * learns how far each stream is.
 */
final class Digests {
    private final PbcastConfig config;
    private int nextIdle;

    Digests(PbcastConfig config) {
        this.config = config;
    }

    /**
     * The datagrams of a round.
     *
     * @param own the member's own stream, which comes first if there is one
     */
    List<Digest> make(PacketType type, int round, List<HeldStream> own, List<Source> sources, long nowNanos) {
        boolean lack = type == PacketType.LACK;
        List<Source> active = new ArrayList<>();
        List<Source> idle = new ArrayList<>();
        for (Source source : sources) {
            (source.isActive() ? active : idle).add(source);
        }
        active.sort((one, other) -> Long.compare(other.newsNanos() - one.newsNanos(), 0));
        Filling filling = new Filling();
        boolean whole = true;
        for (HeldStream stream : own) {
            whole &= filling.add(stream.entry(lack, nowNanos), true);
        }
        for (Source source : active) {
            whole &= filling.add(source.entry(lack, nowNanos), true);
        }
        int limit = Math.min(idle.size(), config.digestIdleStreams);
        int mentioned = 0;
        while (mentioned < limit
                && filling.add(idle.get((nextIdle + mentioned) % idle.size()).entry(lack, nowNanos), false)) {
            mentioned++;
        }
        whole &= mentioned == limit;
        nextIdle = idle.isEmpty() ? 0 : (nextIdle + mentioned) % idle.size();
        return filling.digests(type, round, !whole);
    }

    /** Fills datagrams one after the other. */
    private final class Filling {
        private final List<List<Entry>> datagrams = new ArrayList<>();
        private int left;

        boolean add(Entry entry, boolean mayBegin) {
            int length = PbcastCodec.length(entry);
            if (length > left) {
                if (datagrams.size() >= config.digestDatagrams || !(mayBegin || datagrams.isEmpty())) {
                    return false;
                }
                datagrams.add(new ArrayList<>());
                left = config.maxPacketBytes - PbcastCodec.LIST_OFFSET;
            }
            if (length > left) {
                return false;
            }
            datagrams.get(datagrams.size() - 1).add(entry);
            left -= length;
            return true;
        }

        List<Digest> digests(PacketType type, int round, boolean truncated) {
            return datagrams.stream()
                    .map(entries -> new Digest(type, truncated, round, entries))
                    .toList();
        }
    }
}
