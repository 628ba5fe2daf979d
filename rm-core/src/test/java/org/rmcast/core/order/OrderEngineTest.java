package org.rmcast.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderEngineTest {
    private static final int SEEDS = Integer.getInteger("rm.seeds", 25);
    private static final long FIRST = Long.getLong("rm.seed", 1);
    private static final int STEPS = 3_000;

    @Test
    void shouldGiveEveryMemberTheSame() {
        OrderGroup group = new OrderGroup(1, 3, 1 << 20, false);
        List<OrderGroup.Node> nodes = List.of(group.start(), group.start(), group.start());
        group.settle();
        for (int i = 0; i < 500; i++) {
            nodes.get(i % 3).submit();
            group.step();
        }
        group.settle();
        group.checkEqual();
        assertThat(group.everConfirmed).hasSize(500);
    }

    @Test
    void shouldOrderAlone() {
        OrderGroup group = new OrderGroup(1, 1, 1 << 20, false);
        OrderGroup.Node node = group.start();
        group.settle();
        node.submit();
        group.settle();
        assertThat(node.confirmed).hasSize(1);
    }

    @Test
    void shouldWaitUntilEnoughHaveMet() {
        OrderGroup group = new OrderGroup(1, 3, 1 << 20, false);
        OrderGroup.Node node = group.start();
        group.start();
        group.settle();
        node.submit();
        group.settle();
        assertThat(node.given).isEmpty();
        group.start();
        group.settle();
        assertThat(node.given).hasSize(1);
    }

    @Test
    void shouldOrderNothingInAMinority() {
        OrderGroup group = new OrderGroup(2, 3, 1 << 20, false);
        List<OrderGroup.Node> nodes = List.of(group.start(), group.start(), group.start());
        group.settle();
        long first = group.nodes.keySet().iterator().next();
        group.partition(Set.of(first));
        group.node(first).submit();
        for (int i = 0; i < 2_000; i++) {
            group.step();
            if (i % 100 == 0) {
                nodes.stream().filter(node -> node.id != first).forEach(OrderGroup.Node::submit);
            }
        }
        assertThat(group.node(first).given).isEmpty();
        assertThat(group.order).isNotEmpty();
        group.settle();
        group.checkEqual();
        assertThat(group.node(first).confirmed).hasSize(1);
    }

    /** Members crash and come back as others, and are cut off, while all send; views come late and differ. */
    @ParameterizedTest
    @CsvSource({
        "3,3,1000000,false",
        "3,4,500,false",
        "5,5,1000000,false",
        "5,6,300,false",
        "3,3,1000000,true",
        "5,6,300,true"
    })
    void shouldKeepTheOrderWhateverHappens(int voters, int members, long retainBytes, boolean lossy) {
        long confirmed = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            confirmed += run(seed, voters, members, retainBytes, lossy);
        }
        assertThat(confirmed).isGreaterThan(SEEDS * 20L);
    }

    private static long run(long seed, int voters, int members, long retainBytes, boolean lossy) {
        OrderGroup group = new OrderGroup(seed, voters, retainBytes, lossy);
        for (int i = 0; i < members; i++) {
            group.start();
        }
        try {
            group.settle();
            for (int i = 0; i < STEPS; i++) {
                group.step();
                disturb(group, voters, members);
            }
            group.settle();
            group.checkEqual();
        } catch (IllegalStateException e) {
            throw new AssertionError("seed " + seed, e);
        }
        return group.everConfirmed.size();
    }

    private static void disturb(OrderGroup group, int voters, int members) {
        int kind = group.random.nextInt(1_000);
        List<Long> ids = List.copyOf(group.nodes.keySet());
        long id = ids.get(group.random.nextInt(ids.size()));
        if (kind < 60) {
            group.node(id).submit();
        } else if (kind < 63) {
            Set<Long> side = new TreeSet<>();
            for (long one : ids) {
                if (group.random.nextInt(3) == 0) {
                    side.add(one);
                }
            }
            group.partition(side);
        } else if (kind < 67) {
            group.partition(Set.of());
        } else if (kind < 70 && group.votersMissing() < (voters - 1) / 2 && group.nodes.size() > voters / 2 + 1) {
            group.crash(id);
        } else if (kind < 75 && group.nodes.size() < members) {
            group.start();
        }
    }
}
