package org.rmcast.tram;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;

/**
 * Of which receivers the sender's application knows that they lag. Reports overtake one another on their way, so that who has caught up
 * may not be known to lag yet, and is not to be reported as lagging after that.
 */
final class LagReports {
    static final int MAX_KNOWN = 4096;

    private record Known(long reporterId, int number, boolean lagging) {}

    private final Map<Long, Known> receivers = new LinkedHashMap<>();

    /** Whether the application is to be told of a report; of other fates always. */
    boolean isNews(MemberReport report) {
        return switch (report.fate()) {
            case LAGGING, CAUGHT_UP -> isNewsOfLag(report);
            case FAILED, PRUNED, LEFT, GONE -> {
                forget(report.memberId());
                yield true;
            }
            case JOINED, ADOPTED, MISSED, HERE -> true;
        };
    }

    /** The application is told that a receiver is gone: whether it lags is asked anew. */
    void forget(long receiver) {
        receivers.remove(receiver);
    }

    private boolean isNewsOfLag(MemberReport report) {
        Known before = receivers.get(report.memberId());
        if (before != null && isOlder(report, before)) {
            return false;
        }
        boolean lagging = report.fate() == MemberFate.LAGGING;
        receivers.put(report.memberId(), new Known(report.reporterId(), report.number(), lagging));
        if (receivers.size() > MAX_KNOWN) {
            receivers.remove(receivers.keySet().iterator().next());
        }
        return lagging || isLagging(before);
    }

    private static boolean isOlder(MemberReport report, Known than) {
        return report.reporterId() == than.reporterId && than.number - report.number() > 0;
    }

    private static boolean isLagging(@Nullable Known known) {
        return known != null && known.lagging;
    }
}
