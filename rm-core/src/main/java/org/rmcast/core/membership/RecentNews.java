package org.rmcast.core.membership;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was passed on of members that are not in the view, so that it is not passed on again. Bounded; the longest untouched
 * goes. Not thread safe.
 */
final class RecentNews {
    private final int capacity;
    private final Map<Long, MemberUpdate> byId = new LinkedHashMap<>();

    RecentNews(int capacity) {
        this.capacity = capacity;
    }

    int count() {
        return byId.size();
    }

    /** Remembers an update, and says whether it is newer than what was known. */
    boolean isNew(MemberUpdate update) {
        MemberUpdate before = byId.get(update.id());
        if (before != null && !update.overrides(before)) {
            return false;
        }
        byId.remove(update.id());
        if (byId.size() >= capacity) {
            byId.remove(byId.keySet().iterator().next());
        }
        byId.put(update.id(), update);
        return true;
    }
}
