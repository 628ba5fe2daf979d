package org.rmcast.pbcast;

import java.util.ArrayDeque;
import org.rmcast.core.engine.Actions;

/**
 * Whose packets the application gets next: each stream that has something in order gets a packet in its turn. Where there is no
 * more room all wait, whatever comes meanwhile, and go on where they stopped: a slow application takes as much of each stream,
 * not all of the one that is first. Costs as much as there is to deliver, however many streams there are. Not thread safe.
 */
final class DeliveryTurns {
    /** Gives the application what a stream has. */
    @FunctionalInterface
    interface Turn {
        /** Delivers about a packet; returns whether there is more in order. */
        boolean deliver(Source source, Actions actions);
    }

    private final Turn turn;
    private final ArrayDeque<Source> ring = new ArrayDeque<>();
    private boolean roomAwaited;

    DeliveryTurns(Turn turn) {
        this.turn = turn;
    }

    /** A stream may have something to deliver. */
    void add(Source source) {
        if (!source.inTurn) {
            source.inTurn = true;
            ring.add(source);
        }
    }

    /** A stream is not followed any more. */
    void remove(Source source) {
        if (source.inTurn) {
            source.inTurn = false;
            ring.remove(source);
        }
    }

    /** The application has room again. */
    void onRoom() {
        roomAwaited = false;
    }

    /** Delivers what there is room for. */
    void run(Actions actions) {
        while (!roomAwaited && !ring.isEmpty()) {
            Source source = ring.element();
            boolean more = turn.deliver(source, actions);
            roomAwaited = source.isAwaitingRoom();
            if (!roomAwaited) {
                ring.remove();
                source.inTurn = more;
                if (more) {
                    ring.add(source);
                }
            }
        }
    }
}
