package org.rmcast.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.rmcast.api.Recipients;

class RecipientsTest {
    @Test
    void shouldHoldWhoIsNamedOnce() {
        Recipients some = Recipients.of(9, -3, 9);
        assertThat(some.isGroup()).isFalse();
        assertThat(some.memberIds()).containsExactly(-3, 9);
        assertThat(some.contains(9)).isTrue();
        assertThat(some.contains(4)).isFalse();
        assertThat(some)
                .isEqualTo(Recipients.of(-3, 9))
                .hasSameHashCodeAs(Recipients.of(-3, 9))
                .isNotEqualTo(Recipients.GROUP);
    }

    @Test
    void shouldHoldEverybodyInTheGroup() {
        assertThat(Recipients.GROUP.isGroup()).isTrue();
        assertThat(Recipients.GROUP.contains(4)).isTrue();
        assertThat(Recipients.GROUP.memberIds()).isEmpty();
    }

    @Test
    void shouldRefuseNobody() {
        assertThatThrownBy(Recipients::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one");
        assertThatThrownBy(() -> Recipients.of(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }
}
