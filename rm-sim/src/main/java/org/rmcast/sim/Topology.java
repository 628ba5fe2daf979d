package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * A tree of routers with hosts attached to them. Immutable.
 *
 * <p>Router 0 is the root. Each host hangs on one router by an access link; each other router on its parent by a trunk.
 * Hosts and routers are numbered from 0 in the order of being added.
 *
 * <p>Scope: a router with its hosts is one subnet. A multicast datagram of time to live t reaches the hosts within t
 * routers, the sender's own included: with 1 those on the same router, with 2 those on routers next to it as well. With 0
 * it stays on its host and reaches nobody. Unicast datagrams are not limited.
 */
public final class Topology {
    private final List<Trunk> trunks;
    private final List<Access> accesses;

    /** The trunk from router {@code parent}; of the root, parent is -1 and the link is not used. */
    record Trunk(int parent, LinkSettings link) {}

    /** The access link of a host. */
    record Access(int router, LinkSettings link) {}

    private Topology(Builder builder) {
        trunks = List.copyOf(builder.trunks);
        accesses = List.copyOf(builder.accesses);
    }

    /** Starts with the root router alone. */
    public static Builder builder() {
        return new Builder();
    }

    /** Hosts around one router. */
    public static Topology star(int hosts, LinkSettings access) {
        Builder builder = builder();
        for (int i = 0; i < hosts; i++) {
            builder.host(0, access);
        }
        return builder.build();
    }

    /**
     * A two-level tree: host 0 at the root router; then {@code branches} routers under the root, each with {@code
     * hostsPerBranch} hosts. Branch b has the hosts 1 + b · hostsPerBranch and on.
     */
    public static Topology twoLevel(int branches, int hostsPerBranch, LinkSettings trunk, LinkSettings access) {
        Builder builder = builder();
        builder.host(0, access);
        for (int b = 0; b < branches; b++) {
            int router = builder.router(0, trunk);
            for (int h = 0; h < hostsPerBranch; h++) {
                builder.host(router, access);
            }
        }
        return builder.build();
    }

    /** How many hosts there are; each carries one node of the simulation. */
    public int hosts() {
        return accesses.size();
    }

    /** How many routers there are, the root included. */
    public int routers() {
        return trunks.size();
    }

    /** The router on which a host hangs. */
    public int routerOf(int host) {
        return accesses.get(host).router();
    }

    /** How a host's access link is set at the start. */
    public LinkSettings accessLink(int host) {
        return accesses.get(host).link();
    }

    /** How the trunk from a router to its parent is set at the start. */
    public LinkSettings trunkLink(int router) {
        return trunks.get(router).link();
    }

    Trunk trunk(int router) {
        return trunks.get(router);
    }

    /** Collects routers and hosts. */
    public static final class Builder {
        private final List<Trunk> trunks = new ArrayList<>();
        private final List<Access> accesses = new ArrayList<>();

        private Builder() {
            trunks.add(new Trunk(-1, LinkSettings.perfect()));
        }

        /**
         * Adds a router under another.
         *
         * @return its number
         */
        public int router(int parent, LinkSettings trunk) {
            checkRouter(parent);
            trunks.add(new Trunk(parent, trunk));
            return trunks.size() - 1;
        }

        /**
         * Adds a host at a router; {@link LinkSettings#perfect()} puts it right beside the router.
         *
         * @return its number
         */
        public int host(int router, LinkSettings access) {
            checkRouter(router);
            if (accesses.size() >= 1 << 24) {
                throw new IllegalArgumentException("hosts must be at most " + (1 << 24));
            }
            accesses.add(new Access(router, access));
            return accesses.size() - 1;
        }

        public Topology build() {
            if (accesses.isEmpty()) {
                throw new IllegalArgumentException("a topology must have at least one host");
            }
            return new Topology(this);
        }

        private void checkRouter(int router) {
            if (router < 0 || router >= trunks.size()) {
                throw new IllegalArgumentException("router must be 0 to " + (trunks.size() - 1) + ", was " + router);
            }
        }
    }
}
