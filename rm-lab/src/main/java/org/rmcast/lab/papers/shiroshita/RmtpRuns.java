package org.rmcast.lab.papers.shiroshita;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Effort;
import org.rmcast.lab.experiment.Repeated;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.papers.shiroshita.Delivery.Special;

/** The runs of the evaluation, full or quick. */
final class RmtpRuns {
    /** Up to so many receivers a delivery is repeated. */
    private static final int MOST_REPEATED = 500;

    private final Effort effort;

    RmtpRuns(Effort effort) {
        this.effort = effort;
    }

    private boolean isFull() {
        return effort == Effort.FULL;
    }

    int repetitions() {
        return isFull() ? 3 : 1;
    }

    /** Receivers of figures 4 and 5. */
    List<Integer> receivers() {
        return isFull() ? List.of(10, 100, 500, 1_000, 2_000, 5_000, 7_500, 10_000) : List.of(10, 50, 100);
    }

    /** The same with the longer turn-around. */
    List<Integer> farReceivers() {
        return isFull() ? List.of(10, 100, 1_000, 2_000) : List.of(10, 100);
    }

    /** The 5,000 of which the paper speaks most. */
    int many() {
        return isFull() ? 5_000 : 50;
    }

    int most() {
        return receivers().get(receivers().size() - 1);
    }

    /** Of the runs in which one thing is changed. */
    int receiversOfCauses() {
        return isFull() ? 2_000 : 50;
    }

    /** A delivery: the median of several where that takes no long time. */
    Run deliver(Delivery delivery) {
        int times = delivery.receivers() <= MOST_REPEATED ? repetitions() : 1;
        return new Repeated(new DeliveryRun(delivery), times, List.of(RmtpGroup.TIME));
    }

    Run deliver(int receivers, int turnAroundMillis) {
        return deliver(Delivery.of(receivers, turnAroundMillis));
    }

    /** A delivery to many with one thing changed. */
    Run special(Special special) {
        return deliver(
                Delivery.of(receiversOfCauses(), RmtpSettings.NEAR_MILLIS).with(special));
    }

    /** The most receivers, while waits double. */
    Run mostDoubled() {
        return deliver(Delivery.of(most(), RmtpSettings.NEAR_MILLIS).with(Special.DOUBLED));
    }

    /** Figure 2: many receivers at 10 %. */
    Run lossy() {
        return deliver(Delivery.of(many(), RmtpSettings.NEAR_MILLIS).withLoss(100));
    }

    /** The table of section 4.2. */
    Run deliverLossy(int lossPerMille) {
        return deliver(Delivery.of(receiversOfTable(), RmtpSettings.NEAR_MILLIS).withLoss(lossPerMille));
    }

    int receiversOfTable() {
        return isFull() ? 100 : 20;
    }

    // Figure 6.

    List<Integer> connecting() {
        return isFull() ? List.of(1_000, 2_000, 5_000, 8_000) : List.of(200, 500);
    }

    List<Integer> rangesMillis() {
        return isFull() ? List.of(250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000) : List.of(50, 500, 4_000);
    }

    Run connect(int receivers, int rangeMillis, int buffer) {
        return new ConnectionRun(receivers, rangeMillis, buffer);
    }

    // Figures 7 and 8.

    List<Workstations> workstations(boolean unsteady) {
        return List.of(new Workstations(1, unsteady), new Workstations(isFull() ? 14 : 2, unsteady));
    }

    List<Integer> percents() {
        return isFull() ? List.of(25, 40, 55, 70, 80, 90, 100, 110, 130, 160, 200) : List.of(40, 80, 100, 160);
    }

    Run atRate(Workstations workstations, int percent) {
        return new RateRun(workstations, RmtpSettings.PACKETS, percent);
    }

    /** As many as in the paper with few receivers; with many, fewer, to make runs shorter. */
    int trials(Workstations workstations) {
        if (!isFull()) {
            return 2;
        }
        return workstations.receivers() == 1 ? 20 : 10;
    }

    /** The fixed rates from which the best one is taken. */
    List<Integer> fixedPercents() {
        return isFull() ? List.of(40, 50, 60, 75) : List.of(40, 75);
    }

    /** 10 Mbytes. */
    private int packetsOfTrials() {
        return isFull() ? RmtpSettings.LONG_PACKETS : RmtpSettings.PACKETS / 2;
    }

    List<Run> trials(Workstations workstations, boolean loaded) {
        List<Run> runs = new ArrayList<>();
        IntStream.range(0, trials(workstations))
                .forEach(trial ->
                        runs.add(new TrialRun(workstations, packetsOfTrials(), trial, loaded, fixedPercents())));
        return runs;
    }
}
