package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.Member;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MulticastPeer;
import org.rmcast.core.testing.Await;

/** Who is there, by name. */
@Timeout(60)
class PbcastNamesTest {
    @Test
    void shouldTellWhoIsThere() throws Exception {
        MemoryNetwork network = MemoryNetwork.create(1);
        Channel channel = Channel.builder("names")
                .group("239.77.1.1")
                .port(7701)
                .protocol("pbcast")
                .build();
        List<MulticastPeer> peers = new ArrayList<>();
        for (String name : List.of("anna", "bert", "carl")) {
            peers.add(network.on(channel).memberName(name).openPeer(message -> {}));
        }
        MulticastPeer anna = peers.get(0);
        MulticastPeer bert = peers.get(1);
        Await.until(() -> "names at anna: " + names(anna), () -> names(anna).equals(List.of("bert", "carl")));
        Await.until(() -> "names at bert: " + names(bert), () -> names(bert).equals(List.of("anna", "carl")));
        assertThat(anna.members()).anySatisfy(member -> {
            assertThat(member.memberId()).isEqualTo(bert.memberId());
            assertThat(member.address()).isEqualTo(bert.localAddress());
            assertThat(member.name()).isEqualTo("bert");
        });
        peers.remove(2).close();
        Await.until(() -> "names at anna: " + names(anna), () -> names(anna).equals(List.of("bert")));
        peers.forEach(MulticastPeer::abort);
    }

    private static List<String> names(MulticastPeer at) {
        return at.members().stream().map(Member::name).sorted().toList();
    }
}
