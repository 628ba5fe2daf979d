package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.tram.TramConfig.SlowReceivers;

/** What is given by methods is what a channel would say by names. */
class TramParametersTest {
    @Test
    void shouldSayTheSameAsAChannel() {
        Parameters typed = TramParameters.plusPlus()
                .slowReceivers(SlowReceivers.SPILL)
                .cachePackets(32_768)
                .nakDelay(Duration.ofNanos(1_500))
                .pruneLossShare(0.25)
                .promptNak(false)
                .maxRate(20_000_000_000L)
                .staticHeads("10.0.0.1:4000/1", "10.0.0.2:4000/2")
                .build();
        assertThat(typed.asMap())
                .containsEntry("recovery", "reaffiliate")
                .containsEntry("slowReceivers", "spill")
                .containsEntry("nakDelay", "1.5us")
                .containsEntry("staticHeads", List.of("10.0.0.1:4000/1", "10.0.0.2:4000/2"));
        TramConfig config = TramConfig.of(typed);
        assertThat(config.slowReceivers).isEqualTo(SlowReceivers.SPILL);
        assertThat(config.cachePackets).isEqualTo(32_768);
        assertThat(config.nakDelayNanos).isEqualTo(1_500);
        assertThat(config.pruneLossShare).isEqualTo(0.25);
        assertThat(config.promptNak).isFalse();
        assertThat(config.maxRate).isEqualTo(20_000_000_000L);
        assertThat(config.staticHeads).hasSize(2);
    }

    @Test
    void shouldStartFromPresetsAndFromWhatWasGiven() {
        assertThat(TramParameters.defaults().build()).isEqualTo(Parameters.none());
        assertThat(TramConfig.of(TramParameters.paper().build()).ackWindow).isEqualTo(32);
        Parameters given = Parameters.none().with("ackWindow", 16L);
        assertThat(TramParameters.from(given).maxMembers(8).build()).isEqualTo(given.with("maxMembers", 8L));
    }

    @Test
    void shouldRefuseValuesOutOfRangeByName() {
        TramParameters parameters = TramParameters.defaults();
        assertThatThrownBy(() -> parameters.cachePackets(7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parameter 'cachePackets' is 7; it must be an integer from 8 to 16777216");
        assertThatThrownBy(() -> parameters.nakDelay(Duration.ofSeconds(61)))
                .hasMessageContaining("'nakDelay' is \"61s\"");
        assertThatThrownBy(() -> parameters.reaffiliationShare(Double.NaN))
                .hasMessageContaining("'reaffiliationShare'");
        assertThat(parameters.build()).as("what was refused").isEqualTo(Parameters.none());
    }
}
