package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DatagramHeader.Verdict;

/** The common header with its checksum: completed on the way out, checked on the way in. */
final class HeaderLayer implements PathLayer {
    private final int wireId;
    private final long sessionId;
    private final long memberId;
    private final int incarnation;

    HeaderLayer(int wireId, long sessionId, long memberId, int incarnation) {
        this.wireId = wireId;
        this.sessionId = sessionId;
        this.memberId = memberId;
        this.incarnation = incarnation;
    }

    /** None: plain packets have room for the header. */
    @Override
    public int overheadBytes() {
        return 0;
    }

    @Override
    public void outbound(@Nullable InetSocketAddress to, int ttl, byte[] datagram, Outlet below) {
        below.send(to, ttl, DatagramHeader.complete(datagram, wireId, sessionId, memberId, incarnation));
    }

    @Override
    public void inbound(InetSocketAddress from, Cast cast, byte[] datagram, Inlet above) {
        Verdict verdict = DatagramHeader.check(datagram, wireId, sessionId, memberId, incarnation);
        if (verdict == Verdict.ACCEPTED) {
            above.receive(from, cast, datagram);
        } else {
            above.refuse(from, cast, datagram, verdict);
        }
    }
}
