package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import org.rmcast.api.Confirmation;
import org.rmcast.api.EventCause;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Parameters;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionEvent.MemberFailed;
import org.rmcast.api.SessionEvent.MemberJoined;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.api.SessionEvent.ReceiverCaughtUp;
import org.rmcast.api.SessionEvent.RepairHeadChanged;
import org.rmcast.api.SessionEvent.SenderFound;
import org.rmcast.api.SessionEvent.SenderLost;
import org.rmcast.api.SessionEvent.StreamEnded;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.testing.ToyConfigured;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;

/**
 * Sends once and relies on perfect links, says who joined, and answers flushes a little later. With a lie of its own, by the
 * receiver of the highest number if it is one of receivers, to see whether the optional invariants notice.
 */
final class UntruthfulProtocol implements Protocol {
    private static final int AT = 5;
    static final int WIRE_ID = 203;
    private static final int DATA = 1;
    private static final int HEARTBEAT = 2;
    private static final int SIGN_OF_LIFE = 3;
    private static final long HEARTBEAT_NANOS = 10_000_000;
    private static final long ANSWER_NANOS = 100_000_000;

    /** The member id of one that is none. */
    static final long STRANGER = 66;

    enum Lie {
        NONE,
        COMPLETE_TOO_EARLY,
        COMPLETE_DESPITE_LOSS,
        NAMES_WHO_HAS_ALL,
        NEVER_ANSWERS,
        DELIVERS_UNJOINED,
        DELIVERS_AFTER_THE_END,
        DELIVERS_AFTER_CLOSE,
        SKIPS_THE_BEGINNING,
        JOINS_TWICE,
        FAILS_UNJOINED,
        CATCHES_UP_UNASKED,
        FINDS_TWICE,
        DELIVERS_OF_THE_LOST,
        SKIPS_SINCE_FOUND_AGAIN,
        STANDS_STILL,
        NEVER_JOINS,
        IS_KNOWN_TO_NOBODY,
        DELIVERS_NOTHING_OF_A_PEER,
        HOARDS_BYTES,
        LOSES_MANY,
        ANSWERS_STRANGERS
    }

    @Override
    public String name() {
        return "untruthful";
    }

    @Override
    public int wireId() {
        return WIRE_ID;
    }

    @Override
    public ParameterTable parameters() {
        return ParameterTable.none();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        parameters.checkNames("lie");
        Lie lie = parameters.choice("lie", Lie.NONE);
        return new ToyConfigured(
                Set.of(Role.SENDER, Role.RECEIVER),
                ToyConfigured.RELIABLE,
                1_000,
                context -> context.role() == Role.SENDER ? new Sender(context, lie) : new Receiver(context, lie));
    }

    /** Parameters that ask for a lie. */
    static Parameters with(Lie lie) {
        return Parameters.none().with("lie", lie.name());
    }

    /** What both roles leave out. */
    private abstract static class Engine implements ProtocolEngine {
        final EngineContext context;
        final Lie lie;

        Engine(EngineContext context, Lie lie) {
            this.context = context;
            this.lie = lie;
        }

        @Override
        public void onStart(long now, Actions actions) {}

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions) {}

        @Override
        public boolean onSend(byte[] message, boolean headers, long now, Actions actions) {
            return false;
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
            return NO_DEADLINE;
        }

        @Override
        public int receiverCount() {
            return 0;
        }

        final byte[] datagram(int type, long number, byte[] payload) {
            WireWriter writer = new WireWriter(DatagramHeader.BYTES + 8 + payload.length);
            return DatagramHeader.begin(writer, type, 0)
                    .writeLong(number)
                    .writeBytes(payload, 0, payload.length)
                    .toByteArray();
        }

        @Override
        public EngineStatistics statistics() {
            return Statistics.ofBytes(lie == Lie.HOARDS_BYTES ? 1_001 : 0);
        }
    }

    private static final class Sender extends Engine {
        private record Answer(long atNanos, long flushId) {}

        private final ArrayDeque<Answer> answers = new ArrayDeque<>();
        private long heartbeatAt;
        private long sent;

        Sender(EngineContext context, Lie lie) {
            super(context, lie);
        }

        @Override
        public void onStart(long now, Actions actions) {
            heartbeatAt = now;
        }

        @Override
        public boolean onSend(byte[] message, boolean headers, long now, Actions actions) {
            if (lie == Lie.DELIVERS_NOTHING_OF_A_PEER && sent == 0) {
                for (long host = 2; host <= 3; host++) {
                    actions.report(new MemberJoined(host * 1_000, context.localAddress()));
                }
            }
            actions.multicast(datagram(DATA, sent, message), 255);
            sent++;
            return true;
        }

        @Override
        public void onFlush(long flushId, Confirmation by, long deadline, long now, Actions actions) {
            if (lie == Lie.COMPLETE_TOO_EARLY) {
                actions.flushed(flushId, FlushResult.completed());
            } else if (lie != Lie.NEVER_ANSWERS) {
                answers.add(new Answer(now + ANSWER_NANOS, flushId));
            }
        }

        @Override
        public void onDeadline(long now, Actions actions) {
            heartbeatAt = now + HEARTBEAT_NANOS;
            actions.multicast(datagram(HEARTBEAT, sent, new byte[0]), 255);
            while (!answers.isEmpty() && answers.element().atNanos - now <= 0) {
                FlushResult named = new FlushResult(false, List.of(new FlushResult.Laggard(3_000, null, 1)), 0);
                actions.flushed(
                        answers.remove().flushId, lie == Lie.NAMES_WHO_HAS_ALL ? named : FlushResult.completed());
            }
        }

        @Override
        public long nextDeadlineNanos() {
            return heartbeatAt;
        }
    }

    private static final class Receiver extends Engine {
        private final boolean liar;
        private final InetSocketAddress address;
        private boolean joined;

        Receiver(EngineContext context, Lie lie) {
            super(context, lie);
            this.liar = context.memberId() == 3_000;
            this.address = context.localAddress();
        }

        @Override
        public void onDatagram(InetSocketAddress from, Cast cast, byte[] datagram, long now, Actions actions) {
            long source = DatagramHeader.memberId(datagram);
            long number = ByteBuffer.wrap(datagram).getLong(DatagramHeader.BYTES);
            if (source == STRANGER) {
                answerStranger(from, actions);
                return;
            }
            join(source, from, actions);
            if (DatagramHeader.type(datagram) == HEARTBEAT) {
                actions.unicast(from, datagram(SIGN_OF_LIFE, 0, new byte[0]));
                return;
            }
            ByteBuffer payload = ByteBuffer.wrap(datagram);
            ReceivedMessage message = new ReceivedMessage(source, number, payload.position(DatagramHeader.BYTES + 8));
            if (!liar || tellsTruth(message, from, actions)) {
                actions.deliver(message);
            }
        }

        private void join(long source, InetSocketAddress from, Actions actions) {
            if (joined || (liar && (lie == Lie.DELIVERS_UNJOINED || lie == Lie.NEVER_JOINS))) {
                return;
            }
            joined = true;
            if (lie == Lie.DELIVERS_NOTHING_OF_A_PEER) {
                actions.report(new MemberJoined(source, from));
                return;
            }
            actions.report(new SenderFound(source, from));
            actions.report(new RepairHeadChanged(0, null, source, from, EventCause.JOINED, "joined"));
            if (!liar || lie != Lie.IS_KNOWN_TO_NOBODY) {
                actions.report(new MemberJoined(context.memberId(), address));
            }
        }

        /** Whether a message is to be delivered, after the lies about it. */
        private boolean tellsTruth(ReceivedMessage message, InetSocketAddress from, Actions actions) {
            long source = message.sourceId();
            long number = message.sequence();
            return switch (lie) {
                case NEVER_JOINS, DELIVERS_NOTHING_OF_A_PEER -> false;
                case SKIPS_THE_BEGINNING -> number >= AT;
                case STANDS_STILL -> number < AT;
                case COMPLETE_DESPITE_LOSS -> number != AT || !tells(actions, lost(source, number, number + 1));
                case LOSES_MANY -> number % 2 == 0 || !tells(actions, lost(source, number, number + 1));
                case SKIPS_SINCE_FOUND_AGAIN -> skipsSinceFoundAgain(source, number, from, actions);
                case DELIVERS_OF_THE_LOST ->
                    number != AT || tells(actions, new SenderLost(source, EventCause.SILENT, "a lie"));
                case FINDS_TWICE -> number != AT || tells(actions, new SenderFound(source, from));
                case JOINS_TWICE -> number != AT || joinsTwice(actions);
                case FAILS_UNJOINED ->
                    number != AT || tells(actions, new MemberFailed(9_000, address, EventCause.SILENT, "a lie"));
                case CATCHES_UP_UNASKED -> number != AT || tells(actions, new ReceiverCaughtUp(9_000, address));
                case DELIVERS_AFTER_THE_END -> number != AT || endsWith(message, actions);
                case DELIVERS_AFTER_CLOSE -> number != AT || closes(actions);
                default -> true;
            };
        }

        /** The sender is lost and found again; the next message is owed, and not delivered. */
        private static boolean skipsSinceFoundAgain(long source, long number, InetSocketAddress from, Actions actions) {
            if (number == AT) {
                tells(actions, new SenderLost(source, EventCause.SILENT, "for a moment"));
                tells(actions, new SenderFound(source, from));
            }
            return number != AT + 2;
        }

        private static boolean tells(Actions actions, SessionEvent event) {
            actions.report(event);
            return true;
        }

        /** The stream ends with a message, and yet goes on. */
        private static boolean endsWith(ReceivedMessage message, Actions actions) {
            actions.deliver(message);
            actions.report(new StreamEnded(message.sourceId()));
            return false;
        }

        private boolean joinsTwice(Actions actions) {
            actions.report(new MemberJoined(2_000, address));
            actions.report(new MemberJoined(2_000, address));
            return true;
        }

        private static boolean closes(Actions actions) {
            actions.report(new SessionEvent.SessionFailed(EventCause.PROTOCOL_FAILED, "a lie"));
            actions.closed(FlushResult.completed());
            return true;
        }

        private static MessagesLost lost(long source, long first, long limit) {
            return new MessagesLost(source, first, limit, EventCause.NOT_HELD, "a lie");
        }

        private void answerStranger(InetSocketAddress from, Actions actions) {
            if (lie == Lie.ANSWERS_STRANGERS) {
                actions.unicast(from, datagram(SIGN_OF_LIFE, 0, new byte[1_000]));
            }
        }
    }
}
