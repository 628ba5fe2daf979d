package org.rmcast.nak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.testkit.Goodput;

/** How fast a sender is that is not paced, where its network overflows and where packets are lost whatever it does. */
class NakLossTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delay=50us,rate=400Mbit | 15",
                "delay=50us,rate=400Mbit,loss=0.5% | 10",
                "delay=50us,rate=400Mbit,loss=10% | 4",
                "delay=20ms,rate=400Mbit,loss=10% | 2"
            })
    void shouldFindTheRateThatTheNetworkBears(String link, double leastMegabytesPerSecond) {
        for (long seed = 5; seed < 8; seed++) {
            Goodput goodput = Goodput.of(new NakProtocol(), link, 4, 20_000, seed);
            System.out.println(link + ", seed " + seed + ": " + goodput);
            String run = "seed " + seed + ": " + goodput;
            assertThat(goodput.complete()).as(run).isTrue();
            assertThat(goodput.lost()).as(run).isZero();
            assertThat(goodput.megabytesPerSecond()).as(run).isGreaterThan(leastMegabytesPerSecond);
        }
    }
}
