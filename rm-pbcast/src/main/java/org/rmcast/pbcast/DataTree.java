package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Link;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;

/**
 * Along which links new data travels where there is no multicast: a tree that members find out by themselves, one for all
 * senders.
 *
 * <p>Source: Leitão, Pereira, Rodrigues, "Epidemic Broadcast Trees" (SRDS 2007): data is passed on along all links at first; a
 * link on which comes what had come on another one before is taken out of the tree at both ends (PRUNE), and one to a member that
 * tells of packets which did not come is taken in (GRAFT). Here the rounds of gossip do what IHAVE does there, and requests repair
 * what is missing meanwhile.
 *
 * <p>Bounded: more than {@value #MOST_LINKS} links are refused. Not thread safe.
 */
final class DataTree {
    private static final int MOST_LINKS = 64;
    /** A link that was taken out is not used again, and the other end not told again, within this time: data is on its way. */
    private static final long SETTLING_NANOS = 100_000_000L;

    private final PbcastContext context;
    private final Targets targets;
    private final Map<Long, GroupMember> links = new LinkedHashMap<>();
    /** The same, to go through for each packet. */
    private List<GroupMember> members = List.of();
    /** When links were taken out last. */
    private final Map<Long, Long> prunedNanos = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > 2 * MOST_LINKS;
        }
    };

    private boolean begun;

    DataTree(PbcastContext context, Targets targets) {
        this.context = context;
        this.targets = targets;
    }

    /** How many links this member has in the tree. */
    int links() {
        return links.size();
    }

    /** Sends new data of this member's own. */
    void send(byte[] datagram, Actions actions) {
        begin();
        for (int i = 0; i < members.size(); i++) {
            actions.unicast(members.get(i).address(), datagram);
        }
    }

    /** At first, and when no link is left, data goes to random members. */
    private void begin() {
        if (begun && !links.isEmpty()) {
            return;
        }
        begun = true;
        for (GroupMember member : targets.random(context.config.dataFanout)) {
            links.put(member.id(), member);
        }
        members = List.copyOf(links.values());
    }

    /**
     * Data came from a member that passed it on, or is its sender.
     *
     * @param source its stream, null if it is this member's own or not followed
     * @param fresh whether it had not come before
     */
    void onData(
            long id,
            InetSocketAddress from,
            Data data,
            @Nullable Source source,
            boolean fresh,
            long nowNanos,
            Actions actions) {
        if (!targets.isAt(id, from)) {
            return;
        }
        if (source == null) {
            if (data.source() == context.engine.memberId()) {
                prune(id, from, nowNanos, actions);
            }
        } else if (fresh) {
            begin();
            onFresh(id, data, source.passage(), nowNanos);
            passOn(id, data, actions);
        } else if (source.passage().parent != id && data.sequence() < source.passage().parentLimit) {
            prune(id, from, nowNanos, actions);
        }
    }

    private void onFresh(long id, Data data, Passage passage, long nowNanos) {
        if (!isSettling(id, nowNanos)) {
            passage.parent = id;
            link(id);
        }
        passage.onPassedOn();
        if (passage.parent == id) {
            passage.parentLimit = Math.max(passage.parentLimit, data.sequence() + 1);
        }
    }

    private void passOn(long from, Data data, Actions actions) {
        byte[] copy = null;
        for (int i = 0; i < members.size(); i++) {
            GroupMember member = members.get(i);
            if (member.id() != from && member.id() != data.source()) {
                copy = copy == null ? PbcastCodec.again(PacketType.FORWARD, data.datagram()) : copy;
                actions.unicast(member.address(), copy);
            }
        }
    }

    /** A member tells of packets that should have come along the tree: from now on they come from there. */
    void graft(long id, InetSocketAddress from, Actions actions) {
        if (targets.isAt(id, from) && targets.isVouched(id)) {
            prunedNanos.remove(id);
            link(id);
            context.unicast(from, new Link(true), actions);
        }
    }

    /** A member takes a link into the tree, or out of it. */
    void onLink(long id, InetSocketAddress from, Link link) {
        if (!targets.isAt(id, from) || !targets.isVouched(id)) {
            return;
        }
        if (link.inTree()) {
            prunedNanos.remove(id);
            link(id);
        } else {
            unlink(id);
        }
    }

    /** A member is in the view no more. */
    void onDown(long id) {
        unlink(id);
    }

    private void prune(long id, InetSocketAddress from, long nowNanos, Actions actions) {
        unlink(id);
        if (!isSettling(id, nowNanos)) {
            prunedNanos.put(id, nowNanos);
            context.unicast(from, new Link(false), actions);
        }
    }

    private boolean isSettling(long id, long nowNanos) {
        Long pruned = prunedNanos.get(id);
        return pruned != null && nowNanos - pruned < SETTLING_NANOS;
    }

    private void link(long id) {
        GroupMember member = targets.find(id);
        if (member != null && !links.containsKey(id) && links.size() < MOST_LINKS) {
            links.put(id, member);
            members = List.copyOf(links.values());
        }
    }

    private void unlink(long id) {
        if (links.remove(id) != null) {
            members = List.copyOf(links.values());
        }
    }
}
