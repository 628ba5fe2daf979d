package org.rmcast.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Measurements;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.experiment.Verdict;
import org.rmcast.lab.report.ResultFiles;
import org.rmcast.lab.report.RunFailure;
import org.rmcast.lab.report.RunPool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rmcast-lab run}. */
@Command(
        name = "run",
        description = {
            "Makes an experiment's runs in the simulator and writes NAME.md and a directory NAME with its plots and series.",
            "The same seed writes the same files, however many runs are made at a time."
        },
        mixinStandardHelpOptions = true,
        showDefaultValues = true)
public final class RunCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The experiment, as \"rmcast-lab list\" names it, or \"all\".")
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

    public RunCommand() {
        this(Catalogue.standard());
    }

    RunCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Experiment> chosen = chosen();
        if (parallel < 1 || parallel > 1024) {
            throw wrong("--parallel must be 1 to 1024, was " + parallel);
        }
        if (Files.exists(output) && !Files.isDirectory(output)) {
            throw wrong("--output must be a directory, but " + output + " is a file");
        }
        for (Experiment experiment : chosen) {
            try {
                run(experiment);
            } catch (RunFailure | IOException e) {
                err().println("rmcast-lab: " + experiment.name() + ": " + e.getMessage());
                return 1;
            }
        }
        return 0;
    }

    private List<Experiment> chosen() {
        if (name.equals(ALL)) {
            return catalogue.experiments();
        }
        return List.of(catalogue
                .find(name)
                .orElseThrow(() -> wrong("there is no experiment '" + name + "'; there are "
                        + String.join(", ", catalogue.names()) + ", and " + ALL + " for every one")));
    }

    private void run(Experiment experiment) throws RunFailure, IOException, InterruptedException {
        long begin = System.nanoTime();
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        List<Scenario> scenarios = experiment.scenarios(effort);
        Measurements measurements =
                new RunPool(parallel, line -> err().println(experiment.name() + ": " + line)).measure(scenarios, seed);
        Path page = new ResultFiles(experiment, effort, seed)
                .write(output, scenarios, measurements, commandLine(experiment));
        err().printf(
                        Locale.ROOT,
                        "%s: %s; wrote %s after %.0f s%n",
                        experiment.name(),
                        summary(scenarios, measurements),
                        page,
                        (System.nanoTime() - begin) / 1e9);
    }

    private static String summary(List<Scenario> scenarios, Measurements measurements) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Scenario scenario : scenarios) {
            for (Claim claim : scenario.claims()) {
                counts.merge(claim.judge(measurements).verdict(), 1, Integer::sum);
            }
        }
        return Arrays.stream(Verdict.values())
                .map(verdict -> counts.getOrDefault(verdict, 0) + " " + verdict.words())
                .collect(Collectors.joining(", ", "claims: ", ""));
    }

    /** What makes the same files again. */
    private String commandLine(Experiment experiment) {
        return "./rmcast-lab run " + experiment.name() + " --seed " + seed + (quick ? " --quick" : "");
    }

    private PrintWriter err() {
        return spec().commandLine().getErr();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec().commandLine(), message);
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "not run by picocli");
    }
}
