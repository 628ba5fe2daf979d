package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static Terminal of(Map<String, String> environment) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return Terminal.of(environment, InputStream.nullInputStream(), nowhere, nowhere);
    }

    @Test
    void shouldBelieveTheLauncherAboutTerminals() {
        assertThat(of(Map.of("RMCAST_TERMINALS", "out,err,")).outIsTerminal()).isTrue();
        Terminal redirected = of(Map.of("RMCAST_TERMINALS", "err,"));
        assertThat(redirected.outIsTerminal()).isFalse();
        assertThat(redirected.errIsTerminal()).isTrue();
        assertThat(of(Map.of("RMCAST_TERMINALS", "out,", "TERM", "dumb")).outIsTerminal())
                .isFalse();
    }

    @Test
    void shouldBePlainWithoutTheLauncher() {
        Terminal terminal = of(Map.of());
        assertThat(terminal.outIsTerminal()).isFalse();
        assertThat(terminal.columns()).isEqualTo(100);
        assertThat(terminal.unicode()).isFalse();
    }

    @Test
    void shouldTakeTheWidthIfItMakesSense() {
        assertThat(of(Map.of("COLUMNS", "132")).columns()).isEqualTo(132);
        assertThat(of(Map.of("COLUMNS", "5")).columns()).isEqualTo(40);
        assertThat(of(Map.of("COLUMNS", "wide")).columns()).isEqualTo(100);
        assertThat(of(Map.of("LINES", "50")).rows()).isEqualTo(50);
        assertThat(of(Map.of("LINES", "0")).rows()).isEqualTo(10);
    }

    @Test
    void shouldDrawLinesOnlyWhereTheLocaleCan() {
        assertThat(of(Map.of("LANG", "de_DE.UTF-8")).unicode()).isTrue();
        assertThat(of(Map.of("LANG", "de_DE.UTF-8", "LC_ALL", "C")).unicode()).isFalse();
        assertThat(of(Map.of("LC_CTYPE", "C.utf8")).unicode()).isTrue();
    }
}
