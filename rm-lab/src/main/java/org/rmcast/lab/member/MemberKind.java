package org.rmcast.lab.member;

/** What carries the messages of a member. */
public enum MemberKind {
    /** Datagrams of the transport, one per message, without any protocol: what is lost stays lost. */
    RAW,
    /** A session with TRAM. */
    TRAM
}
