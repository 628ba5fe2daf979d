package org.rmcast.cli.perf;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this process has used of the machine. */
final class ProcessFigures {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final long UNKNOWN = -1;

    /** Seconds of processor time since the process began, all threads; negative where the system does not tell. */
    double cpuSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime() / 1e9
                : UNKNOWN;
    }

    /** The most memory that was resident, in bytes, as Linux counts it; -1 elsewhere. */
    long peakResidentBytes() {
        try {
            return Files.isReadable(STATUS) ? peakResidentBytes(Files.readString(STATUS)) : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    static long peakResidentBytes(String status) {
        Matcher matcher = PEAK.matcher(status);
        return matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : UNKNOWN;
    }

    /** The sum over the heap's parts of the most that was used of each, in bytes: an upper bound. */
    long peakHeapBytes() {
        long peak = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
        }
        return peak;
    }

    /** As fields of a JSON object. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("processCpuSeconds", cpuSeconds());
        fields.put("peakResidentBytes", peakResidentBytes());
        fields.put("peakHeapBytes", peakHeapBytes());
        return fields;
    }
}
