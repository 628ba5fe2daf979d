package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Role;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.sim.fuzz.GroupFuzz;
import org.rmcast.sim.fuzz.MutationTable;

/**
 * Mutated datagrams with right checksums, thrown at running groups by a stranger. {@code -Drm.fuzz.fields=N} says how many, {@code
 * -Drm.seed=N} from which seed.
 */
class PbcastFuzzTest {
    private static final int COUNT = Integer.getInteger("rm.fuzz.fields", 600);
    private static final long SEED = Long.getLong("rm.seed", 20_261_122L);
    private static final int STRANGER = 4;

    /** Each repair variant sends some packet types that the others do not. */
    @Test
    void shouldThrowNothingWhateverTheFieldsSay() {
        MutationTable table = new MutationTable();
        for (String variant : new String[] {"basic", "ipmc", "grb", "local"}) {
            table.add(fuzz(PbcastConfig.defaults().with("variant", variant)).table());
        }
        table.add(fuzz(PbcastConfig.defaults().with("gossip", "pull")).table());
        table.add(fuzz(PbcastConfig.defaults().with("dissemination", "gossip")).table());
        System.out.println("Bimodal Multicast: " + table);
        assertThat(table.passedShare()).isGreaterThan(0.5);
        // INFO is seldom sent in so small a group.
        assertThat(Arrays.stream(PacketType.values())
                        .filter(type -> table.passed(type.code()) > 0)
                        .count())
                .isGreaterThanOrEqualTo(9);
    }

    /** All members together send no more bytes to a stranger than they heard from it, at once or later. */
    @Test
    @Disabled(
            "finding C4: no repairs any more, but members are told of a stranger before it has proved itself, and ping it")
    void shouldNotAnswerAStrangerWithMoreThanItSent() {
        GroupFuzz.Burst worst = fuzz(PbcastConfig.defaults()).worst();
        assertThat(worst.amplification()).as("%s", worst).isLessThanOrEqualTo(1);
    }

    /** Four peers, of which two send, and the stranger. */
    private static GroupFuzz.Result fuzz(PbcastConfig config) {
        return GroupFuzz.of(
                        seed -> Simulation.builder(seed)
                                .topology(Topology.star(5, LinkSettings.parse("delay=1ms,loss=5%")))
                                .protocol(new PbcastProtocol())
                                .parameters(config.with("windowMax", 512)
                                        .with("bufferPackets", 1_024)
                                        .parameters())
                                .roles(Role.PEER),
                        STRANGER,
                        Duration.ofSeconds(4))
                .run(
                        SEED,
                        COUNT,
                        simulation -> simulation.after(Duration.ofSeconds(2), () -> {
                            simulation.node(0).send(Workload.paced(100_000, 400, 100));
                            simulation.node(1).send(Workload.paced(100_000, 40, 100));
                        }));
    }
}
