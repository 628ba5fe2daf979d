package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShortestPathsTest {
    private static final long FAR = Long.MAX_VALUE / 4;

    @Test
    void shouldFindPathsAsShortAsTryingAllOnRandomGraphs() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int routers = 2 + random.nextInt(7);
            List<ShortestPaths.Arc> arcs = randomArcs(random, routers);
            long[][] expected = byTryingAll(routers, arcs);
            ShortestPaths paths = new ShortestPaths(routers, arcs);
            for (int one = 0; one < routers; one++) {
                int[] from = paths.from(one);
                int[] towards = paths.towards(one);
                for (int other = 0; other < routers; other++) {
                    assertThat(length(arcs, from, one, other, false))
                            .as("seed %d, from %d to %d", seed, one, other)
                            .isEqualTo(expected[one][other]);
                    assertThat(length(arcs, towards, one, other, true))
                            .as("seed %d, from %d to %d", seed, other, one)
                            .isEqualTo(expected[other][one]);
                }
            }
        }
    }

    @Test
    void shouldPreferFewerLinksAndThenTheOneAddedFirst() {
        List<ShortestPaths.Arc> arcs = List.of(
                new ShortestPaths.Arc(0, 1, 0),
                new ShortestPaths.Arc(1, 3, 2),
                new ShortestPaths.Arc(0, 2, 1),
                new ShortestPaths.Arc(2, 3, 1),
                new ShortestPaths.Arc(0, 3, 2),
                new ShortestPaths.Arc(0, 3, 2));
        assertThat(new ShortestPaths(4, arcs).from(0)).containsExactly(-1, 0, 2, 4);
        assertThat(new ShortestPaths(4, arcs.subList(0, 4)).from(0)).containsExactly(-1, 0, 2, 1);
        assertThat(new ShortestPaths(4, arcs.subList(0, 4)).towards(3)).containsExactly(0, 1, 3, -1);
    }

    @Test
    void shouldHaveNoPathWhereThereIsNone() {
        assertThat(new ShortestPaths(2, List.of(new ShortestPaths.Arc(0, 1, 5))).from(1))
                .containsExactly(-1, -1);
    }

    private static List<ShortestPaths.Arc> randomArcs(SplittableRandom random, int routers) {
        List<ShortestPaths.Arc> arcs = new ArrayList<>();
        for (int one = 0; one < routers; one++) {
            for (int other = 0; other < routers; other++) {
                if (one != other && random.nextInt(3) > 0) {
                    arcs.add(new ShortestPaths.Arc(one, other, random.nextInt(6)));
                }
            }
        }
        return arcs;
    }

    /** Floyd and Warshall: lets every router in turn be on the way. */
    private static long[][] byTryingAll(int routers, List<ShortestPaths.Arc> arcs) {
        long[][] length = new long[routers][routers];
        for (int i = 0; i < routers; i++) {
            Arrays.fill(length[i], FAR);
            length[i][i] = 0;
        }
        arcs.forEach(arc -> length[arc.from()][arc.to()] = Math.min(length[arc.from()][arc.to()], arc.length()));
        for (int via = 0; via < routers; via++) {
            for (int from = 0; from < routers; from++) {
                for (int to = 0; to < routers; to++) {
                    length[from][to] = Math.min(length[from][to], length[from][via] + length[via][to]);
                }
            }
        }
        return length;
    }

    private static long length(List<ShortestPaths.Arc> arcs, int[] chosen, int end, int start, boolean forward) {
        long sum = 0;
        for (int at = start; at != end; ) {
            if (chosen[at] == ShortestPaths.NONE) {
                return FAR;
            }
            ShortestPaths.Arc arc = arcs.get(chosen[at]);
            sum += arc.length();
            at = forward ? arc.to() : arc.from();
        }
        return sum;
    }
}
