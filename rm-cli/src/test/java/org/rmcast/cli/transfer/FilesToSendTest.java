package org.rmcast.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.cli.common.CommandFailure;

class FilesToSendTest {
    @TempDir
    private Path dir = Path.of("");

    private final FilesToSend files = new FilesToSend();

    private List<String> names() {
        return files.files().stream().map(OutgoingFile::name).toList();
    }

    @Test
    void shouldNameFilesBelowTheDirectoryInOrder() throws Exception {
        Path src = dir.resolve("src");
        Files.createDirectories(src.resolve("b/c"));
        Files.writeString(src.resolve("z"), "12");
        Files.writeString(src.resolve("a"), "1");
        Files.writeString(src.resolve("b/c/d"), "123");
        files.add(src);
        assertThat(names()).containsExactly("src/a", "src/b/c/d", "src/z");
        assertThat(files.totalBytes()).isEqualTo(6);
        assertThat(files.leftOut()).isEmpty();
    }

    @Test
    void shouldNameTheDirectoryThatADotMeans() throws Exception {
        Files.createDirectories(dir.resolve("src/b"));
        Files.writeString(dir.resolve("src/a"), "1");
        files.add(dir.resolve("src/b/.."));
        assertThat(names()).containsExactly("src/a");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldLeaveOutLinksAndHiddenFiles() throws Exception {
        Path src = Files.createDirectories(dir.resolve("src"));
        Files.writeString(src.resolve("a"), "1");
        Files.writeString(src.resolve(".b"), "1");
        Files.createSymbolicLink(src.resolve("link"), dir);
        files.add(src);
        assertThat(names()).containsExactly("src/a");
        assertThat(files.leftOut())
                .containsExactly(
                        src.resolve(".b") + " has a part that begins with a dot",
                        src.resolve("link") + " is a link, or no regular file");
    }

    @Test
    void shouldRefuseAnEmptyDirectoryAndTwoOfOneName() throws Exception {
        assertThatThrownBy(() -> files.add(dir))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("no file in it");
        files.add(InputStream.nullInputStream(), "a");
        assertThat(files.totalBytes()).isNull();
        assertThatThrownBy(() -> files.add(InputStream.nullInputStream(), "a"))
                .hasMessageContaining("two files are named a");
    }
}
