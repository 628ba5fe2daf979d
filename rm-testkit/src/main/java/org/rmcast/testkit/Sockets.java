package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32C;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.Role;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.TestConditions;
import org.rmcast.api.TransportKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/**
 * A group on real sockets of the loopback interface, on the best transport and on the one that is everywhere: receivers lose a
 * twentieth, and everything arrives, byte by byte.
 */
final class Sockets implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MEMBERS = 4;
    private static final int MESSAGES = 300;

    private final Channel channel;
    private final TransportKind kind;
    private final int mostBytes;
    private final boolean ordered;
    private final List<Member> members = new ArrayList<>();

    private Sockets(Channel channel, TransportKind kind, int mostBytes, boolean ordered) {
        this.channel = channel;
        this.kind = kind;
        this.mostBytes = mostBytes;
        this.ordered = ordered;
    }

    static void check(ProtocolContract contract, Variant variant) throws Exception {
        Channel.Builder channel = Channel.builder("contract")
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol(contract.protocol().name());
        variant.parameters().asMap().forEach(channel::parameter);
        boolean ordered = contract.configured(variant).promise().order() != Promise.Order.NONE;
        for (Role role : List.of(Role.SENDER, Role.PEER)) {
            if (contract.configured(variant).roles().contains(role)) {
                for (TransportKind kind : List.of(TransportKind.AUTO, TransportKind.NIO)) {
                    try (Sockets sockets = new Sockets(channel.build(), kind, contract.mostMessageBytes(), ordered)) {
                        sockets.run(role);
                    }
                }
            }
        }
    }

    /** Host 0 has this role and the others receive; peers all send. */
    private void run(Role role) throws Exception {
        for (int i = 0; i < MEMBERS; i++) {
            members.add(new Member(i == 0 ? role : role == Role.PEER ? role : Role.RECEIVER, i));
        }
        List<Member> senders =
                members.stream().filter(member -> member.role.sends()).toList();
        for (Member sender : senders) {
            assertThat(sender.session.awaitReceivers(MEMBERS - 1, LONG))
                    .as("receivers joined")
                    .isTrue();
        }
        for (Member sender : senders) {
            sender.sendAll(mostBytes);
        }
        for (Member sender : senders) {
            FlushResult flushed = sender.session.flush(LONG);
            assertThat(flushed.complete()).as("%s", flushed).isTrue();
        }
        for (Member receiver : members) {
            for (Member sender : senders) {
                if (receiver != sender && receiver.role.receives()) {
                    receiver.assertHasAllOf(sender);
                }
            }
        }
        Member first = senders.get(0);
        FlushResult closed = first.session.close(LONG);
        assertThat(closed.complete()).as("%s", closed).isTrue();
        for (Member receiver : members.subList(1, MEMBERS)) {
            Await.until("the end of the stream", () -> receiver.sawTheEndOf(first));
        }
    }

    @Override
    public void close() {
        members.forEach(member -> member.session.abort());
    }

    /** The sum of messages: if they come in order, it tells which order that was. */
    private static final class Checksum {
        private final boolean ordered;
        private final CRC32C all = new CRC32C();
        private long sum;

        Checksum(boolean ordered) {
            this.ordered = ordered;
        }

        synchronized void add(ByteBuffer payload, MessageHeaders headers) {
            CRC32C message = ordered ? all : new CRC32C();
            message.update(payload);
            message.update(headers.toBytes());
            sum += message.getValue();
        }

        synchronized long value() {
            return ordered ? all.getValue() : sum;
        }
    }

    /** A session that remembers what it got. */
    private final class Member {
        final Role role;
        /** Of a receiver, too: what it may not do is refused. */
        final MulticastPeer session;

        final Checksum sent = new Checksum(ordered);
        final Map<Long, Checksum> received = new ConcurrentHashMap<>();
        final Map<Long, Integer> counts = new ConcurrentHashMap<>();
        final List<SessionEvent> events = new CopyOnWriteArrayList<>();
        int messages;

        Member(Role role, int number) throws Exception {
            this.role = role;
            SessionBuilder builder = ReliableMulticastSession.on(channel)
                    .role(role)
                    .transport(kind)
                    .onEvent(events::add);
            TestConditions conditions = TestConditions.none().withSeed(number + 1);
            if (role.receives()) {
                builder.onMessage(this::take);
                conditions = conditions.withInbound("loss=5%,seed=" + (number + 1));
            }
            session = (MulticastPeer) builder.testing(conditions).open();
        }

        private void take(ReceivedMessage message) {
            received.computeIfAbsent(message.sourceId(), id -> new Checksum(ordered))
                    .add(message.payload(), message.headers());
            counts.merge(message.sourceId(), 1, Integer::sum);
        }

        void sendAll(int most) throws InterruptedException {
            SplittableRandom random = new SplittableRandom(session.memberId());
            for (int size : new int[] {0, 1, 1_316, Math.min(70_000, most), 0, most, 3}) {
                send(random, size);
            }
            for (int i = 0; i < MESSAGES; i++) {
                send(random, random.nextInt(Math.min(most, 3_000)));
            }
        }

        private void send(SplittableRandom random, int size) throws InterruptedException {
            byte[] message = new byte[size];
            random.nextBytes(message);
            MessageHeaders headers =
                    messages % 3 == 0 ? MessageHeaders.of("number", Integer.toString(messages)) : MessageHeaders.NONE;
            sent.add(ByteBuffer.wrap(message), headers);
            messages++;
            session.send(ByteBuffer.wrap(message), headers);
        }

        void assertHasAllOf(Member sender) {
            long id = sender.session.memberId();
            Await.until(
                    () -> counts.getOrDefault(id, 0) + " of " + sender.messages + " messages",
                    () -> counts.getOrDefault(id, 0) == sender.messages);
            long checksum = Objects.requireNonNull(received.get(id)).value();
            assertThat(checksum).as("checksum of all messages").isEqualTo(sender.sent.value());
            assertThat(events).noneMatch(SessionEvent.MessagesLost.class::isInstance);
        }

        boolean sawTheEndOf(Member sender) {
            return events.contains(new SessionEvent.StreamEnded(sender.session.memberId()));
        }
    }
}
