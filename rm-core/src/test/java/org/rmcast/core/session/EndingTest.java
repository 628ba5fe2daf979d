package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndingTest {
    private final List<String> done = new ArrayList<>();

    @Test
    void shouldDoEveryStepOnceInOrder() {
        Ending ending = new Ending(() -> done.add("first"), () -> done.add("second"));
        ending.run();
        ending.run();
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void shouldTryAgainWhatFailedAfterTheOthers() {
        boolean[] room = {false};
        Ending ending = new Ending(
                () -> {
                    if (!room[0]) {
                        throw new OutOfMemoryError("planted");
                    }
                    done.add("needs memory");
                },
                () -> {
                    done.add("gives memory back");
                    room[0] = true;
                },
                () -> {
                    done.add("is broken");
                    throw new IllegalStateException("planted");
                });
        ending.run();
        assertThat(done).containsExactly("gives memory back", "is broken", "needs memory", "is broken");
    }
}
