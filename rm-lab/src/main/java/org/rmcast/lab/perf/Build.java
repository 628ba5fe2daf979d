package org.rmcast.lab.perf;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A build of rmcast, from which member processes run.
 *
 * @param name how reports call it
 * @param classPath all of it, rm-lab included
 */
public record Build(String name, String classPath) {
    private static final Pattern PROGRAM = Pattern.compile("(?:rmcast|rm)-lab-.*(?<!-sources|-javadoc|-tests)\\.jar");

    /** The one that runs: its class path, or where it runs as modules, its module path; members need no module to be resolved. */
    public static Build running() {
        String modules = System.getProperty("jdk.module.path", "");
        String classes = System.getProperty("java.class.path", "");
        return new Build("this", modules.isEmpty() ? classes : modules + File.pathSeparator + classes);
    }

    /**
     * Another one.
     *
     * @param directory a checkout in which rm-lab was packaged, its {@code rm-lab/target}, or {@code rm-lab/target/lib}
     * @throws IllegalArgumentException if no packaged rm-lab is there, saying how to make it
     */
    static Build in(Path directory) {
        Path home = directory.toAbsolutePath().normalize();
        Path parent = home.getParent();
        List<Path> targets = Stream.of(home.resolve("rm-lab").resolve("target"), home, parent == null ? home : parent)
                .filter(target -> Files.isDirectory(target.resolve("lib")))
                .toList();
        for (Path target : targets) {
            Optional<Path> jar = program(target);
            if (jar.isPresent()) {
                return new Build(
                        "other", jar.get() + File.pathSeparator + target.resolve("lib") + File.separator + '*');
            }
        }
        throw new IllegalArgumentException("--compare-with must name a checkout of rmcast with a packaged rm-lab, was "
                + directory + ": there is no rm-lab/target with rmcast-lab-VERSION.jar and lib; make them there with"
                + " mvn -DskipTests -pl rm-lab -am package");
    }

    private static Optional<Path> program(Path target) {
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(Build::isProgram).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isProgram(Path file) {
        return PROGRAM.matcher(String.valueOf(file.getFileName())).matches();
    }
}
