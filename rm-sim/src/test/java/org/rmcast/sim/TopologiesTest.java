package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The shapes that the generators make. */
class TopologiesTest {
    private static final LinkSettings SLOW = LinkSettings.parse("rate=1500kbit");
    private static final LinkSettings FAST = LinkSettings.parse("rate=10Mbit");

    @Test
    void shouldMakeTreesOfTheDepthAndSizeAsked() {
        for (long seed = 0; seed < 50; seed++) {
            int nodes = 5 + (int) seed * 2;
            Topology tree = RandomTrees.ofDepth(new SplittableRandom(seed), 4, nodes, SLOW);
            assertThat(tree.hosts()).isEqualTo(nodes);
            assertThat(tree.routers()).isEqualTo(nodes);
            assertThat(tree.crossLinks()).isZero();
            assertThat(depth(tree)).as("seed %d", seed).isEqualTo(4);
            for (int router = 1; router <= 4; router++) {
                assertThat(tree.trunk(router).parent()).isEqualTo(router - 1);
            }
            assertThat(IntStream.range(0, nodes).map(tree::routerOf).boxed())
                    .containsExactlyElementsOf(IntStream.range(0, nodes).boxed().toList());
        }
        assertThat(shape(RandomTrees.ofDepth(new SplittableRandom(1), 4, 40, SLOW)))
                .isEqualTo(shape(RandomTrees.ofDepth(new SplittableRandom(1), 4, 40, SLOW)))
                .isNotEqualTo(shape(RandomTrees.ofDepth(new SplittableRandom(2), 4, 40, SLOW)));
    }

    @Test
    void shouldMakeTwoSidesUnderARootWithoutMember() {
        for (long seed = 0; seed < 20; seed++) {
            RandomTrees.Branched sides = RandomTrees.branched(new SplittableRandom(seed), 4, 2, 41, SLOW, FAST);
            Topology tree = sides.topology();
            assertThat(tree.hosts()).isEqualTo(41);
            assertThat(tree.routers()).isEqualTo(42);
            assertThat(IntStream.range(0, 41).map(tree::routerOf)).doesNotContain(0);
            int left = top(tree, tree.routerOf(sides.left(4)));
            int right = top(tree, tree.routerOf(sides.right(4)));
            assertThat(left).isNotEqualTo(right);
            assertThat(level(tree, tree.routerOf(sides.left(4)))).isEqualTo(4);
            assertThat(level(tree, tree.routerOf(sides.right(4)))).isEqualTo(4);
            assertThat(depth(tree)).isEqualTo(4);
            assertThat(level(tree, tree.routerOf(sides.left(1)))).isEqualTo(1);
            assertThat(level(tree, tree.routerOf(sides.right(2)))).isEqualTo(2);
            assertThat(members(tree, left)).isEqualTo(21);
            assertThat(members(tree, right)).isEqualTo(20);
            for (int router = 1; router < tree.routers(); router++) {
                boolean ofRoot = router == left || router == right;
                assertThat(tree.trunkLink(router)).isSameAs(ofRoot ? SLOW : FAST);
            }
        }
    }

    @Test
    void shouldShareMembersOutToTheBranchesOfARoot() {
        for (int branches = 2; branches <= 6; branches++) {
            RandomTrees.Branched tree = RandomTrees.branched(new SplittableRandom(5), 4, branches, 100, SLOW, FAST);
            assertThat(tree.tops()).hasSize(branches);
            long fewest = 100 / branches;
            assertThat(tree.tops().stream().map(top -> members(tree.topology(), top)))
                    .allMatch(size -> size == fewest || size == fewest + 1);
            assertThat(top(tree.topology(), tree.topology().routerOf(tree.left(3))))
                    .isEqualTo(tree.tops().get(0));
            assertThat(top(tree.topology(), tree.topology().routerOf(tree.right(3))))
                    .isEqualTo(tree.tops().get(1));
            assertThat(level(tree.topology(), tree.topology().routerOf(tree.right(3))))
                    .isEqualTo(3);
        }
    }

    @Test
    void shouldJoinAllNodesOfEachClusterAndTheClustersOnce() {
        LinkSettings inside = LinkSettings.parse("delay=5ms");
        LinkSettings between = LinkSettings.parse("delay=30ms");
        TwoClusters clusters = TwoClusters.of(40, inside, between);
        Topology topology = clusters.topology();
        assertThat(topology.hosts()).isEqualTo(80);
        assertThat(topology.routers()).isEqualTo(80);
        assertThat(topology.routers() - 1 + topology.crossLinks()).isEqualTo(2 * 780 + 1);
        assertThat(topology.trunkLink(clusters.joiningTrunk())).isSameAs(between);
        assertThat(IntStream.range(1, 80)
                        .filter(router -> topology.trunkLink(router).equals(between)))
                .containsExactly(40);
        assertThatThrownBy(() -> TwoClusters.of(1, inside, between)).hasMessageContaining("size");
    }

    @Test
    void shouldMakeTransitAndStubDomains() {
        for (long seed = 0; seed < 30; seed++) {
            TransitStub model = TransitStub.of(4, 3, 8, FAST);
            Topology topology = model.topology(new SplittableRandom(seed), 60);
            assertThat(model.routers()).isEqualTo(100);
            assertThat(topology.routers()).isEqualTo(100);
            assertThat(topology.hosts()).isEqualTo(60);
            assertThat(IntStream.range(0, 60).map(topology::routerOf).distinct().count())
                    .as("seed %d: routers with a member", seed)
                    .isEqualTo(60);
            assertThat(IntStream.range(0, 60).map(topology::routerOf)).allMatch(router -> router >= 4);
            assertThat(IntStream.range(0, 60).map(topology::routerOf).boxed().toList())
                    .as("seed %d: neighbours have addresses next to one another", seed)
                    .isSorted();
            assertThat(IntStream.range(4, 100)
                            .filter(router -> topology.trunk(router).parent() < 4))
                    .as("seed %d: links from transit to stub domains", seed)
                    .hasSize(12);
            assertThat(IntStream.range(0, topology.crossLinks()).mapToObj(topology::crossLink))
                    .as("seed %d: no other link leaves a stub domain", seed)
                    .allMatch(link -> domain(topology, link.first()) == domain(topology, link.second()));
            assertThat(IntStream.range(1, 100).mapToLong(router -> delay(topology.trunkLink(router))))
                    .allMatch(nanos -> nanos >= 0 && nanos < 29_000_000);
        }
    }

    @Test
    void shouldLetMembersShareRoutersOnlyWhereThereAreTooFew() {
        Topology topology = TransitStub.of(1, 1, 4, FAST).topology(new SplittableRandom(1), 10);
        for (int router = 1; router < 5; router++) {
            int number = router;
            assertThat(IntStream.range(0, 10)
                            .filter(host -> topology.routerOf(host) == number)
                            .count())
                    .isBetween(2L, 3L);
        }
    }

    @Test
    void shouldRefuseShapesThatDoNotExist() {
        SplittableRandom random = new SplittableRandom(1);
        assertThatThrownBy(() -> RandomTrees.ofDepth(random, 4, 4, SLOW)).hasMessageContaining("4 of 4");
        assertThatThrownBy(() -> RandomTrees.branched(random, 4, 2, 7, SLOW, FAST))
                .hasMessageContaining("7");
        assertThatThrownBy(() -> TransitStub.of(0, 1, 1, SLOW)).hasMessageContaining("transitRouters");
    }

    private static int level(Topology tree, int router) {
        int level = 0;
        for (int at = router; at != 0; at = tree.trunk(at).parent()) {
            level++;
        }
        return level;
    }

    private static int depth(Topology tree) {
        return IntStream.range(0, tree.routers())
                .map(router -> level(tree, router))
                .max()
                .orElse(0);
    }

    /** The router under the root on the way to another. */
    private static int top(Topology tree, int router) {
        int at = router;
        while (tree.trunk(at).parent() != 0) {
            at = tree.trunk(at).parent();
        }
        return at;
    }

    private static long members(Topology tree, int top) {
        return IntStream.range(0, tree.hosts())
                .filter(host -> top(tree, tree.routerOf(host)) == top)
                .count();
    }

    /** The transit domain is 0, a stub domain is its router nearest to the transit domain. */
    private static int domain(Topology topology, int router) {
        int at = router;
        while (at >= 4 && topology.trunk(at).parent() >= 4) {
            at = topology.trunk(at).parent();
        }
        return at < 4 ? 0 : at;
    }

    private static long delay(LinkSettings link) {
        return link.down().delayNanos();
    }

    private static String shape(Topology tree) {
        return IntStream.range(1, tree.routers())
                .mapToObj(router -> String.valueOf(tree.trunk(router).parent()))
                .toList()
                .toString();
    }
}
