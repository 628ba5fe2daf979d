package org.rmcast.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Texts of papers are read as they are written, and mistakes in them are named by their line. */
class PaperTextTest {
    private static final String TEXT = """
            # A title
            Paper: A. Author: A Paper.

            First paragraph
            in two lines.

            Second.

            ## Row 1, 2: Walking in {place}
            With {legs} legs.

            ### nowhere
            From: section 2, {place}

            It gets nowhere
            in {place}.

            #### Why
            Chance.

            #### Why: storm
            A storm of {force}.

            #### Always
            {{shared}}

            ### unknown
            From: 3

            Who knows?

            #### Not testable
            nobody

            ## Reasons

            ### shared
            Walks
            are random.
            """;

    private static final Measurements NOTHING = new Measurements(List.of());

    @Test
    void shouldReadTitlesRowsAndClaims() {
        PaperText text = PaperText.parse(TEXT);
        assertThat(text.title()).isEqualTo("A title");
        assertThat(text.paper()).isEqualTo("A. Author: A Paper.");
        assertThat(text.introduction()).isEqualTo("First paragraph in two lines.\n\nSecond.");
        assertThat(text.rows()).containsExactly("1", "2");
        PaperText.Row row = text.row("2").with("place", "a wood").with("legs", 2);
        assertThat(row.claims()).containsExactly("nowhere", "unknown");
        Scenario scenario = row.scenario(List.of(), List.of(), List.of(), List.of());
        assertThat(scenario.id()).isEqualTo("2");
        assertThat(scenario.title()).isEqualTo("Walking in a wood");
        assertThat(scenario.setup()).isEqualTo("With 2 legs.");
    }

    @Test
    void shouldMakeClaimsWithTheirExplanations() {
        PaperText.Row row = PaperText.parse(TEXT).row("1").with("place", "a wood");
        Claim claim = row.claim("nowhere", m -> Finding.of(false, "far"));
        assertThat(claim.statement()).isEqualTo("It gets nowhere in a wood.");
        assertThat(claim.source()).isEqualTo("section 2, a wood");
        assertThat(claim.judge(NOTHING).explanation()).isEqualTo("Chance. Walks are random.");
        Claim storm = row.claim(
                "nowhere", m -> Finding.of(false, "far").because("storm").with("force", "9"));
        assertThat(storm.judge(NOTHING).explanation()).isEqualTo("A storm of 9. Walks are random.");
        assertThat(row.notTestable("unknown").judge(NOTHING))
                .isEqualTo(new Claim.Judgement(Verdict.NOT_TESTABLE, "nobody", ""));
    }

    @Test
    void shouldRefuseWhatTheTextDoesNotHave() {
        PaperText text = PaperText.parse(TEXT);
        assertThatThrownBy(() -> text.row("3")).hasMessageContaining("no row '3'");
        PaperText.Row row = text.row("1").with("place", "a wood");
        assertThatThrownBy(() -> row.notTestable("nowhere")).hasMessageContaining("'not testable'");
        assertThatThrownBy(() -> row.claim("somewhere", m -> Finding.of(true, "")))
                .hasMessageContaining("no claim in row 1 'somewhere'");
        assertThatThrownBy(() -> row.scenario(List.of(), List.of(), List.of(), List.of()))
                .hasMessageContaining("'{legs}'");
        assertThatThrownBy(() -> PaperText.of(String.class)).hasMessageContaining("no paper.md beside");
    }

    @Test
    void shouldNameTheLineOfAMistake() {
        assertWrong("", "empty");
        assertWrong("words", "line 1: the text must begin with a heading");
        assertWrong("# t\n\nintroduction", "line 1: heading 't' must be followed by 'Paper:'");
        assertWrong("# t\nPaper: p\n## 1 walking", "line 3: heading '1 walking' must be 'Row NAME: title'");
        assertWrong("# t\nPaper: p\n### c", "line 3: heading 'c' does not belong here");
        assertWrong("# t\nPaper: p\n## Row 1: w\n### c\nwords", "line 4: heading 'c' must be followed by 'From:'");
        assertWrong("# t\nPaper: p\n## Row 1: w\n## Row 1: w", "line 4: heading 'Row 1: w' is there twice");
        assertWrong(
                "# t\nPaper: p\n## Row 1: w\n### c\nFrom: 1\n#### Why\n{{none}}",
                "line 6: heading 'Why' names a reason that is not there: none");
    }

    private static void assertWrong(String text, String message) {
        assertThatThrownBy(() -> PaperText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
