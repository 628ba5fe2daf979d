package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TreePlace;

/** With the paper's order: the lowest TTL, then the lowest level. */
class HeadCandidatesTest {
    private final TramConfig config = TramConfig.paper();
    private final SearchStub node = new SearchStub();
    private final TramContext context = Parts.context(config, Role.RECEIVER);
    private final HeadCandidates candidates = new HeadCandidates(context, node);

    @Test
    void shouldTakeTheNearestThenTheLowest() {
        hear(1, 8, 2);
        hear(2, 4, 3);
        hear(3, 4, 2);
        assertThat(best()).isEqualTo(3);
    }

    @Test
    void shouldPreferTheElectedHeadOfItsLan() {
        hear(1, 4, 2);
        hear(2, 8, 5);
        node.lanHead = 2;
        assertThat(best()).isEqualTo(2);
    }

    @Test
    void shouldTakeNobodyOfItsOwnLevelOrBelowWhileItHasMembers() {
        hear(1, 4, 3);
        node.placeToKeep = new TreePlace(1, 3);
        assertThat(best()).isZero();
        node.placeToKeep = new TreePlace(1, 4);
        assertThat(best()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeItsOwnMember() {
        hear(1, 4, 2);
        node.memberId = 1;
        assertThat(best()).isZero();
    }

    @Test
    void shouldNotTakeOneThatIsFullOrFollowsAnotherStream() {
        candidates.onAdvertisement(Parts.address(1), 1, said(4, 2, HeadState.NOT_ACCEPTING, Parts.SOURCE), 0);
        candidates.onAdvertisement(Parts.address(2), 2, said(4, 2, HeadState.ACCEPTING_MEMBERS, 77), 0);
        assertThat(best()).isZero();
    }

    @Test
    void shouldForgetOneThatWasNotHeardForLong() {
        hear(1, 4, 2);
        HeadCandidate late = candidates.best(config.livenessNanos() - 1);
        assertThat(late).isNotNull();
        assertThat(candidates.best(config.livenessNanos())).isNull();
    }

    @Test
    void shouldNotAskAgainWhoRefusedUntilItIsForgiven() {
        hear(1, 4, 2);
        HeadCandidate one = Objects.requireNonNull(candidates.best(0));
        one.refused = true;
        one.refusedUntilNanos = 100;
        assertThat(candidates.best(99)).isNull();
        assertThat(candidates.best(100)).isNotNull();
        candidates.forgive();
        assertThat(candidates.best(0)).isNotNull();
    }

    @Test
    void shouldChooseAmongThoseThatDroppedDataTheOneThatLacksLeast() {
        hear(1, 4, 2);
        hear(2, 8, 3);
        for (HeadCandidate one = candidates.best(0); one != null; one = candidates.best(0)) {
            one.dataGone = true;
            one.low = one.id == 1 ? 50 : 40;
        }
        assertThat(Objects.requireNonNull(candidates.leastLossy(0)).id).isEqualTo(2);
    }

    @Test
    void shouldMakeRoomByDroppingTheOneNotHeardForLongest() {
        for (int id = 1; id <= config.backupHeads + 1; id++) {
            candidates.onAdvertisement(
                    Parts.address(id), id, said(id, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), id);
        }
        assertThat(best()).as("the first is gone").isEqualTo(2);
    }

    /** However many names somebody at one host makes up. */
    @Test
    void shouldNotLetOneHostDriveTheOthersOut() {
        hear(1, 4, 3);
        hear(2, 4, 3);
        for (int id = 100; id < 1_100; id++) {
            InetSocketAddress stranger = new InetSocketAddress("192.0.2.66", id);
            candidates.onAdvertisement(stranger, id, said(1, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), id);
        }
        HeadCandidate offered = Objects.requireNonNull(candidates.best(1_100));
        assertThat(offered.id).isGreaterThanOrEqualTo(100);
        candidates.avoid(offered, 1_100);
        assertThat(Objects.requireNonNull(candidates.best(1_100)).id).isLessThan(100);
        assertThat(context.counters.get(TramMeter.HEADS_AVOIDED)).isEqualTo(1);
    }

    /** Or whoever speaks in its name would be asked in its place. */
    @Test
    void shouldHoldAHeadWhereItIsHeard() {
        hear(1, 4, 2);
        InetSocketAddress stranger = new InetSocketAddress("192.0.2.66", 66);
        HeadAdvertisement offer = said(1, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE);
        candidates.onAdvertisement(stranger, 1, offer, config.livenessNanos() - 1);
        assertThat(Objects.requireNonNull(candidates.best(0)).address).isEqualTo(Parts.address(1));
        assertThat(context.counters.get(TramMeter.ELSEWHERE)).isEqualTo(1);
        candidates.onAdvertisement(stranger, 1, offer, config.livenessNanos());
        assertThat(Objects.requireNonNull(candidates.best(config.livenessNanos())).address)
                .as("it has moved")
                .isEqualTo(stranger);
    }

    @Test
    void shouldPreferOthersToAHeadThatWasOfNoUseForAWhile() {
        hear(1, 4, 2);
        HeadCandidate useless = Objects.requireNonNull(candidates.best(0));
        candidates.avoid(useless, 0);
        assertThat(candidates.best(0)).isNull();
        hear(1, 4, 2);
        assertThat(best()).as("there is no other").isEqualTo(1);
        InetSocketAddress far = new InetSocketAddress("192.0.2.7", 7);
        candidates.onAdvertisement(far, 7, said(200, 9, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), 0);
        assertThat(best()).isEqualTo(7);
        AvoidedHeads avoided = new AvoidedHeads();
        avoided.add(far.getAddress(), 0);
        assertThat(avoided.count(far.getAddress(), 59_999_999_999L)).isEqualTo(1);
        assertThat(avoided.count(far.getAddress(), 60_000_000_000L)).isZero();
        avoided.add(far.getAddress(), 0);
        assertThat(avoided.count(far.getAddress(), 119_999_999_999L)).isEqualTo(2);
    }

    @Test
    void shouldNotBelieveThatAnybodyElseIsAtTheSendersLevel() {
        hear(1, 4, 1);
        assertThat(best()).isZero();
        assertThat(context.counters.get(TramMeter.CONTRADICTIONS)).isEqualTo(1);
        hear((int) Parts.SOURCE, 4, 1);
        assertThat(best()).isEqualTo(Parts.SOURCE);
    }

    @Test
    void shouldForgetAll() {
        hear(1, 4, 2);
        candidates.clear();
        assertThat(best()).isZero();
    }

    private void hear(int id, int ttl, int level) {
        candidates.onAdvertisement(
                Parts.address(id), id, said(ttl, level, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), 0);
    }

    private long best() {
        HeadCandidate best = candidates.best(10);
        return best == null ? 0 : best.id;
    }

    static HeadAdvertisement said(int ttl, int level, HeadState state, long source) {
        return new HeadAdvertisement(
                false, ttl, state, MemberRole.EAGER_HEAD, LanState.NONE, new TreePlace(1, level), 0, 64, source, 1);
    }
}
