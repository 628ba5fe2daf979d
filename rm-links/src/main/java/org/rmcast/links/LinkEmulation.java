package org.rmcast.links;

import com.github.dockerjava.api.model.Capability;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.opentest4j.TestAbortedException;
import org.testcontainers.containers.GenericContainer;

/**
 * The links of one running container, each direction for itself, changed as often as wanted while the node works; and where ways differ, a link
 * for each peer, in place of the direction's. {@link #close} makes them good again; removing the container does so as well. One thread at a time.
 */
public final class LinkEmulation implements AutoCloseable {
    private static final long MAX_SEED = 1L << 50;

    private final Emulator emulator;
    private final GenericContainer<?> container;
    private final long seed;
    private final WanLinkScript script;
    private final Map<Direction, WanLink> links = new EnumMap<>(Direction.class);
    private final Map<Direction, Map<String, WanLink>> peers = new EnumMap<>(Direction.class);

    LinkEmulation(Emulator emulator, GenericContainer<?> container, long seed) {
        this.emulator = Objects.requireNonNull(emulator, "emulator");
        this.container = Objects.requireNonNull(container, "container");
        this.seed = seed;
        this.script = new WanLinkScript(container);
    }

    /**
     * Lets a container that is not yet started change its own network (the capability NET_ADMIN), and nobody else's; and lets the
     * emulator go before the container's programs (SYS_NICE), so that on a busy machine its delays stay what they are.
     */
    public static <C extends GenericContainer<?>> C allow(C container) {
        container.withCreateContainerCmdModifier(
                command -> Objects.requireNonNull(command.getHostConfig(), "host configuration")
                        .withCapAdd(Capability.NET_ADMIN, Capability.SYS_NICE));
        return container;
    }

    /** Which emulator does it. */
    public Emulator emulator() {
        return emulator;
    }

    /** What is set, by direction; a direction that was never set is good. */
    public Map<Direction, WanLink> links() {
        return Map.copyOf(links);
    }

    /** What is set for single peers, by their addresses. */
    public Map<String, WanLink> peers(Direction direction) {
        return Map.copyOf(peers.getOrDefault(direction, Map.of()));
    }

    /**
     * Sets what becomes of what the container receives; at once, and nothing that is on its way is lost.
     *
     * @throws TestAbortedException if the emulator cannot do it
     */
    public void inbound(WanLink link) {
        set(Direction.IN, link);
    }

    /**
     * Sets what becomes of what the container sends.
     *
     * @throws TestAbortedException if the emulator cannot do it
     */
    public void outbound(WanLink link) {
        set(Direction.OUT, link);
    }

    /**
     * Sets what becomes of what the container receives from one peer, by unicast and multicast, in place of what {@link #inbound} sets. So
     * each pair of nodes can have ways of its own, that differ by direction: each at the node where it ends.
     *
     * @param address the peer's, IPv4
     * @throws TestAbortedException if the emulator cannot do it
     */
    public void inboundFrom(String address, WanLink link) {
        setForPeer(Direction.IN, address, link);
    }

    /**
     * Sets what becomes of what the container sends to one peer by unicast, in place of what {@link #outbound} sets.
     *
     * @param address the peer's, IPv4
     * @throws TestAbortedException if the emulator cannot do it
     */
    public void outboundTo(String address, WanLink link) {
        setForPeer(Direction.OUT, address, link);
    }

    /** Makes both directions good again, for all peers. */
    public void clear() {
        if (!links.isEmpty() || !peers.isEmpty()) {
            run(List.of("clear"));
            links.clear();
            peers.clear();
        }
    }

    /** As {@link #clear}, if the container still runs. */
    @Override
    public void close() {
        if (container.isRunning()) {
            clear();
        }
    }

    private void set(Direction direction, WanLink link) {
        emulator.require(direction, link);
        if (emulator == Emulator.JVM) {
            throw new TestAbortedException("the link \"" + link
                    + "\" cannot be had: a session's own impairments are given when it is opened, and not changed");
        }
        run(setting(emulator, List.of(), direction, link, seed));
        links.put(direction, link);
    }

    private void setForPeer(Direction direction, String address, WanLink link) {
        emulator.requireForPeer(direction, link);
        // Ways of the same seed would all lose the same of their datagrams.
        run(setting(emulator, List.of("--peer", address), direction, link, seed + 31L * address.hashCode()));
        peers.computeIfAbsent(direction, which -> new TreeMap<>()).put(address, link);
    }

    /** The script's arguments that set a link. */
    static List<String> setting(Emulator emulator, List<String> options, Direction direction, WanLink link, long seed) {
        List<String> arguments = new ArrayList<>(List.of("--emulator", emulator.toString()));
        arguments.addAll(options);
        arguments.addAll(List.of("set", direction.toString()));
        arguments.addAll(link.settings());
        if (emulator == Emulator.NFQUEUE) {
            arguments.add("seed=" + Long.remainderUnsigned(seed, MAX_SEED));
        }
        return arguments;
    }

    private void run(List<String> arguments) {
        WanLinkScript.Result result = script.run(arguments);
        if (!result.isOk()) {
            throw new IllegalStateException("wan-link " + String.join(" ", arguments) + " failed in "
                    + container.getContainerName() + ": " + result.errors());
        }
    }
}
