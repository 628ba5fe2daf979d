package org.rmcast.lab.command;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rmcast-lab list}. */
@Command(
        name = "list",
        description = "Lists the experiments, each with its paper and its rows.",
        mixinStandardHelpOptions = true)
public final class ListCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    private final Catalogue catalogue;

    public ListCommand() {
        this(Catalogue.standard());
    }

    ListCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() {
        PrintWriter out =
                Objects.requireNonNull(spec, "not run by picocli").commandLine().getOut();
        for (Experiment experiment : catalogue.experiments()) {
            out.println(experiment.name());
            out.println("  " + experiment.paper());
            for (Scenario scenario : experiment.scenarios(Effort.FULL)) {
                out.printf(
                        "  %3s  %s (%d runs)%n",
                        scenario.id(), scenario.title(), scenario.runs().size());
            }
        }
        out.flush();
        return 0;
    }
}
