package org.rmcast.lab.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.ReportingCommand;
import org.rmcast.lab.LabVersion;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.lab.report.ResultFiles;
import org.rmcast.lab.report.RunFailure;
import org.rmcast.lab.report.RunPool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rmcast-lab run}. */
@Command(
        name = "run",
        description = {
            "Makes an experiment's runs in the simulator and writes NAME.md and a directory NAME with its plots and series.",
            "The same seed writes the same files, however many runs are made at a time."
        },
        versionProvider = LabVersion.class,
        showDefaultValues = true)
public final class RunCommand extends ReportingCommand {
    private static final String ALL = "all";

    @Parameters(
            paramLabel = "NAME",
            description = "The experiment, as \"rmcast-lab list\" names it, or \"all\".",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    String name = "";

    @Option(names = "--seed", paramLabel = "N", description = "From which everything random follows.")
    long seed = 1;

    @Option(names = "--output", paramLabel = "DIR", description = "Where to write.")
    Path output = Path.of("docs", "results");

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "Runs at a time, 1 to 1024. Default: one for each processor.",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    int parallel = Runtime.getRuntime().availableProcessors();

    @Option(names = "--quick", description = "Few and short runs: to see that it works.")
    boolean quick;

    private final Catalogue catalogue;

    /** For picocli. */
    public RunCommand() {
        this(Catalogue.standard());
    }

    RunCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    protected void run() throws IOException, InterruptedException {
        List<Experiment> chosen = chosen();
        if (parallel < 1 || parallel > 1024) {
            throw CommandFailure.usage("--parallel must be 1 to 1024, was " + parallel);
        }
        if (Files.exists(output) && !Files.isDirectory(output)) {
            throw CommandFailure.usage("--output must be a directory, but " + output + " is a file");
        }
        List<Map<String, Object>> done = new ArrayList<>();
        outcome().put("seed", seed).put("quick", quick).put("experiments", done);
        for (Experiment experiment : chosen) {
            try {
                done.add(run(experiment));
            } catch (RunFailure e) {
                throw CommandFailure.failed(experiment.name() + ": " + e.getMessage(), e);
            }
        }
    }

    private List<Experiment> chosen() {
        if (name.equals(ALL)) {
            return catalogue.experiments();
        }
        return List.of(catalogue
                .find(name)
                .orElseThrow(() -> CommandFailure.usage("there is no experiment '" + name + "'; there are "
                        + String.join(", ", catalogue.names()) + ", and " + ALL + " for every one")));
    }

    /** What came of an experiment. */
    private Map<String, Object> run(Experiment experiment) throws RunFailure, IOException, InterruptedException {
        long begin = System.nanoTime();
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        List<Scenario> scenarios = experiment.scenarios(effort);
        Measurements measurements =
                new RunPool(parallel, line -> terminal().say(experiment.name() + ": " + line)).measure(scenarios, seed);
        Path page = new ResultFiles(experiment, effort, seed)
                .write(output, scenarios, measurements, commandLine(experiment));
        Map<Verdict, Integer> verdicts = Verdict.count(scenarios, measurements);
        double seconds = (System.nanoTime() - begin) / 1e9;
        String words = Verdict.counts(scenarios, measurements);
        terminal()
                .say(String.format(
                        Locale.ROOT, "%s: claims: %s; wrote %s after %.0f s", experiment.name(), words, page, seconds));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", experiment.name());
        fields.put("page", page.toString());
        fields.put("claims", verdicts);
        fields.put("seconds", seconds);
        return fields;
    }

    /** What makes the same files again. */
    private String commandLine(Experiment experiment) {
        return "./rmcast-lab run " + experiment.name() + " --seed " + seed + (quick ? " --quick" : "");
    }
}
