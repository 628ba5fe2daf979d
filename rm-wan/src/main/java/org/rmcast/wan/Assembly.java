package org.rmcast.wan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message of several pieces that is put together. Not thread safe. */
final class Assembly {
    private byte @Nullable [] content;
    private int filled;
    private boolean headers;
    private List<Dependency> causes = List.of();
    private boolean cut;

    /** Whether a message is begun. */
    boolean isOpen() {
        return content != null;
    }

    /** How many bytes are taken. */
    int bytes() {
        return content == null ? 0 : content.length;
    }

    /** A piece did not fit: the message is of no use. */
    void cut() {
        cut = true;
    }

    /** Begins with the first piece, whose whole message has so many bytes. */
    void begin(HeldUnit first) {
        content = new byte[first.messageBytes];
        filled = 0;
        headers = first.headers;
        causes = first.causes;
        cut = false;
        add(first);
    }

    /** Adds a piece; whether it fits. */
    boolean add(HeldUnit piece) {
        if (content == null || cut || piece.payloadBytes > content.length - filled) {
            return false;
        }
        System.arraycopy(piece.payload, piece.payloadOffset, content, filled, piece.payloadBytes);
        filled += piece.payloadBytes;
        return true;
    }

    /** The whole message, null if pieces are missing. */
    byte @Nullable [] whole() {
        return content != null && !cut && filled == content.length ? content : null;
    }

    boolean hasHeaders() {
        return headers;
    }

    List<Dependency> causes() {
        return causes;
    }

    void clear() {
        content = null;
        filled = 0;
        causes = List.of();
        cut = false;
    }
}
