package org.rmcast.lab.layout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A network namespace without a name. It is there as long as a process is in it: first of all the one that holds it, which only
 * waits for the end of its standard input. That end comes when this program ends, whatever ends it, and the kernel then
 * removes the namespace with all that is in it. So nothing can be left behind, and two programs cannot meet.
 */
final class Namespace implements AutoCloseable {
    private static final long END_TIMEOUT_SECONDS = 5;

    private final Process holder;

    /**
     * Makes one.
     *
     * @throws IOException if that is not allowed or not possible here, with what the system says
     */
    Namespace() throws IOException {
        holder = new ProcessBuilder("unshare", "--net", "cat").start();
        boolean made = false;
        try {
            made = answers();
            if (!made) {
                throw new IOException(CommandLines.oneLine(
                        new String(holder.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)));
            }
        } finally {
            if (!made) {
                close();
            }
        }
    }

    /** It says what it is told as soon as it is inside. */
    private boolean answers() throws IOException {
        try {
            holder.getOutputStream().write('\n');
            holder.getOutputStream().flush();
        } catch (IOException e) {
            return false;
        }
        return holder.getInputStream().read() == '\n';
    }

    /** The process that holds it, by which other commands find it. */
    long pid() {
        return holder.pid();
    }

    /** The words before a command that make it run inside. */
    List<String> entry() {
        return List.of("nsenter", "--net=/proc/" + pid() + "/ns/net", "--");
    }

    /** Starts a program inside that ends with this one or before. */
    Process start(List<String> command) throws IOException {
        List<String> inside = new ArrayList<>(entry());
        inside.addAll(command);
        return new ProcessBuilder(inside)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Runs a command inside to its end, see {@link CommandLines#run}; returns what it said. */
    String run(List<String> command, String input) throws IOException {
        List<String> inside = new ArrayList<>(entry());
        inside.addAll(command);
        return CommandLines.run(inside, input);
    }

    @Override
    public void close() {
        try {
            holder.getOutputStream().close();
            if (holder.waitFor(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // It is gone already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        holder.destroyForcibly();
    }
}
