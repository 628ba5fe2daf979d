package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.session.ReliableMulticastSession;
import org.rmcast.core.session.SessionBuilder;

class ReplicatedCounterTest {
    @Test
    void shouldCountToTheSumWhateverArrivesInWhateverOrder() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<GrowOnlyCounter> replicas =
                    List.of(new GrowOnlyCounter(), new GrowOnlyCounter(), new GrowOnlyCounter());
            List<ByteBuffer> states = new ArrayList<>();
            long sum = 0;
            for (int i = 0; i < 30; i++) {
                int replica = random.nextInt(3);
                sum += i;
                replicas.get(replica).add(replica, i);
                states.add(replicas.get(replica).encode());
                replicas.get(random.nextInt(3))
                        .merge(states.get(random.nextInt(states.size())).duplicate());
            }
            replicas.forEach(replica -> states.add(replica.encode()));
            Collections.shuffle(states, random);
            GrowOnlyCounter late = new GrowOnlyCounter();
            states.forEach(state -> late.merge(state.duplicate()));
            states.forEach(state -> late.merge(state.duplicate()));
            assertThat(late.total()).as("seed %d", seed).isEqualTo(sum);
        }
    }

    @Test
    void shouldRefuseWhatIsNoState() {
        GrowOnlyCounter counter = new GrowOnlyCounter();
        assertThatThrownBy(() -> counter.merge(ByteBuffer.allocate(17))).hasMessageContaining("16 bytes per replica");
        assertThatThrownBy(() -> counter.add(1, -1)).hasMessageContaining("was -1");
        assertThat(counter.total()).isZero();
    }

    @Test
    void shouldConvergeAlsoForALatecomerAndOneThatLosesMessages() throws Exception {
        Channel channel = channel();
        Impairments loss = Impairments.parse("loss=30%");
        try (ReplicatedCounter one = new ReplicatedCounter(on(channel));
                ReplicatedCounter lossy = new ReplicatedCounter(on(channel).inbound(loss))) {
            assertThat(one.awaitPeers(1)).isTrue();
            for (int i = 1; i <= 200; i++) {
                one.add(i);
                lossy.add(1);
            }
            assertThat(lossy.awaitTotal(20_300)).as("%d", lossy.total()).isTrue();
            assertThat(one.awaitTotal(20_300)).as("%d", one.total()).isTrue();
            try (ReplicatedCounter late = new ReplicatedCounter(on(channel))) {
                assertThat(late.awaitTotal(20_300)).as("%d", late.total()).isTrue();
                late.add(5);
                assertThat(one.awaitTotal(20_305)).isTrue();
                assertThat(one.total()).isEqualTo(20_305);
            }
        }
    }

    @Test
    void shouldShowThreePeersThatAgree() throws Exception {
        PrintStream standardOut = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, UTF_8));
        try {
            ReplicatedCounter.main(new String[] {Integer.toString(freePort())});
        } finally {
            System.setOut(standardOut);
        }
        assertThat(written.toString(UTF_8).lines())
                .containsExactly("counted to 5050", "counted to 5050", "counted to 5050");
    }

    private static SessionBuilder on(Channel channel) {
        return ReliableMulticastSession.on(channel);
    }

    private static Channel channel() throws IOException {
        return Channel.builder("counter-test")
                .group("239.192.7.1")
                .port(freePort())
                .protocol("pbcast")
                .build();
    }

    private static int freePort() throws IOException {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
