package org.rmcast.lab.papers.tachikawa;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;

/**
 * Applications that each send to all others at random times; and what is seen of their messages, by the hours in which they are sent. Times do not
 * depend on what the engines do. Not thread safe.
 */
final class DayTraffic {
    static final int MESSAGE_BYTES = 1_024;

    private static final int DATA = 1;
    private static final int REPAIR = 2;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Simulation simulation;
    private final Classes classes;
    private final long gapNanos;
    private final List<Application> applications = new ArrayList<>();
    private final List<DayHour> hours = new ArrayList<>();
    private boolean sending = true;

    /** Which messages are critical in time. */
    enum Classes {
        NORMAL,
        IN_TURN,
        CRITICAL;

        private boolean isCritical(int message) {
            return this == CRITICAL || (this == IN_TURN && message % 2 == 1);
        }
    }

    /**
     * Begins to send.
     *
     * @param gap mean time between two messages of a member: from half of it to one and a half, each as likely
     */
    DayTraffic(Simulation simulation, SplittableRandom random, Classes classes, Duration gap) {
        this.simulation = simulation;
        this.classes = classes;
        this.gapNanos = gap.toNanos();
        hours.add(new DayHour());
        simulation.nodes().forEach(node -> applications.add(new Application(node, random.split())));
        applications.forEach(Application::await);
    }

    /** What is sent from now on is of another hour. */
    void beginHour() {
        hours.add(new DayHour());
    }

    /** Nothing more is sent. */
    void end() {
        sending = false;
    }

    /** What was seen, by the hours begun, when all receipts have come. */
    List<DayHour> hours() {
        applications.forEach(Application::takeReceipts);
        return hours.subList(1, hours.size());
    }

    private DayHour hour() {
        return hours.get(hours.size() - 1);
    }

    /** The payload says of which class a message is, in each byte. */
    private static byte mark(boolean critical) {
        return (byte) (critical ? 1 : 0);
    }

    /** A message on its way. */
    private static final class Message {
        final DayHour.Messages like;
        final long sentNanos;
        int given;

        Message(DayHour.Messages like, long sentNanos) {
            this.like = like;
            this.sentNanos = sentNanos;
        }
    }

    /** One member's. */
    private final class Application implements NodeObserver {
        private final SimNode node;
        private final SplittableRandom random;
        private final List<Message> messages = new ArrayList<>();
        private int sent;

        Application(SimNode node, SplittableRandom random) {
            this.node = node;
            this.random = random;
            node.observe(this);
            node.onEvent(this::onEvent);
        }

        void await() {
            simulation.after(Duration.ofNanos(gapNanos / 2 + random.nextLong(gapNanos)), this::send);
        }

        private void send() {
            if (!sending) {
                return;
            }
            boolean critical = classes.isCritical(sent++);
            byte[] message = new byte[MESSAGE_BYTES];
            Arrays.fill(message, mark(critical));
            if (!node.send(message, critical ? Recipients.GROUP.timeCritical() : Recipients.GROUP)) {
                throw new IllegalStateException("more messages wait than an application may have waiting");
            }
            await();
        }

        private void onEvent(SessionEvent event) {
            if (event instanceof SessionEvent.RouteChanged changed) {
                hour().of(changed.timeCritical()).onRoute(changed);
            } else if (event instanceof SessionEvent.ViewChanged) {
                throw new IllegalStateException("a member has left the view: " + event);
            }
        }

        @Override
        public void onAccepted(long number, long nowNanos) {
            messages.add(new Message(hour().of(classes.isCritical(messages.size())), nowNanos));
        }

        @Override
        public void onDelivered(long sourceId, long number, long nowNanos) {
            for (Application source : applications) {
                if (source.node.memberId() == sourceId) {
                    source.onGiven(source.messages.get((int) number), nowNanos);
                }
            }
        }

        private void onGiven(Message message, long nowNanos) {
            if (++message.given == applications.size() - 1) {
                message.like.delivered.add((nowNanos - message.sentNanos) / NANOS_PER_MILLI);
            }
        }

        /** Packets of several messages, which are few, count for the class of the last one. */
        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            int type = DatagramHeader.type(datagram);
            if (type == DATA || type == REPAIR) {
                hour().of(datagram[datagram.length - 1] == mark(true)).onPacket(datagram.length, type == REPAIR);
            }
        }

        void takeReceipts() {
            for (Receipt receipt : node.receipts()) {
                messages.get((int) receipt.message())
                        .like
                        .known
                        .add(receipt.arrivals().stream()
                                .mapToDouble(arrival -> arrival.after().toNanos() / NANOS_PER_MILLI)
                                .max()
                                .orElse(Double.NaN));
            }
        }
    }
}
