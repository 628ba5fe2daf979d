package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What users get runs where it was unpacked, with nothing but Java. */
class DistributionIT {
    private static final Path TARGET = Path.of("target");
    private static final String HEAP = "-Xmx128m";
    private static final int LIMIT_SECONDS = 60;

    @TempDir
    private Path dir = Path.of("");

    private static Path packaged(String pattern) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(TARGET, pattern)) {
            return files.iterator().next().toAbsolutePath();
        }
    }

    /** The directory that the zip has at its top. */
    private Path unpack() throws IOException {
        Path place = Files.createDirectory(dir.resolve("a place with blanks"));
        try (InputStream file = Files.newInputStream(packaged("rmcast-*-bin.zip"));
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path target = place.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(zip, target);
                }
            }
        }
        try (Stream<Path> top = Files.list(place)) {
            return top.findFirst().orElseThrow();
        }
    }

    private String run(String... command) throws Exception {
        Path output = dir.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("RMCAST_JAVA_OPTS", HEAP);
        builder.environment().remove("RMCAST_CONFIG");
        Process process = builder.start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as(text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldRunFromTheUnpackedZip() throws Exception {
        Path home = unpack();
        String script = home.resolve("bin/rmcast").toString();
        assertThat(run("bash", script, "--version")).startsWith("rmcast 0.").hasLineCount(1);
        Path link = Files.createSymbolicLink(dir.resolve("rmcast"), home.resolve("bin/rmcast"));
        assertThat(run("bash", link.toString(), "protocols")).contains("nak", "pbcast", "tram", "wan");
        assertThat(run(java(), HEAP, "-jar", home.resolve("rmcast.jar").toString(), "--version"))
                .startsWith("rmcast 0.");
        assertThat(home.resolve("bin/rmcast.cmd")).content().contains("rmcast.jar\" %*\r\n");
        assertThat(home.resolve("LICENSE")).exists();
    }

    @Test
    void shouldBringEveryProtocolInOneJar() throws Exception {
        String jar = packaged("rmcast-*-all.jar").toString();
        for (String protocol : List.of("nak", "pbcast", "tram", "wan")) {
            assertThat(run(java(), HEAP, "-jar", jar, "protocols", protocol)).startsWith(protocol + ": ");
        }
        assertThat(run(
                        java(),
                        HEAP,
                        "-jar",
                        jar,
                        "demo",
                        "--json",
                        "--speed=20",
                        "--receivers=2",
                        "--heads=1",
                        "--no-kill"))
                .contains("\"ok\":true");
    }
}
