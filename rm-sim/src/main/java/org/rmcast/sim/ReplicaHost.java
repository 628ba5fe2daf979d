package org.rmcast.sim;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.core.driver.StateApplication;
import org.rmcast.core.driver.StateFilter;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.StateVector;

/** The queue before a {@link Replica}: messages, losses, orders for snapshots, and places where it waits for a state. */
final class ReplicaHost implements StateApplication {
    private record Order(long id) {}

    /** A place in the queue where the application waits. */
    private static final class Hold {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private StateVector vector = StateVector.EMPTY;
        private long provider;
        private boolean whole;
        private boolean begun;
        private boolean received;
        private boolean failed;
        private boolean first;
        private String reason = "";
    }

    private final Replica replica;
    private final int roomBytes;
    private final ArrayDeque<Object> items = new ArrayDeque<>();
    private final BiConsumer<Long, byte[]> onSnapshot;
    private final Runnable onWanted;
    private StateFilter filter = StateFilter.NONE;
    private Hold hold = new Hold();
    private int room;
    private boolean roomMade;

    /**
     * @param onSnapshot takes a snapshot of this number
     * @param onWanted asks for a state
     */
    ReplicaHost(Replica replica, int roomBytes, BiConsumer<Long, byte[]> onSnapshot, Runnable onWanted) {
        this.replica = replica;
        this.roomBytes = roomBytes;
        this.room = roomBytes;
        this.onSnapshot = onSnapshot;
        this.onWanted = onWanted;
    }

    void add(Object item) {
        items.add(item);
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    /** Whether the last {@link #take} made room for more of a state. */
    boolean madeRoom() {
        return roomMade;
    }

    /** Lets the application take so many messages; how many it took. */
    int take(int most) {
        roomMade = room < roomBytes;
        room = roomBytes;
        int taken = 0;
        while (!items.isEmpty()) {
            Object item = items.peek();
            if (item instanceof ReceivedMessage message) {
                if (taken == most) {
                    return taken;
                }
                taken++;
                if (filter.isNew(message)) {
                    replica.apply(message);
                }
            } else if (item instanceof Hold waits && !isOver(waits)) {
                return taken;
            } else if (item instanceof Order order) {
                onSnapshot.accept(order.id(), replica.write());
            } else if (item instanceof MessagesLost loss) {
                lose(loss);
            }
            items.remove();
        }
        return taken;
    }

    private void lose(MessagesLost loss) {
        MessagesLost rest = filter.newPart(loss);
        if (rest != null && replica.lost(rest)) {
            onWanted.run();
        }
    }

    private boolean isOver(Hold waits) {
        if (waits.received) {
            filter = new StateFilter(waits.vector);
            replica.load(waits.bytes.toByteArray(), waits.provider, waits.whole);
        } else if (waits.failed) {
            replica.failed(waits.first, waits.reason);
        }
        return waits.received || waits.failed;
    }

    @Override
    public boolean provides() {
        return true;
    }

    @Override
    public void hold() {
        hold = new Hold();
        items.add(hold);
    }

    @Override
    public void snapshot(long id) {
        items.add(new Order(id));
    }

    @Override
    public void begin(long providerId, StateVector vector, boolean whole) {
        hold.begun = true;
        hold.bytes.reset();
        hold.provider = providerId;
        hold.vector = vector;
        hold.whole = whole;
    }

    @Override
    public int room() {
        return hold.begun ? room : 0;
    }

    @Override
    public void bytes(byte[] from, int offset, int count) {
        room -= count;
        hold.bytes.write(from, offset, count);
    }

    @Override
    public void end() {
        hold.received = true;
    }

    @Override
    public void failed(boolean first, Reason reason) {
        hold.failed = true;
        hold.first = first;
        hold.reason = reason.text();
    }
}
