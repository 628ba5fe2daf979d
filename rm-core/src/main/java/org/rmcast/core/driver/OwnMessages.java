package org.rmcast.core.driver;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.core.framing.HeaderBlock;

/**
 * Gives the application what it sent itself, in the order in which the engine accepted it. Of any protocol, without the network:
 * what was accepted is delivered here whatever becomes of it on the way to others. Not thread safe.
 */
final class OwnMessages {
    private final long memberId;
    private final DriverHost host;
    private final Consumer<ReceivedMessage> way;
    private long next;
    /** Accepted, and there was no room: the engine had used it up meanwhile. */
    private @Nullable ReceivedMessage waiting;

    /**
     * @param firstMessage the number of the first message that the engine will accept
     * @param way takes a message to the application
     */
    OwnMessages(long memberId, long firstMessage, DriverHost host, Consumer<ReceivedMessage> way) {
        this.memberId = memberId;
        this.next = firstMessage;
        this.host = host;
        this.way = way;
    }

    /** Whether one more may be offered to the engine: so a full queue holds the own sends back, too. */
    boolean isReady() {
        ReceivedMessage message = waiting;
        if (message != null && host.hasRoom()) {
            waiting = null;
            way.accept(message);
        }
        return waiting == null && host.hasRoom();
    }

    /** The engine accepted a message; it reads the array, as the application does, and changes it no more. */
    void accepted(byte[] content, boolean hasHeaders, Recipients to, long nowNanos) {
        ByteBuffer payload = ByteBuffer.wrap(content);
        MessageHeaders headers = hasHeaders ? HeaderBlock.takeOffOwn(payload) : MessageHeaders.NONE;
        ReceivedMessage plain = new ReceivedMessage(memberId, next++, headers, payload, nowNanos);
        ReceivedMessage message = to.isGroup() ? plain : plain.with(to, List.of());
        if (host.hasRoom()) {
            way.accept(message);
        } else {
            waiting = message;
        }
    }
}
