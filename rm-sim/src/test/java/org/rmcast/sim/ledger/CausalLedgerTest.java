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
        second.after(past(1, 3));
        ledgers.put(1L, ofFirst);
        ledgers.put(2L, ofSecond);
        ofFirst.owe(0);
        for (int number = 0; number < 5; number++) {
            assertThat(ofSecond.delivered(number)).isNull();
        }
    }

    private static CausalPast past(long source, long limit) {
        CausalPast past = new CausalPast();
        past.add(source, limit);
        return past;
    }

    @Test
    void shouldRefuseAnEffectBeforeItsCause() {
        ofFirst.delivered(0);
        ofFirst.delivered(1);
        assertThat(ofSecond.delivered(5))
                .contains("message 5 was delivered before message 2 of 1, which comes before it in causal order");
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
        Ledger nothing = new CausalLedger(toOthers(3), 7, ledgers::get);
        nothing.owe(0);
        ledgers.put(1L, nothing);
        assertThat(ofSecond.delivered(5)).isNull();
    }

    private static SentLog toOthers(int messages) {
        SentLog log = new SentLog();
        for (int number = 0; number < messages; number++) {
            log.append(number, 1, 1);
            log.restrict(Set.of(8L));
        }
        return log;
    }

    @Test
    void shouldAskForCausesUpToWhereTheirSenderGaveThisMemberUp() {
        SentLog gaveUp = new SentLog();
        gaveUp.sees(7, true);
        gaveUp.append(0, 1, 1);
        gaveUp.sees(7, false);
        gaveUp.append(1, 1, 1);
        gaveUp.append(2, 1, 1);
        Ledger ofGaveUp = new CausalLedger(gaveUp, 7, ledgers::get);
        ofGaveUp.owe(0);
        ledgers.put(1L, ofGaveUp);
        assertThat(ofSecond.delivered(5)).contains("before message 0 of 1");
        assertThat(ofGaveUp.delivered(0)).isNull();
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
