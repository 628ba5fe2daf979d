package org.rmcast.core.state;

import java.util.List;

/** The packets of state transfer. The layout is that of {@link StateCodec}. */
@SuppressWarnings("ArrayRecordComponent") // bytes of datagrams: shared, never compared
sealed interface StatePacket {
    /** Who has a state? */
    record Query(long nonce) implements StatePacket {}

    /** The answer. */
    record Status(long nonce, Readiness readiness, int ageSeconds) implements StatePacket {}

    /** What a member has to give. */
    enum Readiness {
        /** Nothing, and never will. */
        NONE,
        /** It waits for a state itself. */
        WAITING,
        /** A state in which messages are missing. */
        LOSSY,
        /** A state. */
        WHOLE
    }

    /**
     * From which message or packet on a joiner gets a sender's stream: the state must reach at least that far.
     *
     * @param message -1 if only the packet is known
     */
    record Need(long source, long message, long packet) {}

    /** Please take a snapshot that has all before these. */
    record Take(long nonce, List<Need> needs) implements StatePacket {
        public Take {
            needs = List.copyOf(needs);
        }
    }

    /** What became of that. */
    enum Progress {
        /** It is being made, or waits for messages. */
        PREPARING,
        /** It is there. */
        READY,
        /** It is not going to be. */
        REFUSED
    }

    /**
     * The answer.
     *
     * @param snapshot its number; 0 if it is not ready
     * @param whole whether no messages are missing in it
     * @param lengthBytes of vector and state together
     * @param vectorBytes of the vector, which comes first
     * @param chunkBytes the length of all chunks but the last
     */
    record Offer(
            long nonce,
            Progress progress,
            boolean whole,
            long snapshot,
            long lengthBytes,
            int vectorBytes,
            int chunkBytes)
            implements StatePacket {}

    /** Consecutive chunks. */
    record Range(int first, int count) {}

    /** Asks for chunks of a snapshot. */
    record Read(long snapshot, List<Range> ranges) implements StatePacket {
        public Read {
            ranges = List.copyOf(ranges);
        }
    }

    /**
     * A chunk.
     *
     * @param datagram where its bytes are
     * @param offset where they begin; they reach to the end
     */
    record Chunk(long snapshot, int index, byte[] datagram, int offset) implements StatePacket {
        int length() {
            return datagram.length - offset;
        }
    }
}
