package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class RmcastLabTest {
    private final StringWriter out = new StringWriter();

    private int execute(String... arguments) {
        return RmcastLab.commandLine().setOut(new PrintWriter(out, true)).execute(arguments);
    }

    @Test
    void shouldSayItsVersion() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).matches("rmcast-lab \\d+\\.\\d+\\.\\S* \\(Java .+\\)\\R");
    }

    /** What the user can mend is said in words, not by the name of a class. */
    @Test
    void shouldSayWhatIsWrongInWords() {
        assertThat(RmcastLab.inWords(new NoSuchFileException("series.csv")))
                .isEqualTo("series.csv: there is no such file");
        assertThat(RmcastLab.inWords(new IOException("the disk is full"))).isEqualTo("the disk is full");
        assertThat(RmcastLab.inWords(new IllegalArgumentException("seed must be positive")))
                .isEqualTo("seed must be positive");
        assertThat(RmcastLab.inWords(new ArithmeticException("by zero")))
                .isEqualTo("java.lang.ArithmeticException: by zero");
    }
}
