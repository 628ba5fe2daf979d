package org.rmcast.lab.failover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.lab.failover.NodeReport.HeadChange;
import org.rmcast.lab.failover.NodeReport.Remark;

/** Who has which head, and what was said of members that nobody had killed. */
final class Watch {
    private final Map<Long, Long> heads = new HashMap<>();
    private final Set<Long> killed = new HashSet<>();
    private final List<String> alarms = new ArrayList<>();
    private @Nullable Long startNanos;

    /** What was before is not an alarm: the group forms. */
    void start(long nowNanos) {
        startNanos = nowNanos;
    }

    /** From now on it is no false alarm that this one is gone. */
    void killed(long memberId) {
        killed.add(memberId);
    }

    /** The id of a member's head, 0 without. */
    long headOf(NodeProcess node) {
        return heads.getOrDefault(node.memberId(), 0L);
    }

    void note(NodeProcess node, NodeReport report) {
        for (HeadChange change : report.changes()) {
            heads.put(node.memberId(), change.to());
            if (change.to() == 0 && !killed.contains(change.from())) {
                alarm(change.nanos(), node.name() + " left its head: " + change.reason());
            }
        }
        for (Remark remark : report.remarks()) {
            if (remark.about() == 0 || !killed.contains(remark.about())) {
                alarm(remark.nanos(), node.name() + ": " + remark.text());
            }
        }
    }

    private void alarm(long nanos, String text) {
        if (startNanos != null && nanos - startNanos > 0) {
            alarms.add(String.format(Locale.ROOT, "%.1f s: %s", (nanos - startNanos) / 1e9, text));
        }
    }

    List<String> alarms() {
        return List.copyOf(alarms);
    }
}
