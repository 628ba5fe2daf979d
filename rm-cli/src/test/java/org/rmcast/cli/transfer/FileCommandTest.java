package org.rmcast.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.rmcast.cli.common.Terminal;

@EnabledOnOs({OS.LINUX, OS.MAC})
class FileCommandTest {
    private final StringWriter err = new StringWriter();
    private final List<String> ended = Collections.synchronizedList(new ArrayList<>());

    private FileCommand command(String text) {
        PrintWriter writer = new PrintWriter(err, true);
        Terminal terminal = Terminal.plain().withWriters(writer, writer);
        return new FileCommand(text, terminal, (file, exitCode) -> ended.add(file + " " + exitCode));
    }

    @Test
    void shouldGiveThePathAsOneArgumentWhateverItsName() throws Exception {
        try (FileCommand echo = command("echo got")) {
            echo.run(Path.of("/x/a b; $(touch c)"));
            echo.run(Path.of("/x/second"));
            assertThat(echo.awaitAll()).isZero();
        }
        assertThat(err.toString().lines()).containsExactly("got /x/a b; $(touch c)", "got /x/second");
        assertThat(ended).containsExactly("/x/a b; $(touch c) 0", "/x/second 0");
    }

    @Test
    void shouldTellWhatFailed() throws Exception {
        try (FileCommand failing = command("false")) {
            failing.run(Path.of("/x/a"));
            assertThat(failing.awaitAll()).isEqualTo(1);
        }
        assertThat(err.toString()).contains("--exec false: exit code 1 for /x/a");
    }

    @Test
    void shouldTellWhatIsNoProgram() throws Exception {
        try (FileCommand none = command("no-such-program-here")) {
            none.run(Path.of("/x/a"));
            assertThat(none.awaitAll()).isEqualTo(1);
        }
        assertThat(ended).containsExactly("/x/a 127");
        assertThat(err.toString()).contains("no-such-program-here");
    }

    @Test
    void shouldEndWhatRuns() {
        FileCommand sleeping = command("sleep");
        sleeping.run(Path.of("600"));
        sleeping.close();
        assertThat(err.toString()).doesNotContain("did not end");
    }
}
