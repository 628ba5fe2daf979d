package org.rmcast.sim.ledger;

import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * In the sender's order, and nothing before what its sender had been given when it sent it, of whatever source: the receiver must
 * have been given that, or told that it is lost, as far as it is owed to it. What the sender itself was told to be lost
 * counts as given to it.
 */
public final class CausalLedger implements Ledger {
    private final FifoLedger fifo;
    private final SentLog log;
    private final long memberId;
    private final LongFunction<@Nullable Ledger> ledgers;

    /**
     * An empty ledger.
     *
     * @param log what the source sends, with what it had been given
     * @param memberId the receiver
     * @param ledgers what this receiver got of each other source, null if there is nothing yet
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
        for (Map.Entry<Long, Long> cause : log.causes(number).entrySet()) {
            long source = cause.getKey();
            Ledger other = source == memberId ? null : ledgers.apply(source);
            if (other != null && other.isOwed() && other.reach() < cause.getValue()) {
                return "message " + number + " was delivered before message " + other.reach() + " of " + source
                        + ", which its sender had been given when it sent it";
            }
        }
        return null;
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
