package org.rmcast.core.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Confirmation;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.FlushResult;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.ReceivedMessage;
import org.rmcast.core.engine.Role;
import org.rmcast.core.engine.SessionMeter;
import org.rmcast.core.event.SessionEvent;
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
        int messages;

        @Nullable
        DriverEnd end;

        @Override
        public byte @Nullable [] nextMessage() {
            return messages > 0 ? new byte[1] : null;
        }

        @Override
        public void messageAccepted() {
            messages--;
        }

        @Override
        public void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
            sent.add(datagram);
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void deliver(ReceivedMessage message) {}

        @Override
        public void report(SessionEvent event) {
            events.add(event);
        }

        @Override
        public void flushed(long flushId, FlushResult result) {}

        @Override
        public void ended(DriverEnd how) {
            end = how;
        }
    }

    /** Keeps what it is given, and does what the test wants. */
    private static final class RecordingEngine implements ProtocolEngine {
        final List<byte[]> packets = new ArrayList<>();
        int offered;
        boolean undecodable;

        @Nullable
        RuntimeException failure;

        byte @Nullable [] answer;

        @Override
        public void onStart(long nowNanos, Actions actions) {}

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
        public boolean onSend(byte[] message, long nowNanos, Actions actions) {
            offered++;
            return true;
        }

        @Override
        public void onFlush(long flushId, Confirmation by, long deadlineNanos, long nowNanos, Actions actions) {}

        @Override
        public void onDeliveryRoom(long nowNanos, Actions actions) {}

        @Override
        public void onDeadline(long nowNanos, Actions actions) {}

        @Override
        public void onBatchEnd(long nowNanos, Actions actions) {}

        @Override
        public void onClose(long deadlineNanos, long nowNanos, Actions actions) {}

        @Override
        public long nextDeadlineNanos() {
            return NO_DEADLINE;
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
