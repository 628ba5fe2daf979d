package org.rmcast.core.membership;

import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;

/**
 * Tells the application of its views: at most once per period that there is another one, and once for each merge, when nobody
 * more has come for a while. Not thread safe.
 */
final class ViewHistory {
    /** A merge is over when so many periods brought nobody more, */
    private static final int QUIET_PERIODS = 3;

    /** or when it has taken so many. */
    private static final int MOST_PERIODS = 20;

    private final MemberTable table;
    private long number;
    private long seenChanges;
    private int came;
    private boolean moreCame;
    private int quietPeriods;
    private int periods;

    ViewHistory(MemberTable table) {
        this.table = table;
    }

    /** How many views there were before this one. */
    long number() {
        return number;
    }

    /** A member of another part of the group was taken in. */
    void onMerged() {
        came++;
        moreCame = true;
    }

    /** A period is over. */
    void endPeriod(Actions actions) {
        if (table.changes() != seenChanges) {
            seenChanges = table.changes();
            number++;
            actions.report(new SessionEvent.ViewChanged(id(), number, table.groupSize()));
        }
        if (came > 0) {
            periods++;
            quietPeriods = moreCame ? 0 : quietPeriods + 1;
            moreCame = false;
            if (quietPeriods >= QUIET_PERIODS || periods >= MOST_PERIODS) {
                actions.report(new SessionEvent.GroupsMerged(came, id()));
                came = 0;
                periods = 0;
            }
        }
    }

    /** What the view is called by all that have the same one, 0 where views are a part of the group. */
    long id() {
        return table.isPartial() ? 0 : table.digest();
    }
}
