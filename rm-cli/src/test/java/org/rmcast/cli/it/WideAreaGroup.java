package org.rmcast.cli.it;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rmcast.cli.it.WideAreaSite.Protocol;
import org.rmcast.links.Emulator;

/** The {@link FiveSites} in containers, each a {@link WideAreaSite}; one of them sends. */
final class WideAreaGroup {
    private static final int BYTES = 1_024;
    private static final Duration LIMIT = Duration.ofSeconds(90);
    /** Until the members have measured the ways to one another. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private static final String CLASSES = "/opt/test";
    private static final String IN = WanNode.DIRECTORY + "/in";
    private static final String PROGRAM = "touch " + IN + "; tail -n +1 -f " + IN
            + " | java @/opt/rmcast/java.options -cp '/opt/rmcast/lib/*:" + CLASSES + "' ${RMCAST_JAVA_OPTS:-} "
            + WideAreaSite.class.getName() + " ";

    private final Wan wan;
    private final Map<String, WanNode> sites = new LinkedHashMap<>();
    private final Map<Protocol, Integer> sent = new EnumMap<>(Protocol.class);

    /** Describes the nodes. */
    WideAreaGroup(Wan wan) {
        this.wan = wan;
        for (String name : FiveSites.names()) {
            String program = PROGRAM + (name.equals(FiveSites.NINA) ? "sender" : "receiver");
            sites.put(name, wan.node(name, "sh", "-c", program).with(Path.of("target", "test-classes"), CLASSES));
        }
        for (Protocol protocol : Protocol.values()) {
            sent.put(protocol, 0);
        }
    }

    /** Starts the nodes; returns when they have met over ways that lose nothing. */
    WideAreaGroup start() {
        wan.start(List.copyOf(sites.values()));
        for (WanNode site : sites.values()) {
            site.use(Emulator.NFQUEUE);
        }
        setWays(false);
        for (WanNode site : sites.values()) {
            site.awaitWord("ready", LIMIT);
            say(site, "open");
        }
        say(sender(), "meet " + FiveSites.destinations().size());
        sender().awaitWord("met all", LIMIT);
        Wan.pause(SETTLING);
        return this;
    }

    private WanNode sender() {
        return site(FiveSites.NINA);
    }

    private WanNode site(String name) {
        return sites.getOrDefault(name, sites.values().iterator().next());
    }

    /** Each way is made at the node where it ends. */
    void setWays(boolean lossy) {
        Wan.each(List.copyOf(sites.values()), to -> {
            for (WanNode from : sites.values()) {
                if (from != to) {
                    to.links().inboundFrom(from.address(), FiveSites.way(from.name(), to.name(), lossy));
                }
            }
        });
    }

    /**
     * Loses, or no longer loses, what carries new messages of the wide-area group to ktus0: packets of type 1 of protocol 6, see
     * docs/protocols/wan.md. What is sent again is of another type, and comes.
     */
    void loseCopiesToKtus0(boolean lose) {
        String type = "28&0xffff00ff=0x524d0006 && 32>>24=1";
        site(FiveSites.KTUS0)
                .root(
                        "sh",
                        "-c",
                        "iptables -w " + (lose ? "-I" : "-D") + " INPUT -s " + sender().address()
                                + " -p udp -m u32 --u32 '" + type + "' -j DROP");
    }

    /** Sends messages of some protocols at the same time, one of each in so many milliseconds; returns when all receipts are there. */
    void send(int count, long intervalMillis, Protocol... protocols) {
        long before = ends();
        String names = Arrays.stream(protocols).map(Protocol::name).collect(Collectors.joining(" "));
        say(sender(), "send " + count + " " + intervalMillis + " " + BYTES + " " + names);
        for (Protocol protocol : protocols) {
            sent.merge(protocol, count, Integer::sum);
        }
        wan.await("all receipts of " + names, LIMIT.plusMillis(count * intervalMillis), () -> ends() > before);
    }

    private long ends() {
        return sender().output()
                .lines()
                .filter(line -> line.startsWith("done "))
                .count();
    }

    /** How many messages were sent. */
    int sent(Protocol protocol) {
        return sent.getOrDefault(protocol, 0);
    }

    /** What has become of them. */
    WideAreaRecord record(Protocol protocol) {
        for (String name : FiveSites.destinations()) {
            String delivered = "delivered " + protocol + " ";
            wan.await(
                    name + " has all of " + protocol,
                    LIMIT,
                    () -> site(name)
                                    .output()
                                    .lines()
                                    .filter(line -> line.startsWith(delivered))
                                    .count()
                            >= sent(protocol));
        }
        return new WideAreaRecord(protocol, sites.values());
    }

    private static void say(WanNode site, String command) {
        site.root("sh", "-c", "echo '" + command + "' >> " + IN);
    }
}
