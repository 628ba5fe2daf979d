package org.rmcast.lab.member;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * What a process used.
 *
 * @param cpuNanos time on the processors, of all threads, in user and kernel mode
 * @param compileNanos time that the JVM's compilers took of it or waited
 * @param peakMemoryKib the most memory that was resident at once since {@link #forgetPeak}, Linux's VmHWM; 0 elsewhere
 */
public record ProcessFigures(long cpuNanos, long compileNanos, long peakMemoryKib) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR_REFS = Path.of("/proc/self/clear_refs");
    private static final String FORGET_PEAK = "5";
    private static final String PEAK = "VmHWM:";

    /** This process, since it began. */
    static ProcessFigures now() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long compileMillis = compiler == null ? 0 : compiler.getTotalCompilationTime();
        return new ProcessFigures(
                system.getProcessCpuTime(), TimeUnit.MILLISECONDS.toNanos(compileMillis), peakMemory());
    }

    /** The time since an earlier moment, and the peak of now. */
    ProcessFigures since(ProcessFigures before) {
        return new ProcessFigures(cpuNanos - before.cpuNanos, compileNanos - before.compileNanos, peakMemoryKib);
    }

    /** Empties the heap and begins anew with the peak, where Linux allows that. */
    static void forgetPeak() {
        System.gc();
        try {
            Files.writeString(CLEAR_REFS, FORGET_PEAK);
        } catch (IOException e) {
            // The peak is then that of the process's whole life.
        }
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
