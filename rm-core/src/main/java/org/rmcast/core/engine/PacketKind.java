package org.rmcast.core.engine;

/** What a packet is for, in terms that all protocols share. */
public enum PacketKind {
    /** Messages that are sent, or passed on, for the first time. */
    DATA,
    /** The same again, or coded, because somebody lacks it. */
    REPAIR,
    /** Asks for repairs. */
    REQUEST,
    /** Says who has what: acknowledgements, digests, beacons, polls, positions. */
    STATE,
    /** Who repairs for whom: the repair tree or another structure over the group. */
    TREE,
    /** Who is in the group. */
    MEMBERSHIP,
    /** Of a type that the protocol does not have. */
    UNKNOWN;

    /** Whether it is neither new data nor a repair. */
    public boolean isControl() {
        return this != DATA && this != REPAIR;
    }
}
