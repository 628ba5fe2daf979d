package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;

/** Large groups: complete views, and views of 64 members each; {@code -Drm.members=1000} for the size that counts. */
class MembershipScaleTest {
    private static final int MEMBERS = Integer.getInteger("rm.members", 300);
    private static final int SETTLING_SECONDS = 60;
    private static final int MEASURED_SECONDS = 40;

    @Test
    void shouldKnowAllOfALargeGroup() {
        MembershipGroup group = MembershipGroup.of(1, MEMBERS, "delay=500us,loss=1%", Parameters.none());
        System.out.println(MEMBERS + " members: complete views after " + group.periodsToConverge(40) + " periods");
        group.node(17).crash();
        double periods = group.periodsToConverge(60);
        System.out.println(MEMBERS + " members: a crash is known everywhere after " + periods + " periods");
        assertThat(group.mistakes()).isEmpty();
        long sentBefore = group.node(0).counters().bytesSent();
        group.runPeriods(20);
        long bytesPerPeriod = (group.node(0).counters().bytesSent() - sentBefore) / 20;
        System.out.println(MEMBERS + " members: a member sends " + bytesPerPeriod + " bytes per period");
    }

    /**
     * What a member hears while nobody comes or goes, announcements to the group included, is within what the page says;
     * {@code -Drm.members=10000} with {@code -Drm.contacts=true} for the largest group, whose start by multicast would take long.
     */
    @Test
    void shouldCostLittleWhenNothingHappens() {
        boolean contacts = Boolean.getBoolean("rm.contacts");
        Parameters parameters = Parameters.none();
        if (contacts) {
            parameters = parameters.with("multicastJoin", false).with("contacts", "10.0.0.1:4000,10.0.0.2:4000");
        }
        SimulationBuilder builder = MembershipGroup.builder(4, MEMBERS, "delay=500us", parameters)
                .memoryCheckEvery(1 << 20)
                .traceLines(0);
        if (contacts) {
            for (int host = 1; host < MEMBERS; host++) {
                builder.startAt(host, Duration.ofMillis(10L * host));
            }
        }
        MembershipGroup group = MembershipGroup.of(builder);
        group.simulation().runFor(contacts ? Duration.ofMillis(10L * MEMBERS) : Duration.ZERO);
        group.simulation().runFor(Duration.ofSeconds(SETTLING_SECONDS));
        long[] before = heard(group);
        group.simulation().runFor(Duration.ofSeconds(MEASURED_SECONDS));
        long[] after = heard(group);
        double share = 1.0 / (MEMBERS * (double) MEASURED_SECONDS);
        double bytes = (after[0] - before[0]) * share;
        double datagrams = (after[1] - before[1]) * share;
        System.out.printf(
                "%d members, views of %d, idle: a member hears %.0f bytes/s in %.1f datagrams/s, %.0f bytes/s with the"
                        + " headers of UDP and IP%n",
                MEMBERS, group.view(0).others().size(), bytes, datagrams, bytes + 28 * datagrams);
        assertThat(bytes + 28 * datagrams).isLessThanOrEqualTo(MEMBERS > 1_025 ? 1_800 : 1_000);
    }

    private static long[] heard(MembershipGroup group) {
        long bytes = 0;
        long datagrams = 0;
        for (SimNode node : group.simulation().nodes()) {
            bytes += node.counters().datagramBytesReceived();
            datagrams += node.counters().datagramsReceived();
        }
        return new long[] {bytes, datagrams};
    }

    @Test
    void shouldKnowSixtyFourOfALargeGroupEach() {
        Parameters parameters = Parameters.none().with("maxView", 64);
        MembershipGroup group = MembershipGroup.of(2, MEMBERS, "delay=500us,loss=1%", parameters);
        group.runPeriods(120);
        assertThat(group.reachableFrom(0)).isEqualTo(MEMBERS);
        int[] inDegrees = group.inDegrees();
        IntSummaryStatistics degrees = IntStream.of(inDegrees).summaryStatistics();
        DoubleSummaryStatistics sizes = IntStream.range(0, MEMBERS)
                .mapToDouble(host -> group.view(host).size())
                .summaryStatistics();
        System.out.println(MEMBERS + " members, views of 64: in " + degrees.getMin() + " to " + degrees.getMax()
                + " views each, group estimated as " + sizes);
        assertThat(degrees.getMin()).as("in so many views at least").isGreaterThan(20);
        assertThat(sizes.getAverage()).isCloseTo(MEMBERS, within(0.08 * MEMBERS));
        assertThat(group.mistakes()).isEmpty();

        for (int host = 0; host < MEMBERS; host += 10) {
            group.node(host).crash();
        }
        group.runPeriods(60);
        assertThat(group.reachableFrom(1)).isEqualTo(MEMBERS - MEMBERS / 10);
        long ghosts = IntStream.range(0, MEMBERS)
                .filter(host -> group.node(host).isRunning())
                .mapToLong(host -> group.ghostsIn(host).size())
                .sum();
        assertThat(ghosts).as("crashed members still in views").isZero();
        assertThat(group.node(1).events(SessionEvent.GroupsMerged.class)).isEmpty();
        assertThat(group.mistakes()).isEmpty();
    }

    @Test
    void shouldTakeLatecomersIntoFullViews() {
        Parameters parameters = Parameters.none().with("maxView", 16);
        SimulationBuilder builder = MembershipGroup.builder(3, 120, "delay=500us", parameters);
        for (int host = 100; host < 120; host++) {
            builder.startAt(host, Duration.ofSeconds(30));
        }
        MembershipGroup group = MembershipGroup.of(builder);
        group.simulation().runFor(Duration.ofSeconds(60));
        int[] inDegrees = group.inDegrees();
        for (int host = 100; host < 120; host++) {
            assertThat(inDegrees[host]).as("views with host %d", host).isGreaterThan(3);
        }
        assertThat(group.reachableFrom(110)).isEqualTo(120);
    }
}
