package org.rmcast.sim.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Member 7 receives from 1 and 2; message 5 of 2 was sent after 2 had been given the messages of 1 below 3. */
class CausalLedgerTest {
    private final Map<Long, Ledger> ledgers = new HashMap<>();
    private final SentLog first = Logs.of(4);
    private final SentLog second = Logs.of(6);
    private final Ledger ofFirst = new CausalLedger(first, 7, ledgers::get);
    private final Ledger ofSecond = new CausalLedger(second, 7, ledgers::get);

    CausalLedgerTest() {
        second.after(Map.of(1L, 3L));
        ledgers.put(1L, ofFirst);
        ledgers.put(2L, ofSecond);
        ofFirst.owe(0);
        for (int number = 0; number < 5; number++) {
            assertThat(ofSecond.delivered(number)).isNull();
        }
    }

    @Test
    void shouldRefuseAnEffectBeforeItsCause() {
        ofFirst.delivered(0);
        ofFirst.delivered(1);
        assertThat(ofSecond.delivered(5))
                .contains("message 5 was delivered before message 2 of 1, which its sender had been given");
    }

    @Test
    void shouldTakeAnEffectAfterItsCause() {
        ofFirst.delivered(0);
        ofFirst.delivered(1);
        ofFirst.delivered(2);
        assertThat(ofSecond.delivered(5)).isNull();
        assertThat(ofSecond.reach()).isEqualTo(6);
    }

    @Test
    void shouldTakeAnEffectWhoseCauseIsReportedLost() {
        assertThat(ofFirst.lost(0, 3)).isNull();
        assertThat(ofSecond.delivered(5)).isNull();
    }

    @Test
    void shouldNotAskForCausesThatAreNotOwed() {
        ofFirst.excuse();
        assertThat(ofSecond.delivered(5)).isNull();
    }

    @Test
    void shouldNotAskForCausesThatWereSentToOthers() {
        SentLog toOthers = new SentLog();
        for (int number = 0; number < 3; number++) {
            toOthers.append(number, 1, 1);
            toOthers.restrict(Set.of(8L));
        }
        Ledger nothing = new CausalLedger(toOthers, 7, ledgers::get);
        nothing.owe(0);
        ledgers.put(1L, nothing);
        assertThat(ofSecond.delivered(5)).isNull();
    }

    @Test
    void shouldJudgeTheOrderOfEachSenderAsWell() {
        assertThat(ofFirst.delivered(1)).isNull();
        assertThat(ofFirst.skippedAtJoin()).isZero();
        assertThat(ofFirst.delivered(0)).contains("repeated or out of order");
        assertThat(ofFirst.delivered(3)).contains("message 2 was neither");
    }
}
