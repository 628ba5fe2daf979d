package org.rmcast.examples.embed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmcast.examples.embed.MapMessage.Beacon;
import org.rmcast.examples.embed.MapMessage.Hashes;
import org.rmcast.examples.embed.MapMessage.Stamps;
import org.rmcast.examples.embed.MapMessage.Want;
import org.rmcast.examples.embed.MapMessage.Writes;

/**
 * Makes maps equal that have come to differ, without sending all of them: who hears another one's beacon differ twice sends the hashes
 * of its buckets; the other answers with the stamps in the buckets that differ; then each sends the writes that the other lacks
 * (anti-entropy: Demers et al., "Epidemic Algorithms for Replicated Database Maintenance", PODC 1987, section 1.3). All hear the
 * writes, so one exchange serves many. Pure: messages in, messages out. Not thread safe.
 */
final class MapReconciliation {
    /** What one message may carry. */
    private static final int MOST_BYTES = 48 * 1024;

    private static final int MOST_MEMBERS = 4_096;
    private static final int DIFFERENCES = 2;
    private static final long PAUSE_MILLIS = 500;

    private final long self;
    private final MapContents contents;
    private final Map<Long, Integer> differing = new HashMap<>();
    private long startedMillis = Long.MIN_VALUE / 2;

    MapReconciliation(long self, MapContents contents) {
        this.self = self;
        this.contents = contents;
    }

    /** Something may have come to differ: the next difference is acted upon. */
    void suspect() {
        differing.replaceAll((member, times) -> DIFFERENCES);
    }

    /** A message of another member; what to send because of it. Writes are taken. */
    List<MapMessage> onMessage(long from, MapMessage message, long nowMillis) {
        if (message instanceof Writes writes) {
            writes.entries().forEach(entry -> contents.apply(entry, nowMillis));
        } else if (message instanceof Beacon beacon) {
            return onBeacon(from, beacon, nowMillis);
        } else if (message instanceof Hashes hashes && hashes.to() == self) {
            return onHashes(from, hashes);
        } else if (message instanceof Stamps stamps && stamps.to() == self) {
            return onStamps(from, stamps);
        } else if (message instanceof Want want && want.to() == self) {
            return onWant(want);
        } else if (message instanceof Hashes) {
            // Somebody else has begun: what comes of it may serve here, too.
            startedMillis = nowMillis;
        }
        return List.of();
    }

    private List<MapMessage> onBeacon(long from, Beacon beacon, long nowMillis) {
        if (beacon.rootHash() == contents.rootHash()) {
            differing.remove(from);
            return List.of();
        }
        if (differing.size() >= MOST_MEMBERS && !differing.containsKey(from)) {
            differing.clear();
        }
        boolean differs = differing.merge(from, 1, Integer::sum) >= DIFFERENCES;
        if (!differs || nowMillis - startedMillis < PAUSE_MILLIS) {
            return List.of();
        }
        startedMillis = nowMillis;
        differing.remove(from);
        return List.of(new Hashes(from, contents.hashes()));
    }

    private List<MapMessage> onHashes(long from, Hashes theirs) {
        long[] own = contents.hashes();
        List<Integer> buckets = new ArrayList<>();
        List<MapEntry> entries = new ArrayList<>();
        int bytes = 0;
        for (int bucket = 0; bucket < own.length && bytes < MOST_BYTES; bucket++) {
            if (own[bucket] != theirs.hashes()[bucket]) {
                buckets.add(bucket);
                for (MapEntry entry : contents.bucket(bucket)) {
                    entries.add(entry);
                    bytes += 20 + 3 * entry.key().length();
                }
            }
        }
        return buckets.isEmpty() ? List.of() : List.of(new Stamps(from, buckets, entries));
    }

    private List<MapMessage> onStamps(long from, Stamps theirs) {
        Set<String> listed = new HashSet<>();
        List<String> wanted = new ArrayList<>();
        List<MapEntry> newer = new ArrayList<>();
        for (MapEntry entry : theirs.entries()) {
            listed.add(entry.key());
            MapEntry own = contents.get(entry.key());
            int order = own == null ? -1 : own.stamp().compareTo(entry.stamp());
            if (order < 0) {
                wanted.add(entry.key());
            } else if (order > 0) {
                newer.add(own);
            }
        }
        for (int bucket : theirs.buckets()) {
            if (bucket < MapContents.BUCKETS) {
                contents.bucket(bucket).stream()
                        .filter(entry -> !listed.contains(entry.key()))
                        .forEach(newer::add);
            }
        }
        List<MapMessage> answers = new ArrayList<>(writes(newer));
        if (!wanted.isEmpty()) {
            answers.add(new Want(from, wanted));
        }
        return answers;
    }

    private List<MapMessage> onWant(Want want) {
        List<MapEntry> entries = new ArrayList<>();
        for (String key : want.keys()) {
            MapEntry own = contents.get(key);
            if (own != null) {
                entries.add(own);
            }
        }
        return writes(entries);
    }

    /** Messages of bounded length. */
    static List<MapMessage> writes(List<MapEntry> entries) {
        List<MapMessage> messages = new ArrayList<>();
        List<MapEntry> some = new ArrayList<>();
        int bytes = 0;
        for (MapEntry entry : entries) {
            byte[] value = entry.value();
            bytes += 30 + 3 * entry.key().length() + (value == null ? 0 : value.length);
            some.add(entry);
            if (bytes >= MOST_BYTES) {
                messages.add(new Writes(List.copyOf(some)));
                some.clear();
                bytes = 0;
            }
        }
        if (!some.isEmpty()) {
            messages.add(new Writes(List.copyOf(some)));
        }
        return messages;
    }
}
