package org.rmcast.core.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.FlushResult;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.flow.Pacer;
import org.rmcast.core.repair.RepairQueue.Answer;

class RepairQueueTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000 * MS;
    private static final long START = -77_777_777_777L;
    private static final long BURST = MS;
    private static final int PACKET = 1_000;
    /** Packets that the random requests are for. */
    private static final int PACKETS = 50;

    private static final double RATE = 10e6;
    private static final long STREAM = 5;
    private static final long HOLD_OFF = 20 * MS;
    private static final InetSocketAddress GROUP = new InetSocketAddress("239.1.1.1", 7_000);
    private static final RepairLimits LIMITS = new RepairLimits(1_000, 1_000_000, 8, 1_500, 0.5, BURST);

    private final Pacer pacer = new Pacer(RATE, BURST);
    private final RepairQueue queue = new RepairQueue(LIMITS, pacer, RATE, GROUP);
    private final Sent sent = new Sent();

    /** Notes what is sent: of host 0 for the group. */
    private static final class Sent implements RepairOutput {
        record One(int host, long sequence, int number) {}

        final List<One> all = new ArrayList<>();
        final Set<Long> dropped = new HashSet<>();

        @Override
        public int unicast(long stream, long sequence, RepairRequest request, Actions actions) {
            return send(new One(request.from().getPort(), sequence, request.number()));
        }

        @Override
        public int multicast(long stream, long sequence, Actions actions) {
            return send(new One(0, sequence, 0));
        }

        private int send(One one) {
            if (dropped.contains(one.sequence)) {
                return 0;
            }
            all.add(one);
            return PACKET;
        }

        List<Long> sequences() {
            return all.stream().map(One::sequence).toList();
        }

        long of(int host) {
            return all.stream().filter(one -> one.host == host).count();
        }
    }

    private static RepairRequest from(int host) {
        return new RepairRequest(new InetSocketAddress("10.0.0.1", host), 100 + host, HOLD_OFF);
    }

    private Answer ask(int host, long sequence, long now) {
        return queue.request(from(host), STREAM, sequence, PACKET, now);
    }

    private void drain(long now) {
        queue.drain(sent, false, now, new NoActions());
    }

    /** Wakes up when the queue wants it, until nothing waits; returns the time then. */
    private long drainAll(boolean dataWaits, long startNanos) {
        long now = startNanos;
        queue.drain(sent, dataWaits, now, new NoActions());
        while (queue.nextDeadlineNanos() != ProtocolEngine.NO_DEADLINE) {
            assertThat(queue.nextDeadlineNanos() - now).as("no busy waiting").isPositive();
            now = queue.nextDeadlineNanos();
            queue.drain(sent, dataWaits, now, new NoActions());
        }
        return now;
    }

    @Test
    void shouldSendToWhoAskedInTheOrderAsked() {
        assertThat(queue.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        ask(1, 7, START);
        ask(1, 3, START);
        assertThat(queue.packets()).isEqualTo(2);
        assertThat(queue.bytes()).isEqualTo(2 * PACKET);
        drain(START);
        assertThat(sent.all).containsExactly(new Sent.One(1, 7, 101), new Sent.One(1, 3, 101));
        assertThat(queue.packets()).isZero();
        assertThat(queue.requesters()).isZero();
        assertThat(queue.counters().unicast).isEqualTo(2);
    }

    @Test
    void shouldSendToTheGroupWhatEnoughWant() {
        queue.multicastAt(3);
        ask(1, 7, START);
        ask(2, 7, START);
        ask(2, 8, START);
        assertThat(ask(3, 7, START)).isEqualTo(Answer.MERGED);
        assertThat(ask(4, 7, START)).isEqualTo(Answer.MERGED);
        drain(START);
        assertThat(sent.all).containsExactlyInAnyOrder(new Sent.One(0, 7, 0), new Sent.One(2, 8, 102));
        assertThat(ask(5, 7, START + HOLD_OFF - 1)).isEqualTo(Answer.HELD_OFF);
        assertThat(ask(5, 7, START + HOLD_OFF)).isEqualTo(Answer.QUEUED);
    }

    @Test
    void shouldCountThoseWhoGotItAMomentAgo() {
        queue.multicastAt(2);
        ask(1, 7, START);
        drain(START);
        ask(2, 7, START + HOLD_OFF - 1);
        drain(START + HOLD_OFF - 1);
        ask(3, 8, START + HOLD_OFF);
        drain(START + HOLD_OFF);
        ask(4, 8, START + 3 * HOLD_OFF);
        drain(START + 3 * HOLD_OFF);
        assertThat(sent.all.stream().map(Sent.One::host)).containsExactly(1, 0, 3, 4);
    }

    @Test
    void shouldSendToTheGroupWhatEnoughHostsHaveAskedForLately() {
        queue.multicastAtHosts(3, SECOND);
        for (int port = 1; port <= 4; port++) {
            ask(port, 7, START);
        }
        long now = drainAll(false, START);
        assertThat(sent.of(0)).as("one host with four ports").isZero();
        askFrom("10.0.0.2", 7, now + 1);
        now = drainAll(false, now + 1);
        assertThat(sent.of(0)).as("two hosts").isZero();
        askFrom("10.0.0.3", 7, now + 1);
        now = drainAll(false, now + 1);
        assertThat(sent.of(0)).as("three hosts").isEqualTo(1);
        assertThat(askFrom("10.0.0.4", 7, now + SECOND - 1)).isEqualTo(Answer.HELD_OFF);
        assertThat(askFrom("10.0.0.4", 7, now + SECOND)).isEqualTo(Answer.QUEUED);
        drainAll(false, now + SECOND);
        assertThat(sent.of(0)).as("one host again").isEqualTo(1);
    }

    private Answer askFrom(String host, long sequence, long now) {
        RepairRequest request = new RepairRequest(new InetSocketAddress(host, 9), 1, HOLD_OFF);
        return queue.request(request, STREAM, sequence, PACKET, now);
    }

    @Test
    void shouldHoldOffWhoGotItAMomentAgoAndNobodyElse() {
        ask(1, 7, START);
        assertThat(ask(1, 7, START)).isEqualTo(Answer.MERGED);
        drain(START);
        assertThat(ask(1, 7, START + HOLD_OFF - 1)).isEqualTo(Answer.HELD_OFF);
        assertThat(ask(2, 7, START + 1)).isEqualTo(Answer.QUEUED);
        drain(START + 1);
        assertThat(ask(1, 7, START + HOLD_OFF)).isEqualTo(Answer.QUEUED);
        drain(START + HOLD_OFF);
        assertThat(sent.all.stream().map(Sent.One::host)).containsExactly(1, 2, 1);
        assertThat(queue.counters().heldOff).isEqualTo(1);
        assertThat(queue.counters().merged).isEqualTo(1);
    }

    @Test
    void shouldEchoTheLatestRequest() {
        queue.request(new RepairRequest(from(1).from(), 1, HOLD_OFF), STREAM, 7, PACKET, START);
        queue.request(new RepairRequest(from(1).from(), 2, HOLD_OFF), STREAM, 7, PACKET, START);
        drain(START);
        assertThat(sent.all).containsExactly(new Sent.One(1, 7, 2));
    }

    @Test
    void shouldSendToTheGroupOnDemand() {
        ask(1, 7, START);
        assertThat(queue.requestForGroup(STREAM, 7, PACKET, HOLD_OFF, START)).isEqualTo(Answer.MERGED);
        assertThat(queue.requestForGroup(STREAM, 8, PACKET, HOLD_OFF, START)).isEqualTo(Answer.QUEUED);
        drain(START);
        assertThat(sent.all).containsExactlyInAnyOrder(new Sent.One(0, 7, 0), new Sent.One(0, 8, 0));
        assertThat(queue.requestForGroup(STREAM, 7, PACKET, HOLD_OFF, START + 1))
                .isEqualTo(Answer.HELD_OFF);
        assertThat(queue.counters().multicast).isEqualTo(2);
    }

    @Test
    void shouldSendToOneAgainWhatWentToAll() {
        queue.multicastAt(2);
        ask(1, 7, START);
        ask(2, 7, START);
        drain(START);
        drain(START + HOLD_OFF - 1);
        assertThat(ask(1, 7, START + HOLD_OFF - 1))
                .as("remembered while it is held off")
                .isEqualTo(Answer.HELD_OFF);
        assertThat(ask(1, 7, START + HOLD_OFF)).isEqualTo(Answer.QUEUED);
        drain(START + HOLD_OFF);
        assertThat(sent.all.stream().map(Sent.One::host)).containsExactly(0, 1);
    }

    /** To so many requesters it may have gone; of those before, none is known any more. */
    @Test
    void shouldRememberToWhomAPacketWent() {
        for (int host = 1; host <= 31; host++) {
            ask(host, 7, START);
            drain(START + host * MS / 10);
        }
        long now = START + 5 * MS;
        ask(32, 7, now);
        ask(33, 7, now);
        assertThat(ask(1, 7, now)).as("31 are remembered, and two wait").isEqualTo(Answer.HELD_OFF);
        drain(now);
        assertThat(ask(1, 7, now)).isEqualTo(Answer.HELD_OFF);
        ask(34, 7, now);
        assertThat(ask(1, 7, now)).as("33 made room for the next one").isEqualTo(Answer.QUEUED);
        assertThat(sent.of(33)).isEqualTo(1);
    }

    @Test
    void shouldGiveRoomBackToWhoWaitsForLess() {
        RepairQueue small = new RepairQueue(RepairLimits.of(6, 6 * PACKET, BURST), pacer, RATE, GROUP);
        for (long sequence = 1; sequence <= 3; sequence++) {
            assertThat(small.request(from(1), STREAM, sequence, PACKET, START)).isEqualTo(Answer.QUEUED);
        }
        assertThat(small.request(from(1), STREAM, 4, PACKET, START)).isEqualTo(Answer.REFUSED);
        pacer.leave(9 * PACKET, START);
        small.drain(sent, false, START, new NoActions());
        assertThat(small.packets()).as("two of the burst were left").isEqualTo(1);
        assertThat(small.request(from(1), STREAM, 4, PACKET, START)).isEqualTo(Answer.QUEUED);
        assertThat(small.request(from(1), STREAM, 5, PACKET, START)).isEqualTo(Answer.QUEUED);
        assertThat(small.request(from(1), STREAM, 6, PACKET, START)).isEqualTo(Answer.REFUSED);
    }

    @Test
    void shouldTakeWhatFitsExactly() {
        RepairQueue one = new RepairQueue(new RepairLimits(2, PACKET, 1, PACKET, 1, 0), pacer, RATE, GROUP);
        assertThat(one.request(new RepairRequest(GROUP, 0, 0), STREAM, 1, PACKET, START))
                .isEqualTo(Answer.QUEUED);
        assertThat(one.request(from(2), STREAM, 2, 1, START)).isEqualTo(Answer.REFUSED);
    }

    @Test
    void shouldBeginAnewWhenCleared() {
        ask(1, 7, START);
        drain(START);
        ask(3, 9, START);
        queue.clear();
        assertThat(queue.requesters()).isZero();
        assertThat(ask(1, 7, START)).as("nothing was sent").isEqualTo(Answer.QUEUED);
        assertThat(ask(3, 9, START)).as("nothing waits").isEqualTo(Answer.QUEUED);
        drain(START);
        assertThat(sent.sequences()).containsExactly(7L, 7L, 9L);
    }

    @Test
    void shouldTellTheStreamsApart() {
        queue.request(from(1), 5, 7, PACKET, START);
        assertThat(queue.request(from(1), 6, 7, PACKET, START)).isEqualTo(Answer.QUEUED);
    }

    @Test
    void shouldSkipWhatIsNoLongerHeld() {
        sent.dropped.add(7L);
        ask(1, 7, START);
        ask(2, 7, START);
        ask(1, 8, START);
        drain(START);
        assertThat(sent.sequences()).containsExactly(8L);
        assertThat(queue.counters().gone).isEqualTo(1);
        assertThat(queue.packets()).isZero();
    }

    @Test
    void shouldForgetARequester() {
        ask(1, 7, START);
        ask(2, 7, START);
        ask(1, 8, START);
        queue.forget(from(1).from());
        assertThat(queue.packets()).isEqualTo(1);
        drain(START);
        assertThat(sent.all).containsExactly(new Sent.One(2, 7, 102));
        ask(3, 9, START);
        queue.clear();
        assertThat(queue.bytes()).isZero();
        assertThat(queue.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    /** A clock may begin below zero. */
    @Test
    void shouldHoldNothingOffThatWasForgottenBeforeItWasSent() {
        ask(1, 7, START);
        queue.forget(from(1).from());
        assertThat(ask(1, 7, START + 2 * HOLD_OFF)).isEqualTo(Answer.QUEUED);
    }

    @Test
    void shouldLeaveRoomForOthers() {
        long sequence = 1;
        while (ask(1, sequence, START) == Answer.QUEUED) {
            sequence++;
        }
        assertThat(queue.packets()).isEqualTo(LIMITS.maxPackets() / 2);
        assertThat(ask(2, 1, START)).isEqualTo(Answer.QUEUED);
        for (int host = 2; host < 50; host++) {
            for (int i = 0; i < 1_000; i++) {
                ask(host, i, START);
            }
        }
        assertThat(queue.packets()).isLessThanOrEqualTo(LIMITS.maxPackets());
        assertThat(queue.requesters()).isEqualTo(LIMITS.maxRequesters());
        assertThat(queue.counters().refused).isGreaterThan(40_000);
    }

    @Test
    void shouldBoundBytes() {
        for (int i = 0; i < 100; i++) {
            queue.request(from(1), STREAM, i, 60_000, START);
        }
        assertThat(queue.bytes()).isBetween(440_000L, 500_000L);
    }

    @Test
    void shouldGiveEachRequesterTheSame() {
        for (int i = 0; i < 400; i++) {
            ask(1, i, START);
        }
        for (int i = 0; i < 40; i++) {
            ask(2, 1_000 + i, START);
            ask(3, 2_000 + i, START);
        }
        queue.drain(sent, false, START, new NoActions());
        while (sent.of(2) < 40) {
            queue.drain(sent, false, queue.nextDeadlineNanos(), new NoActions());
        }
        assertThat(sent.of(1)).isCloseTo(40L, within(4L));
        assertThat(sent.of(3)).isCloseTo(40L, within(4L));
    }

    @Test
    void shouldTakeAllOfTheRateWhileNoNewDataWaits() {
        for (int i = 0; i < 500; i++) {
            ask(1, i, START);
        }
        double seconds = (drainAll(false, START) - START) / 1e9;
        assertThat(500 * PACKET / seconds).isCloseTo(RATE, within(RATE * 0.05));
    }

    @Test
    void shouldLeaveHalfOfTheRateToNewData() {
        long now = START;
        long data = 0;
        long sequence = 0;
        while (now - START < SECOND) {
            for (int i = 0; i < 20; i++) {
                ask(1, sequence++, now);
            }
            queue.drain(sent, true, now, new NoActions());
            while (pacer.mayLeave(now)) {
                pacer.leave(PACKET, now);
                data += PACKET;
            }
            now += MS / 4;
        }
        double seconds = (now - START) / 1e9;
        assertThat(sent.all.size() * PACKET / seconds).isCloseTo(RATE / 2, within(RATE * 0.02));
        assertThat(data / seconds).isCloseTo(RATE / 2, within(RATE * 0.02));
        queue.setRate(RATE / 10);
        sent.all.clear();
        for (int i = 0; i < 100; i++) {
            ask(2, i, now);
        }
        double slower = (drainAll(true, now) - now) / 1e9;
        assertThat(sent.all.size() * PACKET / slower).isLessThan(RATE / 10);
    }

    /** A member that was cut off asks each 5 ms for all that it misses, over a path of 40 ms: it gets each packet about once. */
    @Test
    void shouldRepairOnceWhatIsAskedForOftenBeforeItArrives() {
        long now = START;
        Map<Long, Long> missing = new HashMap<>();
        for (long sequence = 0; sequence < 450; sequence++) {
            missing.put(sequence, START + 1_000 * SECOND);
        }
        long pathNanos = 40 * MS;
        while (!missing.isEmpty()) {
            long at = now;
            missing.keySet().stream()
                    .sorted()
                    .forEach(sequence -> queue.request(
                            new RepairRequest(from(1).from(), 0, pathNanos + 5 * MS), STREAM, sequence, PACKET, at));
            int before = sent.all.size();
            queue.drain(sent, true, now, new NoActions());
            sent.all
                    .subList(before, sent.all.size())
                    .forEach(one ->
                            missing.computeIfPresent(one.sequence(), (key, old) -> Math.min(old, at + pathNanos)));
            missing.values().removeIf(arrival -> arrival - at <= 0);
            now += 5 * MS;
        }
        assertThat(sent.all).hasSize(450);
    }

    @Test
    void shouldRefuseBoundsThatMakeNoSense() {
        assertThatThrownBy(() -> new RepairLimits(0, 1, 1, 1, 1, 0)).hasMessageContaining("maxPackets");
        assertThatThrownBy(() -> new RepairLimits(1, 0, 1, 1, 1, 0)).hasMessageContaining("maxBytes");
        assertThatThrownBy(() -> new RepairLimits(1, 1, 0, 1, 1, 0)).hasMessageContaining("maxRequesters");
        assertThatThrownBy(() -> new RepairLimits(1, 1, 1, 0, 1, 0)).hasMessageContaining("quantumBytes");
        assertThatThrownBy(() -> new RepairLimits(1, 1, 1, 1, 1.1, 0)).hasMessageContaining("share");
        assertThatThrownBy(() -> new RepairLimits(1, 1, 1, 1, 1, -1)).hasMessageContaining("burstNanos");
        assertThatThrownBy(() -> new RepairRequest(GROUP, 0, -1)).hasMessageContaining("holdOffNanos");
        assertThatThrownBy(() -> queue.multicastAt(0)).hasMessageContaining("1 or more");
        assertThat(RepairLimits.of(1, 1, 0).share()).isEqualTo(RepairLimits.DEFAULT_SHARE);
    }

    /** Whatever is asked for: bounds hold, everything queued is sent once, nothing is sent again within its hold-off. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldKeepItsPromisesUnderAnyRequests(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RepairLimits limits = new RepairLimits(
                1 + random.nextInt(2 * PACKETS),
                1 + random.nextInt(60_000),
                1 + random.nextInt(6),
                1 + random.nextInt(3_000),
                0.5,
                MS);
        RepairQueue tested = new RepairQueue(limits, pacer, RATE, GROUP);
        tested.multicastAt(1 + random.nextInt(5));
        Map<Sent.One, Long> lastSent = new HashMap<>();
        long now = START;
        long queued = 0;
        for (int step = 0; step < 5_000; step++) {
            now += random.nextLong(MS);
            int host = 1 + random.nextInt(8);
            Answer answer = random.nextInt(20) == 0
                    ? tested.requestForGroup(STREAM, random.nextInt(PACKETS), PACKET, HOLD_OFF, now)
                    : tested.request(from(host), STREAM, random.nextInt(PACKETS), PACKET, now);
            queued += answer == Answer.QUEUED ? 1 : 0;
            assertThat(tested.packets()).as("seed %d step %d", seed, step).isLessThanOrEqualTo(limits.maxPackets());
            assertThat(tested.bytes())
                    .isEqualTo((long) tested.packets() * PACKET)
                    .isLessThanOrEqualTo(limits.maxBytes());
            assertThat(tested.requesters()).isLessThanOrEqualTo(limits.maxRequesters());
            if (random.nextInt(3) == 0) {
                int before = sent.all.size();
                tested.drain(sent, random.nextBoolean(), now, new NoActions());
                for (Sent.One one : sent.all.subList(before, sent.all.size())) {
                    // With fewer places not all that was sent is remembered.
                    if (limits.maxPackets() >= PACKETS) {
                        assertThat(isHeldOff(lastSent.get(one), now))
                                .as("seed %d: %s", seed, one)
                                .isFalse();
                        assertThat(isHeldOff(lastSent.get(new Sent.One(0, one.sequence(), 0)), now))
                                .isFalse();
                    }
                    lastSent.put(one, now);
                }
            }
        }
        while (tested.nextDeadlineNanos() != ProtocolEngine.NO_DEADLINE) {
            tested.drain(sent, true, tested.nextDeadlineNanos(), new NoActions());
        }
        RepairCounters counters = tested.counters();
        assertThat(counters.requested).isEqualTo(5_000);
        assertThat(queued).isEqualTo(5_000 - counters.merged - counters.heldOff - counters.refused);
        assertThat(counters.unicast + counters.multicast)
                .isEqualTo(sent.all.size())
                .isLessThanOrEqualTo(queued);
    }

    private static boolean isHeldOff(@Nullable Long sentNanos, long now) {
        return sentNanos != null && now - sentNanos < HOLD_OFF;
    }

    /** For a block that passes its actions on. */
    static final class NoActions implements Actions {
        @Override
        public void multicast(byte[] datagram, int ttl) {
            throw new IllegalStateException("not expected");
        }

        @Override
        public void unicast(InetSocketAddress to, byte[] datagram) {
            throw new IllegalStateException("not expected");
        }

        @Override
        public void watchPort(InetSocketAddress peer) {}

        @Override
        public void unwatchPort(InetSocketAddress peer) {}

        @Override
        public long nowNanos() {
            return 0;
        }

        @Override
        public void deliver(ReceivedMessage message) {
            throw new IllegalStateException("not expected");
        }

        @Override
        public boolean deliveryRoom() {
            return false;
        }

        @Override
        public void report(SessionEvent event) {
            throw new IllegalStateException("not expected");
        }

        @Override
        public void flushed(long flushId, FlushResult result) {
            throw new IllegalStateException("not expected");
        }

        @Override
        public void closed(FlushResult result) {
            throw new IllegalStateException("not expected");
        }
    }
}
