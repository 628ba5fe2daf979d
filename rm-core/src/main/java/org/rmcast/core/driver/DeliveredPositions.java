package org.rmcast.core.driver;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.rmcast.core.engine.StateVector;

/**
 * The next message of each sender: how far an application was given them. Of senders beyond the bound those are forgotten that were
 * not heard for longest. Allocates nothing for a sender that is known. Not thread safe.
 */
final class DeliveredPositions {
    static final int MOST = 16_384;

    private static final class Position {
        long next;
        long turn;

        Position(long next) {
            this.next = next;
        }
    }

    private final Map<Long, Position> positions = new TreeMap<>();
    private long turn;
    private long lastSource;
    private Position last = new Position(0);

    /** A message was delivered, or is accounted for; whether it is the first of its sender. */
    boolean reach(long source, long next) {
        boolean fresh = false;
        if (source != lastSource) {
            Position known = positions.get(source);
            fresh = known == null;
            last = known == null ? add(source) : known;
            lastSource = source;
            last.turn = ++turn;
        }
        last.next = Math.max(last.next, next);
        return fresh;
    }

    /** The next message of a sender, 0 if it is not known. */
    long next(long source) {
        Position known = positions.get(source);
        return known == null ? 0 : known.next;
    }

    private Position add(long source) {
        if (positions.size() >= MOST) {
            long[] turns = positions.values().stream()
                    .mapToLong(position -> position.turn)
                    .toArray();
            Arrays.sort(turns);
            long keepAfter = turns[turns.length / 4];
            positions.values().removeIf(position -> position.turn <= keepAfter);
        }
        Position fresh = new Position(0);
        positions.put(source, fresh);
        return fresh;
    }

    /** All of it. */
    StateVector toVector(LongUnaryOperator packetOf) {
        long[] sources = new long[positions.size()];
        long[] messages = new long[sources.length];
        long[] packets = new long[sources.length];
        int i = 0;
        for (Map.Entry<Long, Position> entry : positions.entrySet()) {
            sources[i] = entry.getKey();
            messages[i] = entry.getValue().next;
            packets[i] = Math.max(0, packetOf.applyAsLong(sources[i]));
            i++;
        }
        return new StateVector(sources, messages, packets);
    }
}
