package org.rmcast.sim.check;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The invariants of one run, by name, in the order in which they were added. Immutable; the invariants are not. */
public final class Checks {
    private static final Checks NONE = new Checks(Map.of());

    private final Map<String, Invariant> byName;

    private Checks(Map<String, Invariant> byName) {
        this.byName = byName;
    }

    /** No invariant. */
    public static Checks none() {
        return NONE;
    }

    /**
     * All that a protocol is judged by in a run with faults.
     *
     * @param faultsEnd when the last fault is over, since the start of the simulation
     * @param complete whether it promises that a receiver gets all messages, so that survivors of a crashed sender agree
     */
    public static Checks underFaults(Duration faultsEnd, boolean complete) {
        return none().with(new FlushTruth())
                .with(new FlushLosses())
                .with(new FlushNames(faultsEnd.plusSeconds(2), Duration.ofSeconds(2)))
                .with(new AnswersInTime())
                .with(new DeliveryInStream())
                .with(new FromTheJoin())
                .with(new JoinsInTime(faultsEnd, Duration.ofSeconds(5)))
                .with(new MemberEvents())
                .with(new SenderEvents())
                .with(new PrefixAgreement(faultsEnd, Duration.ofSeconds(10), complete))
                .with(new Convergence(faultsEnd, Duration.ofSeconds(9)))
                .with(new Watchdog(Duration.ofSeconds(5), Duration.ofSeconds(10)))
                .with(new MemoryBytes());
    }

    /**
     * These, and one more.
     *
     * @throws IllegalArgumentException if one of that name is there
     */
    public Checks with(Invariant invariant) {
        Map<String, Invariant> more = new LinkedHashMap<>(byName);
        if (more.put(invariant.name(), invariant) != null) {
            throw new IllegalArgumentException("there are two invariants named '" + invariant.name() + "'");
        }
        return new Checks(more);
    }

    /**
     * These, but one.
     *
     * @param reason why the protocol may break it: the number of a finding
     * @throws IllegalArgumentException if there is none of that name, or no reason
     */
    public Checks without(String name, String reason) {
        Map<String, Invariant> fewer = new LinkedHashMap<>(byName);
        if (fewer.remove(name) == null) {
            throw new IllegalArgumentException("name must be one of " + byName.keySet() + ", was '" + name + "'");
        }
        if (reason.isBlank()) {
            throw new IllegalArgumentException("reason must say why '" + name + "' is left out, was blank");
        }
        return new Checks(fewer);
    }

    /**
     * One of these alone.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public Checks only(String name) {
        Invariant invariant = byName.get(name);
        if (invariant == null) {
            throw new IllegalArgumentException("name must be one of " + byName.keySet() + ", was '" + name + "'");
        }
        return none().with(invariant);
    }

    public Collection<String> names() {
        return byName.keySet();
    }

    public List<Invariant> invariants() {
        return List.copyOf(byName.values());
    }
}
