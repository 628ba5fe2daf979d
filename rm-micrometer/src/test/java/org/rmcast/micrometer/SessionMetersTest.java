package org.rmcast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.Meter;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

@Timeout(60)
class SessionMetersTest {
    private final List<ReliableMulticastSession> opened = new ArrayList<>();
    private final Channel channel = Channel.builder("meters")
            .group(TestGroups.address())
            .port(TestGroups.freePort())
            .protocol("toy")
            .build();

    @AfterEach
    void endAll() {
        opened.forEach(ReliableMulticastSession::abort);
    }

    private MulticastSender sender(String name) throws Exception {
        SessionBuilder builder = ReliableMulticastSession.on(channel).memberName(name);
        MulticastSender session = builder.openSender();
        opened.add(session);
        return session;
    }

    private static void bind(ReliableMulticastSession session, MeterRegistry registry) {
        new SessionMeters(session).bindTo(registry);
    }

    @Test
    void shouldShowEveryMeterThatHasAName() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ReliableMulticastSession session = sender("north");
        bind(session, registry);
        for (Meter meter : session.statistics().meters()) {
            if (!meter.meterName().isEmpty()) {
                assertThat(registry.find(meter.meterName())
                                .tags("channel", "meters", "protocol", "toy", "role", "sender", "member", "north")
                                .meters())
                        .as(meter.meterName())
                        .isNotEmpty();
            }
        }
        assertThat(registry.get("rm.datagrams.rejected").meters()).hasSize(6);
        assertThat(registry.get("rm.send.rate").gauge().value()).isZero();
        assertThat(registry.get("rm.toy.hellos").functionCounter().count()).isZero();
    }

    @Test
    void shouldKeepTwoSessionsOfOneChannelApartAndRemoveThatWhichEnds() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        MulticastSender north = sender("north");
        MulticastSender south = sender("south");
        bind(north, registry);
        bind(south, registry);
        north.send(ByteBuffer.allocate(10));
        Await.until("the message of one of them", () -> accepted(registry, "north") == 1);
        assertThat(accepted(registry, "south")).isZero();

        int meters = registry.getMeters().size();
        north.abort();
        Await.until("half of the meters", () -> registry.getMeters().size() == meters / 2);
        assertThat(registry.find("rm.messages.accepted").tag("member", "north").meters())
                .isEmpty();
        assertThat(accepted(registry, "south")).isZero();
        new SessionMeters(north).bindTo(registry);
        assertThat(registry.getMeters()).hasSize(meters / 2);
    }

    private static double accepted(MeterRegistry registry, String member) {
        return registry.get("rm.messages.accepted")
                .tag("member", member)
                .functionCounter()
                .count();
    }

    /** As Prometheus wants them: no unit twice, counters end in total, a rate says that it is one. */
    @Test
    void shouldHaveNamesAsPrometheusWantsThem() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        bind(sender("north"), registry);
        List<String> names = registry.scrape()
                .lines()
                .filter(line -> line.startsWith("# TYPE"))
                .map(line -> line.split(" ", -1)[2])
                .toList();
        assertThat(names)
                .contains(
                        "rm_packets_sent_total",
                        "rm_messages_lost_total",
                        "rm_sent_bytes_total",
                        "rm_received_bytes_total",
                        "rm_buffer_bytes",
                        "rm_send_rate_bytes_per_second",
                        "rm_members")
                .allSatisfy(name -> assertThat(List.of(name.split("_", -1))).doesNotHaveDuplicates());
    }
}
