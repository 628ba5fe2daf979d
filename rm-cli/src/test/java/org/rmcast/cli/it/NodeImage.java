package org.rmcast.cli.it;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * The image of a node, built from docker/Dockerfile and what this module has packaged, once for all tests. Its base is {@code
 * -Drm.it.base}, else the one of docker/base-image.sh if that was run, else the Dockerfile's published one.
 */
final class NodeImage {
    private static final String LOCAL_BASE = "rmcast-base:local";
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private NodeImage() {}

    /** The image's name; builds it at the first call. */
    static String name() {
        return Built.NAME;
    }

    private static final class Built {
        static final String NAME = build();
    }

    private static String build() {
        ImageFromDockerfile image = new ImageFromDockerfile("localhost/rmcast-node-it", true)
                .withFileFromPath("Dockerfile", ROOT.resolve("docker/Dockerfile"))
                .withTarget("lab-node");
        for (String file :
                new String[] {"docker", "rm-links/src/main/resources/org/rmcast/links/wan-link.sh", "rm-cli/target/lib"
                }) {
            image.withFileFromPath(file, ROOT.resolve(file));
        }
        Path jar = jar();
        image.withFileFromPath("rm-cli/target/" + jar.getFileName(), jar);
        Optional<String> base = base();
        if (base.isPresent()) {
            image = image.withBuildArg("BASE", base.get());
        }
        String name = image.get();
        System.out.println("image of a node: " + name + " on " + base.orElse("the published base"));
        return name;
    }

    private static Optional<String> base() {
        String asked = System.getProperty("rm.it.base", "");
        if (!asked.isBlank()) {
            return Optional.of(asked);
        }
        return DockerClientFactory.instance()
                        .client()
                        .listImagesCmd()
                        .withReferenceFilter(LOCAL_BASE)
                        .exec()
                        .isEmpty()
                ? Optional.empty()
                : Optional.of(LOCAL_BASE);
    }

    private static Path jar() {
        Path target = ROOT.resolve("rm-cli/target");
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "rmcast-cli-*.jar")) {
            return jars.iterator().next();
        } catch (IOException | java.util.NoSuchElementException e) {
            throw new IllegalStateException("no jar in " + target + ": run mvn package first", e);
        }
    }
}
