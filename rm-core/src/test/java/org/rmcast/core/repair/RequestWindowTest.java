package org.rmcast.core.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As many packets are asked for at a time as the way takes. */
class RequestWindowTest {
    private final RequestWindow window = new RequestWindow(4, 16, 1_024, 5_000_000);

    /** One round trip: asks for as many as may be, of which some come. */
    private void round(int mostThatCome) {
        int asking = window.room();
        for (int i = 0; i < asking; i++) {
            window.asked();
        }
        assertThat(window.room()).isZero();
        for (int i = 0; i < asking; i++) {
            if (i < mostThatCome) {
                // Each that came before it is in the same queue.
                window.came(2_000_000 + 100_000L * i, 2_000_000);
            } else {
                window.lost();
            }
        }
    }

    @Test
    void shouldDoubleUntilMoreThanAQuarterIsLost() {
        for (int expected : new int[] {16, 32, 64, 128}) {
            assertThat(window.packets()).isEqualTo(expected);
            round(100);
        }
        assertThat(window.packets())
                .as("100 of 128 came: less than a quarter was lost")
                .isEqualTo(256);
        round(100);
        assertThat(window.packets()).isEqualTo(100);
        round(100);
        assertThat(window.packets()).isEqualTo(112);
    }

    @Test
    void shouldSettleAtWhatTheWayTakesAndLoseLittle() {
        int lost = 0;
        int all = 0;
        for (int i = 0; i < 100; i++) {
            int asking = window.packets();
            all += asking;
            lost += Math.max(0, asking - 50);
            round(50);
            assertThat(window.packets()).isBetween(16, 128);
        }
        assertThat((double) lost / all).isLessThan(0.2);
    }

    @Test
    void shouldNotShrinkForWhatANetworkLosesAnyway() {
        for (int i = 0; i < 2_000; i++) {
            if (window.room() > 0) {
                window.asked();
            }
            if (window.room() == 0) {
                window.came(2_000_000, 2_000_000);
                window.lost();
            }
        }
        assertThat(window.packets()).isEqualTo(1_024);
    }

    @Test
    void shouldKeepToItsBounds() {
        RequestWindow wide = new RequestWindow(64, 64, 128, 5_000_000);
        for (int i = 0; i < 100; i++) {
            for (int asking = wide.room(); asking > 0; asking--) {
                wide.asked();
            }
            assertThat(wide.room()).isZero();
            for (int left = wide.outstanding(); left > 0; left--) {
                if (left % 10 == 0) {
                    wide.came(i == 0 ? 1_000_000 : 9_000_000, 1_000_000);
                } else {
                    wide.lost();
                }
            }
        }
        assertThat(wide.packets()).isEqualTo(64);
        for (int i = 0; i < 100; i++) {
            roundWithoutDelay();
        }
        assertThat(window.packets()).isEqualTo(1_024);
    }

    private void roundWithoutDelay() {
        int asking = window.room();
        for (int i = 0; i < asking; i++) {
            window.asked();
        }
        for (int i = 0; i < asking; i++) {
            window.came(2_000_000, 2_000_000);
        }
    }

    @Test
    void shouldNotGrowWhileWhatComesHasWaited() {
        // The last of 128 waits 12.8 ms, the mean 6.4 ms.
        for (int expected : new int[] {16, 32, 64, 128, 128, 128}) {
            assertThat(window.packets()).isEqualTo(expected);
            round(Integer.MAX_VALUE);
        }
        roundWithoutDelay();
        assertThat(window.packets()).as("no longer doubles").isEqualTo(144);
    }

    @Test
    void shouldNotTakeAFarMemberForAQueue() {
        for (int round = 0; round < 20; round++) {
            int asking = window.room();
            for (int i = 0; i < asking; i++) {
                window.asked();
            }
            for (int i = 0; i < asking; i++) {
                long way = i % 2 == 0 ? 1_000_000 : 100_000_000;
                window.came(way + 200_000, way);
            }
        }
        assertThat(window.packets()).isEqualTo(1_024);
    }

    @Test
    void shouldShrinkWhereNothingComes() {
        for (int i = 0; i < 16; i++) {
            assertThat(window.packets()).isEqualTo(16);
            round(0);
        }
        assertThat(window.packets()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldNotTakeBusyHostsAndLostRequestsForAQueue(long seed) {
        assertThat(mostBehind(0.1, 16, seed)).as("lost one by one").isLessThan(100);
        assertThat(mostBehind(0.1, 32, seed)).as("seed %d", seed).isLessThan(500);
        assertThat(mostBehind(0.19, 32, seed))
                .as("10 %% each way, seed %d", seed)
                .isLessThan(4_000);
    }

    /** A request, and its answer. */
    private record Flight(long atNanos, int packets, long tookNanos, boolean lost) {}

    /**
     * For ten seconds 4,000 packets a second are missed. Hosts answer when their turn comes, within 16 ms, and not later if more is
     * asked for.
     *
     * @param loss the share of requests of which nothing comes, so that they are late after 24 ms
     * @param most packets that a request asks for
     * @return how many were waiting to be asked for at most
     */
    private static int mostBehind(double loss, int most, long seed) {
        RequestWindow busy = new RequestWindow(16, 32, 8_192, 25_000_000);
        Random random = new Random(seed);
        PriorityQueue<Flight> flights = new PriorityQueue<>(Comparator.comparingLong(Flight::atNanos));
        int waiting = 0;
        int mostWaiting = 0;
        for (long now = 0; now < 10_000_000_000L; now += 250_000) {
            waiting++;
            while (!flights.isEmpty() && flights.peek().atNanos() <= now) {
                Flight flight = flights.remove();
                waiting += flight.lost() ? flight.packets() : 0;
                for (int i = 0; i < flight.packets(); i++) {
                    if (flight.lost()) {
                        busy.lost();
                    } else {
                        busy.came(flight.tookNanos(), 200_000);
                    }
                }
            }
            int asked = now % 2_000_000 == 0 ? Math.min(waiting, busy.room()) : 0;
            waiting -= asked;
            for (int left = asked; left > 0; left -= most) {
                boolean lost = random.nextDouble() < loss;
                long took = lost ? 24_000_000 : 200_000 + random.nextLong(16_000_000);
                flights.add(new Flight(now + took, Math.min(left, most), took, lost));
            }
            for (int i = 0; i < asked; i++) {
                busy.asked();
            }
            mostWaiting = Math.max(mostWaiting, waiting);
        }
        return mostWaiting;
    }

    @Test
    void shouldNotCountAsLostWhatWasLate() {
        for (int i = 0; i < 40; i++) {
            int asking = window.room();
            for (int k = 0; k < asking; k++) {
                window.asked();
            }
            for (int k = 0; k < asking; k++) {
                window.lost();
                window.cameLate();
            }
        }
        assertThat(window.packets()).isGreaterThanOrEqualTo(16);
    }

    @Test
    void shouldNotGrowWhereItIsNotTheLimit() {
        for (int i = 0; i < 100; i++) {
            assertThat(window.room()).isEqualTo(16);
            window.asked();
            window.came(1_000_000, 1_000_000);
        }
        assertThat(window.packets()).isEqualTo(16);
    }

    @Test
    void shouldGiveRoomBackForWhatIsNoLongerWanted() {
        ArrayDeque<Integer> asked = new ArrayDeque<>();
        while (window.room() > 0) {
            window.asked();
            asked.add(1);
        }
        asked.forEach(each -> window.settled());
        assertThat(window.outstanding()).isZero();
        assertThat(window.packets()).isEqualTo(16);
    }

    @Test
    void shouldRefuseBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> new RequestWindow(0, 1, 1, 0)).hasMessageContaining("0, 1, 1");
        assertThatThrownBy(() -> new RequestWindow(2, 1, 1, 0)).hasMessageContaining("2, 1, 1");
        assertThatThrownBy(() -> new RequestWindow(1, 2, 1, 0)).hasMessageContaining("1, 2, 1");
    }
}
