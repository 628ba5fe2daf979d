package org.rmcast.lab.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a paper, as a file beside its classes that people can read and correct: {@code paper.md}.
 *
 * <pre>{@code
 * # Title of the experiment
 * Paper: authors, title, year
 *
 * Introduction.
 *
 * ## Row 1: title            ("Row 1, 2: title" for two rows of the same text)
 * How it is run, with places such as {members}.
 *
 * ### claim-id
 * From: section, figure
 *
 * What the paper states.
 *
 * #### Why
 * Why it is not held here; "Why: key" if the code chooses among several, "Always" for every verdict,
 * "Not testable" for a claim that nothing here can decide.
 *
 * ## Reasons
 *
 * ### name
 * What several explanations say, each by {{name}}.
 * }</pre>
 *
 * Lines of a paragraph are joined. Immutable.
 */
public final class PaperText {
    private static final String REASONS = "Reasons";
    private static final Pattern SHARED = Pattern.compile("\\{\\{([a-z-]+)}}");
    private static final String NOT_TESTABLE = "not testable";

    private final String title;
    private final String paper;
    private final String introduction;
    private final Map<String, RowText> rows;

    private PaperText(String title, String paper, String introduction, Map<String, RowText> rows) {
        this.title = title;
        this.paper = paper;
        this.introduction = introduction;
        this.rows = rows;
    }

    record ClaimText(String statement, String source, Map<String, String> explanations) {}

    record RowText(String title, String setup, Map<String, ClaimText> claims) {}

    /**
     * Reads {@code paper.md} beside a class.
     *
     * @throws IllegalArgumentException if there is none, or it is not of the form above; the message names the line
     */
    public static PaperText of(Class<?> paper) {
        try (InputStream in = paper.getResourceAsStream("paper.md")) {
            if (in == null) {
                throw new IllegalArgumentException("there is no paper.md beside " + paper.getName());
            }
            return parse(new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@link #of}, from the text itself. */
    public static PaperText parse(String text) {
        List<Section> sections = Section.split(text);
        Section head = sections.get(0);
        Map<String, RowText> rows = new LinkedHashMap<>();
        Map<String, String> reasons = reasons(sections);
        RowText row = null;
        ClaimText claim = null;
        for (Section section : sections.subList(1, sections.size())) {
            if (section.level() == 2 && section.heading().equals(REASONS)) {
                break;
            } else if (section.level() == 2) {
                String[] named = section.named("Row ");
                row = new RowText(named[1], section.body(), new LinkedHashMap<>());
                for (String id : named[0].split(", ", -1)) {
                    section.add(id, row, rows);
                }
                claim = null;
            } else if (section.level() == 3 && row != null) {
                claim = new ClaimText(section.bodyAfter("From: "), section.first("From: "), new TreeMap<>());
                section.add(section.heading(), claim, row.claims());
            } else if (section.level() == 4 && claim != null) {
                section.add(section.key(), shared(section, reasons), claim.explanations());
            } else {
                throw section.wrong("does not belong here");
            }
        }
        return new PaperText(head.heading(), head.first("Paper: "), head.bodyAfter("Paper: "), rows);
    }

    /** What stands after the heading of the reasons, to the end. */
    private static Map<String, String> reasons(List<Section> sections) {
        Map<String, String> reasons = new TreeMap<>();
        boolean inside = false;
        for (Section section : sections) {
            if (inside) {
                section.add(section.heading(), section.body(), reasons);
            }
            inside |= section.level() == 2 && section.heading().equals(REASONS);
        }
        return reasons;
    }

    private static String shared(Section section, Map<String, String> reasons) {
        Matcher reference = SHARED.matcher(section.body());
        if (!reference.matches()) {
            return section.body();
        }
        String reason = reasons.get(reference.group(1));
        if (reason == null) {
            throw section.wrong("names a reason that is not there: " + reference.group(1));
        }
        return reason;
    }

    public String title() {
        return title;
    }

    public String paper() {
        return paper;
    }

    public String introduction() {
        return introduction;
    }

    /** The ids of rows, in the order of the text. */
    public Set<String> rows() {
        return rows.keySet();
    }

    /**
     * A row.
     *
     * @throws IllegalArgumentException if the text does not have it
     */
    public Row row(String id) {
        return new Row(id, require(rows.get(id), "row", id), Map.of());
    }

    private static <T> T require(@Nullable T found, String what, String id) {
        if (found == null) {
            throw new IllegalArgumentException("the text has no " + what + " '" + id + "'");
        }
        return found;
    }

    /** A row of the text, with what fills its places. */
    public static final class Row {
        private final String id;
        private final RowText text;
        private final Map<String, String> words;

        private Row(String id, RowText text, Map<String, String> words) {
            this.id = id;
            this.text = text;
            this.words = words;
        }

        /** This with something for a place, in title, setup and claims. */
        public Row with(String place, Object what) {
            Map<String, String> more = new TreeMap<>(words);
            more.put(place, what.toString());
            return new Row(id, text, more);
        }

        /** The ids of its claims, in the order of the text. */
        public Set<String> claims() {
            return text.claims().keySet();
        }

        /** The scenario of this row. */
        public Scenario scenario(List<Run> runs, List<String> columns, List<FigurePlan> figures, List<Claim> claims) {
            return new Scenario(
                    id,
                    Template.fill(text.title(), words),
                    Template.fill(text.setup(), words),
                    runs,
                    columns,
                    figures,
                    claims);
        }

        /** One of its claims, and what decides it. */
        public Claim claim(String claim, Function<Measurements, Finding> judge) {
            ClaimText said = require(text.claims().get(claim), "claim in row " + id, claim);
            return new Claim(
                    claim,
                    Template.fill(said.statement(), words),
                    Template.fill(said.source(), words),
                    said.explanations(),
                    judge);
        }

        /** A claim of which the text says why nothing here can decide it. */
        public Claim notTestable(String claim) {
            ClaimText said = require(text.claims().get(claim), "claim in row " + id, claim);
            String why = require(said.explanations().get(NOT_TESTABLE), "reason", NOT_TESTABLE);
            return claim(claim, measurements -> Finding.notTestable(why));
        }
    }
}
