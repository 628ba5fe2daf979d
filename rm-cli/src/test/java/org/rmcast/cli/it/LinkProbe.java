package org.rmcast.cli.it;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures a link, in two containers of one machine, whose clocks (monotonic) are the same. Needs nothing but the JDK:
 *
 * <ul>
 *   <li>{@code receive PORT}: writes a line for each run, when nothing has come for a second
 *   <li>{@code send RUN ADDRESS PORT COUNT BYTES PACKETS_PER_SECOND}
 * </ul>
 */
public final class LinkProbe {
    private static final int IDLE_MILLIS = 1_000;
    private static final int MOST_PACKETS = 100_000;
    private static final int SOCKET_BYTES = 4 << 20;

    private LinkProbe() {}

    /** Runs one side. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("receive")) {
            receive(Integer.parseInt(arguments[1]));
        } else {
            send(
                    Integer.parseInt(arguments[1]),
                    InetAddress.getByName(arguments[2]),
                    Integer.parseInt(arguments[3]),
                    Integer.parseInt(arguments[4]),
                    Integer.parseInt(arguments[5]),
                    Double.parseDouble(arguments[6]));
        }
    }

    private static void send(int run, InetAddress address, int port, int count, int bytes, double rate)
            throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.setSendBufferSize(SOCKET_BYTES);
            byte[] payload = new byte[bytes];
            DatagramPacket packet = new DatagramPacket(payload, bytes, address, port);
            long begin = System.nanoTime();
            for (int number = 0; number < count; number++) {
                long due = begin + (long) (number * 1e9 / rate);
                while (System.nanoTime() - due < 0) {
                    LockSupport.parkNanos(50_000);
                }
                ByteBuffer.wrap(payload).putInt(run).putInt(number).putLong(System.nanoTime());
                socket.send(packet);
            }
        }
    }

    private static void receive(int port) throws IOException {
        try (DatagramSocket socket = new DatagramSocket(port)) {
            socket.setReceiveBufferSize(SOCKET_BYTES);
            socket.setSoTimeout(IDLE_MILLIS);
            System.out.println("ready");
            Run run = new Run();
            DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
            while (true) {
                try {
                    socket.receive(packet);
                    run.add(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()), System.nanoTime());
                } catch (SocketTimeoutException e) {
                    if (run.arrived > 0) {
                        System.out.println(run.line());
                        run = new Run();
                    }
                }
            }
        }
    }

    /** What arrived of one run. */
    private static final class Run {
        private final boolean[] seen = new boolean[MOST_PACKETS];
        private final long[] delays = new long[MOST_PACKETS];
        private int id;
        private int arrived;
        private int duplicates;
        private int overtaken;
        private int highest = -1;
        private long bytes;
        private long first;
        private long last;

        void add(ByteBuffer packet, long now) {
            int size = packet.remaining();
            id = packet.getInt();
            int number = packet.getInt();
            if (seen[number]) {
                duplicates++;
                return;
            }
            seen[number] = true;
            delays[arrived] = now - packet.getLong();
            if (arrived == 0) {
                first = now;
            } else {
                bytes += size + 28;
            }
            last = now;
            arrived++;
            if (number < highest) {
                overtaken++;
            }
            highest = Math.max(highest, number);
        }

        /** JSON; delays in microseconds, the rate with IP and UDP headers, a gap is a run of lost packets. */
        String line() {
            Arrays.sort(delays, 0, arrived);
            int gaps = 0;
            for (int number = 1; number <= highest; number++) {
                if (seen[number] && !seen[number - 1]) {
                    gaps++;
                }
            }
            return String.format(
                    Locale.ROOT,
                    "{\"run\": %d, \"arrived\": %d, \"duplicates\": %d, \"overtaken\": %d, \"gaps\": %d, \"bitsPerSecond\": %.0f,"
                            + " \"lowest\": %d, \"median\": %d, \"highest\": %d}",
                    id,
                    arrived,
                    duplicates,
                    overtaken,
                    gaps,
                    bytes * 8e9 / Math.max(1, last - first),
                    delays[0] / 1_000,
                    delays[arrived / 2] / 1_000,
                    delays[arrived - 1] / 1_000);
        }
    }
}
