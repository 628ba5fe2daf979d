package org.rmcast.core.order;

import java.util.List;
import java.util.Map;
import org.rmcast.core.wire.DecodeException;

/** What members tell one another to come to one order. All hear everything; what is for one names it. Immutable. */
sealed interface OrderPacket {
    /** Kinds of packets, by their numbers on the wire. */
    enum Type {
        SUBMIT(0),
        PREPARE(1),
        PROMISE(2),
        REFUSE(3),
        APPEND(4),
        ACCEPT(5),
        FETCH(6),
        STATE(7);

        private static final Type[] TYPES = values();

        final int wireId;

        Type(int wireId) {
            this.wireId = wireId;
        }

        static Type of(int wireId) throws DecodeException {
            for (Type type : TYPES) {
                if (type.wireId == wireId) {
                    return type;
                }
            }
            throw new DecodeException("type is unknown: " + wireId);
        }
    }

    Type type();

    /** A message that wants a place in the order. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Submit(long number, byte[] content) implements OrderPacket {
        @Override
        public Type type() {
            return Type.SUBMIT;
        }
    }

    /**
     * The owner of the ballot wants to be the sequencer.
     *
     * @param founders the first voters of a group that is to be founded, empty where there is one
     */
    record Prepare(Ballot ballot, List<Long> founders) implements OrderPacket {
        public Prepare {
            founders = List.copyOf(founders);
        }

        @Override
        public Type type() {
            return Type.PREPARE;
        }
    }

    /**
     * A member follows nobody with an earlier ballot any more.
     *
     * @param accepted the last ballot whose log it has taken over
     * @param end of its log
     * @param committed up to where it knows its log to be settled
     * @param voters who votes there; empty before the group's first entry
     * @param pending who is to vote from later places on
     */
    record Promise(
            Ballot ballot, Ballot accepted, long end, long committed, List<Long> voters, Map<Long, List<Long>> pending)
            implements OrderPacket {
        @Override
        public Type type() {
            return Type.PROMISE;
        }
    }

    /** A member follows a later ballot. */
    record Refuse(Ballot ballot) implements OrderPacket {
        @Override
        public Type type() {
            return Type.REFUSE;
        }
    }

    /**
     * A part of the log, from its sequencer; or to a new one, from the member whose log it takes over.
     *
     * @param to whom it is for, 0 for all
     * @param start the end of the log when the ballot began
     * @param committed up to where it is known to be settled
     * @param from the place of the first entry
     */
    record Append(Ballot ballot, long to, long start, long committed, long from, List<Entry> entries)
            implements OrderPacket {
        public Append {
            entries = List.copyOf(entries);
        }

        @Override
        public Type type() {
            return Type.APPEND;
        }

        long end() {
            return from + entries.size();
        }
    }

    /** A member has the sequencer's log up to an end. */
    record Accept(Ballot ballot, long end) implements OrderPacket {
        @Override
        public Type type() {
            return Type.ACCEPT;
        }
    }

    /** A member lacks the log from a place on. */
    record Fetch(Ballot ballot, long to, long from) implements OrderPacket {
        @Override
        public Type type() {
            return Type.FETCH;
        }
    }

    /**
     * The state of the application, in place of the log before it.
     *
     * @param position how much of the log is in it
     * @param numbers of each source the number of its next message
     * @param voters who votes there
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record State(Ballot ballot, long to, long position, Map<Long, Long> numbers, List<Long> voters, byte[] state)
            implements OrderPacket {
        @Override
        public Type type() {
            return Type.STATE;
        }
    }
}
