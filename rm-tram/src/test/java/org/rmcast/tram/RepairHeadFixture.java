package org.rmcast.tram;

import org.rmcast.api.Role;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TreePlace;

/** A repair node of level 2 that holds packets 1 to 20 and says hello each 200 ms, and what its members say to it. */
abstract class RepairHeadFixture {
    final TramConfig config = TramConfig.defaults();
    final long hello = config.helloIntervalNanos;
    final TramContext context = Parts.context(config, Role.REPAIR_NODE);
    final NodeStub node = new NodeStub();
    final RepairHead head = new RepairHead(context, node, new Pacer(1e9, Pacer.BURST_NANOS));
    final RecordingActions actions = new RecordingActions();

    final void bind(int id) {
        ask(id);
        ack(id, 1, 0);
    }

    final void ask(int id) {
        ask(id, 0);
    }

    final void ask(int id, long formerHead) {
        ask(id, formerHead, 1);
    }

    /** Wants to be taken, and has yet to prove where it is. */
    final void ask(int id, long formerHead, int move) {
        HeadBind bind =
                new HeadBind(false, 1, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, formerHead, move, Parts.SOURCE, 1, 7);
        head.onBind(Parts.address(id), id, bind, 0, actions);
    }

    final void ack(int id, long start, long nowNanos) {
        hear(id, start, nowNanos);
        head.settle(nowNanos, actions);
    }

    /** It acknowledges, and the wake-up goes on. */
    final void hear(int id, long start, long nowNanos) {
        head.onAck(Parts.address(id), id, Parts.shown(cookie(id), start, 300), nowNanos, actions);
    }

    final long cookie(int id) {
        HeadMember member = head.members().get(id);
        return member == null ? 0 : member.cookie;
    }
}
