package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.rmcast.api.SessionEvent;

/** Who watches a node, in all incarnations: tells each of them, in the order in which they came. */
final class NodeWatchers {
    private final World world;
    private final List<Consumer<SessionEvent>> listeners = new ArrayList<>();
    private final List<NodeObserver> observers = new ArrayList<>();

    NodeWatchers(World world) {
        this.world = world;
    }

    void add(Consumer<SessionEvent> listener) {
        listeners.add(listener);
    }

    void add(NodeObserver observer) {
        observers.add(observer);
    }

    void heard(byte[] datagram, boolean multicast) {
        for (NodeObserver observer : observers) {
            observer.onHeard(datagram, multicast, world.now());
        }
    }

    void received(byte[] datagram) {
        for (NodeObserver observer : observers) {
            observer.onReceived(datagram, world.now());
        }
    }

    void sent(byte[] datagram, boolean multicast) {
        for (NodeObserver observer : observers) {
            observer.onSent(datagram, multicast, world.now());
        }
    }

    void accepted(long number) {
        for (NodeObserver observer : observers) {
            observer.onAccepted(number, world.now());
        }
    }

    void delivered(long sourceId, long number) {
        for (NodeObserver observer : observers) {
            observer.onDelivered(sourceId, number, world.now());
        }
    }

    void reported(SessionEvent event) {
        for (Consumer<SessionEvent> listener : listeners) {
            listener.accept(event);
        }
    }
}
