package org.rmcast.sim.ledger;

import org.jspecify.annotations.Nullable;

/** In any order, each message at most once; a gap is a fault only at the end. */
public final class UnorderedLedger implements Ledger {
    private final SentLog log;
    private final long memberId;
    private final MessageRanges lost = new MessageRanges();
    private final MessageRanges passed = new MessageRanges();
    private final Owed owed = new Owed();
    private long deliveredLimit;
    private boolean started;

    /**
     * An empty ledger.
     *
     * @param log what the source sends
     * @param memberId the receiver
     */
    public UnorderedLedger(SentLog log, long memberId) {
        this.log = log;
        this.memberId = memberId;
    }

    @Override
    public @Nullable String delivered(long number) {
        if (!log.isFor(number, memberId)) {
            return "message " + number + " was delivered to a member to which it was not sent";
        }
        if (lost.contains(number)) {
            return "message " + number + " was delivered after it was reported lost";
        }
        if (passed.contains(number)) {
            return "message " + number + " was delivered twice";
        }
        owed.follow(number);
        passed.add(number, number + 1);
        deliveredLimit = Math.max(deliveredLimit, number + 1);
        started = true;
        return null;
    }

    @Override
    public @Nullable String lost(long first, long limit) {
        if (first < 0 || limit <= first) {
            return "messages " + first + " to " + limit + " (exclusive) reported lost are no range";
        }
        for (long number = first; number < limit; number++) {
            if (passed.contains(number) && !lost.contains(number)) {
                return "message " + number + " was reported lost, but it was delivered";
            }
        }
        lost.add(first, limit);
        passed.add(first, limit);
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
        return log.passing(Math.max(0, owed.from()), memberId, passed);
    }

    @Override
    public long deliveredLimit() {
        return deliveredLimit;
    }

    @Override
    public boolean isLostWithin(long first, long limit) {
        return lost.intersects(first, limit);
    }

    @Override
    public long lost() {
        return lost.size();
    }

    /** Always {@link #NONE}: what is passed over may still come. */
    @Override
    public long skippedAtJoin() {
        return NONE;
    }
}
