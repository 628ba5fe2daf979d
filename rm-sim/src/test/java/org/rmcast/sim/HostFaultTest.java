package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.core.testing.ToyProtocol;

/** What can befall a host: each fault does what it says, and a protocol that is to stand it does. */
class HostFaultTest {
    private final Simulation simulation = Simulation.builder(1)
            .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
            .protocol(new ToyProtocol())
            .build();

    @Test
    void shouldTakeDatagramsOneByOneAndLoseWhatTheBufferDoesNotHold() {
        simulation.node(1).faults().serve(Duration.ofMillis(10), 5);
        List<Long> received = receptions(1);
        simulation.runFor(Duration.ofMillis(1));
        for (int i = 0; i < 20; i++) {
            simulation.injectUnicast(2, 1, new byte[40]);
        }
        simulation.runFor(Duration.ofSeconds(1));
        // A burst of 20 finds the heartbeats' places taken or free, never more than five.
        assertThat(simulation.node(1).counters().socketOverflows()).isBetween(15L, 17L);
        assertThat(received).hasSizeGreaterThan(40);
        for (int i = 1; i < received.size(); i++) {
            assertThat(received.get(i) - received.get(i - 1)).isGreaterThanOrEqualTo(10_000_000);
        }
    }

    /** Each of its heartbeats waits 300 ms: whatever comes meanwhile waits in the socket, where five find room. */
    @Test
    void shouldDoNothingElseWhileItWaitsBeforeItSends() {
        simulation.runFor(Duration.ofMillis(500));
        List<Long> received = receptions(1);
        List<Long> sent = sends(1);
        simulation.node(1).faults().serve(Duration.ZERO, 5);
        simulation.node(1).faults().waitBeforeSending(datagram -> true, Duration.ofMillis(300));
        simulation.runFor(Duration.ofSeconds(3));
        assertThat(sent).hasSizeGreaterThan(5);
        for (int i = 1; i < sent.size(); i++) {
            assertThat(sent.get(i) - sent.get(i - 1)).isGreaterThanOrEqualTo(300_000_000L);
        }
        // Between two that it sends nothing comes to the engine.
        assertThat(received)
                .filteredOn(at -> at >= sent.get(0))
                .isNotEmpty()
                .allSatisfy(at -> assertThat(sent)
                        .anySatisfy(left -> assertThat(at - left).isBetween(0L, 60_000_000L)));
        simulation.node(1).faults().waitBeforeSending(datagram -> false, Duration.ZERO);
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.node(1).isPaused()).isFalse();
    }

    @Test
    void shouldLoseWhatFindsTheSocketFullWhileItWaits() {
        simulation.runFor(Duration.ofMillis(500));
        simulation.node(1).faults().serve(Duration.ZERO, 5);
        simulation.node(1).faults().waitBeforeSending(datagram -> true, Duration.ofSeconds(1));
        simulation.runFor(Duration.ofMillis(500));
        assertThat(simulation.node(1).isPaused()).isTrue();
        for (int i = 0; i < 20; i++) {
            simulation.injectUnicast(2, 1, new byte[40]);
        }
        simulation.runFor(Duration.ofMillis(10));
        assertThat(simulation.node(1).counters().socketOverflows()).isGreaterThanOrEqualTo(15);
        simulation.node(1).restart();
        assertThat(simulation.node(1).isPaused()).isFalse();
        assertThatThrownBy(() -> simulation.node(1).faults().waitBeforeSending(datagram -> true, Duration.ofMillis(-1)))
                .hasMessageContaining("wait");
    }

    @Test
    void shouldDeliverEverythingThroughASlowHost() {
        simulation.runFor(Duration.ofMillis(200));
        simulation.node(1).faults().serve(Duration.ofMillis(2), 16);
        simulation.node(0).send(Workload.paced(300, 100, 1_000));
        simulation.runFor(Duration.ofMillis(300));
        simulation.node(1).faults().serveAtOnce();
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(simulation.node(1).counters().socketOverflows()).isPositive();
        assertThat(simulation.node(1).delivered()).isEqualTo(300);
        simulation.checkComplete();
    }

    @Test
    void shouldStartAMemberOnceThoughAFaultHasStartedItBeforeItsTime() {
        Simulation late = Simulation.builder(1)
                .topology(Topology.star(3, LinkSettings.parse("delay=1ms")))
                .protocol(new ToyProtocol())
                .startAt(1, Duration.ofSeconds(2))
                .build();
        late.runFor(Duration.ofSeconds(1));
        late.node(1).restart();
        long memberId = late.node(1).memberId();
        late.runFor(Duration.ofSeconds(2));
        assertThat(late.node(1).incarnations()).isEqualTo(1);
        assertThat(late.node(1).memberId()).isEqualTo(memberId);
    }

    @Test
    void shouldStandStillForTheTimeAskedAndThenSeeTheClockJump() {
        simulation.runFor(Duration.ofMillis(500));
        List<Long> sent = sends(1);
        simulation.node(1).pause(Duration.ofSeconds(3));
        simulation.runFor(Duration.ofSeconds(4));
        assertThat(simulation.node(1).isPaused()).isFalse();
        assertThat(sent.get(0)).isEqualTo(3_500_000_000L);
    }

    @Test
    void shouldBeHeardFromTheNewAddressOnlyAfterAMove() {
        simulation.runFor(Duration.ofMillis(100));
        InetSocketAddress before = simulation.node(0).address();
        simulation.node(0).faults().move();
        assertThat(simulation.node(0).address()).isNotEqualTo(before);
        assertThat(simulation.node(0).memberId()).isEqualTo(1_000);
        simulation.node(0).send(Workload.paced(100, 100, 1_000));
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.node(1).delivered()).isEqualTo(100);
        // Reports go to where the sender took the member in, until it has been heard from elsewhere for a second.
        assertThat(simulation.node(1).counters().unroutable()).isBetween(5L, 25L);
        simulation.runFor(Duration.ofSeconds(5));
        long unroutable = simulation.node(1).counters().unroutable();
        simulation.node(0).send(Workload.paced(100, 100, 1_000));
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.node(1).delivered()).isEqualTo(200);
        assertThat(simulation.node(1).counters().unroutable()).isEqualTo(unroutable);
        simulation.checkComplete();
    }

    @Test
    void shouldLoseWhatGoesToTheAddressBefore() {
        simulation.runFor(Duration.ofMillis(100));
        simulation.accessLink(0).cutUp(Traffic.ALL);
        simulation.node(0).faults().move();
        simulation.runFor(Duration.ofSeconds(2));
        assertThat(simulation.node(1).counters().unroutable()).isBetween(5L, 25L);
    }

    @Test
    void shouldSendMoreHeartbeatsWithAFastClock() {
        simulation.runFor(Duration.ofSeconds(1));
        List<Long> sent = sends(0);
        simulation.node(0).faults().drift(10_000);
        simulation.runFor(Duration.ofSeconds(20));
        int fast = sent.size();
        simulation.node(0).faults().drift(-10_000);
        simulation.runFor(Duration.ofSeconds(20));
        assertThat(fast).isBetween(1_009, 1_010);
        assertThat(sent.size() - fast).isBetween(990, 991);
    }

    @Test
    void shouldNotHearAHostThatHearsIt() {
        simulation.deafen(1, 0);
        simulation.runFor(Duration.ofMillis(500));
        // The other receiver asks the group to be taken in.
        assertThat(simulation.node(1).counters().datagramsReceived()).isEqualTo(1);
        assertThat(simulation.node(2).counters().datagramsReceived()).isGreaterThan(20);
        simulation.hearAgain(1, 0);
        simulation.runFor(Duration.ofMillis(500));
        assertThat(simulation.node(1).counters().datagramsReceived()).isGreaterThan(20);
    }

    @Test
    void shouldLoseExactlyTheReceptionsThatTheFilterKeepsAway() {
        simulation.filter((host, datagram) -> host != 2);
        simulation.runFor(Duration.ofMillis(500));
        assertThat(simulation.node(2).counters().datagramsReceived()).isZero();
        assertThat(simulation.node(2).counters().filtered()).isGreaterThan(20);
        assertThat(simulation.node(1).counters().filtered()).isZero();
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        HostFaults node = simulation.node(1).faults();
        assertThatThrownBy(() -> node.drift(10_001)).hasMessageContaining("ppm must be -10000 to 10000, was 10001");
        assertThatThrownBy(() -> node.serve(Duration.ZERO, 0))
                .hasMessageContaining("bufferPackets 1 or more, were PT0S and 0");
        assertThatThrownBy(() -> node.crashAfterWrites(1)).hasMessageContaining("node 1 has no storage");
    }

    private List<Long> receptions(int host) {
        List<Long> times = new ArrayList<>();
        simulation.node(host).observe(new NodeObserver() {
            @Override
            public void onReceived(byte[] datagram, long nowNanos) {
                times.add(nowNanos);
            }
        });
        return times;
    }

    private List<Long> sends(int host) {
        List<Long> times = new ArrayList<>();
        simulation.node(host).observe(new NodeObserver() {
            @Override
            public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                times.add(nowNanos);
            }
        });
        return times;
    }
}
