package org.rmcast.sim.ledger;

import org.jspecify.annotations.Nullable;

/** In the sender's order, and nothing skipped that was not reported lost before. */
public final class FifoLedger implements Ledger {
    private final SentLog log;
    private final long memberId;
    private final MessageRanges lost = new MessageRanges();
    private final Owed owed = new Owed();
    private long next;
    private boolean started;
    private long skippedAtJoin = NONE;

    /**
     * An empty ledger.
     *
     * @param log what the source sends
     * @param memberId the receiver
     */
    public FifoLedger(SentLog log, long memberId) {
        this.log = log;
        this.memberId = memberId;
    }

    @Override
    public @Nullable String delivered(long number) {
        if (!log.isFor(number, memberId)) {
            return "message " + number + " was delivered to a member to which it was not sent";
        }
        if (started && number < next) {
            return "message " + number + " was delivered after " + (next - 1) + ": repeated or out of order";
        }
        if (lost.contains(number)) {
            return "message " + number + " was delivered after it was reported lost";
        }
        if (owed.is() && reach() < number) {
            if (owed.isFollowing()) {
                return "message " + number + " was delivered, but message " + reach()
                        + " was neither delivered nor reported lost";
            }
            skippedAtJoin = reach();
        }
        owed.follow(number);
        started = true;
        next = number + 1;
        return null;
    }

    @Override
    public @Nullable String lost(long first, long limit) {
        if (first < 0 || limit <= first) {
            return "messages " + first + " to " + limit + " (exclusive) reported lost are no range";
        }
        if (started && first < next) {
            return "message " + first + " was reported lost, but the receiver has passed it at " + next;
        }
        lost.add(first, limit);
        return null;
    }

    @Override
    public void owe(long first) {
        owed.join(first);
    }

    @Override
    public void excuse() {
        owed.excuse();
    }

    @Override
    public boolean hasStarted() {
        return started;
    }

    @Override
    public boolean isOwed() {
        return owed.is();
    }

    @Override
    public long owedFrom() {
        return owed.from();
    }

    @Override
    public long reach() {
        return log.passing(Math.max(next, owed.from()), memberId, lost);
    }

    @Override
    public long deliveredLimit() {
        return next;
    }

    @Override
    public boolean isLostWithin(long first, long limit) {
        return lost.intersects(first, limit);
    }

    @Override
    public long lost() {
        return lost.size();
    }

    @Override
    public long skippedAtJoin() {
        return skippedAtJoin;
    }
}
