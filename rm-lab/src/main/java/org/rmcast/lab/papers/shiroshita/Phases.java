package org.rmcast.lab.papers.shiroshita;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.NodeObserver;

/**
 * Where a delivery's time goes, by what its server sends, after the layout in docs/protocols/rmtp.md. Phases follow one another without gaps: connecting;
 * of each round sending, the answers until the first POLL, and polling; at last the release. Not thread safe.
 */
final class Phases implements NodeObserver {
    private static final int DATA = 4;
    private static final int POLL = 5;
    private static final int RELEASE = 10;
    private static final int LAST = 4;
    private static final int SEPARATE = 8;
    private static final int ROUND_OFFSET = 44;

    /** What goes on. */
    enum Phase {
        CONNECTING,
        SENDING,
        ANSWERS,
        POLLING,
        RELEASING
    }

    /** A round's packets, and its seconds in each phase. */
    static final class Round {
        private final Map<Phase, Double> seconds = new EnumMap<>(Phase.class);
        private long packets;

        double seconds(Phase phase) {
            return seconds.getOrDefault(phase, 0.0);
        }

        long packets() {
            return packets;
        }
    }

    private final Round outside = new Round();
    private final List<Round> rounds = new ArrayList<>();
    private Phase phase = Phase.CONNECTING;
    private long sinceNanos;
    private long polls;

    @Override
    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
        switch (DatagramHeader.type(datagram)) {
            case DATA -> onData(datagram, nowNanos);
            case POLL -> onPoll(multicast, nowNanos);
            case RELEASE -> onRelease(multicast, nowNanos);
            default -> {}
        }
    }

    private void onData(byte[] datagram, long nowNanos) {
        int flags = DatagramHeader.flags(datagram);
        if ((flags & SEPARATE) != 0) {
            return;
        }
        enter(Phase.SENDING, nowNanos);
        int number = ByteBuffer.wrap(datagram).getShort(ROUND_OFFSET);
        while (rounds.size() <= number) {
            rounds.add(new Round());
        }
        rounds.get(number).packets++;
        if ((flags & LAST) != 0) {
            enter(Phase.ANSWERS, nowNanos);
        }
    }

    private void onPoll(boolean multicast, long nowNanos) {
        if (!multicast) {
            polls++;
            if (phase == Phase.ANSWERS) {
                enter(Phase.POLLING, nowNanos);
            }
        }
    }

    /** Who is served apart is released by unicast, in the midst of a round perhaps. */
    private void onRelease(boolean multicast, long nowNanos) {
        if (multicast) {
            enter(Phase.RELEASING, nowNanos);
        }
    }

    private void enter(Phase next, long nowNanos) {
        boolean ofRound = phase != Phase.CONNECTING && phase != Phase.RELEASING;
        Round round = ofRound ? rounds.get(rounds.size() - 1) : outside;
        round.seconds.merge(phase, (nowNanos - sinceNanos) / 1e9, Double::sum);
        sinceNanos = nowNanos;
        phase = next;
    }

    /** Whether the first packet has left. */
    boolean hasConnected() {
        return !rounds.isEmpty();
    }

    /** The rounds to the group, the first transmission among them. */
    List<Round> rounds() {
        return rounds;
    }

    /** Over all rounds. */
    double seconds(Phase which) {
        return outside.seconds(which)
                + rounds.stream().mapToDouble(round -> round.seconds(which)).sum();
    }

    /** To one receiver each. */
    long polls() {
        return polls;
    }
}
