package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Parameters;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;

/** A delivery in the simulator: host 0 is the server, hosts 1 to N the receivers, which start at once. */
final class Delivered {
    static final long IDENTITY = 77;

    final MadeUpSource source;
    final Simulation simulation;
    /** The latest sink of each host. */
    final Map<Integer, CheckingSink> sinks = new HashMap<>();
    /** What a receiver does with a data set before it is given to the engine. */
    private final Map<Integer, UnaryOperator<@Nullable CheckingSink>> openers = new HashMap<>();

    private Delivered(Setup setup) {
        source = new MadeUpSource(setup.totalBytes, IDENTITY);
        openers.putAll(setup.openers);
        ReceiverList list = setup.list != null ? setup.list : ReceiverList.of(addresses(setup.receivers));
        RmtpProtocol protocol = new RmtpProtocol(
                context -> new RmtpProtocol.Delivery(source, list),
                context -> dataSet -> open((int) (context.memberId() / 1000) - 1, dataSet));
        SimulationBuilder builder = Simulation.builder(setup.seed)
                .topology(Topology.star(setup.receivers + 1, LinkSettings.parse(setup.link)))
                .protocol(protocol)
                .parameters(setup.parameters);
        simulation = setup.builder.apply(builder).build();
    }

    private @Nullable BulkSink open(int host, DataSet dataSet) {
        CheckingSink sink = openers.getOrDefault(host, made -> made).apply(new CheckingSink(dataSet));
        if (sink != null) {
            sinks.put(host, sink);
        }
        return sink;
    }

    static List<InetSocketAddress> addresses(int receivers) {
        return IntStream.rangeClosed(1, receivers).mapToObj(SimNode::addressOf).toList();
    }

    static Setup of(int receivers, long totalBytes) {
        return new Setup(receivers, totalBytes);
    }

    /** Runs until there is nothing left to do. */
    DeliveryReport finish(Duration limit) {
        boolean over = simulation.runUntil(() -> server().isOver(), limit);
        assertThat(over)
                .as(
                        "over, seed %d: %s %s",
                        simulation.seed(), simulation.node(0).engine(), report())
                .isTrue();
        return report();
    }

    Delivering server() {
        return (Delivering) simulation.node(0).engine();
    }

    DeliveryReport report() {
        return server().report(0);
    }

    /** What is in a datagram of this group. */
    static RmtpPacket packet(byte[] datagram) {
        try {
            return RmtpCodec.decode(datagram);
        } catch (DecodeException e) {
            throw new AssertionError(e);
        }
    }

    ReceiverVerdict verdict(int host) {
        // Where it was expected; it may be elsewhere by now.
        InetSocketAddress address = SimNode.addressOf(host);
        return report().receivers().stream()
                .filter(verdict -> verdict.address().equals(address))
                .findFirst()
                .orElseThrow();
    }

    /** The latest sink of a host that takes part. */
    CheckingSink sink(int host) {
        return Objects.requireNonNull(sinks.get(host), () -> "host " + host + " has opened nothing");
    }

    /** All hosts but these have the whole data set, and nobody is named but they. */
    void checkAllButHave(Integer... others) {
        List<Integer> named = new ArrayList<>(List.of(others));
        for (SimNode node : simulation.nodes()) {
            int host = node.index();
            if (host == 0) {
                continue;
            }
            String what = "host " + host + ", seed " + simulation.seed();
            if (named.contains(host)) {
                assertThat(verdict(host).outcome().isComplete()).as(what).isFalse();
                assertThat(verdict(host).reason()).as(what).isNotEmpty();
            } else {
                assertThat(verdict(host).outcome()).as(what).isEqualTo(ReceiverVerdict.Outcome.RELEASED);
                assertThat(sink(host).finished).as(what).isTrue();
            }
        }
    }

    /** Describes one. */
    static final class Setup {
        private final int receivers;
        private final long totalBytes;
        private final Map<Integer, UnaryOperator<@Nullable CheckingSink>> openers = new HashMap<>();
        private long seed = 1;
        private String link = "delay=5ms";
        private Parameters parameters = Parameters.none();
        private UnaryOperator<SimulationBuilder> builder = made -> made;
        private @Nullable ReceiverList list;

        private Setup(int receivers, long totalBytes) {
            this.receivers = receivers;
            this.totalBytes = totalBytes;
        }

        Setup seed(long value) {
            seed = value;
            return this;
        }

        Setup link(String value) {
            link = value;
            return this;
        }

        Setup parameters(Parameters value) {
            parameters = value;
            return this;
        }

        Setup list(ReceiverList value) {
            list = value;
            return this;
        }

        Setup opener(int host, UnaryOperator<@Nullable CheckingSink> value) {
            openers.put(host, value);
            return this;
        }

        Setup simulation(UnaryOperator<SimulationBuilder> value) {
            builder = value;
            return this;
        }

        Delivered start() {
            return new Delivered(this);
        }
    }
}
