package org.rmcast.links;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * What makes links bad. Which one works depends on the kernel and on the image: {@link #of} finds out by applying them, in the
 * order of this enumeration. The property {@code rm.it.link} forces one ({@code -Drm.it.link=netem}) and makes its absence a
 * failure.
 */
public enum Emulator {
    /** The kernel's own (sch_netem, with ifb for what comes in): everything. Needs {@code tc} in the image. */
    NETEM,
    /**
     * A queue in user space by the program {@code nfqueue-link}, which the project's node image has: all but duplicates. UDP
     * only. Needs {@code iptables} in the image as well.
     */
    NFQUEUE,
    /** Loss of what comes in, by {@code iptables}, and the rate of what goes out, by {@code tc}: nothing else. */
    IPTABLES,
    /**
     * The session's own impairments, {@link WanLink#impairments}: given when it is opened, and not to be changed. All that is
     * left where a container may not change its network.
     */
    JVM;

    private static final String PROPERTY = "rm.it.link";
    private static final Map<String, Emulator> CHOSEN = new ConcurrentHashMap<>();

    /**
     * The emulator for nodes of an image: the one forced, or the first that works. Tried once for each image, in a container of
     * its own that is removed again, and told on standard output.
     *
     * @param image a Linux image on this machine that has a shell
     * @throws IllegalStateException if one is forced, and does not work
     */
    public static Emulator of(String image) {
        return CHOSEN.computeIfAbsent(image, Emulator::choose);
    }

    /**
     * Takes hold of a running container's links. It must be allowed to change its network: {@link LinkEmulation#allow} before
     * it is started.
     *
     * @param seed of what is lost and delayed, where the emulator has randomness of its own ({@link #NFQUEUE}); differs from
     *     node to node, or all lose the same datagrams
     */
    public LinkEmulation on(GenericContainer<?> container, long seed) {
        return new LinkEmulation(this, container, seed);
    }

    /**
     * Why this emulator does not work in a running container, by applying it; null if it does. {@link #JVM} always does.
     */
    public @Nullable String whyNot(GenericContainer<?> container) {
        if (this == JVM) {
            return null;
        }
        WanLinkScript.Result result = new WanLinkScript(container).run(List.of("--emulator", toString(), "probe"));
        return result.isOk() ? null : result.errors();
    }

    /** Why this emulator cannot make such a link; null if it can. */
    public @Nullable String missing(Direction direction, WanLink link) {
        List<String> missing = new ArrayList<>();
        boolean in = direction == Direction.IN;
        switch (this) {
            case NETEM, JVM -> {}
            case NFQUEUE -> add(missing, link.duplicatePercent() > 0, "duplicate");
            case IPTABLES -> {
                add(missing, link.lossPercent() > 0 && !in, "loss");
                add(missing, link.bitsPerSecond() > 0 && in, "rate");
                add(missing, link.burst() != null, "burst");
                add(missing, !link.delay().isZero(), "delay");
                add(missing, link.reorderPercent() > 0, "reorder");
                add(missing, link.duplicatePercent() > 0, "duplicate");
            }
        }
        return missing.isEmpty()
                ? null
                : this + " has no " + String.join(", ", missing) + " for what goes " + direction;
    }

    /**
     * Skips the test that calls this if the emulator cannot make such a link.
     *
     * @throws TestAbortedException which JUnit takes as "skipped", with the reason
     */
    public void require(Direction direction, WanLink link) {
        requireNothing(missing(direction, link), link);
    }

    /**
     * Why this emulator cannot make such a link of what comes from one peer, or goes to it, beside others of other peers; null if it can.
     */
    public @Nullable String missingForPeer(Direction direction, WanLink link) {
        boolean hasPeers = this == NFQUEUE || (this == IPTABLES && direction == Direction.IN);
        return hasPeers ? missing(direction, link) : this + " has no links of single peers for what goes " + direction;
    }

    /**
     * As {@link #require}, for a link of one peer.
     *
     * @throws TestAbortedException which JUnit takes as "skipped", with the reason
     */
    public void requireForPeer(Direction direction, WanLink link) {
        requireNothing(missingForPeer(direction, link), link);
    }

    private static void requireNothing(@Nullable String missing, WanLink link) {
        if (missing != null) {
            throw new TestAbortedException("the link \"" + link + "\" cannot be had: " + missing);
        }
    }

    /** The name as {@code -Drm.it.link} takes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static void add(List<String> missing, boolean needed, String feature) {
        if (needed) {
            missing.add(feature);
        }
    }

    private static Emulator choose(String image) {
        Emulator forced = forced();
        if (forced == JVM) {
            return tell(image, JVM, "forced by -D" + PROPERTY);
        }
        try (GenericContainer<?> container =
                LinkEmulation.allow(new GenericContainer<>(DockerImageName.parse(image)))) {
            container.withCreateContainerCmdModifier(command -> command.withEntrypoint("sleep", "600"));
            container.start();
            List<String> arguments = new ArrayList<>();
            if (forced != null) {
                arguments.addAll(List.of("--emulator", forced.toString()));
            }
            arguments.add("probe");
            WanLinkScript.Result result = new WanLinkScript(container).run(arguments);
            if (result.isOk()) {
                return tell(image, valueOf(result.output().toUpperCase(Locale.ROOT)), result.errors());
            }
            if (forced != null) {
                throw new IllegalStateException(
                        "-D" + PROPERTY + "=" + forced + " is forced, and does not work here: " + result.errors());
            }
            return tell(image, JVM, result.errors());
        }
    }

    private static @Nullable Emulator forced() {
        String name = System.getProperty(PROPERTY, "");
        if (name.isBlank()) {
            return null;
        }
        try {
            return valueOf(name.trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("-D" + PROPERTY + "=" + name + ": must be one of " + List.of(values()), e);
        }
    }

    private static Emulator tell(String image, Emulator emulator, String why) {
        System.out.println("links of " + image + ": emulated by " + emulator
                + (why.isBlank() ? "" : " (" + why.strip().replaceAll("\\s+", " ") + ")"));
        return emulator;
    }
}
