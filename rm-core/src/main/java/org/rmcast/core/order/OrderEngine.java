package org.rmcast.core.order;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.DecodeException;

/**
 * Total order for one member: messages of all members in one sequence, which every member is given alike. A deterministic state machine over
 * a session of equals: events in, actions out, no time and no threads.
 *
 * <p>One member of the view, the voter with the lowest id when there was none before, is the sequencer: it says which message has which
 * place. A message is delivered when a majority of the voters holds it and all that is before it, which every member hears from them. When
 * the sequencer is gone from the view, the next one first takes over the log that is furthest among those of a majority. So what was
 * delivered anywhere stays in the order, whatever the views say: they only decide who tries when.
 *
 * <p>There are {@code voters} voters. The group is founded when so many have met; later ones take the places of voters that are gone.
 * Others are given the same, and do not vote.
 *
 * <p>Papers: see {@link Candidacy}. Different from them: messages go from their sources to all members, the sequencer only names
 * them; who follows tells all, so that each can see for itself what a majority holds.
 *
 * <p>Not thread safe. After the calls of one wake-up {@link #onTurnEnd} is to be called; {@link #onRemind} from time to time, some times
 * per second.
 */
public final class OrderEngine {
    private static final int CHUNK_BYTES = 256 * 1024;
    private static final int MOST_RESENT = 64;
    /** After so many reminders without a word of a sequencer another one is tried. */
    private static final int PATIENCE = 5;

    private static final long CONTENT_BYTES = 64L << 20;

    private final long self;
    private final int voters;
    private final int quorum;
    private final OrderLog log;
    private final Contents contents = new Contents(CONTENT_BYTES);
    private final TreeMap<Long, byte[]> own = new TreeMap<>();
    /** Places of the accepted log whose message, or the place before it, is not here yet. */
    private final TreeMap<Long, Entry> early = new TreeMap<>();
    /** Up to where members have the log of {@link #endsBallot}. */
    private final Map<Long, Long> ends = new TreeMap<>();

    private TreeSet<Long> view = new TreeSet<>();
    private long group;
    private Ballot promised = Ballot.NONE;
    private Ballot foundingPromised = Ballot.NONE;
    private Ballot accepted = Ballot.NONE;
    private Ballot highest = Ballot.NONE;
    private Ballot endsBallot = Ballot.NONE;
    private long start;
    private boolean leading;
    private @Nullable Candidacy candidacy;
    private @Nullable Takeover takeover;
    private long nextOwn;
    /** The number of the first own message that was not there at the last reminder. */
    private long ownReminded;

    private long sentEnd;
    private long acceptedEnd = -1;
    private int silent;
    private long foreignGroup;

    /**
     * @param self this member's id
     * @param voters how many vote, at least 1, the same at all members
     * @param retainBytes how much of what was delivered is kept for members that were away, in bytes
     */
    public OrderEngine(long self, int voters, long retainBytes) {
        if (voters < 1) {
            throw new IllegalArgumentException("voters must be at least 1, was " + voters);
        }
        this.self = self;
        this.voters = voters;
        this.quorum = voters / 2 + 1;
        this.log = new OrderLog(retainBytes);
        view.add(self);
    }

    // The application.

    /**
     * A message of this member.
     *
     * @param content not to be changed
     * @return its number
     */
    public long submit(byte[] content, OrderActions actions) {
        long number = nextOwn++;
        own.put(number, content);
        contents.put(self, number, content);
        send(0, new OrderPacket.Submit(number, content), actions);
        return number;
    }

    /** How many messages of this member are not confirmed. */
    public int unconfirmed() {
        return own.size();
    }

    /** Whether there is a sequencer, and a majority of the voters is there. */
    public boolean isOrdering() {
        return group != 0
                && accepted.equals(promised)
                && silent < PATIENCE
                && !log.voters().isEmpty()
                && Quorums.has(view, log.voters(), quorum);
    }

    /** The place of the next message that is delivered here. */
    public long position() {
        return log.committed();
    }

    /** Who votes, as far as it is settled here; empty before the group is founded. */
    public List<Long> voterIds() {
        return log.voters();
    }

    /** The founder of this member's group, 0 while it has none. */
    public long group() {
        return group;
    }

    /** The founder of another group that was heard, with which this one has no order in common; 0 if there is none. */
    public long foreignGroup() {
        return foreignGroup;
    }

    // Members.

    /** The other members that are there now. */
    public void onMembers(Set<Long> others, OrderActions actions) {
        TreeSet<Long> next = new TreeSet<>(others);
        next.add(self);
        if (next.equals(view)) {
            return;
        }
        view = next;
        contents.retain(view);
        reconsider(actions);
    }

    private void reconsider(OrderActions actions) {
        if (group == 0) {
            boolean may = view.size() >= voters && view.first() == self;
            if (!may) {
                candidacy = null;
            } else if (candidacy == null) {
                found(actions);
            }
        } else if (!leading && candidacy == null && !view.contains(promised.owner()) && isChoice()) {
            prepare(actions);
        }
    }

    /** Whether this member is the one to try, of those that are there. */
    private boolean isChoice() {
        TreeSet<Long> candidates = new TreeSet<>(allVoters());
        candidates.retainAll(view);
        return !candidates.isEmpty() && candidates.first() == self;
    }

    /** Who votes or is about to. */
    Set<Long> allVoters() {
        Set<Long> all = new TreeSet<>(log.voters());
        log.pending().values().forEach(all::addAll);
        return all;
    }

    // Becoming the sequencer.

    private void found(OrderActions actions) {
        Ballot ballot = new Ballot(Ballot.later(highest, foundingPromised).counter() + 1, self);
        List<Long> founders = view.stream().limit(voters).toList();
        foundingPromised = ballot;
        highest = ballot;
        begin(new Candidacy(ballot, founders, quorum), actions);
    }

    private void prepare(OrderActions actions) {
        Ballot ballot = new Ballot(Ballot.later(highest, promised).counter() + 1, self);
        highest = ballot;
        promised = ballot;
        leading = false;
        takeover = null;
        begin(new Candidacy(ballot, List.of(), quorum), actions);
    }

    private void begin(Candidacy begun, OrderActions actions) {
        candidacy = begun;
        silent = 0;
        begun.add(self, promise(begun.ballot));
        send(0, new OrderPacket.Prepare(begun.ballot, begun.founders), actions);
        decide(begun, actions);
    }

    private OrderPacket.Promise promise(Ballot ballot) {
        return new OrderPacket.Promise(
                ballot, accepted, log.end(), log.committed(), log.voters(), new TreeMap<>(log.pending()));
    }

    private void onPromise(long from, OrderPacket.Promise promise, OrderActions actions) {
        Candidacy open = candidacy;
        if (open != null && open.best == null && open.ballot.equals(promise.ballot())) {
            open.add(from, promise);
            decide(open, actions);
        }
    }

    private void decide(Candidacy open, OrderActions actions) {
        if (!open.isDecided()) {
            return;
        }
        if (open.isFounding()) {
            group = self;
            promised = open.ballot;
            foreignGroup = 0;
            log.append(new Entry.Voters(open.founders));
            lead(open, actions);
            return;
        }
        Candidacy.Follower best = open.best();
        open.best = best;
        if (best.id() == self) {
            lead(open, actions);
        } else {
            takeover = new Takeover(
                    open.ballot,
                    best.id(),
                    group,
                    log.committed(),
                    best.promise().end());
            advance(actions);
        }
    }

    private void lead(Candidacy won, OrderActions actions) {
        candidacy = null;
        takeover = null;
        early.clear();
        accepted = won.ballot;
        start = log.end();
        sentEnd = log.end();
        leading = true;
        silent = 0;
        count(accepted);
        ends.put(self, log.end());
        // The first words of a sequencer: those who have not its log ask for it.
        append(List.of(), actions);
    }

    private void append(List<Entry> entries, OrderActions actions) {
        send(
                0,
                new OrderPacket.Append(accepted, 0, start, log.committed(), log.end() - entries.size(), entries),
                actions);
    }

    // Packets.

    /**
     * A message of the session below.
     *
     * @throws DecodeException if it is none of ours; nothing has happened then
     */
    public void onMessage(long from, byte[] message, OrderActions actions) throws DecodeException {
        OrderCodec.Grouped grouped = OrderCodec.decode(message);
        OrderPacket packet = grouped.packet();
        if (grouped.group() != 0 && group != 0 && grouped.group() != group) {
            foreignGroup = grouped.group();
            return;
        }
        switch (packet.type()) {
            case SUBMIT -> onSubmit(from, (OrderPacket.Submit) packet);
            case PREPARE -> onPrepare(from, grouped.group(), (OrderPacket.Prepare) packet, actions);
            case PROMISE -> onPromise(from, (OrderPacket.Promise) packet, actions);
            case REFUSE -> onRefuse(((OrderPacket.Refuse) packet).ballot(), actions);
            case APPEND -> onAppend(from, grouped.group(), (OrderPacket.Append) packet, actions);
            case ACCEPT -> onAccept(from, (OrderPacket.Accept) packet, actions);
            case FETCH -> onFetch(from, (OrderPacket.Fetch) packet, actions);
            case STATE -> onState(from, (OrderPacket.State) packet, actions);
        }
    }

    private void onSubmit(long from, OrderPacket.Submit submit) {
        if (submit.number() >= log.next(from)) {
            contents.put(from, submit.number(), submit.content());
            place();
        }
    }

    private void onPrepare(long from, long itsGroup, OrderPacket.Prepare prepare, OrderActions actions) {
        Ballot ballot = prepare.ballot();
        if (ballot.owner() != from) {
            return;
        }
        if (!prepare.founders().isEmpty()) {
            onFounding(from, prepare, actions);
        } else if (group != 0 && itsGroup == group) {
            highest = Ballot.later(highest, ballot);
            if (ballot.isBefore(promised)) {
                send(from, new OrderPacket.Refuse(promised), actions);
                return;
            }
            follow(ballot);
            send(from, promise(ballot), actions);
        }
    }

    private void onFounding(long from, OrderPacket.Prepare prepare, OrderActions actions) {
        if (group != 0 || !prepare.founders().contains(self)) {
            return;
        }
        if (prepare.ballot().isBefore(foundingPromised)) {
            send(from, new OrderPacket.Refuse(foundingPromised), actions);
            return;
        }
        long before = foundingPromised.owner();
        if (before != from && view.contains(before) && silent < PATIENCE) {
            // Another one may be founding with this member already; if not, it falls silent.
            return;
        }
        foundingPromised = prepare.ballot();
        candidacy = null;
        silent = 0;
        send(from, promise(prepare.ballot()), actions);
    }

    /** Follows nobody with an earlier ballot any more. */
    private void follow(Ballot ballot) {
        if (promised.isBefore(ballot)) {
            promised = ballot;
            leading = false;
            candidacy = null;
            takeover = null;
        }
        silent = 0;
    }

    private void onRefuse(Ballot ballot, OrderActions actions) {
        highest = Ballot.later(highest, ballot);
        Candidacy open = candidacy;
        if (open != null && open.ballot.isBefore(ballot)) {
            // Whoever is to try does so again after a while, with a later ballot.
            candidacy = null;
            takeover = null;
        } else if (leading && accepted.isBefore(ballot)) {
            prepare(actions);
        }
    }

    private void onAppend(long from, long itsGroup, OrderPacket.Append append, OrderActions actions) {
        Ballot ballot = append.ballot();
        Takeover open = takeover;
        if (ballot.owner() == self) {
            if (open != null && open.ballot.equals(ballot) && open.source == from && append.to() == self) {
                take(open, append);
                advance(actions);
            }
            return;
        }
        if (ballot.owner() != from || itsGroup == 0) {
            return;
        }
        highest = Ballot.later(highest, ballot);
        if (ballot.isBefore(promised)) {
            send(from, new OrderPacket.Refuse(promised), actions);
            return;
        }
        follow(ballot);
        candidacy = null;
        count(ballot);
        ends.merge(from, append.end(), Math::max);
        if (accepted.equals(ballot)) {
            for (int i = 0; i < append.entries().size(); i++) {
                long position = append.from() + i;
                if (position >= log.end()) {
                    Entry entry = append.entries().get(i);
                    early.merge(position, entry, (before, now) -> isWhole(now) ? now : before);
                }
            }
            place();
            commitTo(Math.min(append.committed(), log.end()), actions);
            if (append.to() == self && log.end() < ends.getOrDefault(from, 0L)) {
                send(from, new OrderPacket.Fetch(ballot, from, log.end()), actions);
            }
            return;
        }
        if (open == null || !open.ballot.equals(ballot)) {
            open = new Takeover(ballot, from, itsGroup, log.committed(), append.start());
            takeover = open;
        }
        take(open, append);
        advance(actions);
    }

    private static boolean isWhole(Entry entry) {
        return !(entry instanceof Entry.Message message) || message.content() != null;
    }

    private void take(Takeover open, OrderPacket.Append append) {
        for (int i = 0; i < append.entries().size(); i++) {
            Entry entry = whole(append.entries().get(i));
            if (append.from() + i == open.end()) {
                if (entry == null) {
                    return;
                }
                open.add(entry);
            }
        }
    }

    /** An entry with its content; null if that is not here. */
    private @Nullable Entry whole(Entry entry) {
        if (!(entry instanceof Entry.Message message) || message.content() != null) {
            return entry;
        }
        byte[] content = contents.get(message.source(), message.number());
        return content == null ? null : new Entry.Message(message.source(), message.number(), content);
    }

    /** Asks for what a takeover lacks, or ends it. */
    private void advance(OrderActions actions) {
        Takeover open = takeover;
        if (open == null) {
            return;
        }
        if (!open.isComplete()) {
            if (open.asked != open.end()) {
                open.asked = open.end();
                send(open.source, new OrderPacket.Fetch(open.ballot, open.source, open.end()), actions);
            }
            return;
        }
        takeover = null;
        early.clear();
        group = open.group;
        OrderPacket.State state = open.state;
        if (state != null && state.position() > log.committed()) {
            log.restore(state.position(), state.numbers(), state.voters());
            actions.restore(state.position(), state.state());
            confirmBelow(log.next(self), state.position(), actions);
        }
        log.replaceTail(open.from(), open.entries());
        log.numbers().forEach(contents::release);
        Candidacy won = candidacy;
        if (won != null && won.ballot.equals(open.ballot)) {
            lead(won, actions);
            return;
        }
        accepted = open.ballot;
        acceptedEnd = -1;
        place();
        if (log.end() < ends.getOrDefault(open.source, 0L)) {
            send(open.source, new OrderPacket.Fetch(accepted, open.source, log.end()), actions);
        }
    }

    private void confirmBelow(long limit, long position, OrderActions actions) {
        while (!own.isEmpty() && own.firstKey() < limit) {
            actions.confirmed(own.pollFirstEntry().getKey(), position);
        }
    }

    /** Gives places to messages, as the sequencer, or puts them into those that the sequencer has given them. */
    private void place() {
        if (!accepted.equals(promised)) {
            return;
        }
        if (leading) {
            for (long source : contents.sources()) {
                byte[] content = contents.get(source, log.next(source));
                while (content != null) {
                    append(new Entry.Message(source, log.next(source), content));
                    content = contents.get(source, log.next(source));
                }
            }
            return;
        }
        Entry next = early.get(log.end());
        Entry whole = next == null ? null : whole(next);
        while (whole != null) {
            early.remove(log.end());
            append(whole);
            next = early.get(log.end());
            whole = next == null ? null : whole(next);
        }
    }

    private void append(Entry entry) {
        log.append(entry);
        if (entry instanceof Entry.Message message) {
            contents.release(message.source(), message.number() + 1);
        }
    }

    // What is settled.

    /** Counts for a ballot from now on. */
    private void count(Ballot ballot) {
        if (endsBallot.isBefore(ballot)) {
            endsBallot = ballot;
            ends.clear();
        }
    }

    private void onAccept(long from, OrderPacket.Accept accept, OrderActions actions) {
        count(accept.ballot());
        if (accept.ballot().equals(endsBallot)) {
            ends.merge(from, accept.end(), Math::max);
            commit(actions);
        }
    }

    private void commit(OrderActions actions) {
        if (group == 0 || !endsBallot.equals(accepted)) {
            return;
        }
        ends.put(self, log.end());
        boolean more = true;
        while (more) {
            more = false;
            long limit = Math.min(log.end(), Quorums.end(ends, log.voters(), quorum));
            long change = log.pending().isEmpty() ? log.end() : log.pending().firstKey();
            commitTo(Math.min(limit, change), actions);
            // From a change on it takes majorities of those who voted, and of those who will.
            if (limit > change && Quorums.end(ends, next(change), quorum) > change) {
                commitTo(change + 1, actions);
                more = true;
            }
        }
    }

    private List<Long> next(long change) {
        return log.pending().getOrDefault(change, List.of());
    }

    private void commitTo(long limit, OrderActions actions) {
        while (log.committed() < limit) {
            long position = log.committed();
            Entry entry = log.commit();
            if (entry instanceof Entry.Message message && message.content() != null) {
                actions.deliver(position, message.source(), message.number(), message.content());
                if (message.source() == self) {
                    confirmBelow(message.number() + 1, position, actions);
                }
            }
        }
    }

    /** Members that are there and have the log take the places of voters that are gone. */
    private void changeVoters() {
        if (!leading || !log.pending().isEmpty()) {
            return;
        }
        TreeSet<Long> next = new TreeSet<>(log.voters());
        next.retainAll(view);
        if (next.size() == log.voters().size() || next.size() < quorum) {
            return;
        }
        for (long id : view) {
            if (next.size() < voters && ends.getOrDefault(id, -1L) >= start) {
                next.add(id);
            }
        }
        for (long id : log.voters()) {
            if (next.size() < voters) {
                next.add(id);
            }
        }
        if (!next.containsAll(log.voters())) {
            append(new Entry.Voters(List.copyOf(next)));
        }
    }

    // What others lack.

    private void onFetch(long from, OrderPacket.Fetch fetch, OrderActions actions) {
        if (fetch.to() != self || !fetch.ballot().equals(promised) || fetch.from() > log.end()) {
            return;
        }
        long position = fetch.from();
        if (position < log.base()) {
            byte[] state = actions.state();
            if (state == null) {
                return;
            }
            position = log.committed();
            send(from, new OrderPacket.State(promised, from, position, log.numbers(), log.voters(), state), actions);
        }
        send(
                from,
                new OrderPacket.Append(
                        promised,
                        from,
                        leading ? start : log.end(),
                        log.committed(),
                        position,
                        log.from(position, CHUNK_BYTES)),
                actions);
    }

    private void onState(long from, OrderPacket.State state, OrderActions actions) {
        Takeover open = takeover;
        if (open == null
                && accepted.equals(promised)
                && accepted.equals(state.ballot())
                && accepted.owner() == from
                && state.position() > log.end()) {
            open = new Takeover(accepted, from, group, log.committed(), state.position());
            takeover = open;
        }
        if (open != null && open.source == from && open.ballot.equals(state.ballot()) && state.to() == self) {
            open.begin(state);
            advance(actions);
        }
    }

    // Time.

    /** The calls of one wake-up are done. */
    public void onTurnEnd(OrderActions actions) {
        place();
        changeVoters();
        // Others may have fetched what was not sent.
        sentEnd = Math.max(sentEnd, log.base());
        if (leading && sentEnd < log.end()) {
            for (List<Entry> some = log.from(sentEnd, CHUNK_BYTES); !some.isEmpty(); ) {
                List<Entry> named = some.stream()
                        .map(entry -> entry instanceof Entry.Message message ? message.without() : entry)
                        .toList();
                send(0, new OrderPacket.Append(accepted, 0, start, log.committed(), sentEnd, named), actions);
                sentEnd += named.size();
                some = log.from(sentEnd, CHUNK_BYTES);
            }
        }
        commit(actions);
        if (group != 0 && !leading && accepted.equals(promised) && acceptedEnd != log.end()) {
            acceptedEnd = log.end();
            send(0, new OrderPacket.Accept(accepted, acceptedEnd), actions);
        }
    }

    /** Some time has passed: what was not answered is said again. */
    public void onRemind(OrderActions actions) {
        silent++;
        remindOwn(actions);
        Candidacy open = candidacy;
        Takeover lacking = takeover;
        if (leading) {
            silent = 0;
            append(List.of(), actions);
        } else if (lacking != null) {
            lacking.asked = -1;
            advance(actions);
        } else if (open != null) {
            send(0, new OrderPacket.Prepare(open.ballot, open.founders), actions);
        } else if (group != 0 && accepted.equals(promised)) {
            acceptedEnd = log.committed() < log.end() ? -1 : acceptedEnd;
            if (log.end() < ends.getOrDefault(accepted.owner(), 0L)) {
                send(accepted.owner(), new OrderPacket.Fetch(accepted, accepted.owner(), log.end()), actions);
            }
        }
        if (silent >= PATIENCE) {
            tryAgain(actions);
        }
    }

    private void tryAgain(OrderActions actions) {
        silent = 0;
        if (group == 0) {
            candidacy = null;
            reconsider(actions);
        } else if (isChoice()) {
            prepare(actions);
        }
    }

    /** Sends own messages again that have waited for a place since the last reminder. */
    private void remindOwn(OrderActions actions) {
        int sent = 0;
        for (Map.Entry<Long, byte[]> message : own.tailMap(log.next(self)).entrySet()) {
            if (message.getKey() >= ownReminded || sent++ >= MOST_RESENT) {
                break;
            }
            contents.put(self, message.getKey(), message.getValue());
            send(0, new OrderPacket.Submit(message.getKey(), message.getValue()), actions);
        }
        ownReminded = nextOwn;
    }

    private void send(long to, OrderPacket packet, OrderActions actions) {
        actions.send(to, OrderCodec.encode(group, packet));
    }

    @Override
    public String toString() {
        return "member " + Long.toHexString(self) + " of group " + Long.toHexString(group) + ", view " + view
                + ", promised " + promised + ", accepted " + accepted + (leading ? ", leads" : "")
                + (candidacy == null ? "" : ", " + candidacy) + (takeover == null ? "" : ", takes over")
                + ", " + log + ", own " + own.size() + ", early " + early.keySet() + ", ends " + ends;
    }
}
