package org.rmcast.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.SessionFactory;
import org.rmcast.junit.MulticastTest;

class HelloMulticastTest {
    private static final List<String> GREETINGS = List.of("Hello, group! 1", "Hello, group! 2", "Hello, group! 3");

    @Test
    @Timeout(60)
    void shouldGreetTheGroupOverSockets() throws Exception {
        String port = Printed.freePort();
        assertThat(Printed.by(() -> HelloMulticast.main(new String[] {port}))).isEqualTo(GREETINGS);
    }

    @MulticastTest(network = "loss=20%")
    void shouldGreetTheGroupThoughTheNetworkLoses(SessionFactory sessions) throws Exception {
        Channel channel =
                Channel.builder("hello").group("239.192.7.1").port(7400).build();
        assertThat(Printed.by(() -> HelloMulticast.greet(sessions, channel))).isEqualTo(GREETINGS);
    }
}
