package org.rmcast.core.memory;

import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.runtime.ImpairedPath;
import org.rmcast.core.runtime.WakeUp;
import org.rmcast.core.transport.DatagramHandler;
import org.rmcast.core.transport.DatagramTransport;
import org.rmcast.core.transport.InterfaceListener;
import org.rmcast.core.transport.OwnLoop;
import org.rmcast.core.transport.SharedLoops;
import org.rmcast.core.transport.TransportLoop;
import org.rmcast.core.wire.Cast;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a {@link MemoryMedium}, on a loop of its own or a shared one, as over sockets. What arrives waits in a bounded {@link Inbox}, is read in
 * batches, and passes what the medium does to it. Each member gets a copy of its own of each datagram.
 */
public final class MemoryTransport implements DatagramTransport {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryTransport.class);
    private static final int MOST_DATAGRAM_BYTES = 65_507;
    /** Datagrams read before the loop looks at other work. */
    private static final int MOST_PER_READ = 512;

    private final MemoryMedium medium;
    private final MemoryMember member;
    private final int number;
    private final InetSocketAddress localAddress;
    private final TransportLoop<EventExecutor> loop;
    private final MeterValues<SessionMeter> counters = new MeterValues<>(SessionMeter.class);
    private final Inbox inbox;
    private final ImpairedPath path;
    private final WakeUp wakeUp;
    private final Set<InetSocketAddress> watchedPorts = new HashSet<>();
    private Impairments impairments = Impairments.none();
    private volatile @Nullable DatagramHandler handler;
    private volatile boolean closing;

    /** @param shared the loops to choose from, null for one of its own */
    MemoryTransport(
            MemoryMedium medium,
            MemoryMember member,
            int number,
            InetSocketAddress localAddress,
            @Nullable SharedLoops shared) {
        this.medium = medium;
        this.member = member;
        this.number = number;
        this.localAddress = localAddress;
        this.loop = shared != null ? shared.memory() : ownLoop();
        this.inbox = new Inbox(member.bufferBytes(), this::readSoon);
        this.path = new ImpairedPath(medium.impairer(impairments, number), member.bufferBytes(), this::pass);
        this.wakeUp = new WakeUp(this, this::read);
    }

    private TransportLoop<EventExecutor> ownLoop() {
        EventExecutorGroup threads = new DefaultEventExecutorGroup(1, this::newThread);
        return new OwnLoop<>(threads, threads.next());
    }

    private Thread newThread(Runnable task) {
        Thread thread = new FastThreadLocalThread(task, member.threadName());
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void start(DatagramHandler reader) {
        handler = reader;
        readSoon();
    }

    /** There is none that could go. */
    @Override
    public void watchInterface(InterfaceListener listener) {}

    @Override
    public String description() {
        return "a network in memory";
    }

    @Override
    public InetSocketAddress groupAddress() {
        return member.group();
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public MeterValues<SessionMeter> counters() {
        return counters;
    }

    @Override
    public boolean inLoop() {
        return loop.executor().inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(() -> run(task));
    }

    /** What a task throws would end the loop, and everybody on it; an event loop of sockets goes on. */
    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("{}: a task failed", member.threadName(), e);
        }
    }

    @Override
    public Future<?> schedule(Runnable task, long delayNanos) {
        return loop.schedule(task, delayNanos);
    }

    @Override
    public void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        if (closing || datagram.length > MOST_DATAGRAM_BYTES) {
            counters.increment(SessionMeter.SEND_FAILURES);
            return;
        }
        counters.increment(SessionMeter.DATAGRAMS_SENT);
        counters.add(SessionMeter.BYTES_SENT, datagram.length);
        if (to == null) {
            medium.multicast(this, datagram);
        } else if (!medium.unicast(this, to, datagram) && watchedPorts.contains(to)) {
            soon(() -> tellUnreachable(to));
        }
    }

    @Override
    public void watchPort(InetSocketAddress peer) {
        if (watchedPorts.size() < Actions.MOST_WATCHED_PORTS) {
            watchedPorts.add(peer);
        }
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        watchedPorts.remove(peer);
    }

    private void tellUnreachable(InetSocketAddress peer) {
        DatagramHandler reader = handler;
        if (reader != null && !closing && watchedPorts.contains(peer)) {
            reader.onPortUnreachable(peer);
        }
    }

    /** Nothing is gathered. */
    @Override
    public void flush() {}

    @Override
    public void flushFullRuns() {}

    @Override
    public void close() {
        closing = true;
        medium.leave(this);
        inbox.close();
        soon(path::clear);
        loop.end();
    }

    @Override
    public CompletionStage<Void> closed() {
        return loop.ended();
    }

    // For the medium, on any thread.

    String memberName() {
        return member.name();
    }

    /** Takes a copy of a datagram; false if there is no room for it. */
    boolean arrive(InetSocketAddress from, Cast cast, byte[] datagram) {
        return inbox.offer(from, cast, datagram);
    }

    private void readSoon() {
        soon(this::read);
    }

    private void soon(Runnable task) {
        try {
            execute(task);
        } catch (RejectedExecutionException e) {
            // The member has left.
        }
    }

    // On the loop.

    private void read() {
        DatagramHandler reader = handler;
        if (reader == null || closing) {
            return;
        }
        try {
            long nowNanos = System.nanoTime();
            path.release(nowNanos);
            followMedium();
            for (Inbox.Arrival arrival : inbox.take(MOST_PER_READ)) {
                path.offer(arrival.from(), arrival.cast(), 0, arrival.datagram(), nowNanos);
            }
            counters.set(SessionMeter.IMPAIRED_INBOUND, path.impaired());
            reader.onReadComplete();
            wakeUp.setBy(path.nextNanos(), nowNanos);
        } finally {
            if (!inbox.isEmpty()) {
                readSoon();
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // others were set, be they equal
    private void followMedium() {
        Impairments now = medium.impairments();
        if (now != impairments) {
            impairments = now;
            path.change(medium.impairer(now, number));
        }
    }

    private void pass(@Nullable InetSocketAddress from, Cast cast, int ttl, byte[] datagram) {
        DatagramHandler reader = handler;
        if (reader != null && from != null && !closing) {
            counters.increment(SessionMeter.DATAGRAMS_RECEIVED);
            counters.add(SessionMeter.BYTES_RECEIVED, datagram.length);
            reader.onDatagram(from, cast, datagram);
        }
    }
}
