package org.rmcast.core.transport;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.MeterValues;

/**
 * A member's way to the others, and the loop on which the member lives: {@link SocketTransport} over a network, and another one in
 * memory. What is sent to the group comes to all its members but the one that sends, what is sent to one address to that one.
 *
 * <p>The sending methods are to be called on the loop. Datagrams may be gathered until {@link #flush()}; one that cannot be sent
 * is counted and otherwise lost, as the network might have lost it.
 */
public interface DatagramTransport extends AutoCloseable {
    /**
     * Begins to read. To be called once.
     *
     * @param handler takes what is read, on the loop, possibly before this method returns
     */
    void start(DatagramHandler handler);

    /** Tells from now on when the network interface goes, and when it is back. */
    void watchInterface(InterfaceListener listener);

    /** What carries the datagrams, for people. */
    String description();

    /** The group's address and port, with the interface's scope if it is IPv6. */
    InetSocketAddress groupAddress();

    /** The address and port from which this member sends. */
    InetSocketAddress localAddress();

    /** What was sent and received. To be read on the loop, or after {@link #closed()}. */
    MeterValues<SessionMeter> counters();

    /** Whether the calling thread is the loop. */
    boolean inLoop();

    /**
     * Runs a task on the loop. May be called from any thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the transport is closed
     */
    void execute(Runnable task);

    /**
     * Runs a task on the loop after a delay.
     *
     * @param delayNanos in nanoseconds; 0 or less is at once
     * @throws java.util.concurrent.RejectedExecutionException if the transport is closed
     */
    Future<?> schedule(Runnable task, long delayNanos);

    /**
     * Sends a datagram, at {@link #flush()} at the latest.
     *
     * @param to to whom, null for the group
     * @param ttl the scope in hops of what goes to the group, capped at the transport's
     * @param datagram 1 to 65,507 bytes, not to be changed any more
     */
    void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram);

    /**
     * From now on {@link DatagramHandler#onPortUnreachable} tells when what is sent to this address finds no socket there, as far as that can be
     * heard; nothing is sent for it. {@link org.rmcast.core.engine.Actions#MOST_WATCHED_PORTS} addresses at most. On the loop.
     */
    void watchPort(InetSocketAddress peer);

    /** The opposite of {@link #watchPort}; what came from there and was not read yet may be lost. On the loop. */
    void unwatchPort(InetSocketAddress peer);

    /** Hands everything gathered so far to the network. */
    void flush();

    /** The same but for what may yet grow, since more follows at once: who calls this calls {@link #flush()} soon. */
    void flushFullRuns();

    /** Closes it, and ends the loop if it is its own, without waiting; see {@link #closed()}. May be called from any thread. */
    @Override
    void close();

    /** Completes when all is closed and the loop has nothing more to do for it. */
    CompletionStage<Void> closed();
}
