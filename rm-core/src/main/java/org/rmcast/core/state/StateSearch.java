package org.rmcast.core.state;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.state.StatePacket.Query;
import org.rmcast.core.state.StatePacket.Readiness;
import org.rmcast.core.state.StatePacket.Status;

/**
 * Looks for a member that gives its state: asks some, and takes the nearest of those that lost nothing, or of the others if there is
 * none; of equally near ones that which is there for longest. Who has failed to give it is left out until all have.
 *
 * <p>Members that all wait for a state would wait for one another: of these the one with the lowest id is the first, and goes on with
 * what it has. Not thread safe.
 */
final class StateSearch {
    static final long TICK_NANOS = 200_000_000L;
    /** As long as it takes to find out that nobody else is there. */
    static final long ALONE_NANOS = 2_500_000_000L;

    /** Who has failed is asked again after this time, if there is nobody else. */
    private static final long RETRY_NANOS = 1_000_000_000L;

    private static final int MOST_ASKED = 8;
    private static final int MOST_ANSWERS = 64;
    private static final long FOR_A_WHOLE_ONE_NANOS = 3 * TICK_NANOS;

    /** Who gives its state. */
    record Provider(long id, InetSocketAddress address) {}

    private record Answer(Provider provider, Readiness readiness, int ageSeconds, long roundTripNanos) {}

    private final StateContext context;
    private final Map<Long, Answer> answers = new LinkedHashMap<>();
    private final Set<Long> failed = new HashSet<>();
    private long nonce;
    private long sinceNanos;
    private long tickNanos = ProtocolEngine.NO_DEADLINE;

    StateSearch(StateContext context) {
        this.context = context;
    }

    /** Begins to look; {@code anew} forgets who has failed. */
    void begin(boolean anew, long nowNanos, Actions actions) {
        if (anew) {
            failed.clear();
        }
        sinceNanos = nowNanos;
        answers.clear();
        nonce = context.newNonce();
        ask(nowNanos, actions);
    }

    void end() {
        tickNanos = ProtocolEngine.NO_DEADLINE;
    }

    /** A provider did not give its state. */
    void failed(long id) {
        failed.add(id);
    }

    void onStatus(InetSocketAddress from, long id, Status status, long nowNanos) {
        GroupMember member = context.membership.view().find(id);
        boolean asked =
                status.nonce() == nonce && member != null && member.address().equals(from);
        if (asked && (answers.size() < MOST_ANSWERS || answers.containsKey(id))) {
            Answer before = answers.get(id);
            long roundTrip = before == null ? nowNanos - sinceNanos : before.roundTripNanos();
            answers.put(id, new Answer(new Provider(id, from), status.readiness(), status.ageSeconds(), roundTrip));
        }
    }

    long nextDeadlineNanos() {
        return tickNanos;
    }

    boolean isDue(long nowNanos) {
        return Deadlines.isDue(tickNanos, nowNanos);
    }

    /** The best of those who have answered, null if none will do yet. */
    @Nullable
    Provider choose(long nowNanos) {
        Answer best = null;
        for (Answer answer : answers.values()) {
            boolean has = answer.readiness() == Readiness.WHOLE || answer.readiness() == Readiness.LOSSY;
            if (has && !failed.contains(answer.provider().id()) && (best == null || isBetter(answer, best))) {
                best = answer;
            }
        }
        if (best == null) {
            retryFailed(nowNanos);
            return null;
        }
        boolean hasWaited = nowNanos - sinceNanos >= FOR_A_WHOLE_ONE_NANOS;
        return best.readiness() == Readiness.WHOLE || hasWaited ? best.provider() : null;
    }

    private void retryFailed(long nowNanos) {
        boolean all = answers.values().stream()
                .filter(answer -> answer.readiness() == Readiness.WHOLE || answer.readiness() == Readiness.LOSSY)
                .allMatch(answer -> failed.contains(answer.provider().id()));
        if (all && nowNanos - sinceNanos >= RETRY_NANOS) {
            failed.clear();
        }
    }

    private static boolean isBetter(Answer answer, Answer other) {
        if (answer.readiness() != other.readiness()) {
            return answer.readiness() == Readiness.WHOLE;
        }
        if (answer.roundTripNanos() < other.roundTripNanos() / 2) {
            return true;
        }
        return answer.roundTripNanos() / 2 <= other.roundTripNanos() && answer.ageSeconds() > other.ageSeconds();
    }

    /** Whether nobody else has a state, so that this member begins. */
    boolean isFirst(long nowNanos) {
        if (nowNanos - sinceNanos < ALONE_NANOS) {
            return false;
        }
        for (GroupMember member : context.membership.view().others()) {
            if (member.role().receives()) {
                Answer answer = answers.get(member.id());
                boolean none = answer != null
                        && (answer.readiness() == Readiness.NONE
                                || (answer.readiness() == Readiness.WAITING
                                        && member.id() > context.engine.memberId()));
                if (!none) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Asks some members, at random. */
    void ask(long nowNanos, Actions actions) {
        tickNanos = nowNanos + TICK_NANOS;
        List<GroupMember> all = new ArrayList<>(context.membership.view().vouched());
        all.removeIf(member -> !member.role().receives());
        for (int i = 0; i < MOST_ASKED && !all.isEmpty(); i++) {
            GroupMember member = all.remove(context.engine.random().nextInt(all.size()));
            context.send(member.address(), new Query(nonce), actions);
        }
    }

    @Override
    public String toString() {
        int others = context.membership.view().others().size();
        return "of " + others + " others " + answers.size() + " answered, " + failed.size() + " failed to give it";
    }
}
