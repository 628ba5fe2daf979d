package org.rmcast.lab.layout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Hosts on two sides of one slow way: a namespace for each, and for a bridge of each side. What goes from the near to the far side passes a
 * token bucket behind a queue of so many bytes, which drops what it has no room for; the way back is as quick as the machine. Closed after its
 * hosts. Not thread safe, but for {@link #passage}.
 */
public final class Bottleneck implements AutoCloseable {
    /** The most hosts of both sides. */
    public static final int MOST_HOSTS = 200;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DELAY_PROGRAM = "nfqueue-link";

    private final List<Namespace> all = new ArrayList<>();
    private final List<Namespace> hosts = new ArrayList<>();
    private final List<Process> delays = new ArrayList<>();
    private final Namespace nearHub;
    private final int near;

    /**
     * What has passed the way so far, with all headers of Ethernet.
     *
     * @param bytes that passed
     * @param packets that passed
     * @param dropped packets that the queue had no room for
     * @param waitingBytes in the queue now
     */
    public record Passage(long bytes, long packets, long dropped, long waitingBytes) {}

    /**
     * Lays it out.
     *
     * @param near how many hosts are on the near side: 0 to below {@code near}
     * @param far how many are on the far side: from {@code near} on
     * @param bitsPerSecond what the bucket lets pass, with the headers of Ethernet
     * @param queueBytes what waits before it
     * @throws IOException if it cannot be had, with what the system says
     */
    public Bottleneck(int near, int far, long bitsPerSecond, long queueBytes) throws IOException {
        this.near = near;
        boolean made = false;
        try {
            nearHub = make();
            Namespace farHub = make();
            nearHub.run(NamespaceCommands.IP, NamespaceCommands.bridge());
            farHub.run(NamespaceCommands.IP, NamespaceCommands.bridge());
            nearHub.run(NamespaceCommands.IP, NamespaceCommands.trunkTo(farHub.pid()));
            farHub.run(NamespaceCommands.IP, NamespaceCommands.trunk());
            for (int host = 0; host < near + far; host++) {
                Namespace own = make();
                hosts.add(own);
                (host < near ? nearHub : farHub).run(NamespaceCommands.IP, NamespaceCommands.port(host, own.pid()));
                own.run(NamespaceCommands.IP, NamespaceCommands.member(host));
            }
            nearHub.run(NamespaceCommands.bottleneck(bitsPerSecond, queueBytes), "");
            made = true;
        } finally {
            if (!made) {
                close();
            }
        }
    }

    private Namespace make() throws IOException {
        Namespace made = new Namespace();
        all.add(made);
        return made;
    }

    /** The words before the command line of a host's process that make it run there. */
    public List<String> entry(int host) {
        return hosts.get(host).entry();
    }

    /** The address of a host. */
    public String address(int host) {
        return NamespaceCommands.address(host);
    }

    /** Where hosts send and listen, as a channel names it. */
    public String networkInterface() {
        return NamespaceCommands.INTERFACE;
    }

    /** From now on TCP connections of a host follow this rule, such as {@code cubic}; the kernel must have it. */
    public void congestionControl(int host, String name) throws IOException {
        try {
            hosts.get(host).run(List.of("sysctl", "-q", "-w", "net.ipv4.tcp_congestion_control=" + name), "");
        } catch (IOException e) {
            throw new IOException(
                    e.getMessage() + "; the host's net.ipv4.tcp_allowed_congestion_control has to name " + name, e);
        }
    }

    /**
     * From now on each host of the far side loses packets of UDP and TCP, independently of the others.
     *
     * @param share of the packets, 0 to below 1
     */
    public void lose(double share) throws IOException {
        for (Namespace host : hosts.subList(near, hosts.size())) {
            host.run(NamespaceCommands.NFT, NamespaceCommands.lossOfAll(share));
        }
    }

    /** What comes to each host of the far side comes so much later, once and for all. */
    public void delay(Duration time) throws IOException {
        for (Namespace host : hosts.subList(near, hosts.size())) {
            host.run(NamespaceCommands.delayed(), "");
            Process program = host.start(NamespaceCommands.delay(DELAY_PROGRAM, time.toNanos() / 1e6));
            delays.add(program);
            try {
                if (program.waitFor(100, TimeUnit.MILLISECONDS)) {
                    throw new IOException(
                            DELAY_PROGRAM + " does not run: compile docker/link/nfqueue-link.c and put it on the path");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    /** What has passed the way. */
    public Passage passage() throws IOException {
        JsonNode said = JSON.readTree(nearHub.run(NamespaceCommands.passage(), ""));
        for (JsonNode discipline : said) {
            if (discipline.path("kind").asText().equals("tbf")) {
                return new Passage(
                        discipline.path("bytes").asLong(),
                        discipline.path("packets").asLong(),
                        discipline.path("drops").asLong(),
                        discipline.path("backlog").asLong());
            }
        }
        throw new IOException("tc does not tell of the bottleneck: " + said);
    }

    @Override
    public void close() {
        delays.forEach(Process::destroy);
        all.forEach(Namespace::close);
    }
}
