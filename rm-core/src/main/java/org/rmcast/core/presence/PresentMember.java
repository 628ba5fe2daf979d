package org.rmcast.core.presence;

import java.net.InetSocketAddress;
import org.rmcast.api.Role;
import org.rmcast.core.engine.KnownMember;

/** Another member of the group, as far as it was heard. Changed by {@link Presence} alone. */
public final class PresentMember implements KnownMember {
    private final long id;
    private final Role role;
    boolean concerned;
    InetSocketAddress address;
    long heardNanos;
    long silenceNanos;
    boolean met;
    /** It has said that it has met this member. */
    boolean confirmed;
    /** What this member has asked it, and nobody else can know; 0 if it was not asked. */
    long nonce;

    /** The cookie that it gave, and how often it is shown before a new one is asked for. */
    long cookie;

    int cookieUses;
    long askAtNanos;
    long askDelayNanos;

    PresentMember(long id, InetSocketAddress address, Role role, boolean concerned) {
        this.id = id;
        this.address = address;
        this.role = role;
        this.concerned = concerned;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /** What it is there for, by its own word. */
    public Role role() {
        return role;
    }

    /** Whether the two have to meet: one of them sends what the other receives, or what one says matters to the other. */
    public boolean isConcerned() {
        return concerned;
    }

    /** Whether its joining was told. */
    public boolean isMet() {
        return met;
    }

    /** Whether it is known that it has met this member. */
    public boolean isConfirmed() {
        return confirmed;
    }

    /** When something of it was last heard. */
    public long heardNanos() {
        return heardNanos;
    }

    @Override
    public String toString() {
        return "member " + Long.toHexString(id) + " at " + address;
    }
}
