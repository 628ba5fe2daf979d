package org.rmcast.lab.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.MissingMeasurementException;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.TimeSeries;

/**
 * Writes what came out of an experiment: {@code NAME.md}, and beside it a directory {@code NAME} with the plots and series,
 * which is emptied of earlier ones.
 */
public final class ResultFiles {
    private final Experiment experiment;
    private final Effort effort;
    private final long seed;

    public ResultFiles(Experiment experiment, Effort effort, long seed) {
        this.experiment = experiment;
        this.effort = effort;
        this.seed = seed;
    }

    /**
     * Writes all files.
     *
     * @param command the command line that made them, for the page
     * @return the page
     */
    public Path write(Path directory, List<Scenario> scenarios, Measurements measurements, String command)
            throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        for (Measurement measurement : measurements.all()) {
            for (Map.Entry<String, TimeSeries> series : measurement.allSeries().entrySet()) {
                files.put(
                        measurement.run() + "-" + series.getKey() + ".csv",
                        CsvFile.render(series.getValue()).getBytes(UTF_8));
            }
        }
        files.put("figures.csv", CsvFile.render(measurements).getBytes(UTF_8));
        for (Scenario scenario : scenarios) {
            for (FigurePlan plan : scenario.figures()) {
                plot(plan, measurements, files);
            }
        }
        Path own = directory.resolve(experiment.name());
        empty(own);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(own.resolve(file.getKey()), file.getValue());
        }
        Path page = directory.resolve(experiment.name() + ".md");
        Files.writeString(
                page,
                new Page(experiment, effort, seed, command, files.keySet()).render(scenarios, measurements),
                UTF_8);
        return page;
    }

    private static void plot(FigurePlan plan, Measurements measurements, Map<String, byte[]> files) {
        Figure figure;
        try {
            figure = plan.drawing().apply(measurements);
        } catch (MissingMeasurementException e) {
            return; // The page leaves it out.
        }
        files.put(plan.name() + ".svg", new Plot(figure).svg().getBytes(UTF_8));
    }

    private static void empty(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> present = Files.list(directory)) {
            for (Path file : present.toList()) {
                if (file.toString().matches(".*\\.(csv|svg|png)")) {
                    Files.delete(file);
                }
            }
        }
    }
}
