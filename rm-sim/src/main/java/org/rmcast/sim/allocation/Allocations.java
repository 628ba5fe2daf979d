package org.rmcast.sim.allocation;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Protocols;
import org.rmcast.sim.Costs;

/**
 * What engines allocate in the run of {@link Costs}: the engines alone, without driver, network and applications.
 *
 * <p>Which objects the JVM's second compiler does without depends on what was compiled when: the same run gave 821 and 1,365 bytes
 * for each message. So this is measured in a JVM of its own with the first compiler alone, which leaves no allocation out and is
 * fast; once to load all classes, then for the figures.
 *
 * @param senderBytes bytes for each message, at the sender
 * @param receiverBytes the same at all receivers together
 */
public record Allocations(long senderBytes, long receiverBytes) {
    private static final Pattern FIGURES = Pattern.compile("sender (\\d+), receivers (\\d+)");

    /**
     * Measures in a JVM of its own, on the class path of this one.
     *
     * @param protocol the name of a protocol on the class path
     * @param receiverRole the role of the receivers
     * @param loss loss on each receiver's link, 0 to 1
     * @param messageBytes the length of each message
     * @throws IOException if that JVM failed, with what it wrote
     */
    public static Allocations measure(String protocol, Role receiverRole, double loss, int messageBytes)
            throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Allocations.class.getName(),
                        protocol,
                        receiverRole.name(),
                        Double.toString(loss),
                        Integer.toString(messageBytes))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("the JVM that measures allocations failed: " + output);
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while allocations were measured");
        }
        Matcher figures = FIGURES.matcher(output);
        if (!figures.find()) {
            throw new IOException("the JVM that measures allocations gave no figures: " + output);
        }
        return new Allocations(Long.parseLong(figures.group(1)), Long.parseLong(figures.group(2)));
    }

    /** The JVM of its own: protocol, role of the receivers, loss, bytes of a message. */
    public static void main(String[] arguments) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        AllocationMeter sender = new AllocationMeter(threads::getCurrentThreadAllocatedBytes);
        AllocationMeter receivers = new AllocationMeter(threads::getCurrentThreadAllocatedBytes);
        MeteredProtocol protocol = new MeteredProtocol(Protocols.find(arguments[0]), sender, receivers);
        for (int run = 0; run < 2; run++) {
            sender.reset();
            receivers.reset();
            Costs.measure(
                    protocol,
                    Parameters.none(),
                    Role.valueOf(arguments[1]),
                    Double.parseDouble(arguments[2]),
                    Integer.parseInt(arguments[3]));
        }
        System.out.println(
                "sender " + sender.bytes() / Costs.MESSAGES + ", receivers " + receivers.bytes() / Costs.MESSAGES);
    }
}
