package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a replicated map holds: the last write of each key, where the greater {@link Stamp} wins, so that it does not matter in which
 * order writes come, or how often (a last-writer-wins map: Shapiro, Preguiça, Baquero, Zawirski, "A Comprehensive Study of
 * Convergent and Commutative Replicated Data Types", INRIA RR-7506, 2011). Keys are spread over buckets, each with a hash of what is
 * in it, so that two maps find out where they differ (after Merkle trees in DeCandia et al., "Dynamo", SOSP 2007, section 4.7). Not
 * thread safe.
 */
final class MapContents {
    static final int BUCKETS = 256;

    private final List<Map<String, MapEntry>> buckets = new ArrayList<>();
    private final long[] hashes = new long[BUCKETS];
    private final long tombstoneMillis;
    private int size;

    /** @param tombstoneMillis how long after its removal a key is known to have been removed */
    MapContents(long tombstoneMillis) {
        this.tombstoneMillis = tombstoneMillis;
        for (int i = 0; i < BUCKETS; i++) {
            buckets.add(new TreeMap<>());
        }
    }

    /** Takes a write; whether it is news. */
    boolean apply(MapEntry write, long nowMillis) {
        Map<String, MapEntry> bucket = buckets.get(bucketOf(write.key()));
        MapEntry before = bucket.get(write.key());
        boolean known = before != null && before.stamp().compareTo(write.stamp()) >= 0;
        if (known || (before == null && isOutdated(write, nowMillis))) {
            return false;
        }
        bucket.put(write.key(), write);
        count(before, -1);
        count(write, 1);
        return true;
    }

    private void count(@Nullable MapEntry entry, int sign) {
        if (entry != null && !entry.isRemoved()) {
            size += sign;
            hashes[bucketOf(entry.key())] += sign * hash(entry);
        }
    }

    private boolean isOutdated(MapEntry write, long nowMillis) {
        return write.isRemoved() && nowMillis - write.stamp().epochMillis() > tombstoneMillis;
    }

    /** Forgets old tombstones. */
    void expire(long nowMillis) {
        for (Map<String, MapEntry> bucket : buckets) {
            bucket.values().removeIf(entry -> isOutdated(entry, nowMillis));
        }
    }

    /** The last write of a key, null if there is none. */
    @Nullable
    MapEntry get(String key) {
        return buckets.get(bucketOf(key)).get(key);
    }

    /** All writes of a bucket, tombstones too, in the order of keys. */
    Collection<MapEntry> bucket(int index) {
        return buckets.get(index).values();
    }

    /** Everything, tombstones too. */
    List<MapEntry> all() {
        List<MapEntry> all = new ArrayList<>();
        buckets.forEach(bucket -> all.addAll(bucket.values()));
        return all;
    }

    /** How many keys have a value. */
    int size() {
        return size;
    }

    /** A hash of each bucket's keys that have a value, and of the stamps of these. */
    long[] hashes() {
        return hashes.clone();
    }

    /** A hash of all of that. */
    long rootHash() {
        long root = size;
        for (long hash : hashes) {
            root = mix(root + hash);
        }
        return root;
    }

    /** A SHA-256 of all keys and values, to compare maps by: for people and tests. */
    String digest() {
        Map<String, MapEntry> sorted = new TreeMap<>();
        all().forEach(entry -> sorted.put(entry.key(), entry));
        MessageDigest digest = sha256();
        for (MapEntry entry : sorted.values()) {
            byte[] value = entry.value();
            if (value != null) {
                byte[] key = entry.key().getBytes(UTF_8);
                digest.update((key.length + " " + value.length + " ").getBytes(UTF_8));
                digest.update(key);
                digest.update(value);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static int bucketOf(String key) {
        return (int) (hash(key) >>> 32) & (BUCKETS - 1);
    }

    private static long hash(String key) {
        long hash = 1;
        for (int i = 0; i < key.length(); i++) {
            hash = mix(hash * 31 + key.charAt(i));
        }
        return hash;
    }

    private static long hash(MapEntry entry) {
        return mix(mix(hash(entry.key()) + entry.stamp().time()) + entry.stamp().member());
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long value) {
        long z = (value + 0x9E3779B97F4A7C15L ^ (value + 0x9E3779B97F4A7C15L) >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
