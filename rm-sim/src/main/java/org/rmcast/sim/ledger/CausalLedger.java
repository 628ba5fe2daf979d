package org.rmcast.sim.ledger;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * In the sender's order, and nothing before what comes before it in causal order, of whatever source: all that its sender had sent or
 * been given when it sent it, and all that comes before that. The receiver must have been given it, or told that it is lost, as far as
 * it is owed and was sent to this receiver: from where a source has not the receiver in its view, which that may not know yet, nothing
 * more is asked. That the sender was told that something is lost makes it no cause.
 */
public final class CausalLedger implements Ledger {
    private final FifoLedger fifo;
    private final SentLog log;
    private final long memberId;
    private final LongFunction<@Nullable Ledger> ledgers;

    /**
     * An empty ledger.
     *
     * @param log what the source sends, with what comes before each message
     * @param memberId the receiver
     * @param ledgers what this receiver got of each other source, null if that never was a member
     */
    public CausalLedger(SentLog log, long memberId, LongFunction<@Nullable Ledger> ledgers) {
        this.fifo = new FifoLedger(log, memberId);
        this.log = log;
        this.memberId = memberId;
        this.ledgers = ledgers;
    }

    @Override
    public @Nullable String delivered(long number) {
        String early = tooEarly(number);
        return early == null ? fifo.delivered(number) : early;
    }

    private @Nullable String tooEarly(long number) {
        CausalPast past = log.past(number);
        for (long source : past.sources()) {
            // The order of this source's own messages is the other ledger's matter.
            Ledger other = source == memberId ? null : ledgers.apply(source);
            if (other != null && other != this && other.isOwed() && other.reach() < limit(other, past.limit(source))) {
                return "message " + number + " was delivered before message " + other.reach() + " of " + source
                        + ", which comes before it in causal order";
            }
        }
        return null;
    }

    private long limit(Ledger of, long limit) {
        return of instanceof CausalLedger ledger
                ? Math.min(limit, ledger.log.unseen(ledger.owedFrom(), memberId))
                : limit;
    }

    @Override
    public @Nullable String lost(long first, long limit) {
        return fifo.lost(first, limit);
    }

    @Override
    public void owe(long first) {
        fifo.owe(first);
    }

    @Override
    public void excuse() {
        fifo.excuse();
    }

    @Override
    public boolean hasStarted() {
        return fifo.hasStarted();
    }

    @Override
    public boolean isOwed() {
        return fifo.isOwed();
    }

    @Override
    public long owedFrom() {
        return fifo.owedFrom();
    }

    @Override
    public long reach() {
        return fifo.reach();
    }

    @Override
    public long deliveredLimit() {
        return fifo.deliveredLimit();
    }

    @Override
    public boolean isLostWithin(long first, long limit) {
        return fifo.isLostWithin(first, limit);
    }

    @Override
    public long lost() {
        return fifo.lost();
    }

    @Override
    public long skippedAtJoin() {
        return fifo.skippedAtJoin();
    }
}
