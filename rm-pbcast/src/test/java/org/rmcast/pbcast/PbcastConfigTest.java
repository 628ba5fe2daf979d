package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PbcastConfigTest {
    @Test
    void shouldHaveThePapersConstants() {
        PbcastConfig paper = PbcastConfig.paper();
        assertThat(paper.roundNanos).isEqualTo(100_000_000);
        assertThat(paper.stableRounds).isEqualTo(10);
        assertThat(paper.lossRounds).isEqualTo(12);
        assertThat(paper.subgroupSize).isEqualTo(1);
        assertThat(paper.repairThreshold).isEqualTo(2);
        assertThat(paper.acceptedRounds).isZero();
        assertThat(paper.promptRequests).isFalse();
        assertThat(paper.promptAttempts).isZero();
        assertThat(paper.requestHoldOffMaxNanos).isZero();
        assertThat(paper.boundMulticastRepairs).isFalse();
        assertThat(paper.rateControl).isEqualTo(PbcastConfig.RateControl.NONE);
    }

    @Test
    void shouldTakeTheMembershipsParameters() {
        assertThat(PbcastConfig.defaults().with("maxView", 100).membership.maxView)
                .isEqualTo(100);
    }

    @Test
    void shouldNameFieldValueAndRange() {
        assertThatThrownBy(() -> PbcastConfig.defaults().with("stabelRounds", 3))
                .hasMessageContaining("stabelRounds")
                .hasMessageContaining("stableRounds");
        assertThatThrownBy(() -> PbcastConfig.defaults().with("stableRounds", 0))
                .hasMessageContaining("'stableRounds' is 0")
                .hasMessageContaining("from 1 to 10000");
        assertThatThrownBy(() -> PbcastConfig.defaults().with("bufferPackets", 100))
                .hasMessageContaining("bufferPackets")
                .hasMessageContaining("windowMax");
        assertThatThrownBy(() -> PbcastConfig.defaults().with("variant", "grbb"))
                .hasMessageContaining("BASIC");
        assertThatThrownBy(() ->
                        PbcastConfig.defaults().with("requestHoldOffMin", "1s").with("requestHoldOffMax", "2ms"))
                .hasMessageContaining("requestHoldOffMax");
    }

    @Test
    void shouldChooseTheFanoutByNumberOrShare() {
        PbcastConfig config = PbcastConfig.defaults().with("subgroupSize", 2);
        assertThat(config.fanout(100)).isEqualTo(2);
        assertThat(config.with("subgroupShare", 0.1).fanout(100)).isEqualTo(10);
        assertThat(config.with("subgroupShare", 0.1).fanout(10)).isEqualTo(2);
    }
}
