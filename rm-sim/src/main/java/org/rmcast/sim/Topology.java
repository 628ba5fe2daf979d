package org.rmcast.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * Routers with hosts attached to them: a tree, or with cross links any connected graph. Immutable.
 *
 * <p>Router 0 is the root. Each host hangs on one router by an access link; each other router on its parent by a trunk.
 * Cross links join any two routers. Hosts, routers and cross links are numbered from 0 in the order of being added.
 *
 * <p>Routes: in a tree there is one path. With cross links, unicast takes the path of the least delay, and multicast the
 * tree of such paths from the sender's router to those with hosts; of equal ones that with fewer links counts, then that by
 * the link added first. Routes follow from the delays given here; what happens to links later does not change them.
 *
 * <p>Scope: a router with its hosts is one subnet. A multicast datagram of time to live t reaches the hosts within t
 * routers on its way, the sender's own included: with 1 those on the same router, with 2 those on the next routers as well.
 * With 0 it stays on its host and reaches nobody. Unicast datagrams are not limited.
 */
public final class Topology {
    private final List<Trunk> trunks;
    private final List<Access> accesses;
    private final List<CrossLink> crossLinks;

    /** The trunk from router {@code parent}; of the root, parent is -1 and the link is not used. */
    record Trunk(int parent, LinkSettings link) {}

    /** The access link of a host. */
    record Access(int router, LinkSettings link) {}

    /** A link between two routers beside the trunks; down is from the first to the second. */
    record CrossLink(int first, int second, LinkSettings link) {}

    private Topology(Builder builder) {
        trunks = List.copyOf(builder.trunks);
        accesses = List.copyOf(builder.accesses);
        crossLinks = List.copyOf(builder.crossLinks);
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

    /** How many links there are beside trunks and access links; 0 in a tree. */
    public int crossLinks() {
        return crossLinks.size();
    }

    /** How a cross link is set at the start. */
    public LinkSettings crossLinkSettings(int number) {
        return crossLinks.get(number).link();
    }

    CrossLink crossLink(int number) {
        return crossLinks.get(number);
    }

    Trunk trunk(int router) {
        return trunks.get(router);
    }

    /** Collects routers, hosts and cross links. */
    public static final class Builder {
        private final List<Trunk> trunks = new ArrayList<>();
        private final List<Access> accesses = new ArrayList<>();
        private final List<CrossLink> crossLinks = new ArrayList<>();

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

        /**
         * Joins two routers by one more link; its settings' {@code down} is from the first to the second.
         *
         * @return its number
         */
        public int crossLink(int first, int second, LinkSettings link) {
            checkRouter(first);
            checkRouter(second);
            if (first == second) {
                throw new IllegalArgumentException("a link must join two routers, was " + first + " twice");
            }
            crossLinks.add(new CrossLink(first, second, link));
            return crossLinks.size() - 1;
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
