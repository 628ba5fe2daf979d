package org.rmcast.cli.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Whether receivers have what was sent, byte by byte. */
final class Copies {
    private Copies() {}

    /**
     * Waits for the receivers' ends, and compares what they wrote.
     *
     * @throws AssertionError naming each receiver that failed, and the first byte that is wrong
     */
    static void requireIdentical(byte[] expected, String path, Duration limit, List<WanNode> receivers) {
        List<String> wrong = new ArrayList<>();
        for (WanNode receiver : receivers) {
            int exitCode = receiver.awaitExit(limit);
            if (exitCode != 0) {
                wrong.add(receiver.name() + " ended with exit code " + exitCode + ": " + receiver.lastWords());
            } else {
                String difference = difference(expected, receiver.read(path));
                if (!difference.isEmpty()) {
                    wrong.add(receiver.name() + ": " + difference);
                }
            }
        }
        if (!wrong.isEmpty()) {
            throw new AssertionError(String.join("\n", wrong));
        }
    }

    /** What is wrong with a copy, empty if nothing is. */
    static String difference(byte[] expected, byte[] copy) {
        int at = Arrays.mismatch(expected, copy);
        if (at < 0) {
            return "";
        }
        if (at == expected.length) {
            return "byte " + at + " and those after it were never sent (" + sizes(expected, copy) + ")";
        }
        if (at == copy.length) {
            return "byte " + at + " and those after it are missing (" + sizes(expected, copy) + ")";
        }
        return String.format(
                "byte %d is 0x%02x, should be 0x%02x (%s)", at, copy[at], expected[at], sizes(expected, copy));
    }

    private static String sizes(byte[] expected, byte[] copy) {
        return copy.length + " bytes received, " + expected.length + " sent";
    }
}
