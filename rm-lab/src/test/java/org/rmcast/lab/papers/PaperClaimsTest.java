package org.rmcast.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.lab.experiment.Claim;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Experiment;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;
import org.rmcast.lab.papers.khanna2004.TramFailureHandling;
import org.rmcast.lab.papers.mishra.GossipParameters;
import org.rmcast.lab.papers.ozkasap.BimodalMulticast;
import org.rmcast.lab.papers.shiroshita.RmtpLargeScale;
import org.rmcast.lab.papers.tachikawa.WideAreaGroup;

/** Every claim in the text of a paper is judged by code, and has its places filled. */
class PaperClaimsTest {
    static Stream<Experiment> experiments() {
        return Stream.of(
                new TramFailureHandling(),
                new BimodalMulticast(),
                new GossipParameters(),
                new RmtpLargeScale(),
                new WideAreaGroup());
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldJudgeEveryClaimOfTheText(Experiment experiment) {
        PaperText text = PaperText.of(experiment.getClass());
        List<Scenario> scenarios = experiment.scenarios(Effort.FULL);
        assertThat(scenarios.stream().map(Scenario::id)).containsExactlyInAnyOrderElementsOf(text.rows());
        Set<String> said = new LinkedHashSet<>();
        text.rows().forEach(row -> said.addAll(text.row(row).claims()));
        Set<String> judged = new LinkedHashSet<>();
        for (Scenario scenario : scenarios) {
            assertThat(scenario.claims()).extracting(Claim::id).doesNotHaveDuplicates();
            scenario.claims().forEach(claim -> judged.add(claim.id()));
            assertThat(scenario.title() + scenario.setup()).doesNotContain("{");
        }
        assertThat(judged).containsExactlyInAnyOrderElementsOf(said);
    }

    /** A reason quotes what was measured, or admits that it is a guess. */
    @ParameterizedTest
    @MethodSource("experimentsWithReasons")
    void shouldTestEveryReasonByARun(Experiment experiment) {
        for (Scenario scenario : experiment.scenarios(Effort.FULL)) {
            for (Claim claim : scenario.claims()) {
                String why = claim.explanations().getOrDefault(Claim.WHY, "a guess");
                assertThat(why).as("%s: %s", scenario.id(), claim.id()).containsAnyOf("{", "guess");
            }
        }
    }

    static Stream<Experiment> experimentsWithReasons() {
        return Stream.of(new BimodalMulticast(), new GossipParameters(), new RmtpLargeScale(), new WideAreaGroup());
    }
}
