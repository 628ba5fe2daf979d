package org.rmcast.tram;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.Member;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.core.testing.Await;

/** Who is there, by name. */
@Timeout(60)
class TramNamesTest {
    @Test
    void shouldTellWhoIsServedAndWhoServes() throws Exception {
        MemoryNetwork network = MemoryNetwork.create(1);
        Channel channel = Channel.builder("names")
                .group("239.77.1.1")
                .port(7701)
                .protocol("tram")
                .build();
        try (MulticastSender sender = network.on(channel).memberName("tower").openSender();
                MulticastReceiver anna = network.on(channel).memberName("anna").openReceiver(message -> {});
                MulticastReceiver bert = network.on(channel).memberName("bert").openReceiver(message -> {})) {
            Await.until(
                    () -> "names at the sender: " + names(sender),
                    () -> names(sender).equals(List.of("anna", "bert")));
            for (ReliableMulticastSession receiver : List.of(anna, bert)) {
                Await.until(
                        () -> "names at a receiver: " + names(receiver),
                        () -> names(receiver).contains("tower"));
            }
        }
    }

    /** Those whom other heads serve are known to the sender by what the heads report. */
    @Test
    void shouldTellTheSenderWhoIsBelowOtherHeads() throws Exception {
        MemoryNetwork network = MemoryNetwork.create(1);
        Channel channel = Channel.builder("names")
                .group("239.77.1.1")
                .port(7701)
                .protocol("tram")
                .parameter("maxMembers", 1)
                .build();
        try (MulticastSender sender = network.on(channel).memberName("tower").openSender();
                ReliableMulticastSession head = network.on(
                                channel.toBuilder().parameter("maxMembers", 8).build())
                        .memberName("head")
                        .openRepairNode();
                MulticastReceiver anna = network.on(channel).memberName("anna").openReceiver(message -> {});
                MulticastReceiver bert = network.on(channel).memberName("bert").openReceiver(message -> {})) {
            Await.until(
                    () -> "names at the sender: " + names(sender) + ", at the head: " + names(head) + ", at receivers: "
                            + names(anna) + names(bert),
                    () -> names(sender).equals(List.of("anna", "bert", "head")));
        }
    }

    private static List<String> names(ReliableMulticastSession at) {
        return at.members().stream().map(Member::name).sorted().toList();
    }
}
