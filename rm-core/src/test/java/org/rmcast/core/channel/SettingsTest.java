package org.rmcast.core.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;

class SettingsTest {
    private enum Repair {
        BY_HEAD,
        BY_SENDER
    }

    /** One parameter of each kind. */
    private static final class Toy extends Settings {
        final Preset preset = preset();
        final Repair repair = read(choice("repair", Repair.class).always(Repair.BY_HEAD), "Who repairs.");
        final boolean bySender = repair == Repair.BY_SENDER;
        final int low = read(integer("low", "packets").range(1, 100).paper(10).defaults(20), "The lower bound.");
        final int high = read(
                integer("high", "packets").range(1, 100).atLeast("low", low).always(30), """
                The upper bound.
                Raising it: more memory.""");
        final long rate = read(
                longInteger("rate", "bytes/s")
                        .range(1L, 1L << 40)
                        .always(1_000L)
                        .when(bySender, "with repair by-sender", 2_000L, 3_000L),
                "The rate.");
        final long buffer = read(
                longInteger("buffer", "bytes")
                        .range(0L, 1L << 40)
                        .always(4L << 20)
                        .term("B"),
                "Buffered bytes.");
        final double loss = read(share("loss").paper(0.5).defaults(2.0 / 3), "Lost.");
        final long waitNanos =
                read(duration("wait").range("0s", "10m").paper("0s").defaults("500us"), "The wait.");
        final long retryNanos = read(
                duration("retry")
                        .range("1us", "1h")
                        .atMost("ten waits", 10 * waitNanos + 1_000)
                        .derived("twice wait", 2 * waitNanos + 1_000),
                "The next try.");
        final boolean prompt = read(flag("prompt").paper(false).defaults(true), "Whether at once.");
        final String group = read(text("group", "a name").always(""), "Of whom.");
        final List<String> heads = read(texts("heads", "addresses").always(List.of()), "The heads.");

        Toy(Parameters given) {
            super(given);
            refuseOthers();
        }
    }

    private static final class Twice extends Settings {
        Twice() {
            super(Parameters.none());
            read(integer("x", "").always(1), "One.");
            read(integer("x", "").always(2), "Two.");
        }
    }

    private static final class WithoutPaper extends Settings {
        WithoutPaper(Parameters given) {
            super(given);
            read(integer("x", "").defaults(1), "One.");
        }
    }

    private static Toy toy(String name, Object value) {
        return new Toy(Parameters.none().with(name, value));
    }

    private static Parameter declared(String name) {
        return ParameterTable.of(Toy::new).find(name).orElseThrow();
    }

    @Test
    void shouldFallBackToThePreset() {
        Toy defaults = new Toy(Parameters.none());
        Toy paper = toy("preset", "paper");
        assertThat(List.of(defaults.preset, paper.preset)).containsExactly(Preset.DEFAULTS, Preset.PAPER);
        assertThat(List.of(defaults.low, paper.low)).containsExactly(20, 10);
        assertThat(List.of(defaults.loss, paper.loss)).containsExactly(2.0 / 3, 0.5);
        assertThat(List.of(defaults.waitNanos, paper.waitNanos)).containsExactly(500_000L, 0L);
        assertThat(List.of(defaults.prompt, paper.prompt)).containsExactly(true, false);
        assertThat(defaults.buffer).isEqualTo(4 << 20);
        assertThat(defaults.group).isEmpty();
        assertThat(defaults.heads).isEmpty();
    }

    @Test
    void shouldTakeWhatIsGiven() {
        assertThat(toy("repair", "by-sender").repair).isEqualTo(Repair.BY_SENDER);
        assertThat(toy("high", 40).high).isEqualTo(40);
        assertThat(toy("wait", "3ms").waitNanos).isEqualTo(3_000_000);
        assertThat(toy("prompt", false).prompt).isFalse();
        assertThat(toy("group", "g").group).isEqualTo("g");
        assertThat(toy("heads", List.of("a", "b")).heads).containsExactly("a", "b");
    }

    @Test
    void shouldMakeDefaultsGiveWayToBoundsThatFollowFromOthers() {
        assertThat(toy("low", 50).high).isEqualTo(50);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Toy(Parameters.none().with("low", 50).with("high", 40)))
                .withMessage("parameter 'high' is 40; it must be an integer from 50 to 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> toy("retry", "6ms"))
                .withMessage("parameter 'retry' is \"6ms\"; it must be a duration from 1.0us to 5001.0us,"
                        + " such as \"250ms\"");
    }

    @Test
    void shouldDeriveDefaultsFromOthers() {
        assertThat(toy("wait", "3us").retryNanos).isEqualTo(7_000);
        Parameters bySender = Parameters.none().with("repair", "by-sender");
        assertThat(new Toy(Parameters.none()).rate).isEqualTo(1_000);
        assertThat(new Toy(bySender).rate).isEqualTo(3_000);
        assertThat(new Toy(bySender.with("preset", "paper")).rate).isEqualTo(2_000);
    }

    @Test
    void shouldRefuseWhatWasNotDeclared() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> toy("wat", "3ms"))
                .withMessageStartingWith("unknown parameter 'wat'; did you mean 'wait'? (the known ones are buffer, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> toy("heads", "a"))
                .withMessage("parameter 'heads' is \"a\"; it must be a list of addresses");
    }

    @Test
    void shouldNotLetADeclarationBeAmbiguousOrIncomplete() {
        assertThatIllegalStateException().isThrownBy(Twice::new).withMessageContaining("'x' is declared twice");
        Parameters paper = Parameters.none().with("preset", "paper");
        assertThatIllegalStateException()
                .isThrownBy(() -> new WithoutPaper(paper))
                .withMessageContaining("'x' is declared without a value");
    }

    @Test
    void shouldTellBothPresetsAndRanges() {
        assertThat(declared("low").paperText() + " / " + declared("low").defaultsText())
                .isEqualTo("10 / 20");
        assertThat(declared("high").range()).isEqualTo("1 to 100 packets, at least low");
        assertThat(declared("high").words().meaning()).isEqualTo("The upper bound. Raising it: more memory.");
        assertThat(declared("buffer").defaultsText()).isEqualTo("4 MiB");
        assertThat(declared("buffer").explanation()).isEqualTo("Buffered bytes. In the papers: B.");
        assertThat(declared("loss").defaultsText()).isEqualTo("0.6667");
        assertThat(declared("wait").range()).isEqualTo("0s to 10m");
        assertThat(declared("repair").range()).isEqualTo("by-head, by-sender");
        assertThat(declared("heads").defaultsText()).isEqualTo("none");
        assertThat(declared("rate").defaults().rule()).isEqualTo("2,000 / 3,000 with repair by-sender");
        assertThat(declared("retry").explanation()).isEqualTo("The next try. Unless given: twice wait.");
    }

    @Test
    void shouldWriteATable() {
        String table = ParameterTable.of(Toy::new).toMarkdown();
        assertThat(table.lines().toList())
                .startsWith("| parameter | paper | defaults | range | what it is |", "|---|---|---|---|---|")
                .contains("| `wait` | 0s | 500us | 0s to 10m | The wait. |")
                .hasSize(2 + 12);
        assertThat(ParameterTable.none().toMarkdown()).startsWith("| parameter | default | range |");
    }

    @Test
    void shouldGiveItsFieldsToJson() {
        assertThat(ParameterTable.of(Toy::new).toJson())
                .hasSize(12)
                .element(2)
                .hasToString("{name=low, unit=packets, range=1 to 100, limits=,"
                        + " schema={type=integer, minimum=1, maximum=100}, paper=10, defaults=20, rule=, ofHeap=false, term=,"
                        + " meaning=The lower bound.}");
    }
}
