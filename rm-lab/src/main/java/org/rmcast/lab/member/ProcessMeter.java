package org.rmcast.lab.member;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Measures what this process uses, from the moment at which the meter was made. Not thread safe. */
public final class ProcessMeter {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR_REFS = Path.of("/proc/self/clear_refs");
    private static final String FORGET_PEAK = "5";
    private static final String PEAK = "VmHWM:";

    private final ContextSwitches switchesBefore = ContextSwitches.now();
    private final long cpuBeforeNanos = cpuNanos();
    private final long compileBeforeNanos = compileNanos();
    private final long startNanos = System.nanoTime();

    /** Begins now. */
    public ProcessMeter() {}

    /** What was used until now. */
    public ProcessFigures read() {
        long elapsedNanos = System.nanoTime() - startNanos;
        long cpuNanos = cpuNanos() - cpuBeforeNanos;
        return new ProcessFigures(
                cpuNanos,
                compileNanos() - compileBeforeNanos,
                peakMemory(),
                ContextSwitches.now().since(switchesBefore),
                elapsedNanos);
    }

    /** Empties the heap and begins anew with the peak, where Linux allows that. */
    public static void forgetPeak() {
        System.gc();
        try {
            Files.writeString(CLEAR_REFS, FORGET_PEAK);
        } catch (IOException e) {
            // The peak is then that of the process's whole life.
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static long compileNanos() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        return compiler == null ? 0 : TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime());
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
