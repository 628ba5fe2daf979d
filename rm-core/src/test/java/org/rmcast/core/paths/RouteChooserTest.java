package org.rmcast.core.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RouteChooserTest {
    private static final long SEED = 12;
    private static final int CASES = 5_000;
    private static final PathEstimate FAR = new PathEstimate(240, 0.117);
    private static final PathEstimate NEAR = new PathEstimate(60, 0.009);
    private static final PathEstimate HALF = new PathEstimate(90, 0.01);

    private static RouteChooser paper() {
        return new RouteChooser(RouteChooser.Criterion.TIME_CERTAINTY_COST, 0.01, 8, true);
    }

    @Test
    void shouldGoDirectlyWhereNobodyCouldForward() {
        RouteChoice choice = paper().choose(FAR, List.of());
        assertThat(choice.reason()).isEqualTo(RouteReason.NO_RELAY);
        assertThat(choice.chosen()).isEqualTo(Route.direct(FAR, 3));
        assertThat(choice.words()).isEqualTo("no relay: direct x3 T 240.8 ms, 1-P 0.0016, C 720.0 (all copies 720.0)");
    }

    @Test
    void shouldTakeTheRelayThatIsBetterByAllThree() {
        RouteChoice choice = paper().choose(FAR, List.of(new Relay(7, NEAR, HALF), new Relay(8, NEAR, FAR)));
        assertThat(choice.reason()).isEqualTo(RouteReason.RELAY_IS_BETTER);
        assertThat(choice.isRelayed()).isTrue();
        Relay relay = choice.chosen().relay();
        assertThat(relay).isNotNull();
        assertThat(relay == null ? 0 : relay.id()).isEqualTo(7);
        assertThat(choice.chosen().cost()).isCloseTo(60 + 90, within(1e-9));
        assertThat(choice.chosen().fullCost()).isCloseTo(60 + 90 + 3 * 240, within(1e-9));
        assertThat(choice.words())
                .startsWith("relay is better: direct x3 T 240.8 ms")
                .contains(", through relay x3+1+1 T 152.9 ms");
    }

    @Test
    void shouldStayDirectWhereThatIsFaster() {
        RouteChoice choice = paper().choose(NEAR, List.of(new Relay(7, HALF, HALF)));
        assertThat(choice.reason()).isEqualTo(RouteReason.DIRECT_IS_FASTER);
        assertThat(choice.isRelayed()).isFalse();
        assertThat(choice.relayed()).isNotNull();
    }

    @Test
    void shouldTakeTheFasterButDearerRelayWhereTimeIsCritical() {
        PathEstimate direct = new PathEstimate(100, 0.01);
        Relay relay = new Relay(1, new PathEstimate(30, 0.05), new PathEstimate(30, 0.05));
        assertThat(paper().choose(direct, List.of(relay)).reason()).isEqualTo(RouteReason.DIRECT_IS_CHEAPER);
        RouteChooser critical = new RouteChooser(RouteChooser.Criterion.TIME, 0.01, 8, true);
        assertThat(critical.choose(direct, List.of(relay)).isRelayed()).isTrue();
    }

    /** Without a direct copy the relay's two paths may lose more than the direct one. */
    @Test
    void shouldStayDirectWhereThatIsSurer() {
        PathEstimate direct = new PathEstimate(100, 0.01);
        Relay relay = new Relay(1, new PathEstimate(30, 0.01), new PathEstimate(30, 0.01));
        RouteChooser alone = new RouteChooser(RouteChooser.Criterion.TIME_CERTAINTY_COST, 0.01, 8, false);
        assertThat(alone.choose(direct, List.of(relay)).reason()).isEqualTo(RouteReason.DIRECT_IS_SURER);
        assertThat(paper().choose(direct, List.of(relay)).isRelayed()).isTrue();
    }

    @Test
    void shouldNotTakeARelayForNothing() {
        PathEstimate none = new PathEstimate(0, 0);
        for (RouteChooser.Criterion criterion : RouteChooser.Criterion.values()) {
            RouteChoice choice =
                    new RouteChooser(criterion, 0.01, 8, true).choose(none, List.of(new Relay(1, none, none)));
            assertThat(choice.reason()).isEqualTo(RouteReason.NOTHING_GAINED);
            assertThat(choice.isRelayed()).isFalse();
        }
    }

    /** What the page says of the paper's cost: with all copies counted the test decides for no relay. */
    @Test
    void shouldTakeNoRelayWithDirectCopiesWhereAllAreCounted() {
        SplittableRandom random = new SplittableRandom(SEED);
        RouteChooser full = new RouteChooser(RouteChooser.Criterion.TIME_CERTAINTY_FULL_COST, 0.01, 8, true);
        for (int i = 0; i < CASES; i++) {
            RouteChoice choice = full.choose(path(random), List.of(new Relay(1, path(random), path(random))));
            assertThat(choice.isRelayed()).as("seed %d, case %d", SEED, i).isFalse();
        }
    }

    @Test
    void shouldChooseByTheRuleWhateverThePaths() {
        SplittableRandom random = new SplittableRandom(SEED);
        int relayed = 0;
        for (int i = 0; i < CASES; i++) {
            PathEstimate direct = path(random);
            List<Relay> relays = new ArrayList<>();
            for (int k = 0; k < 1 + random.nextInt(3); k++) {
                relays.add(new Relay(k, path(random), path(random)));
            }
            RouteChoice choice = paper().choose(direct, relays);
            Route best = choice.relayed();
            String what = "seed " + SEED + ", case " + i + ": " + choice.words();
            assertThat(best).as(what).isNotNull();
            if (best != null) {
                for (Relay relay : relays) {
                    Route other = Route.through(
                            relay,
                            paper().replicas(relay.toRelay()),
                            paper().replicas(relay.onward()),
                            direct,
                            paper().replicas(direct));
                    assertThat(best.expectedMillis()).as(what).isLessThanOrEqualTo(other.expectedMillis());
                }
                boolean passes = choice.direct().expectedMillis() >= best.expectedMillis()
                        && choice.direct().delivery() <= best.delivery()
                        && choice.direct().cost() >= best.cost();
                assertThat(choice.isRelayed()).as(what).isEqualTo(passes);
            }
            relayed += choice.isRelayed() ? 1 : 0;
        }
        assertThat(relayed).as("both ways occur").isBetween(CASES / 100, CASES * 99 / 100);
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertThatThrownBy(() -> new RouteChooser(RouteChooser.Criterion.TIME, 2, 8, true))
                .hasMessageContaining("allowedLoss");
        assertThatThrownBy(() -> new RouteChooser(RouteChooser.Criterion.TIME, 0.1, 0, true))
                .hasMessageContaining("mostReplicas");
        assertThatThrownBy(() -> new RouteChoice(RouteReason.RELAY_IS_BETTER, Route.direct(FAR, 1), null))
                .hasMessageContaining("does not go with");
    }

    private static PathEstimate path(SplittableRandom random) {
        return new PathEstimate(1 + random.nextDouble(300), random.nextDouble(0.5));
    }

    /** 1 % is allowed: one replica is enough to a loss of 1 %, two to 10 %, three to 21 %. */
    @Test
    void shouldTakeReplicasAwayOnlyWhereMoreLossWouldNotAskForThem() {
        RouteChooser chooser = new RouteChooser(RouteChooser.Criterion.TIME, 0.01, 3, false);
        assertThat(chooser.replicas(new PathEstimate(10, 0.09), 0, 2)).isEqualTo(2);
        assertThat(chooser.replicas(new PathEstimate(10, 0.09), 3, 2)).isEqualTo(3);
        assertThat(chooser.replicas(new PathEstimate(10, 0.04), 3, 2)).isEqualTo(2);
        assertThat(chooser.replicas(new PathEstimate(10, 0.004), 2, 2)).isEqualTo(1);
        assertThat(chooser.replicas(new PathEstimate(10, 0.15), 2, 2)).isEqualTo(3);
        assertThat(chooser.replicas(new PathEstimate(10, 0.9), 1, 2)).isEqualTo(3);
    }
}
