package org.rmcast.core.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** It holds what a deque holds. */
class ItemQueueTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldBeADeque(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ItemQueue<Object> queue = new ItemQueue<>();
        Deque<Object> expected = new ArrayDeque<>();
        for (int step = 0; step < 20_000; step++) {
            switch (random.nextInt(20)) {
                case 0, 1 -> {
                    ItemQueue<Object> more = new ItemQueue<>();
                    for (int i = random.nextInt(200); i > 0; i--) {
                        more.add(step * 1_000L + i);
                        expected.add(step * 1_000L + i);
                    }
                    queue.append(more);
                    assertThat(more.isEmpty()).isTrue();
                    more.add("of its own");
                }
                case 2, 3, 4, 5 -> {
                    queue.add("text " + step);
                    expected.add("text " + step);
                }
                case 6 -> {
                    if (random.nextInt(50) == 0) {
                        queue.clear();
                        expected.clear();
                    }
                }
                case 7 -> {
                    queue.addFirst(step);
                    expected.addFirst(step);
                }
                case 8, 9 -> {
                    if (!expected.isEmpty()) {
                        assertThat(queue.removeLast())
                                .as("seed %d step %d", seed, step)
                                .isEqualTo(expected.removeLast());
                    }
                }
                default -> {
                    for (int i = random.nextInt(10); i > 0 && !expected.isEmpty(); i--) {
                        assertThat(queue.removeFirst())
                                .as("seed %d step %d", seed, step)
                                .isEqualTo(expected.removeFirst());
                    }
                }
            }
            assertThat(queue.peekFirst()).isEqualTo(expected.peekFirst());
            assertThat(queue.peekLast()).isEqualTo(expected.peekLast());
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
            assertThat(queue.count(String.class)).isEqualTo((int)
                    expected.stream().filter(String.class::isInstance).count());
        }
        queue.clear();
        assertThatThrownBy(queue::removeFirst).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(queue::removeLast).isInstanceOf(NoSuchElementException.class);
    }

    /** It would keep all of them alive once it is old, and a collector would copy them again and again. */
    @Test
    void shouldLetAnEmptiedArrayPointToNoOther() throws ReflectiveOperationException {
        ItemQueue<Object> queue = new ItemQueue<>();
        for (int i = 0; i < 1_000; i++) {
            queue.add(i);
        }
        Object first = field(queue, "head");
        Object last = field(queue, "tail");
        for (int i = 0; i < 300; i++) {
            queue.removeFirst();
            queue.removeLast();
        }
        assertThat(field(queue, "head")).isNotSameAs(first);
        assertThat(field(first, "next")).isNull();
        assertThat(field(last, "before")).isNull();
        assertThat(queue.peekFirst()).isEqualTo(300);
        assertThat(queue.peekLast()).isEqualTo(699);
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
