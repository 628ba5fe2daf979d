package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.flow.EchoedRequests;
import org.rmcast.core.flow.RoundTripEstimate;

/**
 * Watches the head that a node has, from its acceptance until it has another one or none: whether it is there, see {@link Liveness}, and
 * whether the sender is heard through it, whose hellos are numbered and passed down the tree.
 */
final class HeadWatch {
    /** So many hellos in a row are seldom lost while the head is there. */
    private static final int FEW_MISSED = 2;
    /** So many probes are remembered. */
    private static final int REMEMBERED = 32;

    private final TramConfig config;
    private final Liveness liveness;
    private final EchoedRequests probes;
    final HeadCandidate head;

    private long waveNanos;
    /** The number of the sender's hello that the head knew of at the last look, and how many looks ago it has risen. */
    private long wave;

    private int wavesMissed;

    /**
     * The head has just taken this node.
     *
     * @param firstProbe the number of the first probe: nobody guesses it
     */
    HeadWatch(TramConfig config, HeadCandidate head, int firstProbe, long nowNanos) {
        this.config = config;
        this.head = head;
        this.liveness = new Liveness(config, config.helloIntervalNanos * 3 / 2, head.roundTripNanos, nowNanos);
        RoundTripEstimate estimate =
                new RoundTripEstimate(head.roundTripNanos, config.repairTimeoutMinNanos, config.repairTimeoutMaxNanos);
        this.probes = new EchoedRequests(estimate, REMEMBERED, firstProbe);
        this.wave = head.place.wave();
        this.waveNanos = nowNanos;
    }

    /** Whether the head has been heard of late, and through it the sender. */
    boolean isInTouch() {
        return liveness.unanswered() < FEW_MISSED && wavesMissed < head.place.level() + FEW_MISSED;
    }

    /** Whether nothing is amiss: no probe is unanswered. */
    boolean isHeard() {
        return liveness.unanswered() == 0;
    }

    /** When the head was heard last. */
    long heardNanos() {
        return liveness.heardNanos();
    }

    /** The round trip to the head as it was last measured. */
    long roundTripNanos() {
        return liveness.roundTripNanos();
    }

    /** Something came from the head: any packet is a sign of life. */
    void onHeard(long nowNanos) {
        liveness.onHeard(nowNanos);
        head.heardAtNanos = nowNanos;
    }

    /** A question whether the head is there leaves; returns its number. */
    int ask(long nowNanos) {
        return probes.ask(nowNanos);
    }

    /** The head echoes the number of a question, 0 if it answers none; returns after how long, 0 if that is not known. */
    long onEcho(int number, long nowNanos) {
        if (probes.onEcho(number, nowNanos) != EchoedRequests.Echo.FIRST) {
            return 0;
        }
        long nanos = Math.max(1, nowNanos - probes.sentNanos(number));
        liveness.onRoundTrip(nanos);
        return nanos;
    }

    /** The head owes answers; whether it is to be probed now. */
    boolean isSuspicious(long nowNanos) {
        liveness.suspect(nowNanos);
        return liveness.isProbeDue(nowNanos);
    }

    /** A host says that nobody has the head's port; whether it is to be probed now. */
    boolean isRefused(long nowNanos) {
        liveness.onRefused(nowNanos);
        return liveness.isProbeDue(nowNanos);
    }

    /** To be called with each look, before {@link #look}; whether a hello interval has passed. */
    boolean isRound(HeadSearch.Host host, long nowNanos) {
        if (nowNanos - waveNanos < config.helloIntervalNanos) {
            return false;
        }
        waveNanos = nowNanos;
        long known = head.place.wave();
        wavesMissed = known > wave ? 0 : wavesMissed + 1;
        wave = known;
        host.tellLoss(liveness);
        return true;
    }

    /** Probes the head if that is due; returns why it is given up, null if it is not. */
    @Nullable
    Reason look(HeadSearch.Host host, long nowNanos, Actions actions) {
        liveness.onLook(nowNanos);
        if (liveness.isProbeDue(nowNanos)) {
            if (liveness.isGone(0, nowNanos)) {
                return new Reason(EventCause.SILENT, liveness.describe(nowNanos));
            }
            host.onHelloMissed(liveness.unanswered(), ask(nowNanos), nowNanos, actions);
            liveness.onProbe(nowNanos);
        }
        return null;
    }

    /** When to look next. */
    long nextLookNanos(long nowNanos) {
        long helloNanos = nowNanos + config.helloIntervalNanos;
        return config.probeIntervalNanos == 0
                ? helloNanos
                : Deadlines.earlier(helloNanos, liveness.nextLookNanos(nowNanos));
    }

    /** Whether this is the head. */
    boolean isOf(InetSocketAddress address, long id) {
        return head.id == id && head.address.equals(address);
    }
}
