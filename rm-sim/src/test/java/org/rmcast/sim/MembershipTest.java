package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EventCause;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.membership.DownReason;
import org.rmcast.core.membership.GroupMember;

/** Joining, leaving, failing and coming back, in whole groups. Bounds are in protocol periods of 500 ms. */
class MembershipTest {
    private static final String LAN = "delay=500us,jitter=200us";
    private static final Parameters DEFAULTS = Parameters.none();

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 20, 70, 200})
    void shouldFindOneAnotherAtOnceWhenStartedTogether(int members) {
        MembershipGroup group = MembershipGroup.of(1, members, LAN, DEFAULTS);
        assertThat(group.periodsToConverge(4)).isLessThan(2);
        group.runPeriods(20);
        assertThat(group.isConverged()).isTrue();
        assertThat(group.mistakes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 50, 200})
    void shouldFindOneAnotherDespiteLoss(int members) {
        MembershipGroup group = MembershipGroup.of(2, members, LAN + ",loss=10%", DEFAULTS);
        System.out.println(members + " members at 10 % loss: " + group.periodsToConverge(40) + " periods");
    }

    /** Joins alone do most of it: experiments with groups that stay as they are have long periods. */
    @ParameterizedTest
    @ValueSource(ints = {5, 30, 100, 200})
    void shouldFindOneAnotherBeforeTheFirstPeriodEnds(int members) {
        MembershipGroup group = MembershipGroup.of(2, members, LAN + ",loss=1%", DEFAULTS.with("probePeriod", "10s"));
        group.simulation().runFor(Duration.ofMillis(1_500));
        int known = 0;
        for (int host = 0; host < members; host++) {
            known += group.view(host).others().size();
        }
        double share = (double) known / (members * (members - 1));
        System.out.println(members + " members know " + 100 * share + " % of one another after 1.5 s");
        assertThat(share).isGreaterThan(0.99);
    }

    @Test
    void shouldTakeALatecomerInWithinAPeriod() {
        MembershipGroup group =
                MembershipGroup.of(MembershipGroup.builder(3, 60, LAN, DEFAULTS).startAt(59, Duration.ofSeconds(20)));
        group.runPeriods(40);
        assertThat(group.periodsToConverge(4)).isLessThanOrEqualTo(1.2);
        assertThat(group.node(59).counters().datagramsReceived())
                .as("few members answer a join")
                .isLessThan(20);
    }

    @Test
    void shouldJoinThroughAContactWithoutMulticast() {
        Parameters parameters = DEFAULTS.with("multicastJoin", false).with("contacts", address(0) + "," + address(1));
        SimulationBuilder builder = MembershipGroup.builder(4, 40, LAN, parameters);
        for (int host = 1; host < 40; host++) {
            builder.startAt(host, Duration.ofMillis(250L * host));
        }
        MembershipGroup group = MembershipGroup.of(builder);
        group.simulation().runFor(Duration.ofSeconds(10));
        System.out.println("40 members by contacts: " + group.periodsToConverge(20) + " periods");
        assertThat(group.mistakes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 10, 100})
    void shouldRemoveACrashedMember(int members) {
        double slowest = 0;
        for (long seed = 0; seed < 5; seed++) {
            MembershipGroup group = MembershipGroup.of(seed, members, LAN, DEFAULTS);
            group.runPeriods(20);
            group.node(1).crash();
            slowest = Math.max(slowest, group.periodsToConverge(60));
            assertThat(group.mistakes()).as("seed %d", seed).isEmpty();
            assertThat(group.engine(0).downs()).containsExactly(DownReason.FAILED);
            assertThat(group.node(0).events(SessionEvent.MemberFailed.class))
                    .singleElement()
                    .returns(EventCause.SILENT, SessionEvent.MemberFailed::cause);
        }
        // Probed by someone within a few periods, suspected for 5 log10(n), and news of it spread.
        double bound = 8 + 5 * Math.max(1, Math.log10(members)) + Math.log(members);
        System.out.println(members + " members: a crash is known everywhere after " + slowest + " periods at most");
        assertThat(slowest).isLessThan(bound);
    }

    @Test
    void shouldRemoveALeavingMemberAtOnce() {
        MembershipGroup group = MembershipGroup.of(5, 50, LAN, DEFAULTS);
        group.runPeriods(20);
        long id = group.node(7).memberId();
        group.node(7).close(Duration.ofSeconds(1));
        group.simulation().runFor(Duration.ofMillis(10));
        assertThat(group.isSeenByAnyone(id)).isFalse();
        assertThat(group.engine(0).downs()).containsExactly(DownReason.LEFT);
        assertThat(group.node(0).events(SessionEvent.MemberLeft.class)).hasSize(1);
        group.runPeriods(60);
        assertThat(group.isConverged()).isTrue();
    }

    /** Nobody holds it for failed, nor does it hold anybody for failed: only what goes to all can bring them together. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldFindTheGroupSoonAfterItStartedCutOff(long seed) {
        MembershipGroup group = MembershipGroup.of(
                MembershipGroup.builder(seed, 20, LAN, DEFAULTS).startAt(7, Duration.ofSeconds(10)));
        group.simulation().partition(List.of(7));
        group.simulation().runFor(Duration.ofSeconds(30));
        assertThat(group.view(7).others()).isEmpty();
        group.simulation().heal();
        double periods = group.periodsToConverge(40);
        System.out.println("seed " + seed + ": who started cut off is known everywhere after " + periods + " periods");
        assertThat(periods).isLessThan(6);
    }

    /** They go on to contradict what is held against them, and do not know that they have other addresses: each must be found there. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldFindMembersWhoseAddressesChange(long seed) {
        MembershipGroup group = MembershipGroup.of(seed, 3, LAN, DEFAULTS);
        group.runPeriods(20);
        group.node(2).faults().move();
        group.runPeriods(6);
        group.node(1).faults().move();
        int periods = 0;
        while (!knowAddresses(group) && periods < 60) {
            group.runPeriods(1);
            periods++;
        }
        System.out.println("seed " + seed + ": two of three have new addresses, known after " + periods + " periods");
        assertThat(periods).isLessThan(30);
    }

    private static boolean knowAddresses(MembershipGroup group) {
        for (int from = 0; from < 3; from++) {
            for (int to = 0; to < 3; to++) {
                GroupMember member = group.view(from).find(group.node(to).memberId());
                if (from != to
                        && (member == null
                                || !member.address()
                                        .equals(group.node(to).attached().address(to)))) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void shouldSpreadALeaveThatMostDidNotHear() {
        MembershipGroup group = MembershipGroup.of(6, 50, LAN + ",loss=20%", DEFAULTS);
        group.runPeriods(60);
        long id = group.node(7).memberId();
        group.node(7).close(Duration.ofSeconds(1));
        group.runPeriods(12);
        assertThat(group.isSeenByAnyone(id)).isFalse();
    }

    @Test
    void shouldLeaveWithoutMulticast() {
        Parameters parameters = DEFAULTS.with("multicastJoin", false).with("contacts", address(0));
        MembershipGroup group = MembershipGroup.of(MembershipGroup.builder(7, 30, LAN, parameters));
        group.runPeriods(40);
        assertThat(group.isConverged()).isTrue();
        group.node(7).close(Duration.ofSeconds(1));
        assertThat(group.periodsToConverge(12)).isLessThan(10);
        assertThat(group.mistakes()).isEmpty();
    }

    @Test
    void shouldReplaceARestartedMemberQuickly() {
        MembershipGroup group = MembershipGroup.of(8, 40, LAN, DEFAULTS);
        group.runPeriods(20);
        group.node(3).restart();
        double periods = group.periodsToConverge(20);
        System.out.println("a restart is known everywhere after " + periods + " periods");
        assertThat(periods).isLessThan(4);
        assertThat(group.mistakes()).isEmpty();
    }

    @Test
    void shouldHearAShortPauseContradicted() {
        MembershipGroup group = MembershipGroup.of(9, 20, LAN, DEFAULTS);
        group.runPeriods(20);
        group.node(4).pause();
        group.simulation().runFor(Duration.ofMillis(2_200));
        assertThat(group.view(0).find(group.node(4).memberId())).isNotNull();
        group.node(4).resume();
        group.runPeriods(20);
        assertThat(group.isConverged()).isTrue();
        assertThat(group.pausedReportedFailed()).isZero();
        assertThat(group.mistakes()).isEmpty();
        GroupMember paused =
                Objects.requireNonNull(group.view(0).find(group.node(4).memberId()));
        assertThat(paused.incarnation())
                .as("it was suspected, and said otherwise")
                .isPositive();
    }

    @Test
    void shouldTakeBackAMemberThatWasPausedForLong() {
        MembershipGroup group = MembershipGroup.of(10, 20, LAN, DEFAULTS);
        group.runPeriods(20);
        group.node(4).pause();
        group.simulation().runFor(Duration.ofSeconds(30));
        assertThat(group.isSeenByAnyone(group.node(4).memberId())).isFalse();
        group.node(4).resume();
        double periods = group.periodsToConverge(30);
        System.out.println("a member paused for 30 s is back after " + periods + " periods");
        assertThat(periods).isLessThan(12);
        group.runPeriods(60);
        assertThat(group.isConverged()).isTrue();
        assertThat(group.mistakes()).as("it does not accuse the others").isEmpty();
    }

    @Test
    void shouldHardlyEverMistakeLossForFailure() {
        int mistakes = 0;
        for (long seed = 0; seed < 10; seed++) {
            MembershipGroup group = MembershipGroup.of(seed, 20, LAN + ",loss=10%", DEFAULTS);
            group.runPeriods(240);
            mistakes += group.mistakes().size();
        }
        System.out.println("20 members, 10 % loss per link, 10 runs of 2 minutes: " + mistakes + " mistakes");
        assertThat(mistakes).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 60})
    void shouldConvergeAfterAPartition(int members) {
        MembershipGroup group = MembershipGroup.of(11, members, LAN, DEFAULTS);
        group.runPeriods(20);
        List<Integer> side = new ArrayList<>();
        for (int host = 0; host < members / 2; host++) {
            side.add(host);
        }
        group.simulation().partition(side);
        group.runPeriods(120);
        assertThat(group.view(0).others()).hasSize(members / 2 - 1);
        group.simulation().heal();
        int mistakesBefore = group.mistakes().size();
        double periods = group.periodsToConverge(80);
        System.out.println(members + " members: whole again " + periods + " periods after a partition");
        group.runPeriods(60);
        assertThat(group.isConverged()).isTrue();
        assertThat(group.mistakes()).as("nobody is given up for the healing").hasSize(mistakesBefore);
    }

    @Test
    void shouldConvergeAfterAPartitionWithoutMulticast() {
        Parameters parameters = DEFAULTS.with("multicastJoin", false).with("contacts", address(0));
        MembershipGroup group = MembershipGroup.of(MembershipGroup.builder(12, 20, LAN, parameters));
        group.runPeriods(40);
        group.simulation().partition(List.of(0, 1, 2, 3, 4, 5));
        group.runPeriods(120);
        group.simulation().heal();
        assertThat(group.periodsToConverge(80)).isPositive();
    }

    @Test
    void shouldNameTheSameViewTheSameEverywhere() {
        MembershipGroup group = MembershipGroup.of(13, 20, LAN + ",loss=10%", DEFAULTS);
        group.runPeriods(40);
        assertThat(group.viewIds()).hasSize(1).doesNotContain(0L);
        for (SimNode node : group.simulation().nodes()) {
            List<SessionEvent.ViewChanged> views = node.events(SessionEvent.ViewChanged.class);
            SessionEvent.ViewChanged last = views.get(views.size() - 1);
            assertThat(last.viewId()).isEqualTo(group.view(0).id());
            assertThat(last.number()).isEqualTo(views.size());
            assertThat(last.members()).isEqualTo(20);
        }
        long whole = group.view(0).id();
        group.node(7).close(Duration.ofSeconds(1));
        group.runPeriods(20);
        assertThat(group.viewIds()).hasSize(1).doesNotContain(whole);
        assertThat(group.node(0).events(SessionEvent.GroupsMerged.class)).isEmpty();
    }

    /** The time that the page states. */
    @ParameterizedTest
    @ValueSource(ints = {5, 20, 60})
    void shouldHaveTheSameViewsSoonAfterTheLastChange(int members) {
        double slowest = 0;
        for (long seed = 0; seed < 5; seed++) {
            MembershipGroup group =
                    MembershipGroup.of(MembershipGroup.builder(seed, members, LAN + ",loss=10%", DEFAULTS)
                            .startAt(1, Duration.ofSeconds(30)));
            group.simulation().runFor(Duration.ofSeconds(30));
            group.node(2).close(Duration.ofSeconds(1));
            slowest = Math.max(slowest, group.periodsToConverge(60));
            assertThat(group.viewIds()).hasSize(1);
        }
        System.out.println(
                members + " members, 10 % loss: the same views " + slowest + " periods after a join and a leave");
        assertThat(slowest).isLessThan(10 + 2 * Math.log(members) / Math.log(2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellOnceOfAMerge(boolean knewOneAnother) {
        MembershipGroup group = MembershipGroup.of(14, 11, LAN, DEFAULTS);
        if (knewOneAnother) {
            group.runPeriods(20);
        }
        group.simulation().partition(List.of(0, 1, 2, 3));
        group.runPeriods(120);
        assertThat(group.viewIds()).hasSize(2);
        for (SimNode node : group.simulation().nodes()) {
            assertThat(node.events(SessionEvent.GroupsMerged.class)).isEmpty();
        }
        group.simulation().heal();
        System.out.println("parts of 4 and 7: one group after " + group.periodsToConverge(60) + " periods");
        group.runPeriods(10);
        assertThat(group.viewIds()).hasSize(1);
        for (SimNode node : group.simulation().nodes()) {
            int came = node.index() < 4 ? 7 : 4;
            assertThat(node.events(SessionEvent.GroupsMerged.class))
                    .as("at %d", node.index())
                    .containsExactly(
                            new SessionEvent.GroupsMerged(came, group.view(0).id()));
        }
        group.node(5).restart();
        group.runPeriods(20);
        assertThat(group.node(0).events(SessionEvent.GroupsMerged.class))
                .as("a restart is none")
                .hasSize(1);
    }

    @Test
    void shouldMeasureRoundTrips() {
        MembershipGroup group = MembershipGroup.of(15, 6, "delay=10ms", DEFAULTS);
        group.runPeriods(20);
        for (GroupMember member : group.view(0).others()) {
            assertThat(group.view(0).roundTripNanos(member.id())).isBetween(40_000_000L, 41_000_000L);
        }
        assertThat(group.view(0).roundTripNanos(99)).isNegative();
        assertThat(group.view(0).receivers()).isEqualTo(5);
    }

    @Test
    void shouldDoTheSameInEachRun() {
        assertThat(digest(77)).isEqualTo(digest(77)).isNotEqualTo(digest(78));
    }

    private static long digest(long seed) {
        MembershipGroup group = MembershipGroup.of(seed, 25, LAN + ",loss=10%", DEFAULTS.with("maxView", 12));
        group.runPeriods(20);
        group.node(3).restart();
        group.node(5).crash();
        group.runPeriods(40);
        return group.simulation().digest();
    }

    private static String address(int host) {
        return SimNode.addressOf(host).getAddress().getHostAddress() + ":"
                + SimNode.addressOf(host).getPort();
    }
}
