package org.rmcast.sim.explore;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Losses that break a scenario; fewer of them do not, as far as they were tried.
 *
 * @param losses what was lost, in order; none if the scenario fails without losses
 * @param failure what was wrong then
 */
public record Counterexample(List<Loss> losses, Throwable failure) {
    public Counterexample {
        losses = List.copyOf(losses);
    }

    /** The numbers to give to {@link Exploration#replay}. */
    public int[] numbers() {
        return losses.stream().mapToInt(Loss::number).toArray();
    }

    /** What was wrong, its first line. */
    public String reason() {
        String message = String.valueOf(failure.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    @Override
    public String toString() {
        String drops = losses.isEmpty()
                ? "without any loss"
                : losses.stream().map(Loss::toString).collect(Collectors.joining(", ", "drop ", ""));
        return drops + ": " + reason();
    }
}
