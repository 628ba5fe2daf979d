package org.rmcast.lab.member;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process used.
 *
 * @param cpuNanos time on the processors, of all threads, in user and kernel mode
 * @param peakMemoryKib the most memory that was resident at once since the process began, Linux's VmHWM; 0 elsewhere
 */
public record ProcessFigures(long cpuNanos, long peakMemoryKib) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PEAK = "VmHWM:";

    /** This process, since it began. */
    static ProcessFigures now() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new ProcessFigures(system.getProcessCpuTime(), peakMemory());
    }

    /** The time since an earlier moment, and the peak of now. */
    ProcessFigures since(ProcessFigures before) {
        return new ProcessFigures(cpuNanos - before.cpuNanos, peakMemoryKib);
    }

    private static long peakMemory() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(PEAK)) {
                    return Long.parseLong(
                            line.substring(PEAK.length()).replace("kB", "").strip());
                }
            }
        } catch (IOException | NumberFormatException e) {
            // Not Linux: the report shows that it is not known.
        }
        return 0;
    }
}
