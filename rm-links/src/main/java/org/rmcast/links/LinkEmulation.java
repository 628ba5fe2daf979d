package org.rmcast.links;

import com.github.dockerjava.api.model.Capability;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opentest4j.TestAbortedException;
import org.testcontainers.containers.GenericContainer;

/**
 * The links of one running container, each direction for itself, changed as often as wanted while the node works. {@link #close}
 * makes them good again; removing the container does so as well. One thread at a time.
 */
public final class LinkEmulation implements AutoCloseable {
    private static final long MAX_SEED = 1L << 50;

    private final Emulator emulator;
    private final GenericContainer<?> container;
    private final long seed;
    private final WanLinkScript script;
    private final Map<Direction, WanLink> links = new EnumMap<>(Direction.class);

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

    /** Makes both directions good again. */
    public void clear() {
        if (!links.isEmpty()) {
            run(List.of("clear"));
            links.clear();
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
        List<String> arguments =
                new ArrayList<>(List.of("--emulator", emulator.toString(), "set", direction.toString()));
        arguments.addAll(link.settings());
        if (emulator == Emulator.NFQUEUE) {
            arguments.add("seed=" + Long.remainderUnsigned(seed, MAX_SEED));
        }
        run(arguments);
        links.put(direction, link);
    }

    private void run(List<String> arguments) {
        WanLinkScript.Result result = script.run(arguments);
        if (!result.isOk()) {
            throw new IllegalStateException("wan-link " + String.join(" ", arguments) + " failed in "
                    + container.getContainerName() + ": " + result.errors());
        }
    }
}
