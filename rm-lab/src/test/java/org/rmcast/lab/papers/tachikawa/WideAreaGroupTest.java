package org.rmcast.lab.papers.tachikawa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rmcast.core.impair.LossModel;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.wan.WanConfig.Mode;

/** The experiment's shape, and some of its runs made small. */
class WideAreaGroupTest {
    private static final long SEED = 5;

    private static final DirectRun KEELE = new DirectRun("Keele", MeasuredPath.KEELE.estimate(), 2, 5_000, 100_000);

    @Test
    void shouldHaveRunsAndClaimsInEachRow() {
        List<Scenario> scenarios = new WideAreaGroup().scenarios(Effort.FULL);
        assertThat(scenarios).hasSize(11).allSatisfy(scenario -> {
            assertThat(scenario.claims()).isNotEmpty();
            assertThat(scenario.runs()).isNotEmpty();
            assertThat(scenario.runs()).extracting(Run::id).doesNotHaveDuplicates();
            assertThat(scenario.runs()).allSatisfy(run -> assertThat(run.id()).matches("[a-z0-9.-]+"));
        });
    }

    @Test
    void shouldNotTestWhatWasNotMeasured() {
        Measurements nothing = new Measurements(List.of());
        for (Scenario scenario : new WideAreaGroup().scenarios(Effort.FULL)) {
            for (Claim claim : scenario.claims()) {
                assertThat(claim.judge(nothing).verdict()).as(claim.statement()).isEqualTo(Verdict.NOT_TESTABLE);
            }
        }
    }

    /** A formula that is 5 % off is found out, and a run that is too short decides nothing. */
    @Test
    void shouldNotHoldWhatIsOffAndNotTestWhatIsTooShort() {
        assertThat(verdictOfLost(1, 0.5)).isEqualTo(Verdict.HELD);
        assertThat(verdictOfLost(5, 0.5)).isEqualTo(Verdict.NOT_HELD);
        assertThat(verdictOfLost(1, 2)).isEqualTo(Verdict.NOT_TESTABLE);
    }

    private static Verdict verdictOfLost(double offPercent, double errorPercent) {
        Scenario scenario = new DirectSection(new WideAreaRuns(Effort.QUICK)).scenario();
        List<Measurement> measured = new ArrayList<>();
        for (Run run : scenario.runs()) {
            measured.add(new Measurement(run.id())
                    .put(DirectRun.LOST_OFF, offPercent)
                    .put(DirectRun.LOST_ERROR, errorPercent));
        }
        return scenario.claims().stream()
                .filter(claim -> claim.id().equals("lost"))
                .map(claim -> claim.judge(new Measurements(measured)).verdict())
                .findFirst()
                .orElseThrow();
    }

    /** Lost, lost, arrives: by ones the third transmission does, by twos the second. */
    @Test
    void shouldSendAgainUntilOneArrives() {
        assertThat(Sending.inVain(lostFirst(2), 1)).isEqualTo(2);
        assertThat(Sending.inVain(lostFirst(2), 2)).isEqualTo(1);
        assertThat(Sending.inVain(lostFirst(2), 3)).isZero();
        assertThat(Sending.millis(lostFirst(2), 1, 10)).isEqualTo(50);
    }

    private static LossModel lostFirst(int count) {
        int[] left = {count};
        return () -> left[0]-- > 0;
    }

    @Test
    void shouldKeepToTheFormulasWithTwoReplicas() {
        Measurement measured = KEELE.measure(SEED);
        assertThat(measured.get(DirectRun.LOST_OFF)).as("seed %d", SEED).isBetween(-6.0, 6.0);
        assertThat(measured.get(DirectRun.LOST_ERROR)).isBetween(1.0, 2.0);
        assertThat(measured.get(DirectRun.ADDED_OFF)).as("seed %d", SEED).isBetween(-6.0, 6.0);
        assertThat(KEELE.measure(SEED).figures()).isEqualTo(measured.figures());
    }

    @Test
    void shouldKeepToTheFormulasThroughARelay() {
        Measurement measured = new RelayRun(
                        "lossy", WideAreaSettings.lossy(), WideAreaSettings.lossyRelay(), 2, 3_000, 20_000)
                .measure(SEED);
        assertThat(measured.get(RelayRun.LOST_OFF)).as("seed %d", SEED).isBetween(-8.0, 8.0);
        assertThat(measured.get(RelayRun.TIME_OFF)).as("seed %d", SEED).isBetween(-1.0, 1.0);
        assertThat(measured.get(RelayRun.TIME_BOTH)).isLessThan(measured.get(RelayRun.TIME));
        assertThat(measured.get(RelayRun.LOST_PRINTED)).isGreaterThan(10 * measured.get(RelayRun.LOST));
    }

    /** In bursts a second replica is lost with the first one: by the chain's formula, not by ε^h. */
    @Test
    void shouldLoseReplicasTogetherInBursts() {
        TimeSeries series = new BurstRun(5, 1, 2_000_000).measure(SEED).series(BurstRun.SERIES);
        TimeSeries.Row two = series.rows().get(1);
        assertThat(two.get(BurstRun.LOST)).isCloseTo(two.get(BurstRun.CHAIN), within(0.1 * two.get(BurstRun.CHAIN)));
        assertThat(two.get(BurstRun.LOST)).isGreaterThan(5 * two.get(BurstRun.INDEPENDENT));
    }

    @Test
    void shouldArriveSoonerThanTheFormulaSaysWhereDelaysVary() {
        VaryRun run = new VaryRun(MeasuredPath.KEELE, 3, VaryRun.Timeout.MEAN, 20_000);
        assertThat(run.measure(SEED).get(VaryRun.OVER)).as("seed %d", SEED).isBetween(0.75, 0.9);
    }

    @Test
    void shouldTakeTheLongestWayAroundThatPaysFromTheFormulas() {
        assertThat(MapRun.greatestDetour(0, 0, 1)).isEqualTo(1);
        assertThat(MapRun.greatestDetour(0.5, 0, 1)).isCloseTo(3, within(1e-12));
    }

    @Test
    void shouldFindTheWayAroundThatIsShorterThanTheDirectOne() {
        Measurement measured = new CloudRun(new CloudLoss(0, 0), 2).measure(SEED);
        assertThat(measured.get(CloudRun.RELAYED)).isEqualTo(2);
        assertThat(measured.notes())
                .first()
                .asString()
                .startsWith("South Africa North – Australia East through UAE North");
    }

    /** M by the neighbour, D by the sender; STABLE comes when all have confirmed and one way more. */
    @Test
    void shouldRepairFromTheNeighbourOrFromTheSender() {
        Measurement modified = receipt(Mode.MODIFIED, FiveProcesses.Case.TABLE).measure(SEED);
        assertThat(modified.get(ReceiptRun.NEIGHBOUR)).isEqualTo(100);
        assertThat(modified.get(ReceiptRun.DETECTED)).as("seed %d", SEED).isBetween(380.0, 395.0);
        assertThat(modified.get(ReceiptRun.DELIVERED)).as("seed %d", SEED).isBetween(388.0, 402.0);
        assertThat(modified.get(ReceiptRun.KNOWN)).isEqualTo(modified.get(ReceiptRun.SENDER_KNOWS));
        Measurement decentralised =
                receipt(Mode.DECENTRALISED, FiveProcesses.Case.TABLE).measure(SEED);
        assertThat(decentralised.get(ReceiptRun.NEIGHBOUR)).isZero();
        assertThat(decentralised.get(ReceiptRun.RECEIVED) - decentralised.get(ReceiptRun.DETECTED))
                .as("seed %d", SEED)
                .isBetween(370.0, 382.0);
        assertThat(decentralised.get(ReceiptRun.KNOWN) - decentralised.get(ReceiptRun.SENDER_KNOWS))
                .as("seed %d", SEED)
                .isBetween(370.0, 382.0);
    }

    private static ReceiptRun receipt(Mode mode, FiveProcesses.Case network) {
        return new ReceiptRun(mode, ReceiptRun.Timers.PAPER, network, true, 4);
    }

    /** The engine's figures as the table's hold; one that is 11 % off does not, nor one of what a loss adds. */
    @Test
    void shouldNotHoldACellThatIsOff() {
        assertThat(verdictOfTable(0, 0)).containsOnly(Verdict.HELD);
        assertThat(verdictOfTable(11, 0)).containsExactly(Verdict.NOT_HELD, Verdict.NOT_HELD, Verdict.NOT_HELD);
        assertThat(verdictOfTable(0, 2)).containsExactly(Verdict.HELD, Verdict.HELD, Verdict.NOT_HELD);
    }

    private static List<Verdict> verdictOfTable(double offPercent, double laterMillis) {
        WideAreaRuns runs = new WideAreaRuns(Effort.QUICK);
        List<Measurement> measured = new ArrayList<>();
        for (Mode mode : List.of(Mode.MODIFIED, Mode.DECENTRALISED)) {
            for (boolean lossy : List.of(false, true)) {
                Measurement one =
                        new Measurement(runs.receipt(mode, ReceiptRun.Timers.PAPER, FiveProcesses.Case.TABLE, lossy)
                                .id());
                one.put(ReceiptRun.DELIVERED, Table2.DELIVERED_MILLIS);
                for (Table2.Cell cell : Table2.of(mode)) {
                    if (cell.lossy() == lossy) {
                        boolean later = lossy && cell.figure().equals(ReceiptRun.DELIVERED);
                        one.put(cell.figure(), cell.millis() * (1 + offPercent / 100) + (later ? laterMillis : 0));
                    }
                }
                measured.add(one);
            }
        }
        return new ReceiptSection(runs)
                .scenario().claims().stream()
                        .filter(claim ->
                                List.of("modified", "decentralised", "added").contains(claim.id()))
                        .map(claim -> claim.judge(new Measurements(measured)).verdict())
                        .toList();
    }

    /** What is sent to few carries little; what only its sender says to be everywhere is kept a little longer. */
    @Test
    void shouldCarryLessThanAVectorOrAMatrix() {
        Measurement modified = new StateRun(Mode.MODIFIED, 8, 4, 0, 2, 5).measure(SEED);
        assertThat(modified.get(StateRun.STATE)).as("seed %d", SEED).isBetween(8.0, 32.0);
        assertThat(modified.get(StateRun.MATRIX)).isEqualTo(256);
        assertThat(modified.get(StateRun.PIECES)).isEqualTo(1);
        assertThat(modified.get(StateRun.REFUSED)).isZero();
        assertThat(modified.get(StateRun.DESTINATIONS)).as("seed %d", SEED).isBetween(2.0, 3.0);
        Measurement decentralised = new StateRun(Mode.DECENTRALISED, 8, 4, 0, 2, 5).measure(SEED);
        assertThat(decentralised.get(StateRun.CAUSES))
                .as("seed %d", SEED)
                .isBetween(modified.get(StateRun.CAUSES), 2 * modified.get(StateRun.CAUSES));
    }

    @Test
    void shouldNotHoldAMatrixOrMessagesThatAreNotAccepted() {
        assertThat(verdictsOfState(10, 0)).containsExactly(Verdict.HELD, Verdict.HELD, Verdict.HELD);
        assertThat(verdictsOfState(25, 0)).containsExactly(Verdict.NOT_HELD, Verdict.NOT_HELD, Verdict.HELD);
        assertThat(verdictsOfState(10, 2)).containsExactly(Verdict.HELD, Verdict.HELD, Verdict.NOT_HELD);
    }

    private static List<Verdict> verdictsOfState(double bytes, double refusedPercent) {
        Scenario scenario = new StateSection(new WideAreaRuns(Effort.QUICK)).scenario();
        List<Measurement> measured = new ArrayList<>();
        for (Run run : scenario.runs()) {
            measured.add(new Measurement(run.id())
                    .put(StateRun.STATE, bytes)
                    .put(StateRun.VECTOR, 20)
                    .put(StateRun.MATRIX, 100)
                    .put(StateRun.REFUSED, refusedPercent));
        }
        return scenario.claims().stream()
                .filter(claim -> List.of("matrix", "vector", "accepted").contains(claim.id()))
                .map(claim -> claim.judge(new Measurements(measured)).verdict())
                .toList();
    }

    /** The day's means are those of the paper, and each part of it has hours. */
    @Test
    void shouldHaveTheMeansOfTableOneOverTheDay() {
        for (MeasuredPath path : List.of(MeasuredPath.UCLA, MeasuredPath.KEELE)) {
            double mean = IntStream.range(0, HourlyLoss.HOURS)
                    .mapToDouble(hour -> DayWays.loss(path, hour))
                    .average()
                    .orElseThrow();
            assertThat(mean).isCloseTo(path.loss(), within(1e-9));
        }
        assertThat(DayWays.part(0)).isEqualTo(DayWays.Part.AROUND);
        assertThat(DayWays.part(12)).isEqualTo(DayWays.Part.CALM);
        assertThat(DayWays.part(18)).isEqualTo(DayWays.Part.LOSSY);
    }

    /** A day of short hours: what is critical in time is sooner, and costs more. */
    @Test
    void shouldSendThroughADay() {
        EngineDayRun run = new EngineDayRun(EngineDayRun.Choice.ADAPTIVE_IN_TURN, 20);
        Measurement measured = run.measure(SEED);
        assertThat(measured.get(EngineDayRun.critical(EngineDayRun.GIVEN)))
                .as("seed %d", SEED)
                .isLessThan(measured.get(EngineDayRun.GIVEN));
        assertThat(measured.get(EngineDayRun.critical(EngineDayRun.BYTES)))
                .isGreaterThan(1.5 * measured.get(EngineDayRun.BYTES));
        assertThat(measured.get(EngineDayRun.KNOWN)).isGreaterThan(measured.get(EngineDayRun.GIVEN));
        assertThat(measured.series(EngineDayRun.SERIES).size()).isEqualTo(HourlyLoss.HOURS);
        assertThat(run.measure(SEED).figures()).isEqualTo(measured.figures());
    }

    /** Sooner is what chance does not explain, and not at any price. */
    @Test
    void shouldNotHoldADayThatIsNoSoonerOrCostsMore() {
        assertThat(verdictOfDay(380, 4_600)).isEqualTo(Verdict.HELD);
        assertThat(verdictOfDay(399, 4_600)).isEqualTo(Verdict.NOT_HELD);
        assertThat(verdictOfDay(380, 4_800)).isEqualTo(Verdict.NOT_HELD);
    }

    private static Verdict verdictOfDay(double adaptiveMillis, double adaptiveBytes) {
        WideAreaRuns runs = new WideAreaRuns(Effort.QUICK);
        Measurements measured = new Measurements(List.of(
                day(runs.day(EngineDayRun.Choice.ADAPTIVE), adaptiveMillis, 10, adaptiveBytes),
                day(runs.day(EngineDayRun.Choice.DIRECT), 400, 0, 4_600)));
        return new EngineDaySection(runs)
                .scenario().claims().stream()
                        .filter(claim -> claim.id().equals("direct"))
                        .map(claim -> claim.judge(measured).verdict())
                        .findFirst()
                        .orElseThrow();
    }

    private static Measurement day(EngineDayRun run, double millis, double spread, double bytes) {
        TimeSeries.Builder series =
                TimeSeries.over(EngineDayRun.HOUR, new Column(EngineDayRun.GIVEN), new Column(EngineDayRun.KNOWN));
        for (int hour = 0; hour < HourlyLoss.HOURS; hour++) {
            double now = millis + (hour % 2 == 0 ? spread : -spread);
            series.row()
                    .set(EngineDayRun.HOUR, hour)
                    .set(new Column(EngineDayRun.GIVEN), now)
                    .set(new Column(EngineDayRun.KNOWN), 2 * now);
        }
        return new Measurement(run.id())
                .put(EngineDayRun.most(EngineDayRun.GIVEN), millis)
                .put(EngineDayRun.most(EngineDayRun.KNOWN), 2 * millis)
                .put(EngineDayRun.BYTES, bytes)
                .put(EngineDayRun.SERIES, series.build());
    }
}
