package org.rmcast.sim.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.sim.ledger.FifoLedger;
import org.rmcast.sim.ledger.SentLog;

/** Member 1 has sent 10 messages, and closes at second 20; its close names member 2 at second 25. */
class FlushNamesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SENT = 10;

    private final SentLog log = new SentLog();
    private final FifoLedger ledger = new FifoLedger(log, 2);
    private final ParticipantStub sender = new ParticipantStub(1, new FifoLedger(log, 1));
    private final ParticipantStub receiver = new ParticipantStub(2, ledger);
    private final RunStub run = new RunStub(List.of(sender, receiver));

    FlushNamesTest() {
        for (int message = 0; message < SENT; message++) {
            log.append(message, 1, SECOND);
        }
        ledger.owe(0);
    }

    @Test
    void shouldObjectWhenWhoHasHadEverythingIsNamed() {
        deliver(0, SENT);
        assertThatThrownBy(this::close).isInstanceOf(BrokenInvariant.class).hasMessageContaining("names 2");
    }

    @Test
    void shouldLetWhoLacksAMessageBeNamed() {
        deliver(0, SENT - 1);
        assertThatCode(this::close).doesNotThrowAnyException();
    }

    @Test
    void shouldLetWhoLostAMessageBeNamed() {
        deliver(0, 4);
        ledger.lost(4, 5);
        deliver(5, SENT);
        assertThatCode(this::close).doesNotThrowAnyException();
    }

    /** Pruned, and back: what it lost is of before, and lost all the same. */
    @Test
    void shouldLetWhoLostMessagesBeforeItJoinedAnewBeNamed() {
        deliver(0, 4);
        ledger.excuse();
        ledger.owe(6);
        ledger.lost(4, 6);
        deliver(6, SENT);
        assertThatCode(this::close).doesNotThrowAnyException();
    }

    private void deliver(int first, int limit) {
        for (int message = first; message < limit; message++) {
            ledger.delivered(message);
        }
    }

    private void close() {
        FlushNames names = new FlushNames(Duration.ZERO, Duration.ofSeconds(2));
        names.begin(run);
        FlushQuestion close =
                new FlushQuestion(sender, FlushQuestion.CLOSE, Confirmation.EVERYONE, 20 * SECOND, 60 * SECOND, SENT);
        run.nowNanos = 20 * SECOND;
        names.onAsked(close);
        names.inspect();
        run.nowNanos = 25 * SECOND;
        names.onAnswered(close, new FlushResult(false, List.of(new Laggard(2, null, 1)), 0));
    }
}
