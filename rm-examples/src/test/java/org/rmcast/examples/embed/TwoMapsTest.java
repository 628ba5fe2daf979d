package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.rmcast.api.Channel;
import org.rmcast.api.SessionEvent;
import org.rmcast.junit.MulticastTest;
import org.rmcast.junit.TestNetwork;

class TwoMapsTest {
    private static final Channel CHANNEL = Channel.builder("maps")
            .group("239.192.7.1")
            .port(7600)
            .protocol("pbcast")
            .build();

    @MulticastTest(network = "loss=5%,delay=2ms", timeout = "60s")
    void shouldBecomeEqualAfterAPartition(TestNetwork network) throws Exception {
        try (ReplicatedMap one = new ReplicatedMap(network.on(CHANNEL).memberName("one"));
                ReplicatedMap two = new ReplicatedMap(network.on(CHANNEL).memberName("two"))) {
            network.partition("two"); // two hears nobody, and nobody hears two
            network.awaitEvent("one", SessionEvent.MemberFailed.class);
            one.put("colour", "red".getBytes(UTF_8));
            two.put("shape", "round".getBytes(UTF_8));
            network.heal();
            network.await("equal maps", () -> one.size() == 2 && one.hash().equals(two.hash()));
        }
    }
}
