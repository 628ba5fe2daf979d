package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;

/** A receiver, at the server. What it lacks is not kept here, but of who is served apart. Not thread safe. */
final class Served {
    /** What is to be done for a receiver. */
    enum State {
        /** It has not answered CONN. */
        EXPECTED,
        /** It takes part in the rounds. */
        RECEIVING,
        /** It is served apart, or will be. */
        APART,
        /** It has everything, and is to be released. */
        COMPLETE,
        /** There is nothing more to do. */
        DONE
    }

    static final double NOTHING_TO_LEARN = -1;

    final InetSocketAddress address;
    long id;
    long token;
    State state = State.EXPECTED;
    Outcome outcome = Outcome.UNDER_WAY;
    String reason = "";
    /** Packets that it had before, of an earlier delivery. */
    long held;

    // Of the round whose answers are collected.

    int answeredRound = -1;
    int namedRound = -1;
    /** All packets below were told of. */
    long told;
    /** How many packets it named, those named twice counted twice. */
    long named;
    /** How many it lacks, by its last NACK. */
    long missing;

    boolean heardSincePoll;
    int tries;

    @Nullable
    Apart apart;

    boolean busy;
    long busySinceNanos;
    /** It has told what it lacks, or that it has all, since it was busy. */
    private boolean answeredSince = true;
    /** Why, as it says. */
    String busyReason = "";

    // For the report.

    int completeRound;
    long completeNanos;
    long asked;
    int polls;
    int busyCount;
    boolean servedApart;

    // Rate.

    /** How many packets have left to it alone. */
    int packets;

    /** It was asked to report, or has. */
    boolean reporter;

    boolean reporting;
    /** Periods that it has not reported, one after another. */
    int unreported;
    /** The share that it loses at any rate. */
    double lossAtAnyRate;
    /** What it lost before the last cut, if that was too much. */
    double lossBeforeCut = NOTHING_TO_LEARN;

    Served(InetSocketAddress address) {
        this.address = address;
    }

    /** It is busy; since it said so before, if it only said in between that it is ready. */
    void beBusy(long nowNanos) {
        busy = true;
        busyCount++;
        if (answeredSince) {
            answeredSince = false;
            busySinceNanos = nowNanos;
        }
    }

    /** It has told all that it lacks, or that it has all. */
    void answered() {
        answeredSince = true;
    }

    /** A new answer is collected of it. */
    void beginNaming(int round) {
        if (namedRound != round) {
            namedRound = round;
            told = 0;
            named = 0;
        }
    }

    /** What became of it, and what the receiver itself says of that. */
    static String explained(String what, String said) {
        return said.isEmpty() ? what : what + ": " + said;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    ReceiverVerdict verdict() {
        return new ReceiverVerdict(
                id, address, outcome, reason, completeRound, asked, polls, busyCount, servedApart, completeNanos);
    }

    @Override
    public String toString() {
        return Long.toHexString(id) + " at " + address + " " + state;
    }
}
