package org.rmcast.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An application that embeds rmcast links with jlink: no module on its way is automatic. */
class RuntimeImageIT {
    private static final Path TARGET = Path.of("target");
    private static final long MOST_BYTES = 64L << 20;

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldRunInAnImageOfItsOwn(@TempDir Path dir) throws Exception {
        Path image = dir.resolve("image");
        link(image);
        Path output = dir.resolve("output");
        Process hello = new ProcessBuilder(image.resolve("bin/hello").toString(), Printed.freePort())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(hello.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output)).contains("Hello, group! 1", "Hello, group! 2", "Hello, group! 3");
        assertThat(hello.exitValue()).isZero();
        long bytes = bytes(image);
        System.out.printf("an image with HelloMulticast, TRAM and the JDK's part takes %.1f MB%n", bytes / 1e6);
        assertThat(bytes).isLessThan(MOST_BYTES);
    }

    private static void link(Path image) throws IOException {
        StringWriter said = new StringWriter();
        int status = ToolProvider.findFirst("jlink")
                .orElseThrow()
                .run(
                        new PrintWriter(said, true),
                        new PrintWriter(said, true),
                        "--module-path=" + TARGET.resolve("lib") + File.pathSeparator + jar(),
                        "--add-modules=org.rmcast.examples,org.rmcast.tram",
                        "--strip-debug",
                        "--no-header-files",
                        "--no-man-pages",
                        "--launcher=hello=org.rmcast.examples/" + HelloMulticast.class.getName(),
                        "--output=" + image);
        assertThat(status).as(said.toString()).isZero();
    }

    private static Path jar() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(TARGET, "rmcast-examples-*[0-9T].jar")) {
            return files.iterator().next();
        }
    }

    private static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
