package org.rmcast.core.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.membership.MemberUpdate.Kind;

/** The parts of the membership, each alone. */
class MembershipPartsTest {
    @Test
    void shouldTellRumoursLeastToldFirstAndEachSoManyTimes() {
        Rumours rumours = new Rumours(10, 1);
        rumours.add(update(Kind.ALIVE, 1, 0));
        assertThat(ids(rumours.take(20, 1_000, null))).containsExactly(1L);
        rumours.add(update(Kind.ALIVE, 2, 0));
        assertThat(ids(rumours.take(20, 1_000, null))).as("the fresher one").containsExactly(2L);
        assertThat(ids(rumours.take(40, 1_000, null))).hasSize(2);
        for (int told = 2; told < 7; told++) {
            assertThat(ids(rumours.take(100, 1_000, null))).hasSize(2);
        }
        assertThat(rumours.take(100, 1_000, null)).as("told ln(1001) times").isEmpty();
    }

    @Test
    void shouldReplaceAnOlderRumourOfTheSameMember() {
        Rumours rumours = new Rumours(10, 3);
        rumours.add(update(Kind.SUSPECT, 1, 0));
        rumours.add(update(Kind.ALIVE, 1, 1));
        rumours.addIfAbsent(update(Kind.FAILED, 1, 1));
        assertThat(rumours.take(100, 10, null)).containsExactly(update(Kind.ALIVE, 1, 1));
    }

    @Test
    void shouldDropTheMostToldRumourWhenFull() {
        Rumours rumours = new Rumours(3, 5);
        rumours.add(update(Kind.ALIVE, 1, 0));
        rumours.take(100, 10, null);
        for (long id = 2; id <= 4; id++) {
            rumours.add(update(Kind.ALIVE, id, 0));
        }
        assertThat(rumours.count()).isEqualTo(3);
        assertThat(ids(rumours.take(100, 10, null))).containsExactlyInAnyOrder(2L, 3L, 4L);
    }

    @Test
    void shouldTellFirstWhatConcernsTheOther() {
        Rumours rumours = new Rumours(10, 3);
        MemberUpdate suspicion = update(Kind.FAILED, 9, 0);
        rumours.add(suspicion);
        rumours.add(update(Kind.ALIVE, 1, 0));
        assertThat(rumours.take(20, 10, suspicion)).containsExactly(suspicion);
        assertThat(rumours.take(100, 10, suspicion)).hasSize(2).startsWith(suspicion);
        assertThat(rumours.take(19, 10, suspicion)).isEmpty();
    }

    @Test
    void shouldForgetTombstonesByAgeAndNumber() {
        Tombstones tombstones = new Tombstones(2, 100);
        tombstones.put(update(Kind.FAILED, 1, 0), false, 0);
        tombstones.put(update(Kind.LEFT, 2, 0), false, 10);
        tombstones.put(update(Kind.FAILED, 3, 0), true, 20);
        assertThat(tombstones.find(1)).isNull();
        assertThat(tombstones.anyFailed(new SplittableRandom(1)))
                .as("left, and replaced")
                .isNull();
        tombstones.expire(110);
        assertThat(tombstones.find(2)).isNull();
        assertThat(tombstones.find(3)).isNotNull();
    }

    @Test
    void shouldKeepTheCandidatesOfLowestRank() {
        Candidates candidates = new Candidates(3);
        for (long id = 1; id <= 9; id++) {
            candidates.add(update(Kind.ALIVE, id, 0), (id * 7) % 10, false);
        }
        candidates.add(update(Kind.ALIVE, 3, 0), 0, false);
        assertThat(candidates.count()).isEqualTo(3);
        Set<Long> ranks = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            ranks.add(Objects.requireNonNull(candidates.poll()).rank());
        }
        assertThat(ranks).containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(candidates.poll()).isNull();
    }

    @Test
    void shouldAskCandidatesInTurn() {
        Candidates candidates = new Candidates(3);
        candidates.add(update(Kind.ALIVE, 1, 0), 9, false);
        candidates.add(update(Kind.ALIVE, 2, 0), 1, false);
        candidates.add(update(Kind.ALIVE, 1, 0), 9, false);
        assertThat(Objects.requireNonNull(candidates.poll()).update().id()).isEqualTo(1);
        candidates.add(update(Kind.ALIVE, 1, 0), 9, false);
        assertThat(Objects.requireNonNull(candidates.poll()).update().id()).isEqualTo(2);
    }

    @Test
    void shouldHaveAnotherDigestForIdsThatCancelOutInAnExclusiveOr() {
        ViewDigest digest = new ViewDigest();
        long empty = digest.value();
        for (long id = 1; id <= 64; id++) {
            digest.add(id);
        }
        assertThat(digest.value()).isNotEqualTo(empty);
        digest.add(7);
        digest.add(7);
        for (long id = 1; id <= 64; id++) {
            digest.remove(id);
        }
        assertThat(digest.value()).as("twice in").isNotEqualTo(empty);
        digest.remove(7);
        digest.remove(7);
        assertThat(digest.value()).isEqualTo(empty);
    }

    @Test
    void shouldSuspectForAShorterTimeTheMoreAccuse() {
        Suspicion suspicion = new Suspicion(0);
        suspicion.add(1);
        assertThat(suspicion.untilNanos(100, 200, 10)).isEqualTo(200);
        assertThat(suspicion.add(1)).as("the same one again").isFalse();
        suspicion.add(2);
        assertThat(suspicion.untilNanos(100, 200, 10)).isEqualTo(150);
        suspicion.add(3);
        suspicion.add(4);
        assertThat(suspicion.untilNanos(100, 200, 10)).isEqualTo(100);
        assertThat(suspicion.add(5)).as("one more than counts").isFalse();
        suspicion.condemn(Kind.LEFT, 30);
        assertThat(suspicion.untilNanos(100, 200, 10)).isEqualTo(30);
        assertThat(suspicion.isUnanswered(10, 100, 50)).as("nobody asked").isFalse();
        suspicion.onAsked(50);
        assertThat(suspicion.isUnanswered(10, 100, 59)).isFalse();
        assertThat(suspicion.isUnanswered(10, 100, 60)).isTrue();
        assertThat(suspicion.isUnanswered(10, 100, 151)).as("long ago").isFalse();
    }

    @Test
    void shouldDoubtItselfStepByStep() {
        LocalHealth health = new LocalHealth();
        assertThat(health.stretch(10)).isEqualTo(10);
        health.onLate();
        health.onAccused();
        assertThat(health.stretch(10)).isEqualTo(30);
        for (int i = 0; i < 10; i++) {
            health.onNoHelp();
        }
        assertThat(health.stretch(10)).isEqualTo(50);
        for (int i = 0; i < 10; i++) {
            health.onAnswered();
        }
        assertThat(health.score()).isZero();
    }

    @Test
    void shouldProbeEveryoneOncePerRound() {
        MemberTable table = table(1, 100, 20);
        for (int round = 0; round < 5; round++) {
            Set<Long> probed = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                probed.add(Objects.requireNonNull(table.nextToProbe()).id());
            }
            assertThat(probed).hasSize(20);
        }
    }

    @Test
    void shouldProbeNobodyTwiceBecauseOthersComeAndGo() {
        MemberTable table = table(1, 100, 20);
        MemberEntry first = Objects.requireNonNull(table.nextToProbe());
        for (long id = 100; id < 110; id++) {
            table.add(member(id));
        }
        table.remove(first);
        Set<Long> probed = new HashSet<>();
        for (int i = 0; i < 19; i++) {
            assertThat(probed.add(Objects.requireNonNull(table.nextToProbe()).id()))
                    .isTrue();
        }
    }

    @Test
    void shouldHaveTheSameDigestForTheSameMembers() {
        MemberTable one = table(1, 100, 0);
        MemberTable other = table(2, 100, 0);
        one.add(member(2));
        one.add(member(3));
        other.add(member(3));
        assertThat(one.digest()).isNotEqualTo(other.digest());
        other.add(member(1));
        assertThat(one.digest()).isEqualTo(other.digest());
        one.remove(Objects.requireNonNull(one.find(3)));
        assertThat(one.digest()).isNotEqualTo(other.digest());
    }

    @Test
    void shouldRankEachOtherAlike() {
        assertThat(table(17, 10, 0).rank(99)).isEqualTo(table(99, 10, 0).rank(17));
    }

    @Test
    void shouldEstimateTheGroupByTheHighestOfTheLowestRanks() {
        double sum = 0;
        for (long own = 1; own <= 200; own++) {
            MemberTable table = new MemberTable(own, 64, new SplittableRandom(own));
            for (long id = 1_000; id < 1_999; id++) {
                offer(table, member(id));
            }
            assertThat(table.count()).isEqualTo(64);
            sum += table.groupSize();
        }
        assertThat(sum / 200).as("average estimate of 1,000").isBetween(960.0, 1_040.0);
    }

    @Test
    void shouldLetAMemberThatWasHeardGoLast() {
        MemberTable table = table(1, 8, 8);
        for (MemberEntry entry : table.from(Long.MIN_VALUE)) {
            if (entry.id() != 3) {
                table.markProved(entry);
            }
        }
        assertThat(Objects.requireNonNull(table.displacedBy(0)).id()).isEqualTo(3);
        assertThat(table.displacedBy(-1)).as("a higher rank displaces nobody").isNull();
    }

    private static void offer(MemberTable table, GroupMember member) {
        if (table.isFull()) {
            table.markPartial();
            MemberEntry displaced = table.displacedBy(table.rank(member.id()));
            if (displaced == null) {
                return;
            }
            table.remove(displaced);
        }
        table.add(member);
    }

    private static MemberTable table(long ownId, int capacity, int members) {
        MemberTable table = new MemberTable(ownId, capacity, new SplittableRandom(ownId));
        for (long id = 2; id < 2 + members; id++) {
            table.add(member(id));
        }
        return table;
    }

    private static List<Long> ids(List<MemberUpdate> updates) {
        return updates.stream().map(MemberUpdate::id).toList();
    }

    private static MemberUpdate update(Kind kind, long id, int incarnation) {
        return new MemberUpdate(kind, id, incarnation, Role.PEER, member(id).address());
    }

    private static GroupMember member(long id) {
        return new GroupMember(id, new InetSocketAddress("10.0.0.1", (int) (4000 + id)), 0, Role.PEER);
    }
}
