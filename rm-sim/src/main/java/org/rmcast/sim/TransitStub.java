package org.rmcast.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Networks after the transit-stub model: one transit domain of backbone routers, and at each of them some stub domains, which
 * stand for interconnected local networks. Each domain is a random graph in a square; a link's delay is its length.
 *
 * <p>Paper: Calvert, Doar, Zegura, "Modeling Internet topology", IEEE Communications Magazine, June 1997. Edges are drawn by
 * its generator's pure random method, again until the domain is connected; a stub domain hangs on its transit router by one
 * link, so that no path between two others leads through it.
 *
 * @param transitRouters N_t, 1 or more
 * @param stubsPerTransit S, 1 or more
 * @param routersPerStub N_s, 1 or more
 * @param transitSide the side of the transit domain's square
 * @param stubSide the side of a stub domain's square
 * @param transitEdges the probability of a link between two routers of the transit domain, above 0, to 1
 * @param stubEdges the same of a stub domain
 * @param delayPerLength the delay of a link of length 1
 * @param link all that links do but their delay
 */
public record TransitStub(
        int transitRouters,
        int stubsPerTransit,
        int routersPerStub,
        double transitSide,
        double stubSide,
        double transitEdges,
        double stubEdges,
        Duration delayPerLength,
        LinkSettings link) {
    private static final int TRIES = 100;
    private static final int NO_ROUTER = -1;

    public TransitStub {
        if (transitRouters < 1 || stubsPerTransit < 1 || routersPerStub < 1) {
            throw new IllegalArgumentException(
                    "transitRouters, stubsPerTransit and routersPerStub must be 1 or more, were " + transitRouters
                            + ", " + stubsPerTransit + " and " + routersPerStub);
        }
        if (!(transitEdges > 0 && transitEdges <= 1 && stubEdges > 0 && stubEdges <= 1)) {
            throw new IllegalArgumentException(
                    "transitEdges and stubEdges must be above 0, to 1, were " + transitEdges + " and " + stubEdges);
        }
    }

    /**
     * The proportions of the generator's own examples: sides of 20 and 10, links with probabilities of 0.6 and 0.42; one
     * millisecond per unit of length.
     */
    public static TransitStub of(int transitRouters, int stubsPerTransit, int routersPerStub, LinkSettings link) {
        return new TransitStub(
                transitRouters, stubsPerTransit, routersPerStub, 20, 10, 0.6, 0.42, Duration.ofMillis(1), link);
    }

    /** N_t · (1 + S · N_s). */
    public int routers() {
        return transitRouters * (1 + stubsPerTransit * routersPerStub);
    }

    /**
     * Draws a network.
     *
     * @param members hosts, each right beside a random router of a stub domain; no router gets a second one before all have
     *     one. Their numbers follow those of the routers, so that who has the next address is in the same stub domain, or in
     *     one nearby
     */
    public Topology topology(RandomGenerator random, int members) {
        Topology.Builder builder = Topology.builder();
        List<Integer> transit = new Domain(random, transitRouters, transitSide, transitEdges).build(builder, NO_ROUTER);
        List<Integer> stubs = new ArrayList<>();
        for (int router : transit) {
            for (int i = 0; i < stubsPerTransit; i++) {
                stubs.addAll(new Domain(random, routersPerStub, stubSide, stubEdges).build(builder, router));
            }
        }
        List<Integer> places = new ArrayList<>();
        while (places.size() < members) {
            shuffle(stubs, random);
            places.addAll(stubs.subList(0, Math.min(stubs.size(), members - places.size())));
        }
        Collections.sort(places);
        places.forEach(router -> builder.host(router, LinkSettings.perfect()));
        return builder.build();
    }

    private static void shuffle(List<Integer> list, RandomGenerator random) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, random.nextInt(i + 1));
        }
    }

    /** One random connected graph. */
    private final class Domain {
        private final double[] x;
        private final double[] y;
        private final boolean[][] joined;
        private final double attachment;

        Domain(RandomGenerator random, int size, double side, double edges) {
            x = random.doubles(size, 0, side).toArray();
            y = random.doubles(size, 0, side).toArray();
            joined = new boolean[size][size];
            attachment = random.nextDouble(side);
            for (int i = 0; i < TRIES && reached().size() < size; i++) {
                draw(random, edges);
            }
            joinTheRest(random);
        }

        private void draw(RandomGenerator random, double edges) {
            for (int one = 0; one < x.length; one++) {
                for (int other = 0; other < one; other++) {
                    join(one, other, random.nextDouble() < edges);
                }
            }
        }

        private void join(int one, int other, boolean link) {
            joined[one][other] = link;
            joined[other][one] = link;
        }

        /** Where chance has not made a connected graph: a link more for each part that is apart. */
        private void joinTheRest(RandomGenerator random) {
            List<Integer> reached = reached();
            while (reached.size() < x.length) {
                int apart = 0;
                while (reached.contains(apart)) {
                    apart++;
                }
                join(reached.get(random.nextInt(reached.size())), apart, true);
                reached = reached();
            }
        }

        /** The nodes that are connected with node 0, the nearest by number of links first. */
        private List<Integer> reached() {
            List<Integer> reached = new ArrayList<>(List.of(0));
            for (int i = 0; i < reached.size(); i++) {
                for (int other = 0; other < x.length; other++) {
                    if (joined[reached.get(i)][other] && !reached.contains(other)) {
                        reached.add(other);
                    }
                }
            }
            return reached;
        }

        /**
         * Adds routers and links.
         *
         * @param above the router on which this domain hangs, {@link #NO_ROUTER} for the domain of the topology's root
         * @return its routers
         */
        List<Integer> build(Topology.Builder builder, int above) {
            List<Integer> order = reached();
            int[] routers = new int[x.length];
            for (int i = 0; i < order.size(); i++) {
                int node = order.get(i);
                int parent = firstNeighbour(node, order.subList(0, i));
                if (parent >= 0) {
                    routers[node] = builder.router(routers[parent], ofLength(length(node, parent)));
                } else {
                    routers[node] = above == NO_ROUTER ? 0 : builder.router(above, ofLength(attachment));
                }
                for (int other : order.subList(0, i)) {
                    if (joined[node][other] && other != parent) {
                        builder.crossLink(routers[other], routers[node], ofLength(length(node, other)));
                    }
                }
            }
            return order.stream().map(node -> routers[node]).toList();
        }

        private int firstNeighbour(int node, List<Integer> before) {
            return before.stream()
                    .filter(other -> joined[node][other])
                    .findFirst()
                    .orElse(-1);
        }

        private double length(int one, int other) {
            double width = x[one] - x[other];
            double height = y[one] - y[other];
            return Math.sqrt(width * width + height * height);
        }
    }

    private LinkSettings ofLength(double length) {
        Duration delay = Duration.ofNanos(Math.round(length * delayPerLength.toNanos()));
        return new LinkSettings(
                link.down().toBuilder().delay(delay).build(),
                link.up().toBuilder().delay(delay).build());
    }
}
