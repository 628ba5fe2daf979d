package org.rmcast.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;
import org.rmcast.core.impair.GilbertElliottLoss;
import org.rmcast.core.impair.Impairments;

class WanLinkTest {
    private static final Duration DELAY = Duration.ofMillis(20);

    @Test
    void shouldWriteSettingsAsTheScriptReadsThem() {
        WanLink link = WanLink.good()
                .loss(0.5)
                .delay(DELAY)
                .jitter(Duration.ofNanos(1_500_000))
                .rate("10Mbit")
                .reorder(1)
                .duplicate(2.25);
        assertThat(link.settings())
                .containsExactly(
                        "loss=0.5",
                        "delay=20000us",
                        "jitter=1500us",
                        "rate=10000000bit",
                        "reorder=1",
                        "duplicate=2.25");
        assertThat(WanLink.good()).hasToString("good");
        assertThat(WanLink.good()
                        .burst(new GilbertElliottLoss.Settings(0.01, 0.3, 0, 0.5))
                        .settings())
                .containsExactly("burst=1,30,0,50");
    }

    @Test
    void shouldBeTheSameForTheTransportsImpairments() {
        WanLink link = WanLink.good()
                .loss(5)
                .delay(DELAY)
                .jitter(Duration.ofMillis(2))
                .rate("10Mbit")
                .reorder(1);
        assertThat(link.impairments())
                .isEqualTo(
                        Impairments.parse("loss=5%,delay=18ms,jitter=4ms,rate=10Mbit,reorder=1%,reorder-delay=20ms"));
        assertThat(WanLink.good().impairments().isNone()).isTrue();
    }

    @Test
    void shouldRefuseWhatIsNoLink() {
        assertThatThrownBy(() -> WanLink.good().loss(101)).hasMessageContaining("loss must be 0 to 100 per cent");
        assertThatThrownBy(() -> WanLink.good().delay(Duration.ofSeconds(11))).hasMessageContaining("0 to 10 s");
        assertThatThrownBy(() -> WanLink.good().jitter(DELAY)).hasMessageContaining("at most the delay");
        assertThatThrownBy(() -> WanLink.good().reorder(1)).hasMessageContaining("needs a delay");
        assertThatThrownBy(() -> WanLink.good().rate("fast")).hasMessageContaining("10Mbit");
        assertThatThrownBy(() -> WanLink.good().loss(1).burst(new GilbertElliottLoss.Settings(0.1, 0.1, 0, 1)))
                .hasMessageContaining("either loss or burst");
    }

    @Test
    void shouldSkipWithTheReasonWhatAnEmulatorCanNotDo() {
        WanLink far = WanLink.good().loss(5).delay(DELAY);
        Emulator.NETEM.require(Direction.IN, far.duplicate(1));
        Emulator.NFQUEUE.require(Direction.OUT, far);
        Emulator.IPTABLES.require(Direction.IN, WanLink.good().loss(5));
        Emulator.JVM.require(Direction.IN, far.duplicate(1));
        assertThatThrownBy(() -> Emulator.IPTABLES.require(Direction.OUT, far))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage(
                        "the link \"loss=5 delay=20000us\" cannot be had: iptables has no loss, delay for what goes out");
        assertThat(Emulator.NFQUEUE.missing(Direction.IN, far.duplicate(1)))
                .isEqualTo("nfqueue has no duplicate for what goes in");
    }

    @Test
    void shouldHaveLinksOfSinglePeersWhereTheEmulatorCan() {
        WanLink far = WanLink.good().loss(5).delay(DELAY);
        Emulator.NFQUEUE.requireForPeer(Direction.IN, far);
        Emulator.NFQUEUE.requireForPeer(Direction.OUT, far);
        Emulator.IPTABLES.requireForPeer(Direction.IN, WanLink.good().loss(5));
        assertThat(Emulator.IPTABLES.missingForPeer(Direction.IN, far))
                .isEqualTo("iptables has no delay for what goes in");
        assertThat(Emulator.IPTABLES.missingForPeer(
                        Direction.OUT, WanLink.good().rate("1Mbit")))
                .isEqualTo("iptables has no links of single peers for what goes out");
        for (Emulator without : new Emulator[] {Emulator.NETEM, Emulator.JVM}) {
            assertThatThrownBy(() -> without.requireForPeer(Direction.IN, far))
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessage("the link \"loss=5 delay=20000us\" cannot be had: " + without
                            + " has no links of single peers for what goes in");
        }
    }

    @Test
    void shouldTellTheScriptWhoseLinkItIs() {
        WanLink far = WanLink.good().delay(DELAY);
        assertThat(LinkEmulation.setting(Emulator.NFQUEUE, List.of("--peer", "10.0.0.3"), Direction.OUT, far, 7))
                .containsExactly(
                        "--emulator", "nfqueue", "--peer", "10.0.0.3", "set", "out", "delay=20000us", "seed=7");
        assertThat(LinkEmulation.setting(Emulator.NETEM, List.of(), Direction.IN, far, 1))
                .containsExactly("--emulator", "netem", "set", "in", "delay=20000us");
    }
}
