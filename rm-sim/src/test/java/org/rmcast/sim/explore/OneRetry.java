package org.rmcast.sim.explore;

import java.net.InetSocketAddress;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.QuietEngine;
import org.rmcast.sim.QuietProtocol;

/**
 * Joins by question and answer and asks a second time if no answer comes, but not a third time: the planted fault, which takes
 * two lost datagrams to show.
 */
final class OneRetry extends QuietEngine {
    static final int JOIN = 1;
    static final int ACCEPT = 2;
    static final int CHATTER = 3;
    private static final long RETRY_NANOS = 50_000_000;

    private final EngineContext context;
    private boolean joined;
    private int asked;
    private long askAtNanos;

    OneRetry(EngineContext context) {
        this.context = context;
        this.joined = context.role() == Role.SENDER;
    }

    @Override
    public void onStart(long now, Actions actions) {
        askAtNanos = now;
    }

    @Override
    public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions) {
        int type = DatagramHeader.type(datagram);
        if (type == JOIN && context.role() == Role.SENDER) {
            actions.unicast(from, QuietProtocol.packet(ACCEPT));
        } else if (type == ACCEPT && !joined) {
            joined = true;
            actions.report(new SessionEvent.MemberJoined(context.memberId(), context.localAddress()));
        }
    }

    @Override
    public void onDeadline(long now, Actions actions) {
        askAtNanos = now + RETRY_NANOS;
        boolean ask = !joined && asked++ < 2;
        actions.multicast(QuietProtocol.packet(ask ? JOIN : CHATTER), 255);
    }

    @Override
    public long nextDeadlineNanos() {
        return askAtNanos;
    }
}
