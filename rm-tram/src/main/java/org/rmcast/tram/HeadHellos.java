package org.rmcast.tram;

import java.net.InetAddress;
import java.util.List;
import org.rmcast.core.engine.Actions;
import org.rmcast.tram.wire.TramPacket.Hello;

/**
 * What a head says in its hellos, and to whom: to the group, or, where many heads share a scope, to each member alone in between. A repair node without
 * members says near and farther away that it is there.
 */
final class HeadHellos {
    private static final long IDLE_NANOS = 1_000_000_000L;

    private final TramContext context;
    private final TramConfig config;
    private final RepairHead.Host host;
    private final HeadMembers members;
    private final MemberAdmission admission;
    private final HelloPace pace;
    private final HeadsInReach inReach;
    /** Those without members, which speak more rarely. */
    private final HeadsInReach idleInReach;
    /** The scope of the last hello without members. */
    private int idleTtl;

    HeadHellos(TramContext context, RepairHead.Host host, HeadMembers members, MemberAdmission admission) {
        this.context = context;
        this.config = context.config;
        this.host = host;
        this.members = members;
        this.admission = admission;
        this.pace = new HelloPace(config);
        this.inReach = new HeadsInReach(config);
        this.idleInReach = new HeadsInReach(config);
    }

    /** The node becomes a head. */
    void begin(long nowNanos) {
        pace.begin(nowNanos);
    }

    /** Another head than the own one says hello. */
    void onHello(InetAddress from, int itsMembers, long nowNanos) {
        (itsMembers > 0 ? inReach : idleInReach).onHello(from, nowNanos);
    }

    /** How many other heads with members there are. */
    int othersInReach(long nowNanos) {
        return inReach.count(nowNanos);
    }

    void clear() {
        inReach.clear();
        idleInReach.clear();
    }

    /**
     * Says hello.
     *
     * @param demand who is to acknowledge
     */
    void say(List<Long> demand, long nowNanos, Actions actions) {
        if (pace.isForGroup(othersInReach(nowNanos), members.count(), nowNanos)) {
            sayToGroup(demand, nowNanos, actions);
        } else {
            sayToEach(demand, nowNanos, actions);
        }
    }

    /** Says hello to the group, however many other heads there are. */
    void sayToGroup(List<Long> demand, long nowNanos, Actions actions) {
        host.onHello(nowNanos);
        context.multicast(hello(members.ttl(), demand), members.ttl(), actions);
    }

    private void sayToEach(List<Long> demand, long nowNanos, Actions actions) {
        host.onHello(nowNanos);
        Hello quiet = hello(members.ttl(), List.of());
        for (HeadMember member : members.all()) {
            if (!member.ghost && !member.newcomer) {
                Hello said = demand.contains(member.id) ? hello(members.ttl(), List.of(member.id)) : quiet;
                context.unicast(member.address, said, actions);
            }
        }
    }

    /** Asks one member for an acknowledgement. */
    void demand(HeadMember member, Actions actions) {
        context.unicast(member.address, hello(members.ttl(), List.of(member.id)), actions);
    }

    /** How long a repair node without members is silent between two hellos. */
    long idleIntervalNanos(long nowNanos) {
        return Math.max(IDLE_NANOS, HelloPace.intervalNanos(config, idleInReach.count(nowNanos)));
    }

    /** Says that there is a repair node without members, within another scope each time. */
    void sayIdle(Actions actions) {
        int widest = context.engine.ttl();
        idleTtl = idleTtl >= widest ? 1 : Math.min(widest, idleTtl + config.solicitationTtlStep);
        context.multicast(hello(idleTtl, List.of()), idleTtl, actions);
    }

    private Hello hello(int ttl, List<Long> demand) {
        Position position = host.position();
        return new Hello(
                ttl,
                admission.state(),
                context.role(),
                position.place(),
                members.count(),
                position.source(),
                Math.max(0, position.low()),
                Math.max(0, position.next()),
                demand,
                host.roundTripMicros());
    }
}
