package org.rmcast.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.TestConditions;

class StockTickerTest {
    @Test
    @Timeout(60)
    void shouldGiveEveryWatcherTheSamePricesThroughLoss() throws Exception {
        int port = Integer.parseInt(Printed.freePort());
        Channel channel =
                Channel.builder("ticker").group("239.192.7.1").port(port).build();
        StockTicker.Prices near = new StockTicker.Prices();
        StockTicker.Prices far = new StockTicker.Prices();
        try (MulticastReceiver first =
                        ReliableMulticastSession.on(channel).onEvent(near).openReceiver(near);
                MulticastReceiver second = ReliableMulticastSession.on(channel)
                        .testing(TestConditions.none().withInbound("loss=5%,seed=7"))
                        .onEvent(far)
                        .openReceiver(far)) {
            StockTicker.publish(channel, 5_000, 2);
            near.awaitEnd();
            far.awaitEnd();
            first.close(Duration.ofSeconds(5));
            second.close(Duration.ofSeconds(5));
        }
        assertThat(near.newest()).hasSize(4).isEqualTo(far.newest());
    }
}
