package org.rmcast.lab.papers.khanna2004;

import java.time.Duration;
import java.util.Locale;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.SimLink;

/**
 * What is done to the link between one receiver and the rest, in one of the ways of section 5.1 of the paper.
 *
 * @param id in the ids of runs
 * @param words for people
 * @param injection does it
 */
record TramFault(String id, String words, Injection injection) {
    private static final int TYPE_OFFSET = 4;
    private static final int DATA = 1;
    private static final int RETRANSMISSION = 2;
    private static final int ACK = 11;
    private static final int UNICAST_DATA = 13;

    /** Injects the fault into the faulty receiver's link. */
    @FunctionalInterface
    interface Injection {
        void into(SimLink link);
    }

    static TramFault none() {
        return new TramFault("error-free", "no errors", link -> {});
    }

    /** Some consecutive of every 50 packets do not reach the receiver. */
    static TramFault drop(int packets) {
        return new TramFault(
                "drop" + packets,
                packets + " of " + PaperSettings.DROP_PERIOD + " dropped",
                link -> link.injectDown(LinkFault.drop(TramFault::carriesData, packets, PaperSettings.DROP_PERIOD)));
    }

    /** The receiver's acknowledgements are late, all by the same time. */
    static TramFault ackDelay(int millis) {
        return new TramFault(
                "ack-delay" + millis,
                String.format(Locale.ROOT, "acks %d ms late", millis),
                link -> link.injectUp(LinkFault.delay(TramFault::isAck, Duration.ofMillis(millis))));
    }

    /** Once in 100 packets one comes after {@code gap} later ones. */
    static TramFault reorder(int gap) {
        return new TramFault(
                "reorder" + gap,
                "1 of " + 2 * PaperSettings.DROP_PERIOD + " overtaken by " + gap,
                link -> link.injectDown(
                        LinkFault.holdBack(TramFault::isFirstTransmission, gap, 2 * PaperSettings.DROP_PERIOD)));
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

    private static boolean carriesData(byte[] datagram) {
        byte type = datagram[TYPE_OFFSET];
        return type == DATA || type == RETRANSMISSION || type == UNICAST_DATA;
    }

    private static boolean isAck(byte[] datagram) {
        return datagram[TYPE_OFFSET] == ACK;
    }
}
