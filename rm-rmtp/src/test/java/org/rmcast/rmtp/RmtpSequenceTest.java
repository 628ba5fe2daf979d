package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.rmtp.wire.RmtpPacket.Data;
import org.rmcast.sim.NodeObserver;

/**
 * Message sequences with the preset {@code paper}: those of figures 1 and 3 of Shiroshita et al., as far as the text tells what is in them; and TOKEN,
 * which is ours. Two receivers, four packets.
 */
class RmtpSequenceTest {
    private static final Parameters PAPER = Parameters.none().with("preset", "paper");

    /** What was sent, in order: by whom, to the group (*) or to one, which packet. */
    private static List<String> record(Delivered delivered) {
        List<String> sent = new ArrayList<>();
        delivered
                .simulation
                .nodes()
                .forEach(node -> node.observe(new NodeObserver() {
                    @Override
                    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                        sent.add((node.index() == 0 ? "S" : "R" + node.index())
                                + (multicast ? "* " : " ")
                                + name(datagram));
                    }
                }));
        return sent;
    }

    private static String name(byte[] datagram) {
        RmtpPacket packet = Delivered.packet(datagram);
        if (packet instanceof Data data) {
            return "DATA " + data.round() + ":" + data.sequence() + (data.has(Data.LAST) ? " last" : "");
        }
        return packet.type().name().toLowerCase(Locale.ROOT);
    }

    private static Delivered two(Parameters parameters) {
        return Delivered.of(2, 4 * 1_024)
                .parameters(parameters)
                .link("delay=10ms")
                .start();
    }

    private static List<String> of(List<String> sent, String who) {
        return sent.stream()
                .filter(line -> line.startsWith(who + " ") || line.startsWith(who + "* "))
                .map(line -> line.substring(who.length()).strip())
                .toList();
    }

    /** Figure 1 without loss: connection, transmission, release. CONN is sent before anybody can watch. */
    @Test
    void shouldConnectTransmitAndRelease() {
        Delivered delivered = two(PAPER);
        List<String> sent = record(delivered);
        delivered.finish(Duration.ofMinutes(1));
        assertThat(of(sent, "S"))
                .containsExactly(
                        "token",
                        "token",
                        "* DATA 0:0",
                        "* DATA 0:1",
                        "* DATA 0:2",
                        "* DATA 0:3 last",
                        "* release",
                        "* end");
        for (String receiver : List.of("R1", "R2")) {
            assertThat(of(sent, receiver)).containsExactly("connection_ack", "connection_ack", "ack", "release_ack");
        }
        assertThat(sent.indexOf("S* release"))
                .isGreaterThan(sent.lastIndexOf("R1 ack"))
                .isGreaterThan(sent.lastIndexOf("R2 ack"));
    }

    /** Figure 1 with loss: what one lacks and what the other lacks is sent in one round to both; REL after each round. */
    @Test
    void shouldRetransmitInOneRoundWhatAnyLacks() {
        Delivered delivered = two(PAPER);
        List<String> sent = record(delivered);
        delivered.simulation.filter(
                (host, datagram) -> !(host == 1 && name(datagram).equals("DATA 0:1"))
                        && !(host == 2 && name(datagram).equals("DATA 0:2")));
        delivered.finish(Duration.ofMinutes(1));
        assertThat(of(sent, "S"))
                .containsExactly(
                        "token",
                        "token",
                        "* DATA 0:0",
                        "* DATA 0:1",
                        "* DATA 0:2",
                        "* DATA 0:3 last",
                        "* DATA 1:1",
                        "* DATA 1:2 last",
                        "* release",
                        "* end");
        for (String receiver : List.of("R1", "R2")) {
            assertThat(of(sent, receiver))
                    .containsExactly("connection_ack", "connection_ack", "nack", "ack", "release_ack");
        }
    }

    /** Figure 1: who has everything is released after the round; who lacks something ignores REL. */
    @Test
    void shouldReleaseAfterEachRoundWhoHasEverything() {
        Delivered delivered = two(PAPER);
        List<String> sent = record(delivered);
        delivered.simulation.filter(
                (host, datagram) -> !(host == 1 && name(datagram).equals("DATA 0:1")));
        delivered.finish(Duration.ofMinutes(1));
        assertThat(of(sent, "S"))
                .containsSubsequence("* DATA 0:3 last", "* release", "* DATA 1:1 last", "* release", "* end");
        assertThat(of(sent, "R2")).containsExactly("connection_ack", "connection_ack", "ack", "release_ack");
        assertThat(sent.indexOf("R2 release_ack")).isLessThan(sent.indexOf("R1 ack"));
    }

    /** One answer to a round, also where answers are spread for longer than a receiver bears silence; and none before the first packet. */
    @Test
    void shouldAnswerOnceThoughAnswersAreSpreadForLong() {
        int receivers = 10;
        Delivered delivered = Delivered.of(receivers, 4 * 1_024)
                .parameters(PAPER.with("responseSpacing", "1s").with("roundTimeout", "2s"))
                .link("delay=10ms")
                .start();
        List<String> sent = record(delivered);
        delivered.simulation.filter(
                (host, datagram) -> !(host == 1 && name(datagram).equals("DATA 0:1")));
        delivered.finish(Duration.ofMinutes(2));
        assertThat(of(sent, "S")).doesNotContain("poll");
        List<String> before = sent.subList(0, sent.indexOf("S* release"));
        for (int receiver = 1; receiver <= receivers; receiver++) {
            assertThat(of(before, "R" + receiver))
                    .as("receiver %d", receiver)
                    .containsExactly("connection_ack", "connection_ack", receiver == 1 ? "nack" : "ack");
        }
    }

    /** Figure 3: an answer that does not come in time is asked for with POLL, at most twice, before the next round. */
    @Test
    void shouldPollWhoseAnswerIsLost() {
        Delivered delivered = two(PAPER);
        List<String> sent = record(delivered);
        int[] lost = {2};
        delivered.simulation.filter(
                (host, datagram) -> !(host == 1 && name(datagram).equals("DATA 0:1"))
                        && !(host == 0 && name(datagram).equals("nack") && lost[0]-- > 0));
        delivered.finish(Duration.ofMinutes(1));
        assertThat(of(sent, "S"))
                .containsExactly(
                        "token",
                        "token",
                        "* DATA 0:0",
                        "* DATA 0:1",
                        "* DATA 0:2",
                        "* DATA 0:3 last",
                        "poll",
                        "poll",
                        "* release",
                        "* DATA 1:1 last",
                        "* release",
                        "* end");
        assertThat(of(sent, "R1"))
                .containsExactly("connection_ack", "connection_ack", "nack", "nack", "nack", "ack", "release_ack");
    }

    /** Figure 1, separate retransmission: the one that was busy is served by unicast, after the other is released. */
    @Test
    void shouldRetransmitSeparatelyToWhoWasBusy() {
        Delivered delivered = two(PAPER);
        List<String> sent = record(delivered);
        delivered.simulation.runUntil(() -> sent.contains("S* DATA 0:1"), Duration.ofSeconds(10));
        delivered.simulation.runFor(Duration.ofMillis(15));
        delivered.sink(1).full = true;
        delivered.simulation.runUntil(() -> sent.contains("R2 release_ack"), Duration.ofSeconds(60));
        delivered.sink(1).full = false;
        delivered.finish(Duration.ofMinutes(1));
        assertThat(of(sent, "S"))
                .containsSubsequence("* DATA 0:3 last", "* release", "poll", "release", "* end")
                .noneMatch(line -> line.startsWith("* DATA 1"));
        assertThat(of(sent, "R1")).containsSubsequence("busy", "receive_ready", "nack", "ack", "release_ack");
        assertThat(of(sent, "S").stream().filter(line -> line.startsWith("DATA")))
                .isNotEmpty();
    }
}
