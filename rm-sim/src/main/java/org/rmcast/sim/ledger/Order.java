package org.rmcast.sim.ledger;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.engine.Promise;

/** The order that a protocol promises, and the ledger that judges it. */
public enum Order {
    /** That of each sender. */
    FIFO {
        @Override
        public Ledger ledger(SentLog log, long memberId, LongFunction<@Nullable Ledger> ledgers) {
            return new FifoLedger(log, memberId);
        }
    },
    /** That of each sender, and after what the sender had been given, and what comes before that. */
    CAUSAL {
        @Override
        public Ledger ledger(SentLog log, long memberId, LongFunction<@Nullable Ledger> ledgers) {
            return new CausalLedger(log, memberId, ledgers);
        }
    },
    /** None. */
    NONE {
        @Override
        public Ledger ledger(SentLog log, long memberId, LongFunction<@Nullable Ledger> ledgers) {
            return new UnorderedLedger(log, memberId);
        }
    };

    /** The order of a promise. */
    public static Order of(Promise promise) {
        return switch (promise.order()) {
            case FIFO -> FIFO;
            case CAUSAL -> CAUSAL;
            case NONE -> NONE;
        };
    }

    /**
     * An empty ledger of one receiver about one source.
     *
     * @param log what the source sends
     * @param memberId the receiver
     * @param ledgers the receiver's ledgers by source, null where that never was a member
     */
    public abstract Ledger ledger(SentLog log, long memberId, LongFunction<@Nullable Ledger> ledgers);
}
