package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.tram.wire.TreePlace;

class TreePlaceTest {
    private static final TreePlace KEPT = new TreePlace(7, 3);

    @Test
    void shouldServeAnyoneWhoNeverServed() {
        assertThat(new TreePlace(1, 9).mayServe(TreePlace.NONE)).isTrue();
        assertThat(TreePlace.NONE.mayServe(TreePlace.NONE)).isFalse();
    }

    @Test
    void shouldServeNoneFromBelowIt() {
        assertThat(KEPT.below()).isEqualTo(new TreePlace(7, 4));
        assertThat(KEPT.below().mayServe(KEPT)).isFalse();
        assertThat(new TreePlace(6, 1).mayServe(KEPT)).as("heard before").isFalse();
        assertThat(KEPT.mayServe(KEPT)).isFalse();
        assertThat(new TreePlace(7, 2).mayServe(KEPT))
                .as("nearer to the sender")
                .isTrue();
        assertThat(new TreePlace(8, 9).mayServe(KEPT)).as("heard later").isTrue();
    }

    @Test
    void shouldEndTheTreeAtTheDeepestLevel() {
        TreePlace deepest = new TreePlace(7, TreePlace.MAX_LEVEL);
        assertThat(deepest.below()).isEqualTo(TreePlace.NONE);
        assertThat(deepest.mayServe(TreePlace.NONE)).isFalse();
    }

    @Test
    void shouldCatchUpWithAnEarlierProcessByBoundedSteps() {
        TreeRoot root = new TreeRoot();
        root.catchUp(new TreePlace(500, 4));
        assertThat(root.place()).isEqualTo(new TreePlace(500, 1));
        root.catchUp(new TreePlace(1L << 60, 2));
        assertThat(root.place().wave()).isEqualTo(500 + (1L << 32));
        root.catchUp(TreePlace.NONE);
        root.onHello();
        assertThat(root.place().wave()).isEqualTo(501 + (1L << 32));
    }
}
