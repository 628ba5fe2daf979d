package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.core.repair.RepairRequest;

class PendingInterestTest {
    private final PendingInterest pending = new PendingInterest(3);

    private static RepairRequest request(int member, int number) {
        return new RepairRequest(Parts.address(member), number, 0);
    }

    @Test
    void shouldRememberTheLatestRequestOfEach() {
        pending.add(7, request(1, 1));
        pending.add(7, request(2, 1));
        pending.add(7, request(1, 2));
        assertThat(pending.take(7)).containsExactly(request(1, 2), request(2, 1));
        assertThat(pending.take(7)).isEmpty();
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    void shouldBeBounded() {
        assertThat(pending.add(7, request(1, 1))).isTrue();
        assertThat(pending.add(7, request(2, 1))).isTrue();
        assertThat(pending.add(8, request(1, 1))).isTrue();
        assertThat(pending.add(9, request(1, 1))).isFalse();
        assertThat(pending.add(8, request(1, 2))).as("it is remembered already").isTrue();
        pending.removeBelow(8);
        assertThat(pending.add(9, request(1, 1))).isTrue();
        assertThat(pending.add(9, request(2, 1))).isTrue();
        assertThat(pending.add(9, request(3, 1))).isFalse();
        pending.take(8);
        assertThat(pending.add(9, request(3, 1))).isTrue();
    }

    @Test
    void shouldForgetWhoIsGone() {
        pending.add(7, request(1, 1));
        pending.add(8, request(1, 1));
        pending.add(8, request(2, 1));
        pending.forget(Parts.address(1));
        assertThat(pending.take(7)).isEmpty();
        assertThat(pending.take(8)).containsExactly(request(2, 1));
        pending.add(8, request(2, 1));
        pending.clear();
        assertThat(pending.isEmpty()).isTrue();
    }
}
