package org.rmcast.examples.embed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.event.SessionEvent;
import org.rmcast.core.session.ReliableMulticastSession;
import org.rmcast.core.session.SessionBuilder;

/**
 * A counter that every peer of a channel has, and to which each adds. Every message carries the whole state, so a lost one does
 * no harm once a later one arrives. There may be no later one: a peer that lost messages asks with an empty state, and the others
 * send theirs again; so they do when somebody joins. Thread safe.
 */
public final class ReplicatedCounter implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final ByteBuffer QUESTION = ByteBuffer.allocate(0);

    private final GrowOnlyCounter counter = new GrowOnlyCounter();
    private final ReliableMulticastSession session;
    private volatile boolean open;
    private volatile boolean asking = true; // we may come late

    /** Joins a channel, whose protocol must have peers, as pbcast has. */
    public ReplicatedCounter(SessionBuilder channel) throws IOException {
        session = channel.onEvent(this::onEvent).openPeer(message -> merge(message.payload()));
        open = true;
        ask();
    }

    /** Waits until so many other peers are there. */
    public boolean awaitPeers(int count) throws InterruptedException {
        return session.awaitReceivers(count, TIMEOUT);
    }

    /** Adds to the counter, here at once and everywhere soon. */
    public void add(long increments) throws InterruptedException {
        ByteBuffer state;
        synchronized (counter) {
            counter.add(session.memberId(), increments);
            counter.notifyAll();
            state = counter.encode();
        }
        session.send(state); // waits while the group can not take it
    }

    /** The sum of all that is known here. */
    public long total() {
        synchronized (counter) {
            return counter.total();
        }
    }

    /** Waits until the sum known here is at least so much; returns whether it is. */
    public boolean awaitTotal(long wanted) throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        synchronized (counter) {
            while (counter.total() < wanted) {
                long millis = (deadline - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    return false;
                }
                counter.wait(millis);
            }
            return true;
        }
    }

    /** Leaves when the others have what was added here. */
    @Override
    public void close() {
        open = false;
        session.close();
    }

    /** On the delivery thread, which must not wait. */
    private void merge(ByteBuffer state) {
        if (!state.hasRemaining()) {
            tell();
            return;
        }
        synchronized (counter) {
            counter.merge(state);
            counter.notifyAll();
        }
        ask();
    }

    private void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.MessagesLost) {
            asking = true;
            ask();
        } else if (event instanceof SessionEvent.MemberJoined) {
            ask();
            tell();
        }
    }

    /** Asks, if there is a reason, as soon as the group takes it. */
    private void ask() {
        if (open && asking) {
            asking = !session.trySend(QUESTION.duplicate());
        }
    }

    /** Sends the state again; if there is no room, what waits before it carries what was added here. */
    private void tell() {
        if (open) {
            ByteBuffer state;
            synchronized (counter) {
                state = counter.encode();
            }
            session.trySend(state);
        }
    }

    /** Three peers in one process add up; takes a port, 7600 by default. */
    public static void main(String[] arguments) throws Exception {
        Channel channel = Channel.builder("counter")
                .group("239.192.7.1")
                .port(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7600)
                .protocol("pbcast")
                .build();
        List<ReplicatedCounter> peers = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                peers.add(new ReplicatedCounter(ReliableMulticastSession.on(channel)));
            }
            for (int i = 1; i <= 100; i++) {
                peers.get(i % 3).add(i);
            }
            for (ReplicatedCounter peer : peers) {
                System.out.println(peer.awaitTotal(5050) ? "counted to " + peer.total() : "not in time");
            }
        } finally {
            peers.forEach(ReplicatedCounter::close);
        }
    }
}
