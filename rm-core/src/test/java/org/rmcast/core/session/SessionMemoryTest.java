package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.Role;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionFactory;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.testing.ToyPeerProtocol;

class SessionMemoryTest {
    private static final long MIB = 1 << 20;
    private static final int PACKET_BYTES = 1_400;

    /** The options of a peer, which is not opened. */
    private static SessionOptions options(Channel.Builder channel, UnaryOperator<SessionBuilder> further)
            throws IOException {
        List<SessionOptions> taken = new ArrayList<>();
        SessionFactory factory = options -> {
            taken.add(options);
            throw new IOException("not opened");
        };
        SessionBuilder builder =
                further.apply(factory.on(channel.protocol("toypeer").build()).role(Role.PEER));
        assertThatThrownBy(builder::open).hasMessage("not opened");
        return taken.get(0);
    }

    private static SessionOptions options(Channel.Builder channel) throws IOException {
        return options(channel, builder -> builder);
    }

    private static Channel.Builder channel() {
        return Channel.builder("memory").group("239.192.7.1").port(7000);
    }

    private static SessionHeap.Reservation reserve(SessionHeap heap, SessionOptions options) {
        return heap.reserve(free -> SessionMemory.fit(options, new ToyPeerProtocol(), PACKET_BYTES, 0, free));
    }

    @Test
    void shouldTakeTheDefaultsWhereTheHeapIsLarge() throws Exception {
        SessionMemory memory =
                reserve(new SessionHeap(512 * MIB), options(channel())).memory();
        assertThat(memory.deliveryQueueBytes()).isEqualTo(32 * MIB);
        assertThat(memory.bytes()).isEqualTo((1 + 2 + 32 + 4) * MIB);
        assertThat(memory.toString()).isEmpty();
    }

    @Test
    void shouldTakeAPartOfTheDefaultsWhereTheHeapIsSmall() throws Exception {
        SessionMemory memory =
                reserve(new SessionHeap(40 * MIB), options(channel())).memory();
        assertThat(memory.deliveryQueueBytes()).isEqualTo(8 * MIB);
        assertThat(memory.bytes()).isEqualTo(MIB / 4 + (2 + 8 + 4) * MIB);
        assertThat(memory).hasToString(", with 1/4 of the default buffers, since the heap is small");
    }

    @Test
    void shouldTakeWhatIsGivenAsItIs() throws Exception {
        SessionOptions options =
                options(channel().parameter("memory", 5 * MIB), builder -> builder.deliveryQueue(1_000, 9_000_000));
        SessionMemory memory = reserve(new SessionHeap(40 * MIB), options).memory();
        assertThat(memory.deliveryQueueBytes()).isEqualTo(9_000_000);
        assertThat(memory.bytes()).isEqualTo((5 + 2 + 4) * MIB + 9_000_000);
    }

    @Test
    void shouldCountTheOtherSessionsOfTheJvm() throws Exception {
        SessionHeap heap = new SessionHeap(100 * MIB);
        List<SessionHeap.Reservation> opened = new ArrayList<>();
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        opened.add(reserve(heap, options(channel())));
                    }
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(
                        "the session's buffers may grow to \\d+ MiB .*, those of the JVM's other sessions to \\d+,"
                                + " together more than 80 % of the heap's 100 MiB; raise the heap limit with -Xmx\\d+m, .*");
        assertThat(opened).hasSizeGreaterThan(3);
        assertThat(heap.freeBytes()).isNotNegative();

        opened.forEach(SessionHeap.Reservation::release);
        opened.forEach(SessionHeap.Reservation::release);
        assertThat(heap.freeBytes()).isEqualTo(heap.limitBytes());
    }
}
