package org.rmcast.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentQuantilesTest {
    private final RecentQuantiles quantiles = new RecentQuantiles(100);

    @Test
    void shouldGiveQuantilesOfWhatItHas() {
        quantiles.add(30);
        assertThat(quantiles.quantiles(0.01, 0.5, 1)).containsExactly(30, 30, 30);
        quantiles.add(10);
        quantiles.add(20);
        assertThat(quantiles.count()).isEqualTo(3);
        assertThat(quantiles.quantiles(0.9, 0.5, 1.0 / 3)).containsExactly(30, 20, 10);
    }

    @Test
    void shouldForgetTheOldest() {
        for (int i = 1; i <= 250; i++) {
            quantiles.add(i);
        }
        assertThat(quantiles.count()).isEqualTo(100);
        assertThat(quantiles.quantiles(0.01, 0.5, 0.9, 0.99, 1)).containsExactly(151, 200, 240, 249, 250);
    }

    @Test
    void shouldSayThatThereIsNothing() {
        assertThatThrownBy(() -> quantiles.quantiles(0.5)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.01, Double.NaN})
    void shouldRefuseSharesThatAreNone(double share) {
        quantiles.add(1);
        assertThatThrownBy(() -> quantiles.quantiles(share))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("share");
    }

    @Test
    void shouldRefuseNoRoom() {
        assertThatThrownBy(() -> new RecentQuantiles(0)).hasMessageContaining("capacity");
    }
}
