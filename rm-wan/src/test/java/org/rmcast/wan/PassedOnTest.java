package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassedOnTest {
    private final PassedOn passedOn = new PassedOn();

    @Test
    void shouldBeNewOnce() {
        assertThat(passedOn.add(1)).isTrue();
        assertThat(passedOn.add(1)).isFalse();
        assertThat(passedOn.add(3)).isTrue();
        assertThat(passedOn.add(2)).isTrue();
        assertThat(passedOn.add(3)).isFalse();
    }

    @Test
    void shouldTakeWhatIsOlderThanItRemembersForPassedOn() {
        assertThat(passedOn.add(5 + PassedOn.KEPT)).isTrue();
        assertThat(passedOn.add(5)).isFalse();
        assertThat(passedOn.add(6)).isTrue();
        assertThat(passedOn.add(5 + 2L * PassedOn.KEPT)).isTrue();
    }
}
