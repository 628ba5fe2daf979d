package org.rmcast.wan;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Deadlines;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipView;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Install;
import org.rmcast.wan.wire.WanPacket.Promise;
import org.rmcast.wan.wire.WanPacket.Propose;
import org.rmcast.wan.wire.WanPacket.Refuse;
import org.rmcast.wan.wire.WanPacket.ViewId;
import org.rmcast.wan.wire.WanPacket.WantView;

/**
 * How members come to the same views: the one with the lowest id of those that the membership shows proposes them, each promises to install
 * nothing earlier and says which view it has, and when all have, the view is there. Nothing is stopped meanwhile. Who misses it asks for it
 * when it hears somebody speak in it. Parts of a group that do not hear one another have views of their own; when they do, the next
 * view says which members had been together before. Not thread safe.
 *
 * <p>Paper, section 2: the membership is the duty of the group management protocol, which is not specified there.
 */
final class Agreement {
    private static final long RETRY_NANOS = 100_000_000L;
    private static final int MOST_DOUBLINGS = 1;
    private static final long NUDGE_NANOS = 500_000_000L;
    private static final int STRANGE_VIEWS = 3;
    /** A member of which so many probes should have come, and nothing has, is silent. */
    private static final int SILENT_PROBES = 3;

    /** Who does with a view what there is to do. */
    interface Listener {
        void onView(Install install, long nowNanos, Actions actions);
    }

    private final WanContext context;
    private final MembershipView group;
    private final Whereabouts whereabouts;
    private final Listener listener;
    private ViewId promised;
    private ViewId installed;
    private @Nullable Install last;
    private @Nullable Proposal proposal;
    /** Members that did not answer, and until when they are left out. */
    private final Map<Long, Long> leftOut = new TreeMap<>();
    /** Members that were asked to promise a view and have not answered, be it one view after another, and since when. */
    private final Map<Long, Long> askedSince = new TreeMap<>();
    /** Members that have not shown yet that they have the view that this one has installed. */
    private final Set<Long> unseen = new LinkedHashSet<>();

    private @Nullable List<GroupMember> desiredOf;
    private int desiredWithout;
    private @Nullable View desiredIn;
    private List<Long> desired = List.of();
    private long changedNanos;
    private boolean changed;
    private long resendAtNanos = ProtocolEngine.NO_DEADLINE;
    private int resends;
    private long installedNanos;
    private int strangeViews;
    /** The highest number of a view that others have refused a proposal for. */
    private long highest;

    private long nudgeAtNanos = ProtocolEngine.NO_DEADLINE;
    private long askedNanos = Long.MIN_VALUE / 2;
    private long toldNanos = Long.MIN_VALUE / 2;

    private static final class Proposal {
        final long number;
        final List<Long> members;
        final Map<Long, ViewId> promises = new LinkedHashMap<>();
        long sendAtNanos;
        int sends;

        Proposal(long number, List<Long> members, long nowNanos) {
            this.number = number;
            this.members = members;
            this.sendAtNanos = nowNanos;
        }
    }

    Agreement(WanContext context, MembershipView group, Whereabouts whereabouts, Listener listener) {
        this.whereabouts = whereabouts;
        this.context = context;
        this.group = group;
        this.listener = listener;
        this.installed = context.members.view().id;
        this.promised = installed;
    }

    private long self() {
        return context.engine.memberId();
    }

    /** The membership shows other members than before. */
    void onGroup(long nowNanos) {
        if (!changed) {
            changed = true;
            changedNanos = nowNanos;
        }
    }

    /** A member spoke in the present view. */
    void onSeen(long id) {
        unseen.remove(id);
    }

    /** A member spoke in a view that this one does not have. */
    void onOtherView(InetSocketAddress from, long nowNanos, Actions actions) {
        if (nowNanos - askedNanos >= RETRY_NANOS / 2) {
            askedNanos = nowNanos;
            send(from, new WantView(installed), actions);
        }
    }

    /** A member spoke in a view that was, and is in none that this one has now: it is told the present one. */
    void onFormer(InetSocketAddress from, long nowNanos, Actions actions) {
        Install install = last;
        if (install != null && nowNanos - toldNanos >= RETRY_NANOS / 2) {
            toldNanos = nowNanos;
            send(from, install, actions);
        }
    }

    void onDeadline(long nowNanos, Actions actions) {
        if (!leftOut.isEmpty() && leftOut.values().removeIf(untilNanos -> untilNanos - nowNanos <= 0)) {
            desiredOf = null;
        }
        repeat(nowNanos, actions);
        List<Long> desired = desired();
        Proposal open = proposal;
        boolean same = desired.equals(context.members.view().members());
        if (desired.get(0) != self() || (same && !isDivided())) {
            proposal = null;
            askedSince.clear();
            changed = false;
            nudge(desired.get(0), same, nowNanos, actions);
            return;
        }
        nudgeAtNanos = ProtocolEngine.NO_DEADLINE;
        onGroup(nowNanos);
        if (open != null && !open.members.equals(desired)) {
            open = null;
            proposal = null;
        }
        if (open == null && nowNanos - changedNanos >= context.config.viewDelayNanos) {
            propose(desired, nowNanos);
            open = proposal;
        }
        if (open != null) {
            pursue(open, nowNanos, actions);
        }
    }

    /** Whether members that this one has in its view have said more than once that they have another, which it does not know. */
    private boolean isDivided() {
        return strangeViews >= STRANGE_VIEWS;
    }

    /** Tells who should propose a view which one this member has, while it is not the right one. */
    private void nudge(long coordinator, boolean same, long nowNanos, Actions actions) {
        if (same || coordinator == self()) {
            nudgeAtNanos = ProtocolEngine.NO_DEADLINE;
        } else if (nudgeAtNanos == ProtocolEngine.NO_DEADLINE) {
            nudgeAtNanos = nowNanos + NUDGE_NANOS;
        } else if (Deadlines.isDue(nudgeAtNanos, nowNanos)) {
            nudgeAtNanos = nowNanos + NUDGE_NANOS;
            sendTo(coordinator, new WantView(installed), actions);
        }
    }

    /** The members that a view should have; found anew where the membership, the view or who is left out is another. */
    private List<Long> desired() {
        List<GroupMember> others = group.others();
        if (desiredOf != others || desiredWithout != leftOut.size() || desiredIn != context.members.view()) {
            desiredOf = others;
            desiredWithout = leftOut.size();
            desiredIn = context.members.view();
            desired = findDesired();
        }
        return desired;
    }

    private List<Long> findDesired() {
        TreeSet<Long> members = new TreeSet<>();
        members.add(self());
        for (GroupMember member : group.others()) {
            if (!leftOut.containsKey(member.id())) {
                members.add(member.id());
            }
        }
        List<Long> desired = new ArrayList<>(members);
        return desired.size() > WanCodec.MOST_MEMBERS ? keep(desired) : desired;
    }

    /** Of more members than a view may have those that are in it, and the lowest ids. */
    private List<Long> keep(List<Long> all) {
        TreeSet<Long> kept = new TreeSet<>();
        kept.add(self());
        for (long id : all) {
            if (context.members.view().contains(id)) {
                kept.add(id);
            }
        }
        for (long id : all) {
            if (kept.size() < WanCodec.MOST_MEMBERS) {
                kept.add(id);
            }
        }
        return new ArrayList<>(kept);
    }

    private void propose(List<Long> desired, long nowNanos) {
        Proposal next =
                new Proposal(Math.max(highest, Math.max(promised.number(), installed.number())) + 1, desired, nowNanos);
        proposal = next;
        askedSince.keySet().retainAll(desired);
        promised = new ViewId(next.number, self());
        next.promises.put(self(), installed);
        context.own.increment(WanMeter.VIEWS_PROPOSED);
    }

    private void pursue(Proposal open, long nowNanos, Actions actions) {
        if (open.promises.size() == open.members.size()) {
            install(open, nowNanos, actions);
            return;
        }
        if (leaveOutSilent(open, nowNanos)) {
            proposal = null;
            return;
        }
        if (Deadlines.isDue(open.sendAtNanos, nowNanos)) {
            open.sendAtNanos = nowNanos + (RETRY_NANOS << Math.min(MOST_DOUBLINGS, open.sends++));
            Propose packet = new Propose(open.number, installed, open.members);
            for (long id : open.members) {
                if (!open.promises.containsKey(id)) {
                    sendTo(id, packet, actions);
                }
            }
        }
    }

    /** Leaves those out that have not answered for too long; whether there were any. While members come and go no single proposal lasts that long. */
    private boolean leaveOutSilent(Proposal open, long nowNanos) {
        boolean any = false;
        for (long id : open.members) {
            if (!open.promises.containsKey(id)
                    && nowNanos - silentAtNanos(id, askedSince.computeIfAbsent(id, member -> nowNanos)) >= 0) {
                askedSince.remove(id);
                leaveOut(id, nowNanos);
                any = true;
            }
        }
        return any;
    }

    /**
     * When a member that was asked then has not answered for too long. One that had been silent before is waited for for less: members that leave one
     * after another, each unnoticed until it is asked, would hold up the others for that much longer.
     */
    private long silentAtNanos(long id, long askedNanos) {
        long timeoutNanos = context.config.viewTimeoutNanos;
        Peer peer = context.members.find(id);
        if (peer == null) {
            return askedNanos + timeoutNanos;
        }
        long silenceNanos = Math.max(timeoutNanos, SILENT_PROBES * context.config.probeIntervalNanos);
        long sinceHeardNanos = Math.max(askedNanos + timeoutNanos / 3, peer.heardNanos + silenceNanos);
        return Math.min(askedNanos + timeoutNanos, sinceHeardNanos);
    }

    private void leaveOut(long id, long nowNanos) {
        leftOut.put(id, nowNanos + 2 * context.config.viewTimeoutNanos);
        desiredOf = null;
    }

    private void install(Proposal agreed, long nowNanos, Actions actions) {
        List<ViewId> before = new ArrayList<>(new LinkedHashSet<>(agreed.promises.values()));
        List<Integer> lineages = new ArrayList<>();
        for (long id : agreed.members) {
            lineages.add(before.indexOf(agreed.promises.get(id)));
        }
        proposal = null;
        accept(new Install(new ViewId(agreed.number, self()), before, agreed.members, lineages), nowNanos, actions);
        unseen.clear();
        unseen.addAll(agreed.members);
        unseen.remove(self());
        resends = 0;
        resendAtNanos = nowNanos;
        repeat(nowNanos, actions);
    }

    private void accept(Install install, long nowNanos, Actions actions) {
        installed = install.id();
        promised = installed.compareTo(promised) > 0 ? installed : promised;
        last = install;
        installedNanos = nowNanos;
        changed = false;
        strangeViews = 0;
        nudgeAtNanos = ProtocolEngine.NO_DEADLINE;
        unseen.clear();
        resendAtNanos = ProtocolEngine.NO_DEADLINE;
        context.own.increment(WanMeter.VIEWS_INSTALLED);
        listener.onView(install, nowNanos, actions);
    }

    /** Sends the view to those that have not shown that they have it. */
    private void repeat(long nowNanos, Actions actions) {
        Install install = last;
        if (unseen.isEmpty()) {
            resendAtNanos = ProtocolEngine.NO_DEADLINE;
            return;
        }
        unseen.retainAll(known());
        if (!unseen.isEmpty() && nowNanos - installedNanos >= context.config.viewTimeoutNanos) {
            // They would hold up whoever sends to them; but who has promised the next view may not install this one.
            Proposal open = proposal;
            unseen.removeIf(id -> open != null && open.promises.containsKey(id));
            unseen.forEach(id -> leaveOut(id, nowNanos));
            unseen.clear();
        }
        if (unseen.isEmpty() || install == null) {
            resendAtNanos = ProtocolEngine.NO_DEADLINE;
        } else if (Deadlines.isDue(resendAtNanos, nowNanos)) {
            resendAtNanos = nowNanos + (RETRY_NANOS << Math.min(MOST_DOUBLINGS, resends++));
            unseen.forEach(id -> sendTo(id, install, actions));
        }
    }

    private Set<Long> known() {
        Set<Long> known = new HashSet<>();
        group.others().forEach(member -> known.add(member.id()));
        return known;
    }

    // Packets; from members that are where they are said to be.

    void onPropose(InetSocketAddress from, long id, Propose propose, long nowNanos, Actions actions) {
        ViewId proposed = new ViewId(propose.number(), id);
        if (!propose.members().contains(self()) || !propose.members().contains(id)) {
            return;
        }
        if (proposed.compareTo(promised) < 0
                || propose.number() <= installed.number()
                || takesAway(id, propose.members())) {
            send(from, new Refuse(propose.number(), promised), actions);
            return;
        }
        if (propose.installed().compareTo(installed) > 0 && isNearlyMine(propose)) {
            onOtherView(from, nowNanos, actions);
        }
        promised = proposed;
        proposal = null;
        send(from, new Promise(propose.number(), installed), actions);
    }

    /**
     * Whether one that is not in the present view would take this member out of it, away from its coordinator, which is there: it does not know that
     * one yet. The two views are to be one.
     */
    private boolean takesAway(long proposer, List<Long> members) {
        View view = context.members.view();
        long coordinator = desired().get(0);
        return !view.contains(proposer)
                && coordinator != self()
                && coordinator < proposer
                && view.contains(coordinator)
                && !members.contains(coordinator);
    }

    /** Whether a coordinator has a view that this member may have missed: one of members with which it is together. */
    private boolean isNearlyMine(Propose propose) {
        return context.members.view().contains(propose.installed().coordinator());
    }

    void onPromise(long id, Promise promise) {
        askedSince.remove(id);
        Proposal open = proposal;
        if (open != null && open.number == promise.number() && open.members.contains(id)) {
            open.promises.put(id, promise.installed());
        }
    }

    void onRefuse(Refuse refuse, long nowNanos) {
        Proposal open = proposal;
        if (open != null && open.number == refuse.number()) {
            // The next proposal has a higher number; but another coordinator may be about to install its view.
            highest = Math.max(highest, refuse.known().number());
            proposal = null;
            changedNanos = nowNanos + context.engine.random().nextLong(RETRY_NANOS);
        }
    }

    void onInstall(long from, Install install, long nowNanos, Actions actions) {
        if (isLeftOut(from, install)) {
            // The others go on without this member: it begins anew, alone, and is taken in again.
            long number = Math.max(promised.number(), install.id().number()) + 1;
            proposal = null;
            accept(
                    new Install(new ViewId(number, self()), List.of(installed), List.of(self()), List.of(0)),
                    nowNanos,
                    actions);
            return;
        }
        boolean later =
                install.id().number() > installed.number() && install.id().compareTo(promised) >= 0;
        int place = install.members().indexOf(self());
        if (!later || place < 0 || !knowsWhere(install.members())) {
            return;
        }
        proposal = null;
        accept(install, nowNanos, actions);
    }

    /**
     * Whether a member of the view has a later one, without this member, and so has the one that should propose the next one to this member. Those who
     * are together without that one have left, or were left out themselves, as may be where this member has promised another one's view.
     */
    private boolean isLeftOut(long from, Install install) {
        List<Long> others = install.members();
        return install.id().compareTo(installed) > 0
                && context.members.view().contains(from)
                && others.contains(from)
                && !others.contains(self())
                && others.contains(desired().get(0))
                && (promised.equals(installed) || others.contains(promised.coordinator()));
    }

    /** Whether all could be sent to: those in the present view, too, whom the membership may have lost for a while. */
    private boolean knowsWhere(List<Long> ids) {
        Set<Long> known = known();
        for (long id : ids) {
            if (!known.contains(id) && !context.members.view().contains(id)) {
                return false;
            }
        }
        return true;
    }

    void onWantView(InetSocketAddress from, long id, WantView want, Actions actions) {
        Install install = last;
        if (install != null
                && install.id().compareTo(want.installed()) > 0
                && install.members().contains(id)) {
            send(from, install, actions);
        }
        boolean merelyLacks = install != null && install.before().contains(want.installed());
        if (context.members.view().contains(id)
                && !merelyLacks
                && !want.installed().equals(installed)) {
            strangeViews++;
        }
    }

    private void sendTo(long id, WanPacket packet, Actions actions) {
        InetSocketAddress address = whereabouts.of(id);
        if (address != null) {
            send(address, packet, actions);
        }
    }

    private void send(InetSocketAddress to, WanPacket packet, Actions actions) {
        context.counters.increment(EngineMeter.CONTROL_PACKETS_SENT);
        actions.unicast(to, WanCodec.encode(packet));
    }

    long nextDeadlineNanos() {
        long next = Deadlines.earlier(resendAtNanos, nudgeAtNanos);
        Proposal open = proposal;
        if (open != null) {
            next = Deadlines.earlier(next, open.sendAtNanos);
            for (Map.Entry<Long, Long> asked : askedSince.entrySet()) {
                next = Deadlines.earlier(next, silentAtNanos(asked.getKey(), asked.getValue()));
            }
        } else if (changed) {
            next = Deadlines.earlier(next, changedNanos + context.config.viewDelayNanos);
        }
        for (long untilNanos : leftOut.values()) {
            next = Deadlines.earlier(next, untilNanos);
        }
        return next;
    }

    @Override
    public String toString() {
        Proposal open = proposal;
        return installed + ", promised " + promised + ", group of "
                + (group.others().size() + 1) + ", left out " + leftOut.keySet()
                + ", divided " + strangeViews
                + (open == null
                        ? ""
                        : ", proposes " + open.number + " to " + open.members.size() + ", promised by "
                                + open.promises.size());
    }
}
