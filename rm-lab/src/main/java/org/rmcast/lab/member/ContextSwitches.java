package org.rmcast.lab.member;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each thread of a process has given up its processor by itself, to wait, and so had to be woken up again: the
 * voluntary context switches that Linux counts in {@code /proc/PID/task/TID/status}. Elsewhere there are none.
 */
final class ContextSwitches {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final String VOLUNTARY = "voluntary_ctxt_switches:";

    private final Map<String, Long> byThread;

    private ContextSwitches(Map<String, Long> byThread) {
        this.byThread = byThread;
    }

    /** Those of this process, since it began. */
    static ContextSwitches now() {
        return read(TASKS);
    }

    /** Those of the threads that have a directory in {@code tasks}. */
    static ContextSwitches read(Path tasks) {
        Map<String, Long> byThread = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                readThread(thread, byThread);
            }
        } catch (IOException e) {
            // Not Linux: the report shows that it is not known.
        }
        return new ContextSwitches(byThread);
    }

    private static void readThread(Path thread, Map<String, Long> byThread) {
        try {
            byThread.put(String.valueOf(thread.getFileName()), voluntary(Files.readAllLines(thread.resolve("status"))));
        } catch (IOException e) {
            // The thread has ended since its directory was listed.
        }
    }

    private static long voluntary(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(VOLUNTARY))
                .mapToLong(line ->
                        Long.parseLong(line.substring(VOLUNTARY.length()).strip()))
                .sum();
    }

    /** How many there were since an earlier moment; those of threads that have ended meanwhile are not known. */
    long since(ContextSwitches before) {
        return byThread.entrySet().stream()
                .mapToLong(thread -> thread.getValue() - before.byThread.getOrDefault(thread.getKey(), 0L))
                .sum();
    }
}
