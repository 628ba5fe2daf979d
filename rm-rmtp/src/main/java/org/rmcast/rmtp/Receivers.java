package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.rmtp.Served.State;

/** All receivers of a delivery, at the server, and what becomes of each. Not thread safe. */
final class Receivers {
    private final ServerContext context;
    private final Map<InetSocketAddress, Served> byAddress = new LinkedHashMap<>();
    private final Map<State, Integer> counts = new EnumMap<>(State.class);
    private long startNanos;
    private int failed;

    Receivers(ServerContext context, ReceiverList list) {
        this.context = context;
        list.addresses().forEach(this::add);
    }

    void begin(long nowNanos) {
        startNanos = nowNanos;
    }

    Served add(InetSocketAddress address) {
        Served served = new Served(address);
        byAddress.put(address, served);
        counts.merge(State.EXPECTED, 1, Integer::sum);
        return served;
    }

    Collection<Served> all() {
        return byAddress.values();
    }

    @Nullable
    Served find(InetSocketAddress address) {
        return byAddress.get(address);
    }

    /** The receiver that a datagram is from, null if it does not show its token. */
    @Nullable
    Served proved(InetSocketAddress from, long id, long token) {
        Served served = byAddress.get(from);
        if (served == null || served.id != id || served.token == 0 || served.token != token) {
            context.own.increment(RmtpMeter.UNPROVED);
            return null;
        }
        return served;
    }

    int count(State state) {
        return counts.getOrDefault(state, 0);
    }

    /** How many have answered CONN with yes. */
    int connected() {
        return byAddress.size() - count(State.EXPECTED);
    }

    List<Served> in(State state) {
        List<Served> some = new ArrayList<>(count(state));
        for (Served served : byAddress.values()) {
            if (served.state == state) {
                some.add(served);
            }
        }
        return some;
    }

    boolean areAllDone() {
        return count(State.DONE) == byAddress.size();
    }

    void move(Served served, State state) {
        counts.merge(served.state, -1, Integer::sum);
        counts.merge(state, 1, Integer::sum);
        served.state = state;
    }

    void onComplete(Served served, int round, long nowNanos) {
        served.completeRound = round;
        served.completeNanos = nowNanos - startNanos;
        served.apart = null;
        served.missing = 0;
        served.busy = false;
        served.answered();
        move(served, State.COMPLETE);
    }

    /** A receiver that has everything goes, or does not answer any more. */
    void onGone(Served served, Outcome outcome, Actions actions) {
        served.outcome = outcome;
        move(served, State.DONE);
        actions.report(new SessionEvent.MemberLeft(served.id, served.address));
    }

    void fail(Served served, Outcome outcome, EventCause cause, String reason, Actions actions) {
        served.outcome = outcome;
        served.reason = reason;
        served.apart = null;
        move(served, State.DONE);
        context.own.set(RmtpMeter.FAILED, ++failed);
        actions.report(new SessionEvent.MemberFailed(served.id, served.address, cause, reason));
    }

    /** What the report says of each. */
    List<ReceiverVerdict> verdicts() {
        return byAddress.values().stream().map(Served::verdict).toList();
    }
}
