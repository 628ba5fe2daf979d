package org.rmcast.examples.embed;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.examples.embed.MapMessage.Beacon;
import org.rmcast.examples.embed.MapMessage.Writes;

/**
 * A map that every peer of a channel has. Any peer writes, also while the group is in parts; when they meet again the maps become equal.
 *
 * <p>The rule for conflicts: of two writes of the same key the one with the greater logical time wins, which is that of the later one as
 * far as clocks agree, and always that of one whose writer knew of the other; between equal times the greater member id. A removed key is
 * remembered for an hour: a peer that was away for longer may bring it back.
 *
 * <p>A write is acknowledged (its stage completes) when a flush says that every peer known here has it; until then it is sent again as
 * long as it takes. What is acknowledged is lost only with all peers that had it, or to a greater write of the same key.
 *
 * <p>Who joins takes over the state of another peer. Who lost messages, or was away, comes to be equal by comparing hashes ({@link
 * MapReconciliation}). Thread safe.
 */
public final class ReplicatedMap implements AutoCloseable {
    private static final long TOMBSTONE_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final Duration STATE_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(2);
    private static final long BEACON_MILLIS = 500;
    private static final long FLUSH_MILLIS = 5;
    private static final int MOST_KEY_LENGTH = 10_000;
    /** More than these are not on their way at a time. */
    private static final int MOST_PENDING = 10_000;

    /** A write on its way. */
    private record Pending(MapEntry entry, CompletableFuture<Stamp> acknowledged) {}

    private final MapContents contents = new MapContents(TOMBSTONE_MILLIS);
    private final MulticastPeer session;
    private final MapReconciliation reconciliation;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final ScheduledExecutorService worker;
    /** What was sent and is not acknowledged; guarded by itself. */
    private final List<Pending> pending = new ArrayList<>();
    /** Guarded by the contents. */
    private long lastTime;

    /**
     * Joins a channel, whose protocol must have peers and transfer states, as pbcast does, and waits until this map has the group's
     * state, or begins it.
     */
    public ReplicatedMap(SessionBuilder channel) throws IOException, InterruptedException {
        worker = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "replicated-map");
            thread.setDaemon(true);
            return thread;
        });
        // The first message waits until everything here is made.
        CompletableFuture<Void> made = new CompletableFuture<>();
        session = channel.onEvent(event -> {
                    made.join();
                    onEvent(event);
                })
                .state(this::write, this::read)
                .stateAtStart(STATE_TIMEOUT)
                .openPeer(message -> {
                    made.join();
                    onMessage(message);
                });
        reconciliation = new MapReconciliation(session.memberId(), contents);
        made.complete(null);
        try {
            ready.get(2 * STATE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw new IOException("the group's state could not be had", e);
        }
        repeat(this::beacon, BEACON_MILLIS);
        repeat(this::acknowledge, FLUSH_MILLIS);
    }

    private void repeat(Runnable task, long millis) {
        ScheduledFuture<?> unused = worker.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** The value of a key as far as it is known here, null if it has none. */
    public byte @Nullable [] get(String key) {
        synchronized (contents) {
            MapEntry entry = contents.get(key);
            byte[] value = entry == null ? null : entry.value();
            return value == null ? null : value.clone();
        }
    }

    /** Sets a value; waits while the group cannot take it. The stage completes when every peer known here has it. */
    public CompletionStage<Void> put(String key, byte[] value) throws InterruptedException {
        return write(key, value.clone()).thenAccept(stamp -> {});
    }

    /** Removes a key, likewise. */
    public CompletionStage<Void> remove(String key) throws InterruptedException {
        return write(key, null).thenAccept(stamp -> {});
    }

    /** Sets a value, or removes it if that is null; completes with the write's stamp. */
    CompletionStage<Stamp> write(String key, byte @Nullable [] value) throws InterruptedException {
        if (key.length() > MOST_KEY_LENGTH) {
            throw new IllegalArgumentException("a key has at most " + MOST_KEY_LENGTH + " characters");
        }
        synchronized (pending) {
            while (pending.size() >= MOST_PENDING) {
                pending.wait();
            }
        }
        MapEntry entry;
        synchronized (contents) {
            lastTime = Math.max(lastTime + 1, Stamp.timeOf(System.currentTimeMillis()));
            entry = new MapEntry(key, value, new Stamp(lastTime, session.memberId()));
            contents.apply(entry, System.currentTimeMillis());
        }
        Pending write = new Pending(entry, new CompletableFuture<>());
        session.send(new Writes(List.of(entry)).encode());
        synchronized (pending) {
            pending.add(write);
        }
        return write.acknowledged().minimalCompletionStage();
    }

    /** How many keys have a value. */
    public int size() {
        synchronized (contents) {
            return contents.size();
        }
    }

    /** A SHA-256 of all keys and values: equal maps have equal ones. */
    public String hash() {
        synchronized (contents) {
            return contents.digest();
        }
    }

    /** Waits until so many other peers are there; returns whether they are. */
    public boolean awaitPeers(int count, Duration timeout) throws InterruptedException {
        return session.awaitReceivers(count, timeout);
    }

    /** All writes, tombstones too: for tests. */
    List<MapEntry> entries() {
        synchronized (contents) {
            return contents.all();
        }
    }

    /** Leaves when the others have what was written here. */
    @Override
    public void close() {
        worker.shutdownNow();
        session.close();
        synchronized (pending) {
            pending.forEach(write -> write.acknowledged()
                    .completeExceptionally(new IllegalStateException("closed before it was acknowledged")));
            pending.clear();
            pending.notifyAll();
        }
    }

    /** Vanishes without a word, as a process that is killed. */
    void abort() {
        worker.shutdownNow();
        session.abort();
    }

    // On the delivery thread, which must not wait: what cannot be sent at once is not, and is tried again after a
    // later beacon.

    private void onMessage(ReceivedMessage message) throws IOException {
        List<MapMessage> answers;
        synchronized (contents) {
            MapMessage read = MapMessage.decode(message.toByteArray());
            if (read instanceof Writes writes) {
                writes.entries().forEach(this::learnTime);
            }
            if (message.sourceId() == session.memberId() && !(read instanceof Writes)) {
                return;
            }
            answers = reconciliation.onMessage(message.sourceId(), read, System.currentTimeMillis());
        }
        answers.forEach(this::trySend);
    }

    /** Messages still come while this map is being closed, when nothing is to be said any more. */
    private void trySend(MapMessage message) {
        try {
            session.trySend(ByteBuffer.wrap(message.encode()));
        } catch (IllegalStateException e) {
            // The session has ended, or is about to.
        }
    }

    private void learnTime(MapEntry entry) {
        lastTime = Math.max(lastTime, entry.stamp().time());
    }

    private void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.StateReceived || event instanceof SessionEvent.StateFailed) {
            // Without a state from anybody this peer begins, or becomes equal to the others as one that was away.
            ready.complete(null);
        } else if (event instanceof SessionEvent.MessagesLost
                || event instanceof SessionEvent.EventsLost
                || event instanceof SessionEvent.MemberJoined) {
            synchronized (contents) {
                reconciliation.suspect();
            }
        } else if (event instanceof SessionEvent.SessionFailed failed) {
            ready.completeExceptionally(new IllegalStateException(failed.reason()));
        }
    }

    private void write(OutputStream out) throws IOException {
        List<MapEntry> all = entries();
        DataOutputStream state = new DataOutputStream(new BufferedOutputStream(out));
        MapMessage.writeEntries(all, state);
        state.flush();
    }

    /** Merges: to begin again with another one's does no harm. */
    private void read(InputStream in) throws IOException {
        List<MapEntry> all = MapMessage.readEntries(new DataInputStream(new BufferedInputStream(in)));
        synchronized (contents) {
            for (MapEntry entry : all) {
                learnTime(entry);
                contents.apply(entry, System.currentTimeMillis());
            }
        }
    }

    // On the worker.

    private void beacon() {
        Beacon beacon;
        synchronized (contents) {
            contents.expire(System.currentTimeMillis());
            beacon = new Beacon(contents.rootHash());
        }
        trySend(beacon);
    }

    /** Acknowledges what everybody has; what somebody lacks, or may have lost, is sent again. */
    private void acknowledge() {
        List<Pending> sent;
        synchronized (pending) {
            sent = List.copyOf(pending);
        }
        if (sent.isEmpty()) {
            return;
        }
        try {
            FlushResult result = session.flush(FLUSH_TIMEOUT);
            if (result.complete()) {
                synchronized (pending) {
                    pending.subList(0, sent.size()).clear();
                    pending.notifyAll();
                }
                sent.forEach(
                        write -> write.acknowledged().complete(write.entry().stamp()));
            } else {
                for (MapMessage again : MapReconciliation.writes(
                        sent.stream().map(Pending::entry).toList())) {
                    session.send(again.encode());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The session has ended.
        }
    }

    /** Three peers in one process; takes a port, 7600 by default. */
    public static void main(String[] arguments) throws Exception {
        Channel channel = Channel.builder("map")
                .group("239.192.7.1")
                .port(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7600)
                .protocol("pbcast")
                .build();
        List<ReplicatedMap> peers = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                peers.add(new ReplicatedMap(ReliableMulticastSession.on(channel)));
                peers.get(i)
                        .put("peer " + i, new byte[] {(byte) i})
                        .toCompletableFuture()
                        .get(20, TimeUnit.SECONDS);
            }
            for (ReplicatedMap peer : peers) {
                System.out.println(peer.size() + " keys, "
                        + (peer.hash().equals(peers.get(0).hash()) ? "equal" : "different"));
            }
        } finally {
            peers.forEach(ReplicatedMap::close);
        }
    }
}
