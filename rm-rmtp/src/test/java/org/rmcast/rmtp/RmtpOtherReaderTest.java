package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.Parameters;
import org.rmcast.sim.NodeObserver;

/**
 * The page is enough to read the protocol: {@code read_rmtp.py}, which goes by it, knows every byte of a whole delivery, and gets the data set
 * out of it. Needs Python 3.8.
 */
class RmtpOtherReaderTest {
    private static final int BYTES = 600_000;
    private static final int PACKET_TYPES = 15;

    @TempDir
    Path directory;

    /** REPORT is of rateControl lan, RATE and its answer of shared. */
    @ParameterizedTest
    @CsvSource({"lan, count RATE 0;count RATE_TAKEN 0", "shared, count REPORT 0"})
    void shouldBeReadByWhoKnowsThePageAlone(String rateControl, String absent)
            throws IOException, InterruptedException, NoSuchAlgorithmException {
        assumeTrue(hasPython(), "there is no python3");
        List<byte[]> sent = capture(rateControl);
        Path file = directory.resolve("capture");
        try (DataOutputStream output = new DataOutputStream(Files.newOutputStream(file))) {
            for (byte[] datagram : sent) {
                output.writeInt(datagram.length);
                output.write(datagram);
            }
        }
        Path said = directory.resolve("said");
        Process reader = new ProcessBuilder("python3", "src/test/python/read_rmtp.py", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        int exit = reader.waitFor();
        List<String> lines = Files.readAllLines(said, StandardCharsets.UTF_8);
        assertThat(exit).as("%s", lines.get(lines.size() - 1)).isZero();
        List<String> counts =
                lines.stream().filter(line -> line.startsWith("count ")).toList();
        assertThat(counts).hasSize(PACKET_TYPES);
        assertThat(counts.stream().filter(line -> line.endsWith(" 0"))).containsExactly(absent.split(";"));
        assertThat(lines).hasSize(sent.size() + PACKET_TYPES + 1).endsWith("sha256 " + digest());
    }

    /** All datagrams of a delivery in which a receiver is busy for a time. */
    private static List<byte[]> capture(String rateControl) {
        List<byte[]> sent = new ArrayList<>();
        Delivered delivered = Delivered.of(4, BYTES)
                .link(RmtpDeliveryTest.link(15))
                .parameters(Parameters.none()
                        .with("rateControl", rateControl)
                        .with("rate", 500_000)
                        .with("minSharedRate", 200_000)
                        .with("maxRate", 1_000_000))
                .simulation(builder -> builder.startAt(0, Duration.ofMillis(1)))
                .start();
        delivered
                .simulation
                .nodes()
                .forEach(node -> node.observe(new NodeObserver() {
                    @Override
                    public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
                        sent.add(datagram);
                    }
                }));
        delivered.simulation.runFor(Duration.ofMillis(500));
        delivered.sink(2).full = true;
        delivered.simulation.runFor(Duration.ofMillis(300));
        delivered.sink(2).full = false;
        delivered.finish(Duration.ofMinutes(10));
        delivered.simulation.runFor(Duration.ofSeconds(1));
        delivered.checkAllButHave();
        return sent;
    }

    private static String digest() throws NoSuchAlgorithmException {
        byte[] all = new byte[BYTES];
        MadeUpSource.fill(Delivered.IDENTITY, 0, all, 0, BYTES);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(all));
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
