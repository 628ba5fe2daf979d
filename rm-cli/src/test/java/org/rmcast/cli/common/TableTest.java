package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void shouldAlignTextLeftAndNumbersRight() {
        Table table =
                new Table("name", " bytes", "copy").row("a", 7, "identical").row("longer name", 1234567, "");
        assertThat(table.lines())
                .containsExactly(
                        "name           bytes  copy", "a                  7  identical", "longer name  1234567");
    }

    @Test
    void shouldRefuseRowsThatDoNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Table("one", "two").row("alone"))
                .withMessage("1 cells for 2 columns");
    }
}
