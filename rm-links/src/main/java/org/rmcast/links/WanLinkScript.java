package org.rmcast.links;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;

/** The script {@code wan-link.sh} in a container, run as root. */
final class WanLinkScript {
    private static final String PATH = "/tmp/wan-link.sh";

    private final GenericContainer<?> container;

    /** How a run ended. */
    record Result(int exitCode, String output, String errors) {
        boolean isOk() {
            return exitCode == 0;
        }
    }

    /** Copies the script into a running container. */
    WanLinkScript(GenericContainer<?> container) {
        this.container = container;
        container.copyFileToContainer(Transferable.of(text(), 0755), PATH);
    }

    Result run(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("sh", PATH));
        command.addAll(arguments);
        try {
            ExecResult result = container.execInContainer(ExecConfig.builder()
                    .user("root")
                    .command(command.toArray(String[]::new))
                    .build());
            return new Result(
                    result.getExitCode(),
                    result.getStdout().strip(),
                    result.getStderr().strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a link was set", e);
        }
    }

    private static byte[] text() {
        try (InputStream script = WanLinkScript.class.getResourceAsStream("wan-link.sh")) {
            if (script == null) {
                throw new IllegalStateException("wan-link.sh is missing in the jar of rm-links");
            }
            return script.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
