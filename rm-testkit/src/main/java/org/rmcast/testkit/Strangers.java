package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Configured;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.check.AmplificationWatch;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.fuzz.Forgery;
import org.rmcast.sim.fuzz.GroupFuzz;
import org.rmcast.sim.fuzz.MutationTable;

/**
 * Datagrams of somebody who is no member, all with valid checksums: mutated ones, and recorded ones from a made-up address. {@code
 * -Drm.fuzz.fields=N} says how many are mutated for each variant, {@code -Drm.fuzz.group=N} how many of them each group is sent, {@code
 * -Drm.seed=N} the seed of the first group, {@code -Drm.fuzz.burst=N} how many come without a pause: so a long run can be done in parts.
 */
final class Strangers {
    private static final long SEED = Long.getLong("rm.seed", 20_261_121L);
    private static final int PER_GROUP = Integer.getInteger("rm.fuzz.group", GroupFuzz.DATAGRAMS_PER_GROUP);
    private static final int PER_BURST = Integer.getInteger("rm.fuzz.burst", GroupFuzz.DATAGRAMS_PER_BURST);
    private static final Duration WARM_UP = Duration.ofSeconds(4);
    private static final int REPLAYED_MEMBERS = 3;
    private static final int MOST_REPLAYED = 100;
    private static final long MADE_UP = 77;
    private static final int TTL = 64;

    private final ProtocolContract contract;
    private final List<GroupFuzz.Result> results = new ArrayList<>();

    Strangers(ProtocolContract contract) {
        this.contract = contract;
    }

    /** An engine that throws ends the run; and the mutations must get somewhere. */
    void checkForgedFields() {
        MutationTable table = new MutationTable();
        results().forEach(result -> table.add(result.table()));
        System.out.println(contract.protocol().name() + ": " + table);
        assertThat(table.passedShare())
                .as("share of mutations that decoders took")
                .isGreaterThan(0.5);
        assertThat(table.types().stream().filter(type -> table.passed(type) > 0))
                .as("types of which a mutation was taken")
                .hasSizeGreaterThanOrEqualTo(contract.fuzzedTypes());
    }

    /**
     * What the group sends to the stranger's address is counted until the next burst comes, whenever it is sent. And what members
     * sent comes once more in the name of somebody who is none.
     */
    void checkAnswersToForgedFields() {
        for (GroupFuzz.Result result : results()) {
            System.out.println(contract.protocol().name() + ": the worst burst: " + result.worst());
            assertThat(result.worst().amplification())
                    .as("bytes answered per byte heard, in %s", result.worst())
                    .isLessThanOrEqualTo(1);
        }
        replayAll(MADE_UP);
    }

    /** What one member sent, but for data, comes once more, as if from an address that nobody has. */
    void checkAnswersToReplays() {
        replayAll(0);
    }

    private void replayAll(long name) {
        for (Variant variant : contract.fuzzed()) {
            for (int member = 0; member < REPLAYED_MEMBERS; member++) {
                replay(variant, member, name, false);
                replay(variant, member, name, true);
            }
        }
    }

    /** @param toAll what was for one goes to the group, too, and is heard by all for the price of one */
    private void replay(Variant variant, int member, long name, boolean toAll) {
        AmplificationWatch watch = new AmplificationWatch(new InetSocketAddress("192.0.2.66", 4_444));
        Simulation simulation = contract.smallGroup(variant, 1)
                .notStarted(ProtocolContract.STRANGER)
                .startAt(2, Duration.ofMillis(500))
                .checks(Checks.none().with(watch))
                .unjudged()
                .build();
        Recorder recorder = new Recorder(contract.configured(variant));
        simulation.node(member).observe(recorder);
        contract.work(simulation);
        simulation.runFor(WARM_UP);
        for (Sent sent : List.copyOf(recorder.sent)) {
            byte[] datagram = name == 0 ? sent.datagram : Forgery.as(name, sent.datagram);
            if (sent.multicast || toAll) {
                watch.heard(datagram.length);
                simulation.injectMulticast(ProtocolContract.STRANGER, watch.address(), datagram, TTL);
            } else {
                watch.heard(ProtocolContract.STRANGER * datagram.length);
                for (int to = 0; to < ProtocolContract.STRANGER; to++) {
                    simulation.injectUnicast(ProtocolContract.STRANGER, watch.address(), to, datagram);
                }
            }
            simulation.runFor(Duration.ofMillis(20));
        }
        assertThat(watch.heardBytes()).as("bytes replayed").isPositive();
        assertThat(watch.answeredBytes())
                .as("bytes answered to what %s of %s sent, in the name of %s, to all: %s", member, variant, name, toAll)
                .isLessThanOrEqualTo(watch.heardBytes());
    }

    private SimulationBuilder attacked(Variant variant, long seed) {
        SimulationBuilder group = contract.smallGroup(variant, seed);
        return contract.forgedAreDelivered() ? group.unjudged() : group;
    }

    private List<GroupFuzz.Result> results() {
        if (results.isEmpty()) {
            for (Variant variant : contract.fuzzed()) {
                results.add(GroupFuzz.of(seed -> attacked(variant, seed), ProtocolContract.STRANGER, WARM_UP)
                        .perGroup(PER_GROUP, PER_BURST)
                        .run(SEED, contract.forgedDatagrams(), contract::work));
            }
        }
        return results;
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sent(byte[] datagram, boolean multicast) {}

    /** Keeps the first datagrams without data that a node sends. */
    private static final class Recorder implements NodeObserver {
        private final Configured configured;
        private final List<Sent> sent = new ArrayList<>();

        Recorder(Configured configured) {
            this.configured = configured;
        }

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            if (sent.size() < MOST_REPLAYED && configured.kind(datagram).isControl()) {
                sent.add(new Sent(datagram, multicast));
            }
        }
    }
}
