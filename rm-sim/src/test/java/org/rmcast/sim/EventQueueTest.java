package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private record Entry(long time, int order) {}

    @Test
    void shouldFireByTimeAndThenByInsertion() {
        SplittableRandom random = new SplittableRandom(1);
        EventQueue queue = new EventQueue();
        List<Entry> inserted = new ArrayList<>();
        List<Entry> fired = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            Entry entry = new Entry(random.nextLong(200), i);
            inserted.add(entry);
            queue.add(entry.time(), now -> {
                assertThat(now).isEqualTo(entry.time());
                fired.add(entry);
            });
        }
        assertThat(queue.size()).isEqualTo(5_000);
        while (!queue.isEmpty()) {
            long time = queue.nextTime();
            queue.poll().fire(time);
        }
        inserted.sort(Comparator.comparingLong(Entry::time).thenComparingInt(Entry::order));
        assertThat(fired).isEqualTo(inserted);
    }
}
