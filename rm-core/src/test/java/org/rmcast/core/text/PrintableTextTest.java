package org.rmcast.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"north", "Zürich 3", "a", "0123456789012345678901234567890123456789012345678901234567890123"})
    void shouldTakeNames(String name) {
        assertThat(PrintableText.checked("memberName", name, 64)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " north",
                "nor\nth",
                "nor\u0000th",
                "nor\u202eth",
                "01234567890123456789012345678901234567890123456789012345678901234"
            })
    void shouldRefuseWhatIsNoName(String name) {
        assertThatThrownBy(() -> PrintableText.checked("memberName", name, 64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("memberName must be 1 to 64 bytes")
                .message()
                .doesNotContain("\n", "\u0000", "\u202e");
    }
}
