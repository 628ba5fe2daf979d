package org.rmcast.lab.papers.shiroshita;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.lab.papers.shiroshita.Delivery.Special;

/** The experiment's shape, and some of its runs made small. */
class RmtpLargeScaleTest {
    private static final long SEED = 3;

    @Test
    void shouldHaveARowForEachFigureAndTable() {
        List<Scenario> scenarios = new RmtpLargeScale().scenarios(Effort.FULL);
        assertThat(scenarios).hasSize(9).allSatisfy(scenario -> {
            assertThat(scenario.claims()).isNotEmpty();
            assertThat(scenario.runs()).allSatisfy(run -> assertThat(run.id()).matches("[a-z0-9.-]+"));
        });
    }

    /** What follows from the formulas alone is judged all the same: that the table is transposed needs a run. */
    @Test
    void shouldNotTestWhatWasNotMeasured() {
        Measurements nothing = new Measurements(List.of());
        List<String> byTheModel = List.of("thirteen", "receivers", "size", "share");
        for (Scenario scenario : new RmtpLargeScale().scenarios(Effort.FULL)) {
            for (Claim claim : scenario.claims()) {
                if (!byTheModel.contains(claim.id())) {
                    assertThat(claim.judge(nothing).verdict())
                            .as(claim.statement())
                            .isEqualTo(Verdict.NOT_TESTABLE);
                }
            }
        }
    }

    @Test
    void shouldKeepToTheModelWithAHundredReceivers() {
        DeliveryRun run = new DeliveryRun(Delivery.of(100, RmtpSettings.NEAR_MILLIS));
        Measurement measured = run.measure(SEED);
        double model = measured.get(DeliveryRun.MODEL + RmtpGroup.TIME);
        assertThat(measured.get(RmtpGroup.TIME)).as("seed %d", SEED).isCloseTo(model, within(0.15 * model));
        assertThat(measured.get(RmtpGroup.COMPLETE)).as("seed %d", SEED).isEqualTo(100);
        double parts = measured.get(DeliveryRun.CONNECTING)
                + measured.get(DeliveryRun.SENDING)
                + measured.get(DeliveryRun.ANSWERS)
                + measured.get(DeliveryRun.POLLING);
        assertThat(parts).as("phases without gaps, seed %d", SEED).isCloseTo(measured.get(RmtpGroup.TIME), within(0.2));
        assertThat(run.measure(SEED).figures()).isEqualTo(measured.figures());
    }

    @Test
    void shouldPollForLongerWhereWaitsDouble() {
        Delivery delivery = new Delivery(40, 100, 100, RmtpSettings.NEAR_MILLIS, Special.NONE);
        double usual = new DeliveryRun(delivery).measure(SEED).get(DeliveryRun.POLLING);
        double doubled =
                new DeliveryRun(delivery.with(Special.DOUBLED)).measure(SEED).get(DeliveryRun.POLLING);
        assertThat(doubled).as("seed %d", SEED).isGreaterThan(1.3 * usual);
    }

    @Test
    void shouldOverflowWhereAnswersComeTooFast() {
        Measurement fast = new ConnectionRun(500, 20, 50).measure(SEED);
        Measurement slow = new ConnectionRun(500, 1_000, 50).measure(SEED);
        assertThat(fast.get(RmtpGroup.OVERFLOWED)).as("seed %d", SEED).isGreaterThan(100);
        assertThat(slow.get(RmtpGroup.OVERFLOWED)).as("seed %d", SEED).isZero();
    }

    /** Where workstations lose different packets; where they are alike, what is sent again serves all of them. */
    @Test
    void shouldTakeLongerAboveWhatWorkstationsTake() {
        Workstations workstations = new Workstations(1, true);
        double below = new RateRun(workstations, 1_000, 80).measure(SEED).get(RmtpGroup.TIME);
        double above = new RateRun(workstations, 1_000, 160).measure(SEED).get(RmtpGroup.TIME);
        assertThat(above).as("seed %d", SEED).isGreaterThan(1.3 * below);
    }
}
