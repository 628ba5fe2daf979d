package org.rmcast.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final Transfer SALARY = new Transfer("salary", Ledger.BANK, "anna", 100);

    @Test
    void shouldRefuseWhatAnAccountCannotPay() {
        Ledger ledger = new Ledger();
        assertThat(ledger.enter(SALARY).done()).isTrue();
        assertThat(ledger.enter(new Transfer("rent", "anna", "bert", 101)).done())
                .isFalse();
        assertThat(ledger.balance("anna")).isEqualTo(100);
        assertThat(ledger.size()).isEqualTo(2);
        assertThat(ledger.sum()).isZero();
    }

    @Test
    void shouldHashTheSequence() {
        Ledger one = new Ledger();
        Ledger other = new Ledger();
        Transfer rent = new Transfer("rent", Ledger.BANK, "bert", 1);
        one.enter(SALARY);
        one.enter(rent);
        other.enter(rent);
        other.enter(SALARY);
        assertThat(one.balance("anna")).isEqualTo(other.balance("anna"));
        assertThat(one.hash()).isNotEqualTo(other.hash());
    }

    @Test
    void shouldBecomeAnotherOne() throws Exception {
        Ledger one = new Ledger();
        one.enter(SALARY);
        one.enter(new Transfer("rent", "anna", "bert", 1_000));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        one.write(bytes);
        Ledger other = new Ledger();
        other.enter(new Transfer("other", Ledger.BANK, "carl", 1));
        other.read(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(other.entries()).isEqualTo(one.entries());
        assertThat(other.hash()).isEqualTo(one.hash());
    }
}
