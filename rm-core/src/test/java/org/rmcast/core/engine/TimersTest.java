package org.rmcast.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rmcast.core.engine.ProtocolEngine.NO_DEADLINE;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Deadlines around the point where the clock wraps, 2^63 - 1, as well as far from it. */
class TimersTest {
    private static final long WRAP = Long.MAX_VALUE;

    private final Timers<Name> timers = new Timers<>(Name.class);

    private enum Name {
        HELLO,
        BEACON,
        CLOSE
    }

    @Test
    void shouldHaveNoDeadlineAtFirst() {
        assertThat(timers.nextNanos()).isEqualTo(NO_DEADLINE);
        assertThat(timers.nextDue(WRAP - 1)).isNull();
        assertThat(timers.isSet(Name.HELLO)).isFalse();
    }

    @Test
    void shouldNameTheEarliestDeadline() {
        timers.set(Name.HELLO, 30);
        timers.set(Name.CLOSE, 20);
        assertThat(timers.nextNanos()).isEqualTo(20);
        timers.clear(Name.CLOSE);
        assertThat(timers.nextNanos()).isEqualTo(30);
        assertThat(timers.isSet(Name.CLOSE)).isFalse();
    }

    @Test
    void shouldBeDueFromTheDeadlineOnAndNotBefore() {
        timers.set(Name.BEACON, 20);
        assertThat(timers.isDue(Name.BEACON, 19)).isFalse();
        assertThat(timers.isDue(Name.BEACON, 20)).isTrue();
        assertThat(timers.isDue(Name.BEACON, 21)).isTrue();
        assertThat(timers.isDue(Name.HELLO, 21)).isFalse();
    }

    @Test
    void shouldNeverBeDueWithoutADeadline() {
        // Seen from a negative time, NO_DEADLINE less now wraps to the past.
        assertThat(timers.isDue(Name.HELLO, -1)).isFalse();
        assertThat(timers.nextDue(-1)).isNull();
    }

    @Test
    void shouldMoveADeadlineForwardOnlyIfEarlier() {
        timers.setIfEarlier(Name.HELLO, 30);
        timers.setIfEarlier(Name.HELLO, 40);
        assertThat(timers.deadlineNanos(Name.HELLO)).isEqualTo(30);
        timers.setIfEarlier(Name.HELLO, 20);
        assertThat(timers.deadlineNanos(Name.HELLO)).isEqualTo(20);
        timers.set(Name.HELLO, 40);
        assertThat(timers.deadlineNanos(Name.HELLO)).isEqualTo(40);
    }

    @Test
    void shouldServeByDeadlineThenByDeclaration() {
        timers.set(Name.HELLO, 20);
        timers.set(Name.BEACON, 10);
        timers.set(Name.CLOSE, 10);
        assertThat(timers.nextDue(9)).isNull();
        assertThat(timers.nextDue(20)).isEqualTo(Name.BEACON);
        timers.clear(Name.BEACON);
        assertThat(timers.nextDue(20)).isEqualTo(Name.CLOSE);
        timers.clear(Name.CLOSE);
        assertThat(timers.nextDue(19)).isNull();
        assertThat(timers.nextDue(20)).isEqualTo(Name.HELLO);
    }

    @Test
    void shouldOrderDeadlinesAcrossTheWrap() {
        long now = WRAP - 5;
        timers.set(Name.HELLO, now + 10);
        timers.set(Name.BEACON, now + 2);
        assertThat(timers.nextNanos()).isEqualTo(now + 2);
        timers.set(Name.BEACON, now + 20);
        assertThat(timers.nextNanos()).isEqualTo(now + 10).isNegative();
        assertThat(timers.isDue(Name.HELLO, now + 9)).isFalse();
        assertThat(timers.nextDue(now + 10)).isEqualTo(Name.HELLO);
        timers.setIfEarlier(Name.HELLO, now + 1);
        assertThat(timers.nextNanos()).isEqualTo(now + 1);
    }

    @Test
    void shouldClearAll() {
        timers.set(Name.HELLO, 1);
        timers.set(Name.CLOSE, 2);
        timers.clearAll();
        assertThat(timers.nextNanos()).isEqualTo(NO_DEADLINE);
        assertThat(timers).hasToString("timers");
    }

    @Test
    void shouldSayWhatIsSet() {
        timers.set(Name.BEACON, 7);
        assertThat(timers).hasToString("timers BEACON=7");
    }

    /** Random calls against a map with deadlines relative to now, which do not wrap. */
    @Test
    void shouldDoAsAMapOfRelativeDeadlinesDoes() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long now = random.nextBoolean() ? WRAP - random.nextLong(1_000) : random.nextLong();
            Timers<Name> real = new Timers<>(Name.class);
            Map<Name, Long> model = new EnumMap<>(Name.class);
            for (int step = 0; step < 200; step++) {
                Name name = Name.values()[random.nextInt(Name.values().length)];
                long in = random.nextLong(-20, 100);
                if (now + in == NO_DEADLINE) {
                    continue;
                }
                switch (random.nextInt(4)) {
                    case 0 -> {
                        real.set(name, now + in);
                        model.put(name, in);
                    }
                    case 1 -> {
                        real.setIfEarlier(name, now + in);
                        model.merge(name, in, Math::min);
                    }
                    case 2 -> {
                        real.clear(name);
                        model.remove(name);
                    }
                    default -> {
                        long passed = random.nextLong(50);
                        now += passed;
                        model.replaceAll((key, left) -> left - passed);
                    }
                }
                assertSame(real, model, now, "seed " + seed + " step " + step);
            }
        }
    }

    private static void assertSame(Timers<Name> real, Map<Name, Long> model, long now, String at) {
        Map.Entry<Name, Long> next = model.entrySet().stream()
                .min(Map.Entry.<Name, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElse(null);
        assertThat(real.nextNanos()).as(at).isEqualTo(next == null ? NO_DEADLINE : now + next.getValue());
        assertThat(real.nextDue(now)).as(at).isEqualTo(next == null || next.getValue() > 0 ? null : next.getKey());
        for (Name name : Name.values()) {
            assertThat(real.isSet(name)).as(at).isEqualTo(model.containsKey(name));
            assertThat(real.isDue(name, now)).as(at).isEqualTo(model.getOrDefault(name, 1L) <= 0);
        }
    }
}
