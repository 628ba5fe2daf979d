package org.rmcast.rmtp;

import java.util.List;

/**
 * What became of a delivery so far.
 *
 * @param over whether there is nothing left to do
 * @param receivers one for each that was expected or took part, in the order in which they came
 * @param rounds how many rounds were sent to the group
 * @param packets how many packets the data set has
 * @param sentToGroup how many packets were sent to the group, over all rounds
 * @param sentApart how many were sent by unicast
 * @param nanos how long it took
 */
public record DeliveryReport(
        boolean over,
        List<ReceiverVerdict> receivers,
        int rounds,
        long packets,
        long sentToGroup,
        long sentApart,
        long nanos) {
    public DeliveryReport {
        receivers = List.copyOf(receivers);
    }

    /** Whether every receiver has the data set. */
    public boolean isComplete() {
        return over && failed().isEmpty();
    }

    /** Those who do not have it. */
    public List<ReceiverVerdict> failed() {
        return receivers.stream()
                .filter(receiver -> !receiver.outcome().isComplete())
                .toList();
    }
}
