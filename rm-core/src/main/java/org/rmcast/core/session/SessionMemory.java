package org.rmcast.core.session;

import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.runtime.DeliveryQueue;
import org.rmcast.core.state.StateExchange;
import org.rmcast.core.storage.FilePacketStore;

/**
 * What a session's buffers may grow to, and a share of the heap that is large enough for it.
 *
 * <p>Defaults follow the heap: a session takes them whole if that is at most half of what other sessions of the JVM have left, else
 * a half of them, a quarter and so on, so that more sessions find room; where even the smallest needs more, the largest part
 * that fits. What is given is taken as it is.
 */
final class SessionMemory {
    /** Less than this part of the defaults serves nobody. */
    private static final int MOST_PARTS = 64;

    private static final int MIN_DELIVERY_BYTES = 1 << 20;
    private static final long MIB = 1 << 20;

    private final Configured configured;
    private final int deliveryQueueBytes;
    private final int parts;
    private final long protocolBytes;
    private final long storageBytes;
    private final long queueBytes;
    private final long pathBytes;

    private SessionMemory(SessionOptions options, Protocol protocol, int maxPacketBytes, long pathBytes, int parts) {
        Parameters given = options.channel().parameters();
        this.configured = protocol.configure(protocol.parameters().withPartOfHeap(given, parts), maxPacketBytes);
        this.deliveryQueueBytes = options.deliveryQueueGiven()
                ? options.deliveryQueueBytes()
                : Math.max(MIN_DELIVERY_BYTES, options.deliveryQueueBytes() / parts);
        this.parts = parts;
        Role role = configured.protocolRole(options.role());
        this.protocolBytes = configured.roles().contains(role) ? configured.memoryBoundBytes(role) : 0;
        this.storageBytes = options.storage() == null ? 0 : FilePacketStore.indexBytes(options.storage());
        this.queueBytes = (options.role().sends() ? options.sendQueueBytes() : 0L)
                + (options.role().receives() ? deliveryQueueBytes : 0L)
                + DeliveryQueue.MAX_EVENT_BYTES
                + stateBytes(options);
        this.pathBytes = pathBytes;
    }

    /** What a state may take on its way out and in. */
    private static long stateBytes(SessionOptions options) {
        return options.stateProvider() == null
                ? 0
                : 2L * options.stateBytes()
                        + StateStream.MOST_BYTES
                        + StateExchange.mostBytes(options.channel().maxDatagramBytes());
    }

    /**
     * The largest that fits.
     *
     * @param maxPacketBytes see {@link Protocol#configure}
     * @param pathBytes what an emulated network holds, 0 without one
     * @param heap what there is; unchanged
     * @throws IllegalArgumentException if a parameter is refused, or nothing fits: naming the numbers and what to change
     */
    static SessionMemory fit(
            SessionOptions options, Protocol protocol, int maxPacketBytes, long pathBytes, SessionHeap heap) {
        long freeBytes = heap.freeBytes();
        SessionMemory part = new SessionMemory(options, protocol, maxPacketBytes, pathBytes, 1);
        SessionMemory largest = part;
        while (part.bytes() > freeBytes / 2 && part.parts < MOST_PARTS) {
            try {
                part = new SessionMemory(options, protocol, maxPacketBytes, pathBytes, 2 * part.parts);
            } catch (IllegalArgumentException e) {
                // Something that is given, or a smaller part of something else, needs more than this part of the rest.
                break;
            }
            largest = largest.bytes() > freeBytes ? part : largest;
        }
        SessionMemory fitting = part.bytes() <= freeBytes / 2 ? part : largest;
        if (fitting.bytes() > freeBytes) {
            throw new IllegalArgumentException(fitting.refusal(protocol, heap));
        }
        return fitting;
    }

    private String refusal(Protocol protocol, SessionHeap heap) {
        long others = heap.limitBytes() - heap.freeBytes();
        return "the session's buffers may grow to " + mib(bytes()) + " MiB ("
                + mib(protocolBytes) + " of protocol " + protocol.name() + ", " + mib(storageBytes)
                + " of the storage's index, " + mib(queueBytes) + " of the send and delivery queues, " + mib(pathBytes)
                + " of an emulated network)"
                + (others == 0
                        ? ", more than "
                        : ", those of the JVM's other sessions to " + mib(others) + ", together more than ")
                + SessionHeap.MAX_PERCENT + " % of the heap's " + heap.maxBytes() / MIB
                + " MiB; raise the heap limit with -Xmx"
                + (mib(others + bytes()) * 100 / SessionHeap.MAX_PERCENT + 1)
                + "m, or lower the protocol's buffer parameters, the storage's maxBytes, or sendQueue and deliveryQueue";
    }

    /** All of it. */
    long bytes() {
        long bytes = protocolBytes + storageBytes + queueBytes + pathBytes;
        return bytes < 0 ? Long.MAX_VALUE : bytes;
    }

    /** The protocol with what it gets. */
    Configured configured() {
        return configured;
    }

    /** What the delivery queue gets. */
    int deliveryQueueBytes() {
        return deliveryQueueBytes;
    }

    /** What an operator should know: nothing, or that buffers are smaller than they could be. */
    @Override
    public String toString() {
        return parts == 1 ? "" : ", with 1/" + parts + " of the default buffers, since the heap is small";
    }

    private static long mib(long bytes) {
        return bytes / MIB + (bytes % MIB == 0 ? 0 : 1);
    }
}
