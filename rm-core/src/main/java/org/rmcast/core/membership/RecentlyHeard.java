package org.rmcast.core.membership;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members that were heard last, a few: who is asked for help among them should be there to answer. Not thread safe. */
final class RecentlyHeard {
    private static final int KEPT = 8;

    private final @Nullable MemberEntry[] entries = new @Nullable MemberEntry[KEPT];
    private final long[] heardNanos = new long[KEPT];
    private int next;
    private long latestNanos;

    /** Nobody was heard yet. */
    void start(long nowNanos) {
        latestNanos = nowNanos;
    }

    void onHeard(MemberEntry entry, long nowNanos) {
        latestNanos = nowNanos;
        for (int i = 0; i < KEPT; i++) {
            if (entries[i] == entry) {
                heardNanos[i] = nowNanos;
                return;
            }
        }
        entries[next] = entry;
        heardNanos[next] = nowNanos;
        next = (next + 1) % KEPT;
    }

    /** When any member was heard last. */
    long latestNanos() {
        return latestNanos;
    }

    /** Those that were heard after a time; they may have been removed since. */
    List<MemberEntry> since(long nanos) {
        List<MemberEntry> heard = new ArrayList<>(KEPT);
        for (int i = 0; i < KEPT; i++) {
            MemberEntry entry = entries[i];
            if (entry != null && heardNanos[i] - nanos > 0) {
                heard.add(entry);
            }
        }
        return heard;
    }
}
