package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Promise;

class SrmConfigTest {
    @Test
    void shouldHaveTheAgentsConstants() {
        SrmConfig paper = SrmConfig.paper();
        assertThat(paper.requestTimerStart).isEqualTo(2);
        assertThat(paper.requestTimerWidth).isEqualTo(2);
        assertThat(paper.repairTimerStart).isEqualTo(1);
        assertThat(paper.repairTimerWidth).isEqualTo(1);
        assertThat(paper.backOffGrowth).isEqualTo(3);
        assertThat(paper.with("variant", "basic").backOffGrowth).isEqualTo(2);
        assertThat(paper.sessionIntervalNanos).isEqualTo(1_000_000_000);
        assertThat(paper.sessionShare).isEqualTo(0.05);
        assertThat(paper.backOff).isEqualTo(BackOff.UNIFORM);
        assertThat(paper.delivery).isEqualTo(SrmConfig.Delivery.UNORDERED);
        assertThat(paper.rateControl).isEqualTo(org.rmcast.core.flow.shared.RateControl.FIXED);
    }

    @Test
    void shouldTakeOutChanceOrDistanceByVariant() {
        SrmConfig deterministic = SrmConfig.paper().with("variant", "deterministic");
        assertThat(deterministic.requestConstants().width()).isZero();
        assertThat(deterministic.repairConstants().width()).isZero();
        SrmConfig probabilistic = SrmConfig.paper().with("variant", "probabilistic");
        assertThat(probabilistic.requestConstants().start()).isZero();
        assertThat(probabilistic.repairConstants().start()).isZero();
        TimerConstants fixed = SrmConfig.paper().with("variant", "fixed").repairConstants();
        fixed.onGroup(100);
        assertThat(fixed.start()).isEqualTo(2);
    }

    @Test
    void shouldPromiseTheOrderThatIsChosen() {
        assertThat(new ConfiguredSrm(SrmConfig.defaults()).promise().order()).isEqualTo(Promise.Order.FIFO);
        assertThat(new ConfiguredSrm(SrmConfig.paper()).promise().order()).isEqualTo(Promise.Order.NONE);
    }

    @Test
    void shouldNameFieldValueAndRange() {
        assertThatThrownBy(() -> SrmConfig.defaults().with("sesionShare", 0.1))
                .hasMessageContaining("sesionShare")
                .hasMessageContaining("sessionShare");
        assertThatThrownBy(() -> SrmConfig.defaults().with("sessionShare", 0.0)).hasMessageContaining("'sessionShare'");
        assertThatThrownBy(() -> SrmConfig.defaults().with("scopes", List.of("15", "abc")))
                .hasMessageContaining("scopes")
                .hasMessageContaining("abc");
        assertThatThrownBy(() -> SrmConfig.defaults().with("scopes", List.of("15", "15")))
                .hasMessageContaining("ascend");
        assertThatThrownBy(() -> SrmConfig.defaults().with("promptDelay", "2s")).hasMessageContaining("promptDelay");
    }
}
