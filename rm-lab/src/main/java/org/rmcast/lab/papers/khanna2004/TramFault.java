package org.rmcast.lab.papers.khanna2004;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import org.rmcast.sim.HostFaults;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.Simulation;

/**
 * What is done to the link between one receiver and the rest, in one of the ways of section 5.1 of the paper.
 *
 * @param id in the ids of runs
 * @param words for people
 * @param injection does it
 */
record TramFault(String id, String words, Injection injection) {
    private static final int TYPE_OFFSET = 4;
    /** In packets that carry data. */
    private static final int SEQUENCE_OFFSET = 40;

    private static final int DATA = 1;
    private static final int RETRANSMISSION = 2;
    private static final int ACK = 11;
    private static final int UNICAST_DATA = 13;

    /** Injects the fault into the faulty receiver's link. */
    @FunctionalInterface
    interface Injection {
        void into(Simulation simulation, int host);
    }

    static TramFault none() {
        return new TramFault("error-free", "no errors", (simulation, host) -> {});
    }

    /** Some consecutive of every 50 packets do not reach the receiver. */
    static TramFault drop(int packets) {
        return new TramFault(
                "drop" + packets,
                packets + " of " + PaperSettings.DROP_PERIOD + " dropped",
                (simulation, host) -> simulation
                        .accessLink(host)
                        .injectDown(LinkFault.drop(TramFault::carriesData, packets, PaperSettings.DROP_PERIOD)));
    }

    /**
     * Some consecutive of every 50 sequences do not reach the receiver, so many times each: what is repaired by multicast is lost again.
     *
     * @param times {@link Integer#MAX_VALUE} for always
     */
    static TramFault dropAgain(int packets, int times) {
        boolean always = times == Integer.MAX_VALUE;
        return new TramFault(
                "drop" + packets + "-again" + (always ? "" : times),
                packets + " of " + PaperSettings.DROP_PERIOD + " dropped, "
                        + (always ? "each time they are sent to the group" : times + " times each"),
                (simulation, host) -> simulation
                        .accessLink(host)
                        .injectDown(LinkFault.dropFirst(
                                datagram -> isToGroup(datagram) && isChosen(sequence(datagram), packets),
                                TramFault::sequence,
                                times)));
    }

    /** As the page does it: drops by sequence, which a repair outlasts when it was sent often enough. */
    static TramFault drops(int packets) {
        return dropAgain(packets, PaperSettings.TRANSMISSIONS_LOST);
    }

    private static boolean isChosen(long sequence, int packets) {
        return sequence % PaperSettings.DROP_PERIOD >= PaperSettings.DROP_PERIOD - packets;
    }

    /** The receiver's thread waits before each acknowledgement: its socket fills meanwhile, and all that it is to do is late. */
    static TramFault ackWait(int millis) {
        return new TramFault(
                "ack-wait" + millis,
                String.format(Locale.ROOT, "acks %d ms late in the receiver", millis),
                (simulation, host) -> {
                    HostFaults faults = simulation.node(host).faults();
                    faults.serve(Duration.ZERO, PaperSettings.SOCKET_PACKETS);
                    faults.waitBeforeSending(TramFault::isAck, Duration.ofMillis(millis));
                });
    }

    /** The receiver's acknowledgements are late, all by the same time. */
    static TramFault ackDelay(int millis) {
        return new TramFault(
                "ack-delay" + millis,
                String.format(Locale.ROOT, "acks %d ms late", millis),
                (simulation, host) -> simulation
                        .accessLink(host)
                        .injectUp(LinkFault.delay(TramFault::isAck, Duration.ofMillis(millis))));
    }

    /** Once in 100 packets one comes after {@code gap} later ones. */
    static TramFault reorder(int gap) {
        return new TramFault(
                "reorder" + gap,
                "1 of " + 2 * PaperSettings.DROP_PERIOD + " overtaken by " + gap,
                (simulation, host) -> simulation
                        .accessLink(host)
                        .injectDown(LinkFault.holdBack(
                                TramFault::isFirstTransmission, gap, 2 * PaperSettings.DROP_PERIOD)));
    }

    boolean isNone() {
        return id.equals("error-free");
    }

    boolean isDrop() {
        return id.startsWith("drop");
    }

    static boolean isFirstTransmission(byte[] datagram) {
        return datagram[TYPE_OFFSET] == DATA;
    }

    private static boolean isToGroup(byte[] datagram) {
        byte type = datagram[TYPE_OFFSET];
        return type == DATA || type == RETRANSMISSION;
    }

    private static long sequence(byte[] datagram) {
        return ByteBuffer.wrap(datagram).getLong(SEQUENCE_OFFSET);
    }

    private static boolean carriesData(byte[] datagram) {
        byte type = datagram[TYPE_OFFSET];
        return type == DATA || type == RETRANSMISSION || type == UNICAST_DATA;
    }

    private static boolean isAck(byte[] datagram) {
        return datagram[TYPE_OFFSET] == ACK;
    }
}
