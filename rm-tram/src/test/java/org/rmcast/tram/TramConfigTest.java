package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;

class TramConfigTest {
    @Test
    void shouldHaveThePapersConstants() {
        TramConfig paper = TramConfig.paper();
        assertThat(paper.ackWindow).isEqualTo(32);
        assertThat(paper.windowStart).isEqualTo(64);
        assertThat(paper.windowMax).isEqualTo(160);
        assertThat(paper.cachePackets).isEqualTo(1_200);
        assertThat(paper.cacheLowMark).isEqualTo(400);
        assertThat(paper.cacheHighMark).isEqualTo(800);
        assertThat(paper.maxRate).isEqualTo(64_000);
        assertThat(paper.promptNak).isFalse();
    }

    @Test
    void shouldKeepEnoughForOrphansByDefault() {
        TramConfig defaults = TramConfig.defaults();
        assertThat(defaults.cacheLowMark).isGreaterThanOrEqualTo(defaults.windowMax + 2 * defaults.ackWindow);
    }

    @Test
    void shouldNameAnUnknownParameter() {
        assertThatThrownBy(() -> TramConfig.of(Parameters.none().with("ackWindw", 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ackWindw")
                .hasMessageContaining("ackWindow");
    }

    @Test
    void shouldNameFieldValueAndRange() {
        assertThatThrownBy(() -> TramConfig.of(Parameters.none().with("ackWindow", 0)))
                .hasMessageContaining("'ackWindow' is 0")
                .hasMessageContaining("from 1 to 4096");
        assertThatThrownBy(() -> TramConfig.of(Parameters.none().with("helloInterval", "fast")))
                .hasMessageContaining("'helloInterval' is \"fast\"")
                .hasMessageContaining("250ms");
        assertThatThrownBy(() -> TramConfig.of(Parameters.none().with("cachePackets", 100)))
                .hasMessageContaining("cachePackets")
                .hasMessageContaining("windowMax");
        assertThatThrownBy(() -> TramConfig.of(Parameters.none().with("staticHeads", List.of("example.org:1"))))
                .hasMessageContaining("staticHeads")
                .hasMessageContaining("example.org:1");
    }

    @Test
    void shouldReadStaticHeads() {
        TramConfig config =
                TramConfig.of(Parameters.none().with("staticHeads", List.of("127.0.0.1:7000/3", "[::1]:7001")));
        assertThat(config.staticHeads).hasSize(2);
        assertThat(config.staticHeads.get(0).ttl()).isEqualTo(3);
        assertThat(config.staticHeads.get(1).address().getPort()).isEqualTo(7_001);
    }

    @Test
    void shouldHaveTheRulesOfJrmsInThePaperOnly() {
        assertThat(TramConfig.paper().jrmsRules).containsExactlyInAnyOrder(JrmsRule.values());
        assertThat(TramConfig.defaults().jrmsRules).isEmpty();
        TramConfig one = TramConfig.paper().with("jrmsRules", List.of("next-ack"));
        assertThat(one.has(JrmsRule.NEXT_ACK)).isTrue();
        assertThat(one.has(JrmsRule.TRICKLE)).isFalse();
        assertThatThrownBy(() -> TramConfig.paper().with("jrmsRules", List.of("trickel")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("trickel")
                .hasMessageContaining("trickle");
        assertThatThrownBy(() -> TramConfig.defaults().with("jrmsRules", List.of("trickle")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs 'preset' paper");
    }
}
