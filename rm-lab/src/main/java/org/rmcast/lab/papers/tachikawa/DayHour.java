package org.rmcast.lab.papers.tachikawa;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.SessionEvent.RouteChanged;
import org.rmcast.core.paths.RouteReason;
import org.rmcast.lab.experiment.Distribution;

/** What is seen of the messages that are sent in an hour, or in several. Not thread safe. */
final class DayHour {
    private final Messages normal = new Messages();
    private final Messages critical = new Messages();

    Messages of(boolean timeCritical) {
        return timeCritical ? critical : normal;
    }

    /** Those of one class. */
    static final class Messages {
        private static final double MOST = 0.99;

        /** Milliseconds until the last destination was given each. */
        final List<Double> delivered = new ArrayList<>();
        /** Milliseconds until the sender of each knew that all have it. */
        final List<Double> known = new ArrayList<>();

        int changes;
        /** Changes back to the direct way for the sake of cost, though the relay is no later. */
        int changesForCost;

        private long packets;
        private long repairs;
        private long bytes;

        void onRoute(RouteChanged changed) {
            changes++;
            changesForCost += changed.reason().startsWith(RouteReason.DIRECT_IS_CHEAPER.words()) ? 1 : 0;
        }

        void onPacket(int length, boolean repair) {
            packets++;
            bytes += length;
            repairs += repair ? 1 : 0;
        }

        boolean isEmpty() {
            return delivered.isEmpty();
        }

        void add(Messages more) {
            delivered.addAll(more.delivered);
            known.addAll(more.known);
            changes += more.changes;
            changesForCost += more.changesForCost;
            packets += more.packets;
            repairs += more.repairs;
            bytes += more.bytes;
        }

        double packetsOfAMessage() {
            return (double) packets / delivered.size();
        }

        double repairsOfAMessage() {
            return (double) repairs / delivered.size();
        }

        double bytesOfAMessage() {
            return (double) bytes / delivered.size();
        }

        static double mean(List<Double> millis) {
            return distribution(millis).mean();
        }

        static double most(List<Double> millis) {
            return distribution(millis).percentile(MOST);
        }

        private static Distribution distribution(List<Double> millis) {
            return new Distribution(
                    millis.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }
}
