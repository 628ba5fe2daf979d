package org.rmcast.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.core.text.PrintableText;

class MemberNamesTest {
    @Test
    void shouldNameEachSessionOfAProcess() {
        String first = MemberNames.next();
        String second = MemberNames.next();
        String process = "-" + ProcessHandle.current().pid();
        assertThat(first).contains(process);
        assertThat(second).contains(process + "-").isNotEqualTo(first);
        assertThat(PrintableText.checked("name", second, 64)).isEqualTo(second);
    }
}
