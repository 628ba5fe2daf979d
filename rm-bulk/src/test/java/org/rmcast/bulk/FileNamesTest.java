package org.rmcast.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "..",
                "...",
                ".bashrc",
                "/etc/passwd",
                "../x",
                "a/b",
                "a\\b",
                "..\\x",
                "C:x",
                "a\nb",
                "a\u0000b",
                "a\u007fb"
            })
    void shouldRefuseNamesThatAreNotPlain(String name) {
        assertThat(FileNames.problem(name)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "notes.txt", "a b", "\u00fcber.ts", "-rf", "at 12:30"})
    void shouldAllowPlainNames(String name) {
        assertThat(FileNames.problem(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "a/b c/d.txt"})
    void shouldAllowPathsOfPlainNames(String path) {
        assertThat(FileNames.pathProblem(path)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "a/", "a//b", "a/../b", "../a", "a/./b", "a/.b", "a\\b/c", "C:/x", "a/b\nc"})
    void shouldRefusePathsWithOtherParts(String path) {
        assertThat(FileNames.pathProblem(path)).isNotNull();
    }

    @Test
    void shouldLimitTheDepth() {
        assertThat(FileNames.pathProblem("a/".repeat(31) + "a")).isNull();
        assertThat(FileNames.pathProblem("a/".repeat(32) + "a")).isEqualTo("has more than 32 parts");
    }

    @Test
    void shouldLimitTheLengthInBytes() {
        assertThat(FileNames.problem("x".repeat(230))).isNull();
        assertThat(FileNames.problem("x".repeat(231))).contains("230 bytes");
        assertThat(FileNames.problem("\u00fc".repeat(116))).contains("230 bytes");
    }

    @Test
    void shouldShowHostileNamesHarmlessly() {
        assertThat(FileNames.shown("a\u001b[2Jb")).isEqualTo("\"a?[2Jb\"");
        assertThat(FileNames.shown("x".repeat(500))).hasSizeLessThan(100);
    }

    @Test
    void shouldSendUnderTheLastPartOfThePath() {
        assertThat(FileNames.of(Path.of("some/dir/../notes.txt"))).isEqualTo("notes.txt");
        assertThat(FileNames.of(Path.of("/"))).isEmpty();
    }
}
