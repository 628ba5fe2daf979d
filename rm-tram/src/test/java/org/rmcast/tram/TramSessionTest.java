package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.Channel;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.Role;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.StorageOptions;
import org.rmcast.api.TestConditions;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** TRAM through real sockets on the loopback interface. */
class TramSessionTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final List<ReliableMulticastSession> opened = new ArrayList<>();

    @AfterEach
    void endAll() {
        opened.forEach(ReliableMulticastSession::abort);
    }

    @Test
    void shouldGoOnWhenARepairHeadDies() throws Exception {
        Channel channel = channel("heads").build();
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        List<ReliableMulticastSession> heads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            heads.add(keep(ReliableMulticastSession.on(channel).openRepairNode()));
        }
        Await.until("both heads to join", () -> sender.statistics().members().size() == 2);
        List<Receiver> receivers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            receivers.add(new Receiver(ReliableMulticastSession.on(channel)
                    .testing(TestConditions.none().withInbound("loss=5%,seed=" + (i + 1)))));
        }
        assertThat(sender.awaitReceivers(4, LONG)).isTrue();
        Receiver orphan = receivers.get(0);
        Await.until("its head to be told", () -> headOf(orphan) != 0);
        long victimId = headOf(orphan);
        ReliableMulticastSession victim = heads.stream()
                .filter(head -> head.memberId() == victimId)
                .findFirst()
                .orElseThrow();
        SplittableRandom random = new SplittableRandom(9);
        CRC32C sent = new CRC32C();
        for (int i = 0; i < 3_000; i++) {
            if (i == 1_000) {
                victim.abort();
            }
            send(sender, random, 1_000, sent);
        }
        FlushResult closed = sender.close(LONG);
        assertThat(closed.complete()).as("%s", closed).isTrue();
        for (Receiver receiver : receivers) {
            Await.until("the end of the stream", receiver::hasEnded);
            assertThat(receiver.messages.get()).isEqualTo(3_000);
            assertThat(receiver.digest()).isEqualTo(sent.getValue());
        }
        List<SessionEvent.RepairHeadChanged> changes = receivers.get(0).events(SessionEvent.RepairHeadChanged.class);
        assertThat(changes).anyMatch(change -> change.previousId() == victimId);
        assertThat(changes).anyMatch(change -> change.currentId() != victimId && change.currentId() != 0);
    }

    private static long headOf(Receiver receiver) {
        return receiver.session.statistics().get(TramMeter.HEAD_ID);
    }

    @Test
    void shouldHoldTheSenderBackForASlowApplication() throws Exception {
        Channel channel = channel("slow")
                .parameter("cachePackets", 1_000)
                .parameter("windowMax", 256)
                .build();
        Semaphore permits = new Semaphore(0);
        Receiver receiver = new Receiver(
                ReliableMulticastSession.on(channel).deliveryQueue(100, 1 << 20), permits::acquireUninterruptibly);
        MulticastSender sender = keep(
                ReliableMulticastSession.on(channel).sendQueue(100, 1 << 20).openSender());
        assertThat(sender.awaitReceivers(1, LONG)).isTrue();
        int accepted = 0;
        byte[] message = new byte[1_000];
        int refusals = 0;
        while (refusals < 200 && accepted < 100_000) {
            if (sender.trySend(ByteBuffer.wrap(message))) {
                accepted++;
                refusals = 0;
            } else {
                refusals++;
                Await.until("a moment", new Moment(5)::isOver);
            }
        }
        assertThat(accepted).isLessThan(20_000);
        assertThat(receiver.messages.get()).isZero();
        permits.release(Integer.MAX_VALUE);
        assertThat(sender.close(LONG).complete()).isTrue();
        Await.until("the end of the stream", receiver::hasEnded);
        assertThat(receiver.messages.get()).isEqualTo(accepted);
    }

    @Test
    void shouldServeAStalledApplicationFromStorageBehindTheOthers(@TempDir Path directory) throws Exception {
        Channel channel = channel("spill")
                .parameter("recovery", "reaffiliate")
                .parameter("slowReceivers", "spill")
                .parameter("headCachePackets", 200)
                .parameter("canBeHead", false)
                .build();
        MulticastSender sender = keep(ReliableMulticastSession.on(channel)
                .storage(StorageOptions.in(directory.resolve("store")))
                .openSender());
        ReliableMulticastSession head =
                keep(ReliableMulticastSession.on(channel).openRepairNode());
        Await.until("the head to join", () -> head.statistics().get(TramMeter.TREE_LEVEL) == 2);
        Semaphore permits = new Semaphore(0);
        Receiver stalled = new Receiver(
                ReliableMulticastSession.on(channel).deliveryQueue(100, 1 << 20), permits::acquireUninterruptibly);
        List<Receiver> others = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            others.add(new Receiver(ReliableMulticastSession.on(channel)
                    .testing(TestConditions.none().withInbound("loss=5%,seed=" + (i + 1)))));
        }
        assertThat(sender.awaitReceivers(3, LONG)).isTrue();
        SplittableRandom random = new SplittableRandom(11);
        CRC32C sent = new CRC32C();
        for (int i = 0; i < 20_000; i++) {
            send(sender, random, 1_000, sent);
        }
        FlushResult keepingUp = sender.flush(Confirmation.KEEPING_UP, LONG);
        assertThat(keepingUp.complete()).as("%s", keepingUp).isTrue();
        assertThat(stalled.messages.get()).isZero();
        for (Receiver receiver : others) {
            Await.until("everything at those that keep up", () -> receiver.messages.get() == 20_000);
        }
        permits.release(Integer.MAX_VALUE);
        FlushResult closed = sender.close(LONG);
        assertThat(closed.complete()).as("%s", closed).isTrue();
        others.add(stalled);
        for (Receiver receiver : others) {
            Await.until("the end of the stream", receiver::hasEnded);
            assertThat(receiver.digest()).isEqualTo(sent.getValue());
        }
        assertThat(head.statistics().get(EngineMeter.BUFFER_PACKETS)).isLessThanOrEqualTo(200);
    }

    @Test
    void shouldNameWhoHasNotEverything() throws Exception {
        Channel channel = channel("laggard").build();
        Receiver good = new Receiver(ReliableMulticastSession.on(channel));
        Receiver deaf = new Receiver(ReliableMulticastSession.on(channel));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        assertThat(sender.awaitReceivers(2, LONG)).isTrue();
        deaf.session.abort();
        sender.send(new byte[100]);
        FlushResult result = sender.flush(Duration.ofMillis(500));
        assertThat(result.complete()).isFalse();
        assertThat(result.missing()).extracting(FlushResult.Laggard::memberId).containsExactly(deaf.session.memberId());
        Await.until("the dead receiver to be given up", () -> sender.receiverCount() == 1);
        assertThat(sender.flush(LONG).complete()).isTrue();
        assertThat(sender.close(LONG).complete()).isTrue();
        Await.until("the end of the stream", good::hasEnded);
        assertThat(good.messages.get()).isEqualTo(1);
    }

    @Test
    void shouldFollowASenderThatStartsAnew() throws Exception {
        Channel channel = channel("anew").parameter("beaconInterval", "50ms").build();
        Receiver receiver = new Receiver(ReliableMulticastSession.on(channel));
        for (int run = 1; run <= 2; run++) {
            MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
            assertThat(sender.awaitReceivers(1, LONG)).isTrue();
            sender.send(new byte[] {(byte) run});
            assertThat(sender.close(LONG).complete()).isTrue();
            int streams = run;
            Await.until(
                    "the end of the stream",
                    () -> receiver.events(SessionEvent.StreamEnded.class).size() == streams);
            assertThat(receiver.messages.get()).isEqualTo(run);
        }
    }

    @Test
    void shouldCarryASessionOverIpv6() throws Exception {
        String networkInterface = System.getProperty("rm.ipv6.interface", Channel.LOOPBACK);
        assumeTrue(
                !networkInterface.equals(Channel.LOOPBACK) || TestGroups.loopbackHasIpv6(),
                "the loopback interface carries no IPv6 multicast; name another with -Drm.ipv6.interface");
        Channel channel = Channel.builder("six")
                .group("ff11::7:" + Integer.toHexString(1 + new SplittableRandom().nextInt(0xfffe)))
                .port(TestGroups.freePort())
                .networkInterface(networkInterface)
                .ttl(0)
                .build();
        Receiver receiver = new Receiver(ReliableMulticastSession.on(channel));
        MulticastSender sender = keep(ReliableMulticastSession.on(channel).openSender());
        assertThat(sender.awaitReceivers(1, LONG)).isTrue();
        for (int i = 0; i < 500; i++) {
            sender.send(new byte[500]);
        }
        assertThat(sender.close(LONG).complete()).isTrue();
        Await.until("the end of the stream", receiver::hasEnded);
        assertThat(receiver.messages.get()).isEqualTo(500);
    }

    /** A time that passes. */
    private static final class Moment {
        private final long end;

        Moment(int millis) {
            end = System.nanoTime() + millis * 1_000_000L;
        }

        boolean isOver() {
            return System.nanoTime() - end >= 0;
        }
    }

    private static Channel.Builder channel(String name) {
        return Channel.builder(name).group(TestGroups.address()).port(TestGroups.freePort());
    }

    private <S extends ReliableMulticastSession> S keep(S session) {
        opened.add(session);
        return session;
    }

    private static void send(MulticastSender sender, SplittableRandom random, int size, CRC32C sent)
            throws InterruptedException {
        byte[] message = new byte[size];
        random.nextBytes(message);
        sent.update(message);
        sender.send(message);
    }

    /** A receiver that remembers what it got. */
    private final class Receiver {
        final AtomicLong messages = new AtomicLong();
        final List<SessionEvent> events = new CopyOnWriteArrayList<>();
        final ReliableMulticastSession session;
        private final CRC32C received = new CRC32C();

        Receiver(SessionBuilder builder) throws Exception {
            this(builder, () -> {});
        }

        Receiver(SessionBuilder builder, Runnable before) throws Exception {
            session = keep(builder.role(Role.RECEIVER)
                    .onEvent(events::add)
                    .onMessage(message -> {
                        before.run();
                        take(message);
                    })
                    .open());
        }

        private void take(ReceivedMessage message) {
            synchronized (received) {
                received.update(message.payload());
            }
            messages.incrementAndGet();
        }

        long digest() {
            synchronized (received) {
                return received.getValue();
            }
        }

        boolean hasEnded() {
            return !events(SessionEvent.StreamEnded.class).isEmpty();
        }

        <E extends SessionEvent> List<E> events(Class<E> kind) {
            return events.stream()
                    .filter(kind::isInstance)
                    .map(kind::cast)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }
}
