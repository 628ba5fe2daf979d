package org.rmcast.lab.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Setting;
import org.rmcast.lab.experiment.TimeSeries;

/** Random walks: the least that an experiment needs. A run named "broken" fails. */
record SmallExperiment(String name, List<String> walks) implements Experiment {
    private static final Column TIME = new Column("time");
    private static final Column PLACE = new Column("place, in steps");

    @Override
    public String title() {
        return "Random walks";
    }

    @Override
    public String paper() {
        return "A. Author: A Paper, with a comma.";
    }

    @Override
    public String introduction() {
        return "Walks at random.";
    }

    @Override
    public List<Setting> settings(Effort effort) {
        return List.of(new Setting("steps", effort == Effort.FULL ? "1000" : "10", "chosen | here"));
    }

    @Override
    public List<Scenario> scenarios(Effort effort) {
        List<Run> runs = walks.stream().<Run>map(walk -> new Walk(walk, effort)).toList();
        FigurePlan figure = new FigurePlan("walks", measurements -> {
            List<Figure.Curve> curves = new ArrayList<>();
            for (Run run : runs) {
                curves.add(Figure.Curve.of(run.id(), measurements.of(run).series("walk"), PLACE));
            }
            return new Figure("Figure 1: walks", "time (steps)", "place (steps)", false, curves);
        });
        return List.of(new Scenario(
                "1",
                "walking",
                "From 0.",
                runs,
                List.of("end"),
                List.of(
                        figure,
                        new FigurePlan(
                                "missing",
                                m -> new Figure(
                                        "",
                                        "",
                                        "",
                                        false,
                                        List.of(Figure.Curve.of(
                                                "none", m.of("none").series("none"), PLACE))))),
                List.of(
                        new Claim(
                                "nowhere",
                                "It gets nowhere.",
                                "2",
                                Map.of(Claim.WHY, "Chance."),
                                m -> Finding.of(
                                        false, "end " + m.of(runs.get(0)).get("end"))),
                        new Claim("unknown", "Who knows?", "3", Map.of(), m -> Finding.notTestable("nobody")))));
    }

    private record Walk(String id, Effort effort) implements Run {
        @Override
        public String description() {
            return "walk " + id;
        }

        @Override
        public double cost() {
            return id.length();
        }

        @Override
        public Measurement measure(long seed) {
            if (id.equals("broken")) {
                throw new IllegalStateException("broke down");
            }
            SplittableRandom random = new SplittableRandom(seed * 31 + id.length());
            TimeSeries.Builder rows = TimeSeries.over(TIME, PLACE);
            int place = 0;
            for (int i = 0; i < (effort == Effort.FULL ? 1_000 : 10); i++) {
                place += random.nextBoolean() ? 1 : -1;
                rows.row().set(TIME, i).set(PLACE, place);
            }
            return new Measurement(id)
                    .put("end", place)
                    .put("walk", rows.build())
                    .note("ended at " + place);
        }
    }
}
