package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.api.Role;

/** The datagrams of the membership; {@link MembershipCodec} has their layouts. Every record is immutable. */
sealed interface MembershipPacket {
    /** Who sent the datagram, and how it sees the group. */
    Sender sender();

    /**
     * The sender's part, which every packet has.
     *
     * @param joined whether it has taken over the state of the group, and so can pass it on
     * @param partial whether its view is a part of the group only
     * @param digest of the ids in its view and its own, see {@link MemberTable#digest}
     */
    record Sender(long id, int incarnation, Role role, boolean joined, boolean partial, long digest) {}

    /** Asks one member whether it is alive; with the cookie that the member gave before, 0 for none, also proves where this one is. */
    record Ping(Sender sender, long nonce, long targetId, long cookie, List<MemberUpdate> updates)
            implements MembershipPacket {
        public Ping {
            updates = List.copyOf(updates);
        }
    }

    /** Answers a {@link Ping}; the cookie lets the pinging member ask for the state of the group. */
    record Ack(Sender sender, long nonce, long cookie, List<MemberUpdate> updates) implements MembershipPacket {
        public Ack {
            updates = List.copyOf(updates);
        }
    }

    /** Asks a member to ping another one, which did not answer. */
    record PingRequest(Sender sender, long nonce, long targetId, InetSocketAddress target)
            implements MembershipPacket {}

    /** The member that was to be pinged by request has answered, or has had its time: then at least the one that asked has an answer. */
    record IndirectAck(Sender sender, long nonce, long targetId, boolean alive, int targetIncarnation)
            implements MembershipPacket {}

    /** A new member tells the group, or a contact, that it is there, whom it knows already, and asks for an answer by a few. */
    record Join(Sender sender, long nonce, int attempt, boolean toGroup, List<MemberUpdate> updates)
            implements MembershipPacket {
        public Join {
            updates = List.copyOf(updates);
        }
    }

    /** Answers a {@link Join}. */
    record Welcome(Sender sender, long nonce, long cookie) implements MembershipPacket {}

    /** Asks for a page of the state of the group: from a member id on, or any part of it. */
    record Pull(Sender sender, long nonce, long cookie, boolean anyPart, long fromId) implements MembershipPacket {}

    /** Answers a {@link Pull}: some members, and whether there are more from {@code nextId} on. */
    record Page(Sender sender, long nonce, boolean more, long nextId, List<MemberUpdate> members)
            implements MembershipPacket {
        public Page {
            members = List.copyOf(members);
        }
    }

    /** A member leaves; says so to the group, and to a few members that spread it. */
    record Leave(Sender sender) implements MembershipPacket {}

    /** A member of the group tells everyone from time to time that there is one. */
    record Announcement(Sender sender) implements MembershipPacket {}

    /** A member tells everyone at once what rides on pings otherwise. */
    record News(Sender sender, List<MemberUpdate> updates) implements MembershipPacket {
        public News {
            updates = List.copyOf(updates);
        }
    }
}
