package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Judge;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Words;
import org.rmcast.wan.WanConfig.Mode;

/** Section 5, with the engine: how much of a packet tells of order. */
final class StateSection implements Section {
    /** The paper's group has five members and one of its messages four destinations at most. */
    static final int FEW = 4;
    /** Messages per second of each member, and where there are many. */
    static final int RATE = 2;

    static final int HIGH_RATE = 40;
    static final int LOSS_PERCENT = 5;

    private static final double A_FIFTH = 0.2;
    private static final double THRICE = 3;
    private static final double HALF_MORE = 1.5;
    /** In per cent: some are always on their way to the engine. */
    private static final double HARDLY_ANY = 1;

    private static final List<String> COLUMNS = List.of(
            StateRun.STATE,
            StateRun.VECTOR,
            StateRun.MATRIX,
            StateRun.DESTINATIONS,
            StateRun.CAUSES,
            StateRun.PIECES,
            StateRun.REFUSED);

    private final WideAreaRuns runs;

    StateSection(WideAreaRuns runs) {
        this.runs = runs;
    }

    @Override
    public Scenario scenario() {
        PaperText.Row row = WideAreaGroup.TEXT.row("10");
        return row.scenario(
                List.copyOf(Stream.of(modified(), decentralised(), List.of(busy()))
                        .flatMap(List::stream)
                        .toList()),
                COLUMNS,
                List.of(new FigurePlan("row10-state", this::state)),
                List.of(
                        row.claim("matrix", measurements -> below(StateRun.MATRIX, A_FIFTH, modified(), measurements)),
                        row.claim("vector", measurements -> below(StateRun.VECTOR, 1, modified(0), measurements)),
                        row.claim("few", this::few),
                        row.claim("loss", this::loss),
                        row.claim("rate", this::rate),
                        row.claim("accepted", measurements -> accepted(modified(), measurements)),
                        row.claim("accepted-decentralised", this::acceptedDecentralised)));
    }

    private List<StateRun> modified() {
        return Stream.of(0, LOSS_PERCENT)
                .flatMap(loss -> modified(loss).stream())
                .toList();
    }

    private List<StateRun> modified(int lossPercent) {
        return groups(Mode.MODIFIED, lossPercent);
    }

    private List<StateRun> decentralised() {
        return groups(Mode.DECENTRALISED, 0);
    }

    private List<StateRun> groups(Mode mode, int lossPercent) {
        List<StateRun> all = new ArrayList<>();
        for (int members : runs.sizes()) {
            for (int most : subsets(members)) {
                all.add(runs.state(mode, members, most, lossPercent, RATE));
            }
        }
        return all;
    }

    /** To anybody, and to four at most. */
    private static List<Integer> subsets(int members) {
        return Stream.of(members - 1, FEW).distinct().toList();
    }

    private StateRun modified(int members, int most, int lossPercent) {
        return runs.state(Mode.MODIFIED, members, most, lossPercent, RATE);
    }

    private StateRun busy() {
        int members = runs.sizes().get(1);
        return runs.state(Mode.MODIFIED, members, members - 1, 0, HIGH_RATE);
    }

    private static double state(StateRun run, Measurements measurements) {
        return measurements.of(run).get(StateRun.STATE);
    }

    private static String name(StateRun run) {
        return "n = " + run.members() + ", k to " + run.most() + (run.lossPercent() == 0 ? "" : ", lossy");
    }

    private static Finding below(String limit, double share, List<StateRun> which, Measurements measurements) {
        return Judge.over(
                        which,
                        run -> state(run, measurements) / measurements.of(run).get(limit))
                .saying(
                        "bytes: ",
                        "; ",
                        (run, ratio) -> name(run) + ": " + Words.places(state(run, measurements), 0) + " of "
                                + Words.count(measurements.of(run).get(limit)))
                .atMost(share);
    }

    private Finding few(Measurements measurements) {
        return Judge.over(
                        List.of(0, LOSS_PERCENT),
                        loss -> fewAt(largest(), loss, measurements) / fewAt(smallest(), loss, measurements))
                .saying(
                        "bytes for k to " + FEW + ": ",
                        "; ",
                        (loss, ratio) -> "loss " + loss + " %: "
                                + Words.places(fewAt(smallest(), loss, measurements), 0) + " of "
                                + smallest() + " members, " + Words.places(fewAt(largest(), loss, measurements), 0)
                                + " of " + largest())
                .atMost(THRICE);
    }

    private double fewAt(int members, int loss, Measurements measurements) {
        return state(modified(members, FEW, loss), measurements);
    }

    private int smallest() {
        return runs.sizes().get(0);
    }

    private int largest() {
        return runs.sizes().get(runs.sizes().size() - 1);
    }

    private Finding loss(Measurements measurements) {
        Judge<StateRun> judge =
                Judge.over(modified(LOSS_PERCENT), run -> state(run, measurements) / state(clean(run), measurements));
        StateRun worst = judge.best();
        return judge.saying(
                        "state with loss over that without: ",
                        "; ",
                        (run, ratio) -> name(clean(run)) + ": " + Words.factor(ratio))
                .atMost(HALF_MORE)
                .with("case", name(clean(worst)))
                .with("clean", causes(clean(worst), measurements))
                .with("lossy", causes(worst, measurements))
                .with("bytes", Words.places(state(worst, measurements), 0))
                .with("vector", Words.count(measurements.of(worst).get(StateRun.VECTOR)));
    }

    private StateRun clean(StateRun run) {
        return modified(run.members(), run.most(), 0);
    }

    private static String causes(StateRun run, Measurements measurements) {
        return Words.places(measurements.of(run).get(StateRun.CAUSES), 0);
    }

    private Finding rate(Measurements measurements) {
        StateRun busy = busy();
        return below(StateRun.VECTOR, 1, List.of(busy), measurements)
                .with("busy", causes(busy, measurements))
                .with("calm", causes(modified(busy.members(), busy.most(), 0), measurements));
    }

    private static Finding accepted(List<StateRun> which, Measurements measurements) {
        return Judge.over(which, run -> measurements.of(run).get(StateRun.REFUSED))
                .saying("not accepted: ", "; ", (run, percent) -> name(run) + ": " + Words.percent(percent, 1))
                .atMost(HARDLY_ANY);
    }

    private Finding acceptedDecentralised(Measurements measurements) {
        StateRun few = runs.state(Mode.DECENTRALISED, runs.sizes().get(1), FEW, 0, RATE);
        return accepted(decentralised(), measurements)
                .with("case", name(few))
                .with("kept", causes(few, measurements))
                .with("modified", causes(modified(few.members(), FEW, 0), measurements))
                .with("pieces", Words.places(measurements.of(few).get(StateRun.PIECES), 1));
    }

    private Figure state(Measurements measurements) {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int loss : List.of(0, LOSS_PERCENT)) {
            String words = loss == 0 ? "" : ", loss " + loss + " %";
            curves.add(curve("to anybody" + words, n -> state(modified(n, n - 1, loss), measurements)));
            curves.add(curve("to " + FEW + " at most" + words, n -> state(modified(n, FEW, loss), measurements)));
        }
        curves.add(curve("vector", n -> measurements.of(modified(n, n - 1, 0)).get(StateRun.VECTOR)));
        curves.add(curve("matrix", n -> measurements.of(modified(n, n - 1, 0)).get(StateRun.MATRIX)));
        return new Figure(
                "State in a unit, modified, " + RATE + " messages a second of each member",
                "members",
                "bytes",
                true,
                curves);
    }

    private Figure.Curve curve(String name, ToDoubleFunction<Integer> value) {
        return Figure.Curve.over(name, runs.sizes(), value);
    }
}
