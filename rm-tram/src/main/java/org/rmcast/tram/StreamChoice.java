package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;

/**
 * Which sender's stream a node follows: the first one heard, until its stream has ended or it falls silent. One that has ended
 * is not followed again; one that fell silent is, and goes on where it was left.
 */
final class StreamChoice {
    /** Beacons that a sender must have missed before another one may take its place. */
    private static final int SILENT_BEACONS = 5;

    private final long beaconIntervalNanos;
    private final long helloIntervalNanos;
    private final long senderSilenceNanos;

    private long source;
    /** Where it was first, or has been alone for as long as a sender may be silent. */
    private @Nullable InetSocketAddress home;

    private long homeHeardNanos;
    /** Where it was heard last. */
    private @Nullable InetSocketAddress address;

    private long heardNanos;
    private long silenceAtNanos = ProtocolEngine.NO_DEADLINE;
    private boolean ended;
    private long endedSource;

    private long leftSource;
    private long leftSequence;
    private long leftMessage;

    StreamChoice(TramConfig config) {
        this.beaconIntervalNanos = config.beaconIntervalNanos;
        this.helloIntervalNanos = config.helloIntervalNanos;
        this.senderSilenceNanos = config.senderSilenceNanos;
    }

    /** The sender followed, 0 if there is none. */
    long source() {
        return source;
    }

    /** Whether the node is done with the stream that it follows. */
    boolean isEnded() {
        return ended;
    }

    /** Whether the node is done with this sender's stream, be it the present one or the one before. */
    boolean isOver(long id) {
        return id == endedSource;
    }

    /**
     * Whether this is the sender followed, at its address; it has been heard then. Whoever speaks in its name from elsewhere is not,
     * until it has missed some beacons: it may have moved. But when it is heard at its own address again, that was somebody else.
     */
    boolean hears(long id, InetSocketAddress from, long nowNanos) {
        if (id != source) {
            return false;
        }
        if (from.equals(home)) {
            heardAtHome(nowNanos);
            return true;
        }
        if (isElsewhere(id, from, nowNanos)) {
            return false;
        }
        address = from;
        heardNanos = nowNanos;
        if (nowNanos - homeHeardNanos > senderSilenceNanos) {
            home = from;
            heardAtHome(nowNanos);
        }
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // to set a reference with each packet would cost a collector's barrier
    private void heardAtHome(long nowNanos) {
        homeHeardNanos = nowNanos;
        heardNanos = nowNanos;
        if (address != home) {
            address = home;
        }
    }

    /** The sender's own address, null while none is followed. */
    @Nullable
    InetSocketAddress home() {
        return home;
    }

    /** Whether it is at its own address, and not where it may have moved to: only there it is believed what it says of its stream. */
    boolean isAtHome(InetSocketAddress from) {
        return from.equals(home);
    }

    /** Whether it is there: at its own address, or where it may have moved to. */
    boolean isAt(InetSocketAddress from) {
        return from.equals(home) || from.equals(address);
    }

    /** Whether somebody speaks in the followed sender's name from another address than its own, while it is heard there. */
    boolean isElsewhere(long id, InetSocketAddress from, long nowNanos) {
        if (id != source || source == 0 || from.equals(home)) {
            return false;
        }
        boolean mayHaveMoved = isSilent(homeHeardNanos, nowNanos);
        return !mayHaveMoved || !(from.equals(address) || isSilent(heardNanos, nowNanos));
    }

    /**
     * Whether another sender, at this address, may be followed: there is none, it has ended, or was silent for as long as it may be.
     * At the same host it is enough that it has missed some beacons: it has started again, and nobody else is there.
     */
    boolean isFree(InetSocketAddress from, long nowNanos) {
        return source == 0
                || ended
                || nowNanos - heardNanos > senderSilenceNanos
                || (isSilent(heardNanos, nowNanos) && isAtHomesHost(from));
    }

    private boolean isAtHomesHost(InetSocketAddress from) {
        return home != null && home.getAddress().equals(from.getAddress());
    }

    private boolean isSilent(long lastNanos, long nowNanos) {
        return nowNanos - lastNanos > SILENT_BEACONS * beaconIntervalNanos;
    }

    void follow(long id, InetSocketAddress from, long nowNanos) {
        source = id;
        home = from;
        homeHeardNanos = nowNanos;
        address = from;
        ended = false;
        heardNanos = nowNanos;
        silenceAtNanos = nowNanos + senderSilenceNanos;
    }

    /** The node has all of the stream that it will get. */
    void end() {
        ended = true;
        endedSource = source;
    }

    /** The node is not done with the stream after all: nobody knows that it has it. */
    void goOn() {
        ended = false;
        endedSource = 0;
    }

    /** No sender is followed any more, and the last one's stream is over. */
    void drop() {
        endedSource = source;
        source = 0;
        ended = false;
        silenceAtNanos = ProtocolEngine.NO_DEADLINE;
    }

    // Where a stream was left.

    /** Notes how far the stream was taken, should it come back. */
    void leaveAt(long sequence, long message) {
        leftSource = source;
        leftSequence = sequence;
        leftMessage = message;
    }

    /** Whether the present stream was followed before. */
    boolean isBack() {
        return source == leftSource;
    }

    /** The first sequence that was missing when the stream was left; meaningful if it {@link #isBack}. */
    long leftSequence() {
        return leftSequence;
    }

    /** The message that was next when the stream was left, -1 if none had begun; meaningful if it {@link #isBack}. */
    long leftMessage() {
        return leftMessage;
    }

    // Silence.

    /** When to look whether the sender is silent, or {@link ProtocolEngine#NO_DEADLINE}. */
    long nextDeadlineNanos() {
        return silenceAtNanos;
    }

    /**
     * To be called when the time has come: for how long the sender has been silent, or 0 if it was heard, the stream has ended,
     * or it is too early to say. If it was silent, {@link #forgive} or {@link #lookAgain} says what comes of it.
     */
    long silentNanos(long nowNanos) {
        if (!Deadlines.isDue(silenceAtNanos, nowNanos)) {
            return 0;
        }
        if (nowNanos - silenceAtNanos > helloIntervalNanos) {
            // This process itself was stopped: what the sender sent meanwhile is yet to be read.
            heardNanos = nowNanos;
        }
        long silent = nowNanos - heardNanos;
        if (silent < senderSilenceNanos) {
            silenceAtNanos = heardNanos + senderSilenceNanos;
            return 0;
        }
        if (ended) {
            silenceAtNanos = ProtocolEngine.NO_DEADLINE;
            return 0;
        }
        return silent;
    }

    /** The silent sender's stream was let go. It may have been the network: the same sender is welcome again. */
    void forgive() {
        endedSource = 0;
    }

    /** The silent sender's stream cannot be let go yet. */
    void lookAgain(long nowNanos) {
        silenceAtNanos = nowNanos + helloIntervalNanos;
    }
}
