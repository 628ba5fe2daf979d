package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.DownReason;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipConfig;
import org.rmcast.core.membership.MembershipListener;
import org.rmcast.core.membership.MembershipView;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;

/** Embeds the membership and nothing else. Checks that what the listener hears is what the view shows. */
final class MembershipEngine implements ProtocolEngine, MembershipListener {
    private final MembershipConfig config;
    private final SwimMembership membership;
    private final Map<Long, GroupMember> heard = new TreeMap<>();
    private final List<DownReason> downs = new ArrayList<>();

    MembershipEngine(EngineContext context, MembershipConfig config, int maxPacketBytes) {
        this.config = config;
        this.membership = new SwimMembership(context, config, maxPacketBytes, this);
    }

    MembershipView view() {
        return membership.view();
    }

    /** Why members went out of the view, oldest first. */
    List<DownReason> downs() {
        return downs;
    }

    @Override
    public void onUp(GroupMember member, long now, Actions actions) {
        if (heard.put(member.id(), member) != null || membership.view().find(member.id()) == null) {
            throw new IllegalStateException("up twice, or not in the view: " + member);
        }
    }

    @Override
    public void onDown(GroupMember member, DownReason reason, long now, Actions actions) {
        if (heard.remove(member.id()) == null || membership.view().find(member.id()) != null) {
            throw new IllegalStateException("down, but was not up, or still in the view: " + member);
        }
        downs.add(reason);
    }

    @Override
    public void onStart(long now, Actions actions) {
        membership.onStart(now, actions);
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions)
            throws DecodeException {
        if (SwimMembership.owns(DatagramHeader.type(datagram))) {
            membership.onDatagram(from, cast, datagram, now, actions);
        }
    }

    @Override
    public void onDeadline(long now, Actions actions) {
        membership.onDeadline(now, actions);
    }

    @Override
    public void onClose(long deadline, long now, Actions actions) {
        membership.leave(now, actions);
        actions.closed(FlushResult.completed());
    }

    @Override
    public long nextDeadlineNanos() {
        return membership.nextDeadlineNanos();
    }

    @Override
    public boolean onSend(byte[] message, boolean headers, long now, Actions actions) {
        return false;
    }

    @Override
    public void onFlush(long flushId, Confirmation by, long deadline, long now, Actions actions) {
        actions.flushed(flushId, FlushResult.completed());
    }

    @Override
    public void onDeliveryRoom(long now, Actions actions) {}

    @Override
    public void onBatchEnd(long now, Actions actions) {}

    @Override
    public int receiverCount() {
        return membership.view().others().size();
    }

    /** The simulator checks that what is held stays within what is promised. */
    @Override
    public EngineStatistics statistics() {
        if (!List.copyOf(heard.keySet())
                .equals(membership.view().others().stream().map(GroupMember::id).toList())) {
            throw new IllegalStateException("the listener heard of others than the view shows");
        }
        if (membership.view().others().size() > config.maxView) {
            throw new IllegalStateException("the view is larger than maxView");
        }
        return Statistics.ofBuffer(membership.records(), SwimMembership.mostRecords(config));
    }
}
