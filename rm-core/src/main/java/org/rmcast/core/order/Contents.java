package org.rmcast.core.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Messages that came from their sources and have no place in the log yet. Bounded; what finds no room is sent again. Not thread safe. */
final class Contents {
    private final long mostBytes;
    private final Map<Long, TreeMap<Long, byte[]>> bySource = new LinkedHashMap<>();
    private long bytes;

    Contents(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void put(long source, long number, byte[] content) {
        if (bytes + content.length > mostBytes) {
            return;
        }
        byte[] before = bySource.computeIfAbsent(source, any -> new TreeMap<>()).put(number, content);
        bytes += content.length - (before == null ? 0 : before.length);
    }

    byte @Nullable [] get(long source, long number) {
        TreeMap<Long, byte[]> own = bySource.get(source);
        return own == null ? null : own.get(number);
    }

    /** Forgets those of a source below a number. */
    void release(long source, long limit) {
        TreeMap<Long, byte[]> own = bySource.get(source);
        while (own != null && !own.isEmpty() && own.firstKey() < limit) {
            bytes -= own.pollFirstEntry().getValue().length;
        }
        if (own != null && own.isEmpty()) {
            bySource.remove(source);
        }
    }

    /** Forgets those of sources that are not there. */
    void retain(Set<Long> sources) {
        for (long source : sources()) {
            if (!sources.contains(source)) {
                release(source, Long.MAX_VALUE);
            }
        }
    }

    /** The sources of which there are any, the one that has waited longest first. */
    List<Long> sources() {
        return new ArrayList<>(bySource.keySet());
    }
}
