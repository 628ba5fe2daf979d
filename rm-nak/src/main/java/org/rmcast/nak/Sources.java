package org.rmcast.nak;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.presence.PresentMember;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.nak.wire.NakPacket.Data;
import org.rmcast.nak.wire.NakPacket.Heard;
import org.rmcast.nak.wire.NakPacket.Reach;

/** The streams of others, at a member that receives. Not thread safe. */
final class Sources {
    private final NakContext context;
    private final Map<Long, Source> sources = new LinkedHashMap<>();
    /** How far the streams of those were seen to be who have not met this member yet. */
    private final Map<Long, Reach> early = new LinkedHashMap<>();

    Sources(NakContext context) {
        this.context = context;
    }

    @Nullable
    Source find(long id) {
        return sources.get(id);
    }

    Collection<Source> all() {
        return sources.values();
    }

    /** A packet of somebody who was not met: what was sent until now is not owed. */
    void onEarly(long id, Data data) {
        Reach before = early.get(id);
        if (before != null && data.sequence() < before.limit()) {
            return;
        }
        try {
            long messages =
                    MessageAssembler.firstMessageBehind(data.firstMessage(), data.datagram(), Data.FRAMES_OFFSET);
            early.put(id, new Reach(1, data.sequence() + 1, messages, false));
        } catch (DecodeException e) {
            throw new IllegalStateException("a packet was decoded that cannot be read", e);
        }
        if (early.size() > context.config.maxMembers) {
            early.remove(early.keySet().iterator().next());
        }
    }

    /**
     * A member has met this one, or proved its address.
     *
     * @param said how far its stream is, by its own word
     * @param met whether it has met this member: then all from there on is owed
     */
    void onProof(PresentMember member, Reach said, boolean met, long nowNanos, Actions actions) {
        if (!member.role().sends() || said.ended()) {
            return;
        }
        Source source = sources.get(member.id());
        if (source == null || !source.reception().isOpen()) {
            end(source, actions);
            long lost = source == null ? 0 : source.lostPackets();
            Reach seen = early.remove(member.id());
            Reach start = !met && seen != null && seen.limit() > said.limit() ? seen : said;
            source = new Source(context, member, source == null ? start : behind(source, start), lost, nowNanos);
            sources.put(member.id(), source);
        }
        if (member.isConfirmed()) {
            source.onConfirmed(actions);
        }
    }

    /** Nothing comes again that came, or was told to be lost, when the stream was followed before. */
    private static Reach behind(Source former, Reach start) {
        return new Reach(
                start.low(),
                Math.max(start.limit(), former.reception().limit()),
                Math.max(start.messages(), former.reception().messagesTold()),
                start.ended());
    }

    /** The same member begins anew: what was left of it before is not owed any more. */
    private static void end(@Nullable Source former, Actions actions) {
        if (former == null) {
            return;
        }
        if (former.isFound()
                && !former.reception().isLost()
                && !former.reception().hasEnded()) {
            actions.report(new SessionEvent.SenderLost(former.id(), EventCause.CAME_AGAIN, "it came again"));
        }
        former.clear();
    }

    void onGone(long id, Reason reason, long nowNanos) {
        early.remove(id);
        Source source = sources.get(id);
        if (source != null) {
            source.onGone(reason, nowNanos);
        }
    }

    /** Somebody else says how far a stream is. */
    void onHeard(Heard heard, long nowNanos) {
        Source source = sources.get(heard.source());
        if (source != null) {
            source.onHeard(heard, nowNanos);
        }
    }

    /** Whether somebody tells more of a stream than is known here, and its sender, who could say, is gone. */
    boolean isNewsOfALost(Heard heard) {
        Source source = sources.get(heard.source());
        return source != null
                && source.isFound()
                && !source.reception().isOpen()
                && heard.messages() > source.reception().messages();
    }

    /**
     * What others are told.
     *
     * @param most how many streams at most
     * @param turn which one is the first, counted around
     */
    List<Heard> heard(int most, int turn) {
        List<Heard> known = new ArrayList<>();
        for (Source source : sources.values()) {
            if (source.isFound() && !source.reception().hasEnded()) {
                known.add(source.heard());
            }
        }
        if (known.size() > most) {
            Collections.rotate(known, -Math.floorMod(turn, known.size()));
        }
        return known.size() > most ? known.subList(0, most) : known;
    }

    void onDeadline(long nowNanos) {
        sources.values().removeIf(source -> {
            source.onDeadline(nowNanos);
            boolean over = source.isOver(nowNanos);
            if (over) {
                source.clear();
            }
            return over;
        });
    }

    void onBatchEnd(long nowNanos, Actions actions) {
        for (Source source : sources.values()) {
            source.onBatchEnd(nowNanos, actions);
        }
    }

    long nextDeadlineNanos() {
        long deadline = ProtocolEngine.NO_DEADLINE;
        for (Source source : sources.values()) {
            deadline = Deadlines.earlier(deadline, source.nextDeadlineNanos());
        }
        return deadline;
    }
}
