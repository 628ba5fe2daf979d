package org.rmcast.core.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.core.peers.Peers.Proof;
import org.rmcast.core.peers.Peers.Standing;

class PeersTest {
    private static final long MS = 1_000_000L;
    private static final long START = -55_555_555_555L;
    private static final long QUIET = 500 * MS;
    private static final long EXPIRY = 10_000 * MS;
    private static final long COOKIE = 5_000 * MS;
    private static final PeerLimits LIMITS = new PeerLimits(4, 3, 2_000, QUIET, EXPIRY, COOKIE);
    private static final InetSocketAddress HOME = address(1);
    private static final InetSocketAddress ELSEWHERE = address(2);

    private final Peers peers = new Peers(LIMITS, new SplittableRandom(7));

    private static InetSocketAddress address(int host) {
        return new InetSocketAddress("10.0." + (host >> 8) + "." + (host & 255), 4_000 + host);
    }

    // Cookies.

    @Test
    void shouldTakeTheCookieOfAPeerAtItsAddressOnly() {
        AddressCookies cookies = new AddressCookies(new SplittableRandom(1), COOKIE);
        long cookie = cookies.of(9, HOME, START);
        assertThat(cookies.matches(9, HOME, cookie, START)).isTrue();
        assertThat(cookies.matches(8, HOME, cookie, START)).isFalse();
        assertThat(cookies.matches(9, ELSEWHERE, cookie, START)).isFalse();
        assertThat(cookies.matches(9, new InetSocketAddress(HOME.getAddress(), 1), cookie, START))
                .isFalse();
        assertThat(cookies.matches(9, HOME, cookie ^ 1, START)).isFalse();
        assertThat(cookies.matches(9, HOME, 0, START)).isFalse();
        assertThat(new AddressCookies(new SplittableRandom(2), COOKIE).matches(9, HOME, cookie, START))
                .as("another secret")
                .isFalse();
    }

    @Test
    void shouldTakeACookieForOneRotationAndNotForTwo() {
        AddressCookies cookies = new AddressCookies(new SplittableRandom(1), COOKIE);
        InetSocketAddress six = new InetSocketAddress("2001:db8::1", 99);
        long cookie = cookies.of(9, six, START);
        assertThat(cookies.of(9, six, START + COOKIE - 1)).isEqualTo(cookie);
        assertThat(cookies.of(9, six, START + COOKIE)).isNotEqualTo(cookie);
        assertThat(cookies.matches(9, six, cookie, START + 2 * COOKIE - 1)).isTrue();
        assertThat(cookies.matches(9, six, cookie, START + 2 * COOKIE)).isFalse();
    }

    @Test
    void shouldTakeNoCookieFromBeforeALongPause() {
        AddressCookies cookies = new AddressCookies(new SplittableRandom(1), COOKIE);
        long cookie = cookies.of(9, HOME, START);
        assertThat(cookies.matches(9, HOME, cookie, START + 1_000 * COOKIE)).isFalse();
        assertThat(cookies.matches(9, HOME, cookie, START + 1_001 * COOKIE)).isFalse();
    }

    @Test
    void shouldDrawANewSecretForEachRotation() {
        SplittableRandom counted = new SplittableRandom(1);
        int[] drawn = {0};
        AddressCookies cookies = new AddressCookies(
                () -> {
                    drawn[0]++;
                    return counted.nextLong();
                },
                1);
        cookies.of(9, HOME, START);
        int two = drawn[0];
        assertThat(two).isPositive();
        cookies.of(9, HOME, START + 1);
        assertThat(drawn[0]).isEqualTo(two + two / 2);
        cookies.of(9, HOME, START + 1);
        assertThat(drawn[0]).as("the same epoch").isEqualTo(two + two / 2);
        cookies.of(9, HOME, START + 3);
        assertThat(drawn[0]).as("the one before is new too").isEqualTo(2 * two + two / 2);
    }

    // Pins.

    @Test
    void shouldPinAnAddressWhenItsCookieComesBack() {
        assertThat(peers.heard(9, HOME, 100, START)).isEqualTo(Standing.UNPROVED);
        assertThat(peers.addressOf(9)).isNull();
        assertThat(peers.prove(9, HOME, 12_345, START)).isEqualTo(Proof.REFUSED);
        assertThat(peers.prove(9, HOME, peers.cookie(9, HOME, START), START)).isEqualTo(Proof.PINNED);
        assertThat(peers.heard(9, HOME, 100, START)).isEqualTo(Standing.PROVED);
        assertThat(peers.addressOf(9)).isEqualTo(HOME);
        assertThat(peers.peerAt(HOME)).isEqualTo(9);
        assertThat(peers.isProved(9, HOME)).isTrue();
        assertThat(peers.isProved(8, HOME)).isFalse();
        assertThat(peers.prove(9, HOME, peers.cookie(9, HOME, START), START)).isEqualTo(Proof.CONFIRMED);
        assertThat(peers.refusedProofs()).isEqualTo(1);
    }

    @Test
    void shouldNotLetAnotherOneTakeThePlaceOfAPeerThatSpeaks() {
        peers.pin(9, HOME, START);
        long now = START;
        for (int i = 0; i < 20; i++) {
            now += QUIET - 1;
            assertThat(peers.heard(9, ELSEWHERE, 100, now)).isEqualTo(Standing.ELSEWHERE);
            assertThat(peers.prove(9, ELSEWHERE, peers.cookie(9, ELSEWHERE, now), now))
                    .isEqualTo(Proof.STILL_ELSEWHERE);
            peers.heard(9, HOME, 100, now);
        }
        assertThat(peers.addressOf(9)).isEqualTo(HOME);
        assertThat(peers.isProved(ELSEWHERE)).isFalse();
    }

    @Test
    void shouldFollowAPeerWhoseAddressChanges() {
        peers.pin(9, HOME, START);
        long now = START + QUIET;
        assertThat(peers.prove(9, ELSEWHERE, peers.cookie(9, HOME, now), now))
                .as("the cookie of the old address")
                .isEqualTo(Proof.REFUSED);
        assertThat(peers.prove(9, ELSEWHERE, peers.cookie(9, ELSEWHERE, now), now))
                .isEqualTo(Proof.MOVED);
        assertThat(peers.addressOf(9)).isEqualTo(ELSEWHERE);
        assertThat(peers.isProved(HOME)).isFalse();
        assertThat(peers.heard(9, HOME, 100, now)).isEqualTo(Standing.ELSEWHERE);
    }

    @Test
    void shouldHoldAPeerToItsFirstAddressWhileItSpeaks() {
        assertThat(peers.hold(9, HOME, START)).isTrue();
        assertThat(peers.hold(9, HOME, START)).as("again").isTrue();
        long now = START;
        for (int i = 0; i < 20; i++) {
            now += QUIET - 1;
            assertThat(peers.heard(9, ELSEWHERE, 100, now)).isEqualTo(Standing.ELSEWHERE);
            assertThat(peers.hold(9, ELSEWHERE, now)).isFalse();
            assertThat(peers.pin(9, ELSEWHERE, now)).isEqualTo(Proof.STILL_ELSEWHERE);
            assertThat(peers.heard(9, HOME, 100, now)).isEqualTo(Standing.HELD);
        }
        assertThat(peers.isProved(HOME)).isFalse();
        assertThat(peers.addressOf(9)).isEqualTo(HOME);
        now += QUIET;
        assertThat(peers.heard(9, ELSEWHERE, 100, now)).isEqualTo(Standing.UNPROVED);
        assertThat(peers.hold(9, ELSEWHERE, now)).isTrue();
        assertThat(peers.addressOf(9)).isEqualTo(ELSEWHERE);
        assertThat(peers.pin(9, ELSEWHERE, now)).isEqualTo(Proof.PINNED);
        assertThat(peers.heard(9, ELSEWHERE, 100, now)).isEqualTo(Standing.PROVED);
        assertThat(peers.hold(9, HOME, now + QUIET)).isFalse();
    }

    @Test
    void shouldHoldSoManyAtMost() {
        for (int id = 1; id <= LIMITS.maxUnproved() + 1; id++) {
            assertThat(peers.hold(id, address(id), START)).isTrue();
            peers.heard(1, address(1), 100, START);
        }
        assertThat(peers.addressOf(1)).isEqualTo(address(1));
        assertThat(peers.addressOf(2)).as("heard longest ago").isNull();
        peers.remove(1);
        assertThat(peers.addressOf(1)).isNull();
        peers.expire(START + EXPIRY);
        assertThat(peers.addressOf(3)).isNull();
    }

    @Test
    void shouldReplaceWhoWasAtTheAddressBefore() {
        peers.pin(9, HOME, START);
        assertThat(peers.pin(10, HOME, START)).isEqualTo(Proof.PINNED);
        assertThat(peers.peerAt(HOME)).isEqualTo(10);
        assertThat(peers.addressOf(9)).isNull();
        assertThat(peers.count()).isEqualTo(1);
    }

    @Test
    void shouldMakeRoomOnlyOfPeersThatWereSilentForLong() {
        for (int id = 1; id <= LIMITS.maxPeers(); id++) {
            peers.pin(id, address(id), START + id);
        }
        assertThat(peers.pin(50, address(50), START + EXPIRY)).isEqualTo(Proof.NO_ROOM);
        assertThat(peers.pin(50, address(4), START + EXPIRY))
                .as("in the place of another")
                .isEqualTo(Proof.PINNED);
        assertThat(peers.pin(51, address(51), START + EXPIRY + 1)).isEqualTo(Proof.PINNED);
        assertThat(peers.addressOf(1)).isNull();
        assertThat(peers.addressOf(2)).isEqualTo(address(2));
        peers.remove(2);
        assertThat(peers.isProved(address(2))).isFalse();
    }

    @Test
    void shouldForgetThoseAloneWhoWereSilentForTooLong() {
        peers.pin(9, HOME, START);
        peers.pin(10, ELSEWHERE, START + 1);
        peers.expire(START + EXPIRY);
        assertThat(peers.count()).isEqualTo(1);
        assertThat(peers.addressOf(9)).isNull();
        assertThat(peers.isProved(HOME)).isFalse();
        assertThat(peers.isProved(ELSEWHERE)).isTrue();
        assertThat(peers.peerAt(ELSEWHERE)).isEqualTo(10);
    }

    @Test
    void shouldCountTheProofsThatChangedNothing() {
        for (int id = 1; id <= LIMITS.maxPeers(); id++) {
            peers.heard(id, address(id), 100, START);
            peers.pin(id, address(id), START);
        }
        assertThat(peers.unproved()).as("a proved address needs no account").isZero();
        peers.pin(1, address(50), START);
        assertThat(peers.refusedProofs()).isEqualTo(1);
        peers.pin(50, address(50), START);
        assertThat(peers.refusedProofs()).isEqualTo(2);
    }

    // Accounts.

    @Test
    void shouldSendNoMoreThanCameUntilTheAddressIsProved() {
        assertThat(peers.spend(HOME, 1, START)).isFalse();
        peers.heard(9, HOME, 100, START);
        assertThat(peers.creditBytes(HOME, START)).isEqualTo(100);
        assertThat(peers.spend(HOME, 60, START)).isTrue();
        assertThat(peers.spend(HOME, 41, START)).isFalse();
        assertThat(peers.spend(HOME, 40, START)).isTrue();
        assertThat(peers.refusedBytes()).isEqualTo(42);
        peers.pin(9, HOME, START);
        assertThat(peers.spend(HOME, 1_000_000, START)).isTrue();
        peers.remove(9);
        assertThat(peers.spend(HOME, 1, START)).isFalse();
    }

    @Test
    void shouldNotSaveUpCreditForABurst() {
        for (int i = 0; i < 1_000; i++) {
            peers.heard(9, HOME, 1_400, START + i);
        }
        assertThat(peers.creditBytes(HOME, START + 1_000)).isEqualTo(LIMITS.maxCreditBytes());
        assertThat(peers.creditBytes(HOME, START + 999 + EXPIRY)).isZero();
        assertThat(peers.spend(HOME, 1, START + 999 + EXPIRY)).isFalse();
        peers.expire(START + 999 + EXPIRY);
        assertThat(peers.unproved()).isZero();
    }

    @Test
    void shouldLetUnprovedAddressesDisplaceOneAnotherOnly() {
        peers.pin(9, HOME, START);
        for (int host = 10; host < 1_000; host++) {
            peers.heard(host, address(host), 100, START + host);
        }
        assertThat(peers.unproved()).isEqualTo(LIMITS.maxUnproved());
        assertThat(peers.creditBytes(address(999), START + 1_000)).isEqualTo(100);
        assertThat(peers.creditBytes(address(996), START + 1_000)).isZero();
        assertThat(peers.isProved(9, HOME)).isTrue();
    }

    @Test
    void shouldRefuseLimitsThatMakeNoSense() {
        assertThatThrownBy(() -> new PeerLimits(0, 1, 1, 0, 1, 1)).hasMessageContaining("maxPeers");
        assertThatThrownBy(() -> new PeerLimits(1, 0, 1, 0, 1, 1)).hasMessageContaining("maxUnproved");
        assertThatThrownBy(() -> new PeerLimits(1, 1, 0, 0, 1, 1)).hasMessageContaining("maxCreditBytes");
        assertThatThrownBy(() -> new PeerLimits(1, 1, 1, 5, 5, 1)).hasMessageContaining("5 and 5");
        assertThatThrownBy(() -> new PeerLimits(1, 1, 1, 0, 1, 0)).hasMessageContaining("cookieNanos");
        assertThatThrownBy(() -> new AddressCookies(new SplittableRandom(1), 0)).hasMessageContaining("rotationNanos");
        assertThat(new PeerLimits(1, 1, 1, 0, 1, 1).quietNanos()).isZero();
    }

    /**
     * Genuine peers that echo what they get, and strangers with made-up source addresses and ids who can read nothing: no peer
     * moves that did not, and no address gets more than came from it.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldWithstandStrangers(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Peers tested = new Peers(new PeerLimits(64, 8, 3_000, QUIET, EXPIRY, COOKIE), random.split());
        Map<InetSocketAddress, Long> owed = new HashMap<>();
        Set<InetSocketAddress> genuine = new HashSet<>();
        List<Long> seen = new ArrayList<>();
        long now = START;
        for (int id = 1; id <= 20; id++) {
            genuine.add(address(id));
            tested.prove(id, address(id), tested.cookie(id, address(id), now), now);
        }
        for (int step = 0; step < 20_000; step++) {
            now += random.nextLong(2 * MS);
            int id = 1 + random.nextInt(20);
            InetSocketAddress from = address(random.nextInt(3) == 0 ? id : 21 + random.nextInt(40));
            int bytes = 20 + random.nextInt(1_400);
            tested.heard(id, from, bytes, now);
            if (!genuine.contains(from)) {
                owed.merge(from, (long) bytes, Long::sum);
                // An old cookie of somebody else, seen on the way, or a guess.
                long cookie = seen.isEmpty() || random.nextBoolean()
                        ? random.nextLong()
                        : seen.get(random.nextInt(seen.size()));
                assertThat(tested.prove(id, from, cookie, now)).isEqualTo(Proof.REFUSED);
            } else if (random.nextInt(10) == 0) {
                long cookie = tested.cookie(id, from, now);
                seen.add(cookie);
                assertThat(tested.prove(id, from, cookie, now)).isEqualTo(Proof.CONFIRMED);
            }
            int answer = random.nextInt(4_000);
            if (tested.spend(from, answer, now) && !genuine.contains(from)) {
                long left = owed.merge(from, (long) -answer, Long::sum);
                assertThat(left).as("seed %d step %d", seed, step).isNotNegative();
            }
        }
        for (int id = 1; id <= 20; id++) {
            assertThat(tested.addressOf(id)).as("seed %d", seed).isEqualTo(address(id));
        }
        assertThat(tested.unproved()).isLessThanOrEqualTo(8);
    }
}
