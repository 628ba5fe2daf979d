package org.rmcast.lab.papers.tachikawa;

import java.util.IdentityHashMap;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.sim.NodeObserver;
import org.rmcast.sim.SimNode;

/**
 * What becomes of one message after another, at its sender and at one destination, by the packets that they send and get: the layout is that of
 * docs/protocols/wan.md. Times are in milliseconds from when the message was sent, NaN of what has not happened. Not thread safe.
 */
final class ReceiptWatch {
    private static final int REPAIR = 2;
    private static final int NAK = 4;
    private static final int STABLE = 6;

    private final double processingMillis;
    private final long senderId;
    private final IdentityHashMap<byte[], Double> resent = new IdentityHashMap<>();
    private long number = -1;
    private long sentNanos;

    /** The message came, before it was processed. */
    double received;
    /** The destination asked for it. */
    double asked;
    /** The sender sent again what came first of what it sent again. */
    double sentAgain;
    /** It was given to the application. */
    double delivered;
    /** The sender's word that all destinations have it came. */
    double stable;
    /** Packets by which the destination asked. */
    int requests;
    /** Packets that were sent again and came to the destination. */
    int repairs;
    /** Who sent the first of these, 0 if there was none. */
    long repairedBy;

    /**
     * Watches from now on.
     *
     * @param processingMillis by which messages sent for the first time come later to the engine than to the host
     */
    ReceiptWatch(SimNode sender, SimNode destination, double processingMillis) {
        this.processingMillis = processingMillis;
        senderId = sender.memberId();
        sender.observe(new AtSender());
        destination.observe(new AtDestination());
    }

    private double millis(long nowNanos) {
        return (nowNanos - sentNanos) / 1e6;
    }

    private final class AtSender implements NodeObserver {
        @Override
        public void onAccepted(long accepted, long nowNanos) {
            number = accepted;
            sentNanos = nowNanos;
            resent.clear();
            received = Double.NaN;
            asked = Double.NaN;
            sentAgain = Double.NaN;
            delivered = Double.NaN;
            stable = Double.NaN;
            requests = 0;
            repairs = 0;
            repairedBy = 0;
        }

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            if (DatagramHeader.type(datagram) == REPAIR) {
                resent.put(datagram, millis(nowNanos));
            }
        }
    }

    private final class AtDestination implements NodeObserver {
        @Override
        public void onReceived(byte[] datagram, long nowNanos) {
            int type = DatagramHeader.type(datagram);
            if (FiveProcesses.isData(datagram)) {
                received(millis(nowNanos) - processingMillis);
            } else if (type == REPAIR) {
                onRepair(datagram, nowNanos);
            } else if (type == STABLE && Double.isNaN(stable) && stableNumber(datagram) > number) {
                stable = millis(nowNanos);
            }
        }

        private void onRepair(byte[] datagram, long nowNanos) {
            if (repairs == 0) {
                repairedBy = DatagramHeader.memberId(datagram);
                sentAgain = resent.getOrDefault(datagram, Double.NaN);
            }
            repairs++;
            received(millis(nowNanos));
        }

        private void received(double millis) {
            received = Double.isNaN(received) ? millis : received;
        }

        @Override
        public void onSent(byte[] datagram, boolean multicast, long nowNanos) {
            if (DatagramHeader.type(datagram) == NAK) {
                asked = requests == 0 ? millis(nowNanos) : asked;
                requests++;
            }
        }

        @Override
        public void onDelivered(long sourceId, long message, long nowNanos) {
            if (sourceId == senderId && message == number) {
                delivered = millis(nowNanos);
            }
        }
    }

    /** Up to which number all destinations have what the sender sent; messages are counted from 0, what is sent from 1. */
    private static long stableNumber(byte[] datagram) {
        WireReader reader = new WireReader(datagram, DatagramHeader.BYTES);
        try {
            reader.readVarint("view");
            reader.readInt("hash");
            return reader.readVarint("number");
        } catch (DecodeException e) {
            throw new IllegalArgumentException("STABLE is not as its layout says", e);
        }
    }
}
