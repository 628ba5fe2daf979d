package org.rmcast.lab.perf;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where something was measured; no name of a host or a path.
 *
 * @param cores processors that the JVM may use
 * @param java the JDK
 * @param kernel the operating system
 * @param maxReceiveBufferBytes the largest receive buffer that the system grants, Linux's net.core.rmem_max; 0 if unknown
 */
public record Machine(int cores, String java, String kernel, long maxReceiveBufferBytes) {
    private static final Path RMEM_MAX = Path.of("/proc/sys/net/core/rmem_max");

    /** This one. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                readRmemMax());
    }

    /** Read in one piece: the kernel gives such a file's first read only. Absent in some network namespaces. */
    private static long readRmemMax() {
        try (BufferedReader reader = Files.newBufferedReader(RMEM_MAX)) {
            return Long.parseLong(String.valueOf(reader.readLine()).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
