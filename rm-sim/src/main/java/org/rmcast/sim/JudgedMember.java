package org.rmcast.sim;

import java.util.Map;
import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.sim.check.Participant;
import org.rmcast.sim.check.ReceivedStream;
import org.rmcast.sim.check.SentStream;
import org.rmcast.sim.ledger.SentLog;

/** One incarnation as invariants see it. */
final class JudgedMember implements Participant {
    private final SimNode node;
    private final Incarnation member;
    private final NodeSettings settings;
    private final Map<Long, SentLog> sentLogs;

    /** @param sentLogs by member id */
    JudgedMember(SimNode node, Incarnation member, NodeSettings settings, Map<Long, SentLog> sentLogs) {
        this.node = node;
        this.member = member;
        this.settings = settings;
        this.sentLogs = sentLogs;
    }

    @Override
    public int host() {
        return node.index();
    }

    @Override
    public long memberId() {
        return member.memberId();
    }

    @Override
    public Role role() {
        return settings.role();
    }

    @Override
    public boolean isRunning() {
        return member.isRunning();
    }

    @Override
    public boolean isPaused() {
        return isRunning() && node.isPaused();
    }

    @Override
    public boolean hasRoom() {
        return member.receiving().hasRoom();
    }

    @Override
    public EngineStatistics statistics() {
        return member.driver().engine().statistics();
    }

    @Override
    public long memoryBoundBytes() {
        return settings.protocol().memoryBoundBytes(settings.role());
    }

    @Override
    public SentStream sent() {
        return member.log();
    }

    @Override
    public ReceivedStream received(Participant source) {
        SentLog log = sentLogs.get(source.memberId());
        if (log == null) {
            throw new IllegalArgumentException("source " + source.memberId() + " never was a member");
        }
        return member.receiving().streams().ledger(source.memberId(), log);
    }

    @Override
    public String toString() {
        return "member " + memberId();
    }
}
