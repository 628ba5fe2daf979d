package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Workload;

/** A member behind a link that only reorders misses nothing; one behind a link that only loses misses what is dropped, and nothing is overtaken. */
final class CountedLosses {
    private static final int MEMBER = 2;
    private static final int MESSAGES = 4_000;
    private static final double PER_SECOND = 1_000;
    private static final int DROPPED_OF = 20;
    private static final LinkSettings LINK = LinkSettings.parse("delay=5ms");
    private static final LinkSettings REORDERING = LinkSettings.parse("delay=5ms,reorder=50%,reorder-delay=2ms");
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ProtocolContract contract;
    private final Variant variant;
    private final Configured configured;

    CountedLosses(ProtocolContract contract, Variant variant) {
        this.contract = contract;
        this.variant = variant;
        this.configured = contract.configured(variant);
    }

    void check() {
        checkReordering();
        checkLosses();
    }

    private void checkReordering() {
        Simulation simulation = group();
        simulation.accessLink(MEMBER).impair(REORDERING);
        EngineStatistics statistics = send(simulation);
        assertThat(statistics.get(EngineMeter.PACKETS_OVERTAKEN))
                .as("overtaken where nothing is lost")
                .isPositive();
        assertThat(statistics.get(EngineMeter.PACKETS_MISSED))
                .as("missed where nothing is lost")
                .isZero();
    }

    private void checkLosses() {
        Simulation simulation = group();
        simulation
                .accessLink(MEMBER)
                .injectDown(LinkFault.drop(datagram -> configured.kind(datagram) == PacketKind.DATA, 1, DROPPED_OF));
        EngineStatistics statistics = send(simulation);
        long dropped = simulation.accessLink(MEMBER).droppedDown();
        assertThat(dropped).isPositive();
        assertThat(statistics.get(EngineMeter.PACKETS_MISSED))
                .as("missed of those that were dropped")
                .isEqualTo(dropped);
        assertThat(statistics.get(EngineMeter.PACKETS_OVERTAKEN))
                .as("overtaken where the order is kept")
                .isZero();
    }

    private Simulation group() {
        Simulation simulation = contract.smallGroup(variant, 1)
                .notStarted(ProtocolContract.STRANGER)
                .build();
        for (int host = 0; host < ProtocolContract.STRANGER; host++) {
            simulation.accessLink(host).impair(LINK);
        }
        simulation.runFor(Duration.ofSeconds(3));
        return simulation;
    }

    /** What the member counted when everything has come. */
    private EngineStatistics send(Simulation simulation) {
        SimNode sender = simulation.node(0);
        sender.send(Workload.paced(MESSAGES, 400, PER_SECOND));
        assertThat(simulation.runUntil(sender::isSendingDone, LONG)).isTrue();
        simulation.runFor(Duration.ofSeconds(5));
        assertThat(simulation.node(MEMBER).delivered()).isEqualTo(MESSAGES);
        return simulation.node(MEMBER).statistics();
    }
}
