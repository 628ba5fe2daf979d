package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;

/**
 * What a sender hears of other senders' streams before it has receivers of its own. Receivers follow one stream at a time, so while
 * there is another one nobody takes what this sender has to say: it keeps its messages to itself. To begin with it listens for a
 * moment. From its first receiver on others' streams do not matter.
 */
final class OtherStreams {
    private static final long MAX_LISTEN_NANOS = 500_000_000L;
    private static final int SILENT_BEACONS = 3;

    private final long own;
    private final long listenNanos;
    private final long memoryNanos;
    private long holdUntilNanos;
    private long source;
    private boolean hasReceivers;

    OtherStreams(TramContext context) {
        this.own = context.engine.memberId();
        this.listenNanos = Math.min(MAX_LISTEN_NANOS, 2 * context.config.helloIntervalNanos);
        this.memoryNanos = SILENT_BEACONS * context.config.beaconIntervalNanos + listenNanos;
    }

    void start(long nowNanos) {
        holdUntilNanos = nowNanos + listenNanos;
    }

    /** There is a receiver. If there is word of another stream, its receivers are on their way here. */
    void onReceiver(long nowNanos) {
        if (!hasReceivers) {
            hasReceivers = true;
            holdUntilNanos = source == 0 ? nowNanos : nowNanos + listenNanos;
        }
    }

    /** A packet came: whose stream is it about? */
    void onPacket(InetSocketAddress from, long id, TramPacket packet, long nowNanos, Actions actions) {
        if (hasReceivers) {
            return;
        }
        long about = source(id, packet);
        if (about == 0 || about == own) {
            return;
        }
        if (about != source) {
            source = about;
            actions.report(new SessionEvent.OtherStream(about, from));
        }
        holdUntilNanos = Math.max(holdUntilNanos, nowNanos + memoryNanos);
    }

    private static long source(long id, TramPacket packet) {
        return switch (packet.type()) {
            case BEACON -> id;
            case DATA -> ((Data) packet).source();
            case HELLO -> ((Hello) packet).source();
            case HEAD_ADVERTISEMENT -> ((HeadAdvertisement) packet).source();
            case MEMBER_SOLICITATION -> ((MemberSolicitation) packet).source();
            case HEAD_BIND -> ((HeadBind) packet).source();
            case ACK -> ((Ack) packet).source();
            case MEMBER_REPORT -> ((MemberReport) packet).source();
            case RETRANSMISSION,
                    UNICAST_DATA,
                    ACCEPT_MEMBER,
                    REJECT_MEMBER,
                    UNICAST_HELLO,
                    NOT_REPAIRED,
                    REPORT_TAKEN,
                    COOKIE_REQUEST,
                    COOKIE,
                    CODED_REPAIR -> 0;
        };
    }

    /** Whether messages are held. */
    boolean holds(long nowNanos) {
        return nowNanos - holdUntilNanos < 0;
    }

    /** Whether there are receivers, as far as is known, but none for this sender. */
    boolean areFollowed(long nowNanos) {
        return source != 0 && !hasReceivers && holds(nowNanos);
    }

    /** Until when messages are held; meaningful while they are. */
    long holdUntilNanos() {
        return holdUntilNanos;
    }
}
