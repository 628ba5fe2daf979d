package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Role;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;

/**
 * Makes a round's digests, and answers those of others.
 *
 * <p>A digest names the streams of which packets are held or missed: those that fell silent with something new to tell first, then
 * those that were not named for longest, in as many datagrams as are allowed. Over all that the first of them does not name it has
 * sums: who hears that its own are others names the streams among which the difference is, so that equal members name nothing.
 *
 * <p>Not thread safe.
 */
final class Digests {
    private final PbcastContext context;
    private final PbcastConfig config;
    private final Sources sources;
    private final @Nullable OwnStream own;
    private final int sumCount;
    /** Whether each member is gossiped to in its turn. */
    private final boolean reachesAll;

    private long turn;
    /** Whether the last digest named all that is active. */
    private boolean whole = true;

    private int answers;
    private int nextSilent;
    private long ownLimit;
    private long ownNewsNanos;
    private long ownNamedLimit;

    Digests(PbcastContext context, Sources sources, @Nullable OwnStream own) {
        this.context = context;
        this.config = context.config;
        this.sources = sources;
        this.own = own;
        this.sumCount = config.digestSums();
        this.reachesAll = config.subgroup != PbcastConfig.Subgroup.NEIGHBOURHOOD;
    }

    // A round.

    private PacketType type() {
        return config.gossip == PbcastConfig.Gossip.PUSH ? PacketType.GOSSIP : PacketType.LACK;
    }

    private boolean lack() {
        return type() == PacketType.LACK;
    }

    /** The datagrams of a round. */
    List<Digest> make(int round, long nowNanos) {
        answers = 0;
        turn++;
        boolean sums = hasSums();
        Filling filling = new Filling(config.digestDatagrams, sums ? sumCount : 0);
        whole = true;
        if (own != null && own.nextSequence() > 1 && isOwnNamed(sums, nowNanos)) {
            whole = filling.add(own.entry(lack(), nowNanos));
            ownNamedLimit = own.nextSequence();
        }
        for (Source source : inTurn(nowNanos)) {
            if (!filling.add(source.entry(lack(), nowNanos))) {
                whole = false;
                break;
            }
            source.namedAt = turn;
            source.namedLimit = source.limit();
        }
        return filling.digests(type(), !whole, round, nowNanos);
    }

    /** Where sums tell of it the own stream need not be named all the time. */
    private boolean isOwnNamed(boolean sums, long nowNanos) {
        if (own == null) {
            return false;
        }
        noteOwn(nowNanos);
        return !sums || !own.isQuiet() || ownNamedLimit != own.nextSequence();
    }

    private void noteOwn(long nowNanos) {
        if (own != null && ownLimit != own.nextSequence()) {
            ownLimit = own.nextSequence();
            ownNewsNanos = nowNanos;
        }
    }

    private List<Source> inTurn(long nowNanos) {
        List<Source> active = new ArrayList<>();
        for (Source source : sources.awake()) {
            if (isNamed(source)) {
                active.add(source);
            }
        }
        if (active.size() > 1) {
            active.sort(Comparator.comparing((Source source) -> !isTail(source, nowNanos))
                    .thenComparingLong(source -> source.namedAt)
                    .thenComparingLong(source -> -source.newsNanos()));
        }
        return active;
    }

    /** A stream of which there is something to repair; or whose sender has gone: nobody else can say any more how far it is. */
    private static boolean isNamed(Source source) {
        return source.isAnchored() && (source.isActive() || source.life().isGone());
    }

    /** Whether nothing came after the last that there is to tell: who misses it has no other way to know. */
    private boolean isTail(Source source, long nowNanos) {
        return source.namedLimit != source.limit() && nowNanos - source.newsNanos() > config.roundNanos;
    }

    /** Who follows nobody has nothing to compare. */
    private boolean hasSums() {
        return context.engine.role() != Role.SENDER;
    }

    // Answers.

    /** Another member's digest; the answer, if it knows other things of streams that it did not name, or null. */
    @Nullable
    Digest answer(Digest digest, int round, long nowNanos) {
        if (!hasSums() || answers >= config.digestDatagrams) {
            return null;
        }
        Filling filling = new Filling(1, 0);
        List<Entry> more = new ArrayList<>();
        sources.others().addMoreThan(digest.entries(), more);
        if (!reachesAll) {
            addMoreThan(digest.entries(), more, nowNanos);
        }
        more.forEach(filling::add);
        boolean differs = addDifference(digest, filling, nowNanos);
        if (more.isEmpty() && !differs) {
            return null;
        }
        answers++;
        return filling.digests(type(), false, round, nowNanos).get(0);
    }

    /** Where a member may be nobody's neighbour it is told of what is active only if it asks. */
    private void addMoreThan(List<Entry> named, List<Entry> entries, long nowNanos) {
        for (Entry entry : named) {
            Source source = sources.find(entry.source());
            if (source != null && isNamed(source) && source.limit() > entry.limit()) {
                entries.add(source.entry(lack(), nowNanos));
            }
        }
    }

    /** Whether there is something to tell of streams that a digest has in its sums, of which it names none. */
    private boolean addDifference(Digest digest, Filling filling, long nowNanos) {
        int count = digest.sums().length;
        if (count == 0) {
            return false;
        }
        Set<Long> named = new HashSet<>();
        int[] sums = sums(count, digest.entries(), named, nowNanos);
        boolean[] differs = new boolean[count];
        boolean any = false;
        for (int i = 0; i < count; i++) {
            differs[i] = sums[i] != digest.sums()[i];
            any |= differs[i];
        }
        return any && tell(differs, named, filling, nowNanos);
    }

    private boolean tell(boolean[] differs, Set<Long> named, Filling filling, long nowNanos) {
        boolean inTurn = whole && reachesAll;
        boolean active = false;
        boolean quietOwn = false;
        long self = context.engine.memberId();
        if (own != null && own.nextSequence() > 1 && !named.contains(self) && differs[bucket(self, differs)]) {
            filling.add(own.entry(lack(), nowNanos));
            quietOwn = own.isQuiet();
            active = !quietOwn;
        }
        for (Source source : inTurn(nowNanos)) {
            if (differs[bucket(source.id(), differs)] && !named.contains(source.id())) {
                active = true;
                if (inTurn || !filling.add(source.entry(lack(), nowNanos))) {
                    break;
                }
                source.namedAt = turn;
            }
        }
        if (!active) {
            addSilent(differs, named, filling, nowNanos);
        }
        // Where digests have room for all that is active everybody is told of it in its turn.
        return !filling.datagrams.isEmpty() && (!active || !inTurn || quietOwn);
    }

    private static int bucket(long id, boolean[] sums) {
        return StreamSums.bucket(id, sums.length);
    }

    private void addSilent(boolean[] differs, Set<Long> named, Filling filling, long nowNanos) {
        List<Entry> silent = new ArrayList<>();
        for (Source source : sources.all()) {
            if (source.summedLimit > 0 && differs[bucket(source.id(), differs)] && !named.contains(source.id())) {
                silent.add(source.entry(lack(), nowNanos));
            }
        }
        sources.others().addEntries(id -> differs[bucket(id, differs)] && !named.contains(id), silent);
        int most = Math.min(config.digestIdleStreams, silent.size());
        for (int i = 0; i < most && filling.add(silent.get((nextSilent + i) % silent.size())); i++) {
            // As many as there is room for.
        }
        nextSilent = (nextSilent + most) & Integer.MAX_VALUE;
    }

    /** The sums over all streams but those that are named, whose senders are collected. */
    private int[] sums(int count, List<Entry> entries, Set<Long> named, long nowNanos) {
        int[] folded = sources.sums().folded(count);
        long self = context.engine.memberId();
        long limit = ownSummed(nowNanos);
        folded[StreamSums.bucket(self, count)] += StreamSums.hash(self, limit);
        for (Entry entry : entries) {
            long id = entry.source();
            if (named.add(id)) {
                long summed = id == self ? limit : sources.summedLimit(id);
                folded[StreamSums.bucket(id, count)] -= StreamSums.hash(id, summed);
            }
        }
        return folded;
    }

    private long ownSummed(long nowNanos) {
        if (own == null || own.nextSequence() == 1 || own.isEnded()) {
            return 0;
        }
        noteOwn(nowNanos);
        boolean left = sources.isPartial() && nowNanos - ownNewsNanos > config.senderSilenceNanos;
        return left ? 0 : own.nextSequence();
    }

    /** Fills datagrams one after the other; the first has sums. */
    private final class Filling {
        private final int most;
        private final int firstSums;
        private final List<List<Entry>> datagrams = new ArrayList<>();
        private int left;

        Filling(int most, int firstSums) {
            this.most = most;
            this.firstSums = firstSums;
            if (firstSums > 0) {
                begin();
            }
        }

        private void begin() {
            int sums = datagrams.isEmpty() ? firstSums : 0;
            left = config.maxPacketBytes - PbcastCodec.ENTRIES_OFFSET - sums * Integer.BYTES;
            datagrams.add(new ArrayList<>());
        }

        boolean add(Entry whole) {
            Entry entry = whole;
            int length = PbcastCodec.length(entry);
            if (length > config.maxPacketBytes - PbcastCodec.ENTRIES_OFFSET - firstSums * Integer.BYTES) {
                entry = withoutRepaired(whole);
                length = PbcastCodec.length(entry);
            }
            if (length > left) {
                if (datagrams.size() >= most) {
                    return false;
                }
                begin();
            }
            datagrams.get(datagrams.size() - 1).add(entry);
            left -= length;
            return true;
        }

        private static Entry withoutRepaired(Entry entry) {
            return new Entry(
                    entry.source(),
                    entry.kept(),
                    entry.low(),
                    entry.next(),
                    entry.limit(),
                    entry.lostLimit(),
                    entry.ended(),
                    entry.messages(),
                    entry.maskStart(),
                    entry.mask(),
                    entry.low(),
                    SequenceMask.EMPTY);
        }

        List<Digest> digests(PacketType type, boolean truncated, int round, long nowNanos) {
            List<Digest> digests = new ArrayList<>();
            for (List<Entry> entries : datagrams) {
                int[] sums = firstSums > 0 && digests.isEmpty()
                        ? sums(firstSums, entries, new HashSet<>(), nowNanos)
                        : new int[0];
                digests.add(new Digest(type, truncated, round, sums, entries));
            }
            return digests;
        }
    }
}
