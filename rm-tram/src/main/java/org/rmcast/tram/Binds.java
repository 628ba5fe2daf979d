package org.rmcast.tram;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.tram.wire.TramPacket.HeadBind;

/** The binds that a node sends to the head which it asks at present: when each left, which answer belongs to which, and when the next is due. */
final class Binds {
    private static final int MAX_DOUBLINGS = 20;
    private static final int ENOUGH = 3;

    private final TramContext context;
    private final TramConfig config;
    private final LateAnswers late = new LateAnswers();
    /** What the answer to the first has to echo; that to the next one has one more, and so on. */
    private long firstNonce;

    private final List<Long> sentNanos = new ArrayList<>();
    private int tries;
    private int most;
    private boolean heldBack;
    private boolean patient;
    private long answerNanos;

    Binds(TramContext context) {
        this.context = context;
        this.config = context.config;
    }

    /**
     * Another head is asked.
     *
     * @param tries so often
     * @param longer whether for longer where answers have come late
     * @param answerNanos within what time an answer may be expected, 0 if nothing is known of that
     */
    void begin(int tries, boolean longer, long answerNanos) {
        this.tries = 0;
        heldBack = false;
        most = tries;
        patient = longer;
        this.answerNanos = answerNanos;
        firstNonce = context.engine.secrets().nextLong();
        sentNanos.clear();
    }

    /** How often it was time for one, whether or not it might be sent. */
    int tries() {
        return tries;
    }

    /** Whether no more are sent: there were enough, and the first was longer ago than late answers have taken. */
    boolean areOver(long nowNanos) {
        return areEnough(nowNanos) && (!patient || nowNanos - firstNanos() >= late.patienceNanos());
    }

    /** There were as many as are configured, or they are farther apart; and for as long as these take, or three answers. */
    private boolean areEnough(long nowNanos) {
        long longest = Math.max(configuredNanos(), ENOUGH * answerNanos);
        return (tries >= most || answerNanos > config.bindTimeoutNanos) && nowNanos - firstNanos() >= longest;
    }

    private long configuredNanos() {
        long sum = 0;
        for (int i = 0; i < most; i++) {
            sum += configuredNanos(i);
        }
        return sum;
    }

    private long configuredNanos(int before) {
        return Math.min(config.bindTimeoutNanos, config.bindTimeoutMinNanos << Math.min(before, MAX_DOUBLINGS));
    }

    /**
     * It is time for one.
     *
     * @param sent whether it is sent
     * @return when it is time for the next one, or to give up; who has taken this node keeps its place while it asks
     */
    long onTry(boolean sent, long nowNanos) {
        long nextNanos = nowNanos + Math.max(answerNanos, configuredNanos(sentNanos.size()));
        tries++;
        heldBack = !sent;
        if (sent) {
            sentNanos.add(nowNanos);
        }
        return nextNanos;
    }

    /** Whether it was time for one, and it might not be sent. */
    boolean isHeldBack() {
        return heldBack;
    }

    /** Of the one that is sent now, see {@link HeadBind}. */
    long nonce() {
        return firstNonce + sentNanos.size() - 1;
    }

    /** When the first left: whoever is asked was sent one. */
    long firstNanos() {
        return sentNanos.get(0);
    }

    /** Whether an answer is one to these. */
    boolean isAnswer(long nonce) {
        return nonce - firstNonce >= 0 && nonce - firstNonce < sentNanos.size();
    }

    /** How long the answer took. */
    long roundTripNanos(long nonce, long nowNanos) {
        return Math.max(1, nowNanos - sentNanos.get((int) (nonce - firstNonce)));
    }

    /** The head is no longer waited for. */
    void giveUp() {
        late.onGivenUp(firstNonce, sentNanos.size(), firstNanos());
    }

    /** An answer that is none to these; whether it is one to some that were given up. */
    boolean isLateAnswer(long nonce, long nowNanos) {
        return late.onAnswer(nonce, nowNanos);
    }

    /** The head has taken the node. */
    void onAttached() {
        late.onAttached();
    }
}
