package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.membership.DownReason;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipListener;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.testing.Introductions;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Install;
import org.rmcast.wan.wire.WanPacket.Promise;
import org.rmcast.wan.wire.WanPacket.Propose;
import org.rmcast.wan.wire.WanPacket.Refuse;
import org.rmcast.wan.wire.WanPacket.ViewId;

/** One of three members, 10, 20 and 30, that know one another and are each in a view of their own; and what the others say to it. */
abstract class AgreementFixture implements MembershipListener {
    static final long A = 10;
    static final long B = 20;
    static final long C = 30;
    static final ViewId ALONE_A = new ViewId(1, A);
    static final ViewId ALONE_B = new ViewId(1, B);
    static final ViewId ALONE_C = new ViewId(1, C);

    final long self;
    final WanContext context;
    final WanConfig config;
    final Agreement agreement;
    final RecordingActions actions = new RecordingActions();
    /** The views that this member was given, in order. */
    final List<Install> views = new ArrayList<>();

    long now;
    private final SwimMembership membership;

    AgreementFixture(long self) {
        this.self = self;
        this.config = Parts.config(Parameters.none());
        this.context = new WanContext(Parts.engine(self), config, new Members(self, Parts.view(1, self)));
        this.membership = membership(self, this);
        this.agreement = new Agreement(
                context, membership.view(), new Whereabouts(membership.view()), (install, nowNanos, given) -> {
                    views.add(install);
                    context.members.install(new View(install.id(), install.members()));
                });
        agreement.onGroup(0);
    }

    private static SwimMembership membership(long self, MembershipListener listener) {
        SwimMembership membership =
                new SwimMembership(Parts.engine(self), Parts.config(Parameters.none()).membership, 1_400, listener);
        RecordingActions unused = new RecordingActions();
        membership.onStart(0, unused);
        List<GroupMember> all = LongStream.of(A, B, C)
                .mapToObj(id -> new GroupMember(id, Parts.address(id), 0, Role.PEER))
                .toList();
        new Introductions(all).introduceTo(membership, listener, 0, unused);
        return membership;
    }

    @Override
    public void onUp(GroupMember member, long nowNanos, Actions given) {}

    @Override
    public void onDown(GroupMember member, DownReason reason, long nowNanos, Actions given) {
        agreement.onGroup(nowNanos);
    }

    /** The membership of this member hears that another one is not there any more. */
    final void leave(long id) {
        RecordingActions last = new RecordingActions();
        membership(id, this).leave(now, last);
        try {
            for (byte[] packet : last.multicasts()) {
                membership.onDatagram(
                        Parts.address(id),
                        Cast.MULTICAST,
                        DatagramHeader.complete(packet, WanCodec.PROTOCOL, Parts.SESSION, id, 1),
                        now,
                        new RecordingActions());
            }
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
        assertThat(membership.view().find(id)).isNull();
    }

    /** Time passes to then. */
    final void at(long nanos) {
        now = nanos;
        agreement.onDeadline(now, actions);
    }

    final void later(long nanos) {
        at(now + nanos);
    }

    final void propose(long from, long number, ViewId installed, Long... members) {
        agreement.onPropose(Parts.address(from), from, new Propose(number, installed, List.of(members)), now, actions);
    }

    final void promise(long from, long number, ViewId installed) {
        agreement.onPromise(from, new Promise(number, installed));
    }

    final void refuse(long number, ViewId known) {
        agreement.onRefuse(new Refuse(number, known), now);
    }

    /** A view in whose members each had been alone. */
    static Install view(long number, long coordinator, Long... members) {
        List<ViewId> before =
                List.of(members).stream().map(id -> new ViewId(1, id)).toList();
        List<Integer> lineages = new ArrayList<>();
        for (int i = 0; i < members.length; i++) {
            lineages.add(i);
        }
        return new Install(new ViewId(number, coordinator), before, List.of(members), lineages);
    }

    final void install(long from, Install install) {
        agreement.onInstall(from, install, now, actions);
    }

    /** What was sent to a member since this was asked last. */
    final List<WanPacket> sentTo(long id) {
        List<WanPacket> packets = Parts.packetsTo(id, actions);
        actions.sent().removeIf(sent -> Parts.address(id).equals(sent.to()));
        return packets;
    }
}
