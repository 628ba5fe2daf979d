package org.rmcast.core.membership;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.MembershipPacket.Page;
import org.rmcast.core.membership.MembershipPacket.Pull;
import org.rmcast.core.membership.MembershipPacket.Sender;

/**
 * Takes over another member's view, page by page: when joining, when digests have differed for longer than news takes to
 * spread (anti-entropy: Demers et al., "Epidemic Algorithms for Replicated Database Maintenance", PODC 1987, section 1.3),
 * and, where views are a part of the group only, a random page from time to time, so that members hear of others (as in
 * Voulgaris, Gavidia, van Steen, "CYCLON", JNSM 2005). One transfer at a time. Not thread safe.
 */
final class StateTransfer {
    private static final int TRIES_PER_PAGE = 3;
    /** A sample is taken with every fourth ack, and less and less often while they bring nobody. */
    private static final int LEAST_ACKS_PER_SAMPLE = 4;

    private static final int MOST_ACKS_PER_SAMPLE = 32;

    private final MembershipConfig config;
    private final GroupState state;
    private final Outbox outbox;
    private @Nullable InetSocketAddress source;
    private long sourceId;
    private long cookie;
    private long nonce;
    private boolean anyPart;
    private long fromId;
    private int tries;
    private int pagesLeft;
    private long deadlineNanos = ProtocolEngine.NO_DEADLINE;
    private int differing;
    private int acks;
    private int acksPerSample = LEAST_ACKS_PER_SAMPLE;
    private long seenChanges;
    private long seenMerges;

    StateTransfer(MembershipConfig config, GroupState state, Outbox outbox) {
        this.config = config;
        this.state = state;
        this.outbox = outbox;
    }

    long nextDeadlineNanos() {
        return deadlineNanos;
    }

    boolean isRunning() {
        return source != null;
    }

    /** Begins to take over the whole view of a member that gave us a cookie. */
    void begin(Sender sender, InetSocketAddress from, long givenCookie, long nowNanos, Actions actions) {
        begin(sender, from, givenCookie, false, nowNanos, actions);
    }

    /** A member answered a ping: does it see the same group? */
    void onAck(Sender sender, InetSocketAddress from, long givenCookie, long nowNanos, Actions actions) {
        if (isRunning() || !sender.joined() || !state.isJoined()) {
            return;
        }
        if (sender.partial() || state.table().isPartial()) {
            sample(sender, from, givenCookie, nowNanos, actions);
        } else if (sender.digest() == state.table().digest()) {
            differing = 0;
        } else if (++differing >= patience()) {
            begin(sender, from, givenCookie, false, nowNanos, actions);
        }
    }

    private void sample(Sender sender, InetSocketAddress from, long givenCookie, long nowNanos, Actions actions) {
        if (++acks < acksPerSample) {
            return;
        }
        long changes = state.table().changes();
        acks = 0;
        acksPerSample =
                changes == seenChanges ? Math.min(2 * acksPerSample, MOST_ACKS_PER_SAMPLE) : LEAST_ACKS_PER_SAMPLE;
        seenChanges = changes;
        begin(sender, from, givenCookie, true, nowNanos, actions);
    }

    /**
     * A page arrived.
     *
     * @return whether it was the last of the transfer
     */
    boolean onPage(InetSocketAddress from, Page page, long nowNanos, Actions actions) {
        if (!from.equals(source) || page.sender().id() != sourceId || page.nonce() != nonce) {
            return false;
        }
        state.proved(page.sender(), from, null, nowNanos, actions);
        for (MemberUpdate update : page.members()) {
            state.applyRecord(update, nowNanos, actions);
        }
        boolean goesOn = page.more() && !anyPart && page.nextId() > fromId && --pagesLeft > 0;
        if (goesOn) {
            fromId = page.nextId();
            tries = 0;
            pull(nowNanos, actions);
        } else {
            end();
        }
        return !goesOn;
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!Deadlines.isDue(deadlineNanos, nowNanos)) {
            return;
        }
        if (tries < TRIES_PER_PAGE) {
            pull(nowNanos, actions);
        } else {
            end();
        }
    }

    /** Answers somebody who has shown a cookie. */
    void answer(Pull pull, InetSocketAddress to, long nowNanos, Actions actions) {
        MemberEntry start = pull.anyPart() ? state.table().anyone() : null;
        List<MemberUpdate> members = new ArrayList<>();
        int room = outbox.codec().pageRoom();
        MemberEntry next = fill(members, room, start == null ? pull.fromId() : start.id(), Long.MAX_VALUE, nowNanos);
        if (start != null && next == null) {
            int used = members.stream().mapToInt(MemberUpdate::encodedBytes).sum();
            next = fill(members, room - used, Long.MIN_VALUE, start.id() - 1, nowNanos);
        }
        long nextId = next == null ? 0 : next.id();
        outbox.unicast(to, new Page(outbox.self(), pull.nonce(), next != null, nextId, members), actions);
    }

    /** Adds the members from an id to another, and returns the first that does not fit. */
    private @Nullable MemberEntry fill(
            List<MemberUpdate> members, int roomBytes, long firstId, long lastId, long nowNanos) {
        int room = roomBytes;
        for (MemberEntry entry : state.table().from(firstId)) {
            if (entry.id() > lastId) {
                return null;
            }
            MemberUpdate record = entry.asRecord(nowNanos);
            room -= record.encodedBytes();
            if (room < 0) {
                return entry;
            }
            members.add(record);
        }
        return null;
    }

    private void begin(
            Sender sender, InetSocketAddress from, long givenCookie, boolean sample, long nowNanos, Actions actions) {
        source = from;
        sourceId = sender.id();
        cookie = givenCookie;
        anyPart = sample;
        fromId = Long.MIN_VALUE;
        tries = 0;
        pagesLeft = 2 + config.maxView / (outbox.codec().pageRoom() / MemberUpdate.MAX_BYTES);
        differing = 0;
        seenMerges = state.merges();
        pull(nowNanos, actions);
    }

    private void pull(long nowNanos, Actions actions) {
        InetSocketAddress to = source;
        if (to == null) {
            return;
        }
        tries++;
        nonce = outbox.newNonce();
        deadlineNanos = nowNanos + config.probeTimeoutNanos;
        if (!outbox.answer(to, new Pull(outbox.self(), nonce, cookie, anyPart, fromId), nowNanos, actions)) {
            end();
        }
    }

    private void end() {
        source = null;
        deadlineNanos = ProtocolEngine.NO_DEADLINE;
    }

    /** Periods in which news has reached everyone; after members came from elsewhere, a partition may have ended: no waiting then. */
    private int patience() {
        if (state.merges() != seenMerges) {
            return 1;
        }
        return 34 - Integer.numberOfLeadingZeros(state.table().groupSize());
    }
}
