package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Parameters;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.testing.ToyConfigured;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.core.wire.WireWriter;

/**
 * Best effort in order: sends once, skips what is lost and says so. With a fault of its own at message 5 that it is asked
 * for, to see whether the simulator notices.
 */
final class FaultyProtocol implements Protocol {
    private static final int AT = 5;

    enum Fault {
        NONE,
        REPEATS,
        REORDERS,
        SKIPS_SILENTLY,
        SKIPS_THE_END,
        CHANGES_CONTENT,
        INVENTS_SOURCE,
        INVENTS_MEMBER,
        REPORTS_LOST_THEN_DELIVERS,
        REPORTS_DELIVERED_AS_LOST,
        REPORTS_UNSENT_AS_LOST,
        IGNORES_ROOM,
        HOARDS,
        THROWS,
        ACTS_AFTER_CLOSE,
        CLOSES_SILENTLY,
        STANDS_STILL,
        CHANGES_SHARED_BYTES,
        SENDS_ANOTHERS_DATAGRAM,
        ENDS_EARLY
    }

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public int wireId() {
        return 201;
    }

    @Override
    public ParameterTable parameters() {
        return ParameterTable.none();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        parameters.checkNames("fault", "ttl");
        Fault fault = parameters.choice("fault", Fault.NONE);
        int ttl = parameters.integer("ttl", 255, 0, 255);
        return new ToyConfigured(
                Set.of(Role.SENDER, Role.RECEIVER),
                ToyConfigured.BEST_EFFORT,
                1 << 24,
                context -> new Engine(fault, ttl));
    }

    private static final class Engine implements ProtocolEngine {
        private final Fault fault;
        private final int ttl;
        private long sent;
        private long next = -1;
        private boolean still;
        private long hoarded;

        Engine(Fault fault, int ttl) {
            this.fault = fault;
            this.ttl = ttl;
        }

        @Override
        public void onStart(long now, Actions actions) {}

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions)
                throws DecodeException {
            WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
            long number = reader.readSequence("number");
            long source = DatagramHeader.memberId(datagram);
            ByteBuffer payload = ByteBuffer.wrap(datagram, reader.position(), reader.remaining());
            if (next >= 0 && number < next) {
                return;
            }
            if (fault != Fault.NONE && number >= AT) {
                misbehave(source, number, datagram, payload, actions);
                return;
            }
            if (next >= 0 && number > next) {
                actions.report(new SessionEvent.MessagesLost(
                        source, next, number, EventCause.NOT_HELD, "nothing is repaired"));
            }
            deliver(source, number, payload, actions);
        }

        private void misbehave(long source, long number, byte[] datagram, ByteBuffer payload, Actions actions) {
            switch (fault) {
                case REPEATS -> {
                    deliver(source, number, payload, actions);
                    deliver(source, number, payload, actions);
                }
                case REORDERS -> {
                    if (number == AT + 1) {
                        deliver(source, number, payload, actions);
                        deliver(source, AT, ByteBuffer.wrap(Payloads.of(source, AT, payload.remaining())), actions);
                    }
                }
                case SKIPS_SILENTLY -> {
                    if (number != AT) {
                        deliver(source, number, payload, actions);
                    }
                }
                case SKIPS_THE_END -> next = number + 1;
                case CHANGES_CONTENT -> {
                    byte[] copy = Arrays.copyOfRange(datagram, DatagramHeader.BYTES + 8, datagram.length);
                    copy[0]++;
                    deliver(source, number, ByteBuffer.wrap(copy), actions);
                }
                case INVENTS_SOURCE -> deliver(source + 7, number, payload, actions);
                case INVENTS_MEMBER ->
                    actions.report(new SessionEvent.MemberJoined(source + 7, new InetSocketAddress(1)));
                case REPORTS_LOST_THEN_DELIVERS -> {
                    actions.report(
                            new SessionEvent.MessagesLost(source, number, number + 1, EventCause.NOT_HELD, "or not"));
                    deliver(source, number, payload, actions);
                }
                case REPORTS_DELIVERED_AS_LOST ->
                    actions.report(
                            new SessionEvent.MessagesLost(source, number - 1, number, EventCause.NOT_HELD, "or not"));
                case REPORTS_UNSENT_AS_LOST ->
                    actions.report(new SessionEvent.MessagesLost(
                            source, number, number + 1000, EventCause.NOT_HELD, "or not"));
                case IGNORES_ROOM -> actions.deliver(new ReceivedMessage(source, number, payload));
                case HOARDS -> {
                    hoarded += 100;
                    deliver(source, number, payload, actions);
                }
                case THROWS -> throw new IllegalStateException("on purpose");
                case ACTS_AFTER_CLOSE -> {
                    actions.report(new SessionEvent.SessionFailed(EventCause.PROTOCOL_FAILED, "on purpose"));
                    actions.closed(FlushResult.completed());
                    actions.multicast(DatagramHeader.copyAs(datagram, 1, 0), 1);
                }
                case CLOSES_SILENTLY -> actions.closed(FlushResult.completed());
                case STANDS_STILL -> still = true;
                case CHANGES_SHARED_BYTES -> {
                    deliver(source, number, payload, actions);
                    datagram[datagram.length - 1]++;
                }
                case ENDS_EARLY -> actions.report(new SessionEvent.StreamEnded(source));
                case SENDS_ANOTHERS_DATAGRAM -> actions.multicast(datagram, ttl);
                case NONE -> throw new IllegalStateException("not a fault");
            }
        }

        private void deliver(long source, long number, ByteBuffer payload, Actions actions) {
            if (actions.deliveryRoom()) {
                actions.deliver(new ReceivedMessage(source, number, payload));
                next = number + 1;
            }
        }

        @Override
        public boolean onSend(byte[] message, boolean headers, long now, Actions actions) {
            byte[] data = new byte[8 + message.length];
            ByteBuffer.wrap(data).putLong(sent++).put(message);
            WireWriter writer = new WireWriter(DatagramHeader.BYTES + data.length);
            actions.multicast(
                    DatagramHeader.begin(writer, 1, 0)
                            .writeBytes(data, 0, data.length)
                            .toByteArray(),
                    ttl);
            return true;
        }

        @Override
        public void onFlush(long flushId, Confirmation by, long deadline, long now, Actions actions) {
            actions.flushed(flushId, FlushResult.completed());
        }

        @Override
        public void onClose(long deadline, long now, Actions actions) {
            actions.closed(FlushResult.completed());
        }

        @Override
        public void onDeliveryRoom(long now, Actions actions) {}

        @Override
        public void onDeadline(long now, Actions actions) {}

        @Override
        public void onBatchEnd(long now, Actions actions) {}

        @Override
        public long nextDeadlineNanos() {
            return still ? Long.MIN_VALUE + 1 : NO_DEADLINE;
        }

        @Override
        public int receiverCount() {
            return 0;
        }

        @Override
        public EngineStatistics statistics() {
            return Statistics.ofBuffer(hoarded, 99);
        }
    }

    /** Parameters that ask for a fault. */
    static Parameters with(Fault fault) {
        return Parameters.none().with("fault", fault.name());
    }

    static List<Fault> faults() {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault != Fault.NONE)
                .toList();
    }
}
