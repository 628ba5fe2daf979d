package org.rmcast.lab.group;

/** What the datagrams of a protocol are: for meters that look at packets. The runs carry one message in a packet. */
public interface Traffic {
    /** What a datagram is there for. */
    enum Kind {
        /** Messages on their first way. */
        DATA(0, "data"),
        /** Messages sent again. */
        REPAIR(1, "repairs"),
        /** Asks for messages. */
        REQUEST(2, "requests"),
        /** Says what there is, or what is missing: gossip, session messages. */
        STATE(3, "gossip"),
        /** Says who is there; no paper's protocol counts it. */
        MEMBERSHIP(4, "membership");

        private final int index;
        private final String words;

        Kind(int index, String words) {
            this.index = index;
            this.words = words;
        }

        /** Whether it carries messages. */
        public boolean carriesMessages() {
            return this == DATA || this == REPAIR;
        }

        /** In the plural, for the names of figures. */
        public String words() {
            return words;
        }

        /** Its place in an array of counters. */
        int index() {
            return index;
        }
    }

    /** Bytes of a datagram of data beside those of its one message: what papers give as a message's size is on the wire. */
    int overheadBytes();

    Kind kind(byte[] datagram);

    /** The member id of the sender of the message that data or a repair carries; 0 for a repair of several messages, of which it is not known which one it brings. */
    long source(byte[] datagram);

    /** The number of that message. */
    long message(byte[] datagram);
}
