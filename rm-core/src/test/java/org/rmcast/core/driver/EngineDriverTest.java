package org.rmcast.core.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.ExtensionFields;
import org.rmcast.core.wire.WireWriter;

/** What a driver does with datagrams and messages, whoever hosts it. */
@SuppressWarnings("AddressSelection") // a literal address: nothing is looked up
class EngineDriverTest {
    private static final int PROTOCOL = 200;
    private static final long SESSION = 7;
    private static final long SELF = 9;
    private static final int INCARNATION = 77;
    private static final InetSocketAddress PEER = new InetSocketAddress("10.0.0.2", 4000);

    private final RecordingHost host = new RecordingHost();
    private final RecordingEngine engine = new RecordingEngine();
    private final EngineDriver driver = new EngineDriver(
            new RecordedProtocol(), engine, new PathPlan(PROTOCOL, SESSION).path(SELF, INCARNATION), 8, host);

    /** A host need not care whether a message is accepted yet of which it is told. */
    @Test
    void shouldLetTimeGoOnWithinAWakeUp() {
        driver.beginWakeUp(5);
        driver.beginWakeUp(7);
        assertThat(driver.nowNanos()).as("one is under way").isEqualTo(5);
        driver.advance(8);
        driver.advance(6);
        assertThat(driver.nowNanos()).as("it does not go back").isEqualTo(8);
    }

    @Test
    void shouldTellOfAMessageOnlyWhenItIsAccepted() {
        host.messages = 2;
        engine.inSend = actions -> actions.confirmed(new Receipt(engine.offered - 1, List.of(), List.of()));
        wakeUp(1);
        assertThat(host.accepted).containsExactly("accepted", "receipt 0", "accepted", "receipt 1");
        host.messages = 1;
        engine.refuses = true;
        engine.inSend = actions -> actions.confirmed(new Receipt(0, List.of(), List.of()));
        engine.inBatch = actions -> actions.confirmed(new Receipt(1, List.of(), List.of()));
        wakeUp(2);
        assertThat(host.accepted).endsWith("accepted", "receipt 1", "receipt 0", "receipt 1");
    }

    @Test
    void shouldFailAnEngineThatIsAskedForSomeMembersAndKnowsNone() {
        host.messages = 1;
        host.to = Recipients.of(0xAB);
        wakeUp(1);
        assertThat(host.end).isNotNull();
        assertThat(host.events)
                .singleElement()
                .asString()
                .contains("this protocol sends to the whole group, not to [ab]");
    }

    @Test
    void shouldGiveTheEngineAPacketWithoutItsFields() {
        byte[] plain = DatagramHeader.complete(plain(), PROTOCOL, SESSION, 2, 1);
        receive(plain);
        receive(DatagramHeader.complete(ExtensionFields.append(plain(), 0x70, new byte[5]), PROTOCOL, SESSION, 2, 1));
        assertThat(engine.packets.get(0)).isSameAs(plain);
        assertThat(engine.packets.get(1)).hasSameSizeAs(plain);
    }

    @Test
    void shouldSayOnceThatSomebodySpeaksAnotherVersion() {
        byte[] old = DatagramHeader.complete(plain(), PROTOCOL, SESSION, 2, 1);
        old[2] = 1;
        receive(old);
        receive(old);
        assertThat(host.events).containsExactly(new SessionEvent.OtherVersion(PEER, 1));
        assertThat(driver.counters().get(SessionMeter.REJECTED_UNSUPPORTED)).isEqualTo(2);
    }

    @Test
    void shouldSayOnceThatSomebodyHasItsId() {
        byte[] twin = DatagramHeader.complete(plain(), PROTOCOL, SESSION, SELF, INCARNATION + 1);
        receive(twin);
        receive(twin);
        receive(DatagramHeader.complete(plain(), PROTOCOL, SESSION, SELF, INCARNATION));
        assertThat(host.events).containsExactly(new SessionEvent.TwinHeard(SELF, PEER));
        assertThat(driver.counters().get(SessionMeter.REJECTED_TWINS)).isEqualTo(2);
        assertThat(engine.packets).isEmpty();
    }

    @Test
    void shouldCountEachReasonByItself() {
        receive(new byte[3]);
        receive(DatagramHeader.complete(plain(), PROTOCOL, SESSION + 1, 2, 1));
        byte[] damaged = DatagramHeader.complete(plain(), PROTOCOL, SESSION, 2, 1);
        damaged[damaged.length - 1] ^= 1;
        receive(damaged);
        receive(DatagramHeader.complete(ExtensionFields.append(plain(), 0x80, new byte[1]), PROTOCOL, SESSION, 2, 1));
        engine.undecodable = true;
        receive(DatagramHeader.complete(plain(), PROTOCOL, SESSION, 2, 1));
        for (SessionMeter meter : List.of(
                SessionMeter.REJECTED_STRANGERS,
                SessionMeter.REJECTED_OTHER_SESSIONS,
                SessionMeter.REJECTED_DAMAGED,
                SessionMeter.REJECTED_UNSUPPORTED,
                SessionMeter.REJECTED_MALFORMED)) {
            assertThat(driver.counters().get(meter)).as("%s", meter).isEqualTo(1);
        }
        assertThat(host.events).isEmpty();
    }

    @Test
    void shouldSendInTheMembersName() {
        driver.beginWakeUp(1);
        engine.answer = plain();
        receive(DatagramHeader.complete(plain(), PROTOCOL, SESSION, 2, 1));
        byte[] sent = host.sent.get(0);
        assertThat(DatagramHeader.check(sent, PROTOCOL, SESSION, 2, 1)).isEqualTo(DatagramHeader.Verdict.ACCEPTED);
        assertThat(DatagramHeader.memberId(sent)).isEqualTo(SELF);
        assertThat(DatagramHeader.incarnation(sent)).isEqualTo(INCARNATION);
    }

    @Test
    void shouldOfferSoManyMessagesInAWakeUpAndTheRestInTheNext() {
        host.messages = 20_000;
        driver.beginWakeUp(5);
        driver.endWakeUp();
        assertThat(engine.offered).isEqualTo(16_384);
        assertThat(driver.nextWakeUpNanos()).as("at once").isEqualTo(5);
        driver.beginWakeUp(6);
        driver.endWakeUp();
        assertThat(engine.offered).isEqualTo(20_000);
        assertThat(driver.nextWakeUpNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldDeliverOwnMessagesInTheOrderInWhichTheyAreAccepted() {
        driver.deliverOwn(SELF);
        host.messages = 3;
        wakeUp(1);
        assertThat(host.delivered.stream().map(ReceivedMessage::sequence)).containsExactly(0L, 1L, 2L);
        assertThat(host.delivered.stream().map(ReceivedMessage::sourceId)).containsOnly(SELF);
        wakeUp(2);
        assertThat(host.delivered).hasSize(3);
    }

    @Test
    void shouldHoldOwnMessagesBackWhileThereIsNoRoomForThem() {
        driver.deliverOwn(SELF);
        host.messages = 5;
        host.free = 2;
        wakeUp(1);
        assertThat(engine.offered).isEqualTo(2);
        assertThat(driver.nextWakeUpNanos()).as("no spinning").isEqualTo(ProtocolEngine.NO_DEADLINE);
        host.free = 1;
        driver.beginWakeUp(2);
        driver.room();
        driver.endWakeUp();
        assertThat(engine.offered).isEqualTo(3);
        assertThat(host.delivered).hasSize(3);
    }

    @Test
    void shouldKeepAnOwnMessageWhoseRoomTheEngineTook() {
        driver.deliverOwn(SELF);
        host.messages = 2;
        host.free = 1;
        engine.delivering = new ReceivedMessage(2, 3, ByteBuffer.allocate(1));
        wakeUp(1);
        assertThat(engine.offered).isEqualTo(1);
        assertThat(host.delivered.stream().map(ReceivedMessage::sourceId)).containsExactly(2L);
        engine.delivering = null;
        host.free = 5;
        wakeUp(2);
        assertThat(host.delivered.stream().map(ReceivedMessage::sourceId)).containsExactly(2L, SELF, SELF);
        assertThat(host.delivered.stream().skip(1).map(ReceivedMessage::sequence))
                .containsExactly(0L, 1L);
    }

    @Test
    void shouldEndAnEngineThatThrows() {
        engine.failure = new IllegalStateException("broken");
        receive(DatagramHeader.complete(plain(), PROTOCOL, SESSION, 2, 1));
        assertThat(host.end).isNotNull();
        assertThat(Objects.requireNonNull(host.end).cause()).isSameAs(engine.failure);
        engine.failure = null;
        receive(DatagramHeader.complete(plain(), PROTOCOL, SESSION, 2, 1));
        assertThat(engine.packets).isEmpty();
        assertThat(driver.nextWakeUpNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldTellTheEngineWhatHappens() {
        driver.beginWakeUp(5);
        assertThat(driver.isAwake()).isTrue();
        assertThat(driver.nowNanos()).isEqualTo(5);
        driver.start();
        driver.room();
        driver.flush(3, Confirmation.KEEPING_UP, 90);
        driver.close(100);
        driver.endWakeUp();
        assertThat(driver.isAwake()).isFalse();
        assertThat(engine.calls)
                .containsExactly("start 5", "room 5", "flush 3 KEEPING_UP 90 5", "close 100 5", "batch end 5");
        assertThat(driver.counters().get(SessionMeter.ENGINE_CALLS)).isEqualTo(5);
        assertThat(driver.counters().get(SessionMeter.WAKE_UPS)).isEqualTo(1);
        assertThat(driver.engine()).isSameAs(engine);
    }

    @Test
    void shouldTellADeadlineWhenItHasCome() {
        engine.deadlineNanos = 10;
        wakeUp(9);
        assertThat(driver.nextWakeUpNanos()).isEqualTo(10);
        wakeUp(10);
        wakeUp(11);
        engine.deadlineNanos = ProtocolEngine.NO_DEADLINE;
        wakeUp(12);
        assertThat(engine.calls)
                .containsExactly(
                        "batch end 9", "deadline 10", "batch end 10", "deadline 11", "batch end 11", "batch end 12");
    }

    @Test
    void shouldPassOnWhatTheEngineDoes() {
        SessionEvent event = new SessionEvent.OtherVersion(PEER, 1);
        ReceivedMessage message = new ReceivedMessage(2, 3, ByteBuffer.allocate(1));
        engine.inBatch = actions -> {
            actions.multicast(plain(), 4);
            assertThat(actions.deliveryRoom()).isTrue();
            actions.deliver(message);
            actions.report(event);
            actions.flushed(6, FlushResult.completed());
        };
        wakeUp(1);
        assertThat(host.sent).hasSize(1);
        assertThat(host.ttls).containsExactly(4);
        assertThat(host.delivered).containsExactly(message);
        assertThat(host.events).containsExactly(event);
        assertThat(host.flushed).containsExactly(6L);
        assertThat(driver.isEnded()).isFalse();
    }

    @Test
    void shouldEndWhenTheEngineHasClosed() {
        engine.inBatch = actions -> {
            actions.report(new SessionEvent.SessionFailed(EventCause.PROTOCOL_FAILED, "cut off"));
            actions.closed(FlushResult.completed());
            actions.closed(FlushResult.completed());
        };
        wakeUp(1);
        assertThat(driver.isEnded()).isTrue();
        assertThat(host.end)
                .isEqualTo(new DriverEnd(
                        FlushResult.completed(), new Reason(EventCause.PROTOCOL_FAILED, "cut off"), null));
        assertThat(host.ends).isEqualTo(1);
        driver.abort(FlushResult.completed(), new Reason(EventCause.RUNTIME_CLOSED, "too late"), null);
        wakeUp(2);
        driver.beginWakeUp(3);
        driver.start();
        assertThat(engine.calls).containsExactly("batch end 1");
        assertThat(host.ends).isEqualTo(1);
    }

    @Test
    void shouldSayWhyItWasAborted() {
        driver.beginWakeUp(1);
        driver.abort(FlushResult.completed(), new Reason(EventCause.RUNTIME_CLOSED, "the runtime was closed"), null);
        assertThat(host.events)
                .containsExactly(new SessionEvent.SessionFailed(EventCause.RUNTIME_CLOSED, "the runtime was closed"));
        driver.endWakeUp();
        assertThat(engine.calls).isEmpty();
    }

    @Test
    void shouldFailAnEngineThatDeliversWithoutRoom() {
        host.room = false;
        engine.inBatch = actions -> {
            assertThat(actions.deliveryRoom()).isFalse();
            actions.deliver(new ReceivedMessage(2, 3, ByteBuffer.allocate(1)));
        };
        wakeUp(1);
        assertThat(failureText()).contains("onBatchEnd", "no room", "state: ");
        assertThat(host.delivered).isEmpty();
        assertThat(host.events)
                .singleElement(InstanceOfAssertFactories.type(SessionEvent.SessionFailed.class))
                .returns(EventCause.PROTOCOL_FAILED, SessionEvent.SessionFailed::cause);
    }

    @Test
    void shouldEndAnEngineThatThrowsAtACall() {
        engine.failure = new IllegalStateException("broken");
        driver.beginWakeUp(1);
        driver.flush(1, Confirmation.EVERYONE, 2);
        assertThat(driver.isEnded()).isTrue();
    }

    /** As where there is no memory left. */
    private String failureText() {
        return Objects.requireNonNull(Objects.requireNonNull(host.end).failure())
                .text();
    }

    private static final class Indescribable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("planted");
        }
    }

    @Test
    void shouldEndThoughItCanNotBeSaidWhy() {
        engine.inBatch = actions -> {
            throw new Indescribable();
        };
        wakeUp(1);
        assertThat(driver.isEnded()).isTrue();
        assertThat(driver.isAwake()).isFalse();
        DriverEnd end = Objects.requireNonNull(host.end);
        assertThat(failureText()).contains("no memory");
        assertThat(end.result().complete()).isFalse();
    }

    @Test
    void shouldEndThoughTheHostCanNotTakeTheReport() {
        host.reportFailure = new OutOfMemoryError("planted");
        engine.failure = new IllegalStateException("broken");
        driver.beginWakeUp(1);
        driver.flush(1, Confirmation.EVERYONE, 2);
        driver.endWakeUp();
        assertThat(driver.isEnded()).isTrue();
        assertThat(driver.isAwake()).isFalse();
        assertThat(host.ends).isEqualTo(1);
        assertThat(failureText()).contains("onFlush", "broken");
    }

    private void wakeUp(long nowNanos) {
        driver.beginWakeUp(nowNanos);
        driver.endWakeUp();
    }

    private void receive(byte[] datagram) {
        driver.beginWakeUp(1);
        driver.datagram(PEER, Cast.UNICAST, datagram);
        driver.endWakeUp();
    }

    private static byte[] plain() {
        return DatagramHeader.begin(new WireWriter(40), 3, 0).writeLong(1).toByteArray();
    }

    private static final class RecordingHost implements DriverHost {
        final List<byte[]> sent = new ArrayList<>();
        final List<SessionEvent> events = new ArrayList<>();
        final List<Integer> ttls = new ArrayList<>();
        final List<ReceivedMessage> delivered = new ArrayList<>();
        final List<Long> flushed = new ArrayList<>();
        final List<String> accepted = new ArrayList<>();
        int messages;
        boolean room = true;
        Recipients to = Recipients.GROUP;
        int free = Integer.MAX_VALUE;
        int ends;

        @Nullable
        Error reportFailure;

        @Nullable
        DriverEnd end;

        @Override
        public byte @Nullable [] nextMessage() {
            return messages > 0 ? new byte[1] : null;
        }

        @Override
        public boolean hasHeaders() {
            return false;
        }

        @Override
        public void messageAccepted() {
            messages--;
            accepted.add("accepted");
        }

        @Override
        public Recipients recipients() {
            return to;
        }

        @Override
        public void confirmed(Receipt receipt) {
            accepted.add("receipt " + receipt.message());
        }

        @Override
        public void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
            sent.add(datagram);
            ttls.add(ttl);
        }

        @Override
        public boolean hasRoom() {
            return room && free > 0;
        }

        @Override
        public void deliver(ReceivedMessage message) {
            free--;
            delivered.add(message);
        }

        @Override
        public void report(SessionEvent event) {
            if (reportFailure != null) {
                throw reportFailure;
            }
            events.add(event);
        }

        @Override
        public void flushed(long flushId, FlushResult result) {
            flushed.add(flushId);
        }

        @Override
        public void ended(DriverEnd how) {
            end = how;
            ends++;
        }
    }

    /** Keeps what it is given, and does what the test wants. */
    private static final class RecordingEngine implements ProtocolEngine {
        final List<byte[]> packets = new ArrayList<>();
        final List<String> calls = new ArrayList<>();
        Consumer<Actions> inBatch = actions -> {};
        Consumer<Actions> inSend = actions -> {};
        boolean refuses;
        long deadlineNanos = NO_DEADLINE;
        int offered;
        boolean undecodable;

        @Nullable
        ReceivedMessage delivering;

        @Nullable
        RuntimeException failure;

        byte @Nullable [] answer;

        @Override
        public void onStart(long nowNanos, Actions actions) {
            calls.add("start " + nowNanos);
        }

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long nowNanos, Actions actions)
                throws DecodeException {
            if (failure != null) {
                throw failure;
            }
            if (undecodable) {
                throw new DecodeException("as the test wants");
            }
            packets.add(datagram);
            if (answer != null) {
                actions.unicast(from, answer);
            }
        }

        @Override
        public boolean onSend(byte[] message, boolean headers, long nowNanos, Actions actions) {
            offered++;
            if (delivering != null) {
                actions.deliver(delivering);
            }
            inSend.accept(actions);
            return !refuses;
        }

        @Override
        public void onFlush(long flushId, Confirmation by, long flushDeadlineNanos, long nowNanos, Actions actions) {
            if (failure != null) {
                throw failure;
            }
            calls.add("flush " + flushId + " " + by + " " + flushDeadlineNanos + " " + nowNanos);
        }

        @Override
        public void onDeliveryRoom(long nowNanos, Actions actions) {
            calls.add("room " + nowNanos);
        }

        @Override
        public void onDeadline(long nowNanos, Actions actions) {
            calls.add("deadline " + nowNanos);
        }

        @Override
        public void onBatchEnd(long nowNanos, Actions actions) {
            calls.add("batch end " + nowNanos);
            inBatch.accept(actions);
        }

        @Override
        public void onClose(long closeDeadlineNanos, long nowNanos, Actions actions) {
            calls.add("close " + closeDeadlineNanos + " " + nowNanos);
        }

        @Override
        public long nextDeadlineNanos() {
            return deadlineNanos;
        }

        @Override
        public int receiverCount() {
            return 0;
        }

        @Override
        public EngineStatistics statistics() {
            return EngineStatistics.builder().with(EngineMeter.NEXT_SEQUENCE, 1).build();
        }
    }

    private final class RecordedProtocol implements Configured {
        @Override
        public Set<Role> roles() {
            return Set.of(Role.PEER);
        }

        @Override
        public Promise promise() {
            return new Promise(
                    Promise.Order.NONE,
                    Promise.Completeness.WHILE_HELD,
                    Promise.Flush.NOBODY,
                    Promise.Destinations.GROUP);
        }

        @Override
        public long memoryBoundBytes(Role role) {
            return 1;
        }

        @Override
        public PacketKind kind(byte[] packet) {
            return PacketKind.DATA;
        }

        @Override
        public ProtocolEngine createEngine(EngineContext context) {
            return engine;
        }
    }
}
