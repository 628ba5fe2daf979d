package org.rmcast.lab.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;

/** The layouts: which one is taken, what commands are told, and that what was made goes away. */
class LayoutTest {
    private static final LayoutOption.Probe REFUSED = () -> {
        throw new IOException("unshare: unshare failed: Operation not permitted");
    };

    private final List<String> remarks = new ArrayList<>();

    @Test
    void shouldTakeNamespacesWhereTheyCanBeHad() throws IOException {
        assertThat(LayoutOption.AUTO.choose(() -> {}, remarks::add)).isEqualTo(Layout.NAMESPACES);
        assertThat(LayoutOption.NAMESPACES.choose(() -> {}, remarks::add)).isEqualTo(Layout.NAMESPACES);
        assertThat(remarks).isEmpty();
    }

    @Test
    void shouldSayInOneLineWhyItTakesLoopback() throws IOException {
        assertThat(LayoutOption.AUTO.choose(REFUSED, remarks::add)).isEqualTo(Layout.LOOPBACK);
        assertThat(remarks)
                .containsExactly(
                        "layout loopback, as namespaces cannot be had: unshare: unshare failed: Operation not permitted");
    }

    @Test
    void shouldFailWhereNamespacesAreDemandedAndCanNotBeHad() {
        assertThatThrownBy(() -> LayoutOption.NAMESPACES.choose(REFUSED, remarks::add))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("--layout=namespaces", "Operation not permitted", "iproute2, nftables");
    }

    @Test
    void shouldNotTryNamespacesWhenLoopbackIsAskedFor() throws IOException {
        assertThat(LayoutOption.LOOPBACK.choose(REFUSED, remarks::add)).isEqualTo(Layout.LOOPBACK);
        assertThat(remarks).isEmpty();
        try (Network network = Layout.LOOPBACK.open(3)) {
            network.lose(0.5);
            assertThat(network.entry(3)).isEmpty();
            assertThat(network.networkInterface()).isEqualTo(Channel.LOOPBACK);
            assertThat(network.losesOnTheWire()).isFalse();
        }
    }

    @Test
    void shouldLayOutABridgeAndVethPairs() {
        assertThat(NamespaceCommands.bridge().lines())
                .containsExactly(
                        "link set lo up",
                        "link add br0 type bridge mcast_snooping 0 stp_state 0",
                        "link set br0 addrgenmode none up");
        assertThat(NamespaceCommands.port(2, 4711).lines())
                .containsExactly(
                        "link add p2 type veth peer name e0 netns 4711", "link set p2 addrgenmode none master br0 up");
        assertThat(NamespaceCommands.member(2).lines())
                .containsExactly(
                        "link set lo up",
                        "link set e0 addrgenmode none gso_max_segs 1 up",
                        "address add 10.77.0.3/24 brd + dev e0",
                        "route add 224.0.0.0/4 dev e0");
    }

    @Test
    void shouldLoseUdpPacketsByChance() {
        assertThat(NamespaceCommands.loss(0)).isEqualTo("flush ruleset\n");
        assertThat(NamespaceCommands.loss(0.05))
                .startsWith("flush ruleset\n")
                .contains(
                        "type filter hook prerouting priority -450;",
                        "ip protocol udp numgen random mod 1000000 < 50000 drop");
        assertThat(NamespaceCommands.loss(0.000_001)).contains("< 1 drop");
    }

    @Test
    void shouldSayWhatAFailedCommandSaid() throws IOException {
        CommandLines.run(List.of("sh", "-c", "test \"$(cat)\" = told"), "told");
        assertThatThrownBy(() -> CommandLines.run(List.of("sh", "-c", "echo one; echo two >&2; exit 3"), ""))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(": one; two");
        assertThatThrownBy(() -> CommandLines.run(List.of("false"), ""))
                .hasMessage("false: it failed and said nothing");
        assertThatThrownBy(() -> CommandLines.run(List.of("no-such-program"), ""))
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldTakeTheNamespacesAwayWithTheNetwork() throws IOException {
        assumeNamespaces();
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        try (Network network = Layout.NAMESPACES.open(2)) {
            network.lose(0.05);
            network.lose(0);
            assertThat(holders(before)).as("a bridge, a sender, two receivers").hasSize(4);
            CommandLines.run(inside(network, 1, "ip", "address", "show", "dev", "e0"), "");
            CommandLines.run(inside(network, 2, "sh", "-c", "! nft list ruleset | grep -q drop"), "");
        }
        assertThat(holders(before)).isEmpty();
    }

    private static List<ProcessHandle> holders(List<ProcessHandle> before) {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.isAlive() && !before.contains(child))
                .toList();
    }

    private static List<String> inside(Network network, int member, String... command) {
        List<String> all = new ArrayList<>(network.entry(member));
        all.addAll(List.of(command));
        return all;
    }

    private static void assumeNamespaces() {
        try {
            Layout.NAMESPACES.probe();
        } catch (IOException e) {
            Assumptions.abort("no network namespaces here: " + e.getMessage());
        }
    }
}
