package org.rmcast.lab.member;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * IP packets that passed a member's network interface, as Linux counts them in {@code /proc/net/dev} of the member's network
 * namespace: what was cut out of larger pieces each by itself, and what is lost on purpose behind the interface still with the rest. 0
 * where the interface is not the member's alone.
 *
 * @param packetsSent packets that left
 * @param packetsReceived packets that came
 */
public record WireFigures(long packetsSent, long packetsReceived) {
    static final WireFigures NONE = new WireFigures(0, 0);

    private static final Path DEVICES = Path.of("/proc/self/net/dev");
    /** Where a line's numbers of packets stand after the colon: 8 of what came, then 8 of what left, bytes first. */
    private static final int RECEIVED = 1;

    private static final int SENT = 9;

    /** An interface's, since it was made. */
    static WireFigures now(String networkInterface) {
        try {
            return parse(Files.readAllLines(DEVICES), networkInterface);
        } catch (IOException e) {
            // Not Linux: the report shows the transport's counters.
            return NONE;
        }
    }

    /** Finds an interface in the lines of {@code /proc/net/dev}. */
    static WireFigures parse(List<String> lines, String networkInterface) {
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon >= 0 && line.substring(0, colon).strip().equals(networkInterface)) {
                String[] numbers = line.substring(colon + 1).strip().split("\\s+", -1);
                return new WireFigures(Long.parseLong(numbers[SENT]), Long.parseLong(numbers[RECEIVED]));
            }
        }
        return NONE;
    }

    WireFigures minus(WireFigures before) {
        return new WireFigures(packetsSent - before.packetsSent, packetsReceived - before.packetsReceived);
    }
}
