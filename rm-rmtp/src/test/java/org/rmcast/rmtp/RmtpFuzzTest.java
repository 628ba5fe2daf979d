package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.fuzz.GroupFuzz;

/**
 * Mutated datagrams with valid headers, at the server and at receivers, while a delivery connects, runs in rounds, is served apart and is over. Nothing
 * is thrown, and an address that proved nothing gets no more bytes than were heard from it. {@code -Drm.fuzz.fields=N} says how many, {@code
 * -Drm.fuzz.group=N} how many of them each group is sent, {@code -Drm.fuzz.burst=N} how many without a pause, {@code -Drm.seed=N} the first seed.
 */
class RmtpFuzzTest {
    private static final long COUNT = Long.getLong("rm.fuzz.fields", 3_000);
    private static final int PER_GROUP = Integer.getInteger("rm.fuzz.group", GroupFuzz.DATAGRAMS_PER_GROUP);
    private static final int PER_BURST = Integer.getInteger("rm.fuzz.burst", GroupFuzz.DATAGRAMS_PER_BURST);
    private static final long SEED = Long.getLong("rm.seed", 20_261_128L);
    private static final int RECEIVERS = 3;
    private static final int STRANGER = RECEIVERS + 1;
    private static final int FEWEST_TYPES = 8;

    /** Takes whatever comes: what a stranger's server sends is of any length, and of any bytes. */
    private static final class AnySink implements BulkSink {
        private final SplittableRandom random;
        private boolean room = true;

        AnySink(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public boolean write(long position, byte[] source, int offset, int length) {
            room = random.nextInt(200) != 0;
            return room;
        }

        @Override
        public boolean hasRoom() {
            room |= random.nextInt(4) == 0;
            return room;
        }

        @Override
        public void held(Stretches stretches) {}

        @Override
        public Verdict finish(byte[] trailer) {
            return random.nextInt(4) == 0 ? Verdict.PENDING : Verdict.WHOLE;
        }

        @Override
        public void abandon(String reason) {}
    }

    /** A delivery that is short, or of a few rounds, or as long as the attack. */
    private static SimulationBuilder group(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long bytes = List.of(2_000L, 100_000L, 50_000_000L).get(random.nextInt(3));
        MadeUpSource source = new MadeUpSource(bytes, Delivered.IDENTITY);
        ReceiverList list = random.nextBoolean()
                ? ReceiverList.of(Delivered.addresses(RECEIVERS))
                : new ReceiverList(List.of(), 2, random.nextBoolean());
        RmtpProtocol protocol = new RmtpProtocol(
                context -> new RmtpProtocol.Delivery(source, list), context -> dataSet -> new AnySink(random.split()));
        return Simulation.builder(seed)
                .topology(Topology.star(STRANGER + 1, LinkSettings.parse("delay=2ms,loss=3%")))
                .protocol(protocol)
                .parameters(Parameters.none()
                        .with("preset", random.nextBoolean() ? "paper" : "defaults")
                        .with("packetBytes", 200)
                        .with("rate", 30_000)
                        .with("minRate", 20_000)
                        .with("maxRate", 60_000)
                        .with("rateControl", random.nextBoolean() ? "fixed" : "lan"))
                .startAt(3, Duration.ofMillis(random.nextInt(4_000)))
                .traceLines(20)
                .unjudged();
    }

    @Test
    void shouldBearMutatedDatagrams() {
        GroupFuzz.Result result = GroupFuzz.of(RmtpFuzzTest::group, STRANGER, Duration.ofSeconds(2))
                .perGroup(PER_GROUP, PER_BURST)
                .run(SEED, COUNT, simulation -> {});
        System.out.println("rmtp: " + result.table());
        System.out.println("rmtp: the worst burst: " + result.worst());
        assertThat(result.table().passedShare())
                .as("share of mutations that decoders took")
                .isGreaterThan(0.5);
        assertThat(result.table().types().stream().filter(type -> result.table().passed(type) > 0))
                .as("types of which a mutation was taken")
                .hasSizeGreaterThanOrEqualTo(FEWEST_TYPES);
        assertThat(result.worst().amplification())
                .as("bytes answered per byte heard, in %s", result.worst())
                .isLessThanOrEqualTo(1);
    }
}
