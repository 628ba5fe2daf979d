package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.List;

/** What a small program prints. */
final class Printed {
    /** A program, or a part of it. */
    @FunctionalInterface
    interface Program {
        void run() throws Exception;
    }

    private Printed() {}

    /** The lines that a program writes to the standard output. */
    static List<String> by(Program program) throws Exception {
        PrintStream standardOut = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, UTF_8));
        try {
            program.run();
        } finally {
            System.setOut(standardOut);
        }
        return written.toString(UTF_8).lines().toList();
    }

    /** A UDP port that is free now, as an argument. */
    static String freePort() throws IOException {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return Integer.toString(free.getLocalPort());
        }
    }
}
