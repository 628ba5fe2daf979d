package org.rmcast.lab.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What Linux tells of a process of ours, and lets us do with it. */
final class Processes {
    private Processes() {}

    /** How many descriptors a process has open; 0 where that is not known. */
    static long descriptors(long pid) {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return open.count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Stops a process for a time. */
    static void pause(long pid, long millis) throws IOException, InterruptedException {
        signal(pid, "STOP");
        try {
            Thread.sleep(millis);
        } finally {
            signal(pid, "CONT");
        }
    }

    private static void signal(long pid, String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new IOException("process " + pid + " could not be sent " + name);
        }
    }
}
