package org.rmcast.srm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Each rule of the adaptive agent, and the bounds. */
class AdaptiveConstantsTest {
    private static final double EXACT = 1e-9;

    private final AdaptiveConstants requests = AdaptiveConstants.ofRequests(2, 2);

    AdaptiveConstantsTest() {
        requests.onGroup(100);
        requests.onNew();
    }

    private void duplicates(int count) {
        for (int i = 0; i < count; i++) {
            requests.onDuplicate(false, 0, 0);
        }
    }

    @Test
    void shouldWidenWhereDuplicatesAreMany() {
        duplicates(4);
        requests.onNew();
        assertThat(requests.averageDuplicates()).isEqualTo(1, within(EXACT));
        assertThat(requests.start()).isEqualTo(2);
        assertThat(requests.width()).isEqualTo(2.5, within(EXACT));
    }

    @Test
    void shouldStartEarlierWhereThereAreNoDuplicates() {
        requests.onNew();
        assertThat(requests.start()).isEqualTo(1.95, within(EXACT));
        assertThat(requests.width()).isEqualTo(2, within(EXACT));
    }

    @Test
    void shouldNarrowWhereItTakesLong() {
        requests.onDelay(8);
        requests.onNew();
        assertThat(requests.averageDelay()).isEqualTo(2, within(EXACT));
        assertThat(requests.start()).isEqualTo(1.95, within(EXACT));
        assertThat(requests.width()).isEqualTo(1.9, within(EXACT));
    }

    @Test
    void shouldStartLaterWhereDuplicatesAreAboutAsManyAsTheyMayBe() {
        requests.onSent();
        requests.onNew();
        // One duplicate each time: the average comes to 1 from below.
        while (requests.averageDuplicates() < 0.9) {
            assertThat(requests.start()).isEqualTo(1.9, within(EXACT));
            duplicates(1);
            requests.onNew();
        }
        assertThat(requests.averageDuplicates()).isLessThan(1);
        assertThat(requests.start()).isEqualTo(1.95, within(EXACT));
    }

    @Test
    void shouldMoveForwardWhoIsNearest() {
        requests.onSent();
        assertThat(requests.start()).isEqualTo(1.9, within(EXACT));
        requests.onNew();
        assertThat(requests.width()).isEqualTo(1.9, within(EXACT));
        assertThat(requests.start()).isEqualTo(1.9, within(EXACT));
    }

    @Test
    void shouldCountAsNearestOnlyIfOthersThatSendAreFarther() {
        requests.onSent();
        requests.onDuplicate(true, 149, 100);
        requests.onNew();
        assertThat(requests.width()).isEqualTo(2, within(EXACT));
        requests.onSent();
        requests.onDuplicate(true, 151, 100);
        requests.onNew();
        assertThat(requests.width()).isEqualTo(1.9, within(EXACT));
    }

    @Test
    void shouldKeepTheBounds() {
        SplittableRandom random = new SplittableRandom(7);
        AdaptiveConstants repairs = AdaptiveConstants.ofRepairs();
        repairs.onGroup(100);
        assertThat(repairs.start()).isEqualTo(2, within(EXACT));
        assertThat(repairs.width()).isEqualTo(2, within(EXACT));
        for (int phase = 0; phase < 20; phase++) {
            int most = 1 + random.nextInt(20);
            for (int i = 0; i < 300; i++) {
                step(repairs, random, most);
                step(requests, random, most);
                assertThat(repairs.start()).isBetween(0.5, 2.0);
                assertThat(repairs.width()).isBetween(1.0, 100.0);
                assertThat(requests.start()).isBetween(0.5, 2.0);
                assertThat(requests.width()).isBetween(1.0, 100.0);
            }
        }
    }

    private static void step(AdaptiveConstants constants, SplittableRandom random, int most) {
        if (random.nextInt(5) == 0) {
            constants.onSent();
        }
        for (int i = random.nextInt(most); i > 0; i--) {
            constants.onDuplicate(random.nextBoolean(), random.nextInt(100), random.nextInt(100));
        }
        constants.onDelay(random.nextDouble() * 5);
        constants.onNew();
    }

    @Test
    void shouldFollowAGroupThatShrinks() {
        for (int i = 0; i < 300; i++) {
            duplicates(10);
            requests.onNew();
        }
        assertThat(requests.width()).isEqualTo(100);
        requests.onGroup(5);
        assertThat(requests.width()).isEqualTo(5);
    }
}
