package org.rmcast.sim.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.FlushResult;

/**
 * Each flush and close is answered by its deadline; a member that was paused then, when it runs again; one that crashed, never. A
 * twentieth of a second and a thousandth of the time given are allowed for clocks that drift.
 */
public final class AnswersInTime extends Watch {
    private static final long SLACK_NANOS = 50_000_000;

    private final List<Open> open = new ArrayList<>();

    private static final class Open {
        final FlushQuestion question;
        long dueNanos;

        Open(FlushQuestion question) {
            this.question = question;
            long timeout = question.deadlineNanos() - question.askedNanos();
            dueNanos = question.deadlineNanos() + SLACK_NANOS + timeout / 1_000;
        }
    }

    @Override
    public String name() {
        return "answers in time";
    }

    @Override
    public void onAsked(FlushQuestion question) {
        open.add(new Open(question));
    }

    @Override
    public void onAnswered(FlushQuestion question, FlushResult result) {
        open.removeIf(waiting -> waiting.question.equals(question));
    }

    @Override
    public void onCrashed(Participant member) {
        open.removeIf(waiting -> waiting.question.asker() == member);
    }

    @Override
    public void inspect() {
        open.removeIf(waiting -> !waiting.question.asker().isRunning());
        for (Open waiting : open) {
            Participant asker = waiting.question.asker();
            if (asker.isPaused()) {
                waiting.dueNanos = Math.max(waiting.dueNanos, run().nowNanos() + SLACK_NANOS);
            } else if (run().nowNanos() > waiting.dueNanos) {
                throw new BrokenInvariant(
                        asker.host(),
                        waiting.question.what() + " of " + asker + " has no answer, its deadline was at "
                                + Duration.ofNanos(waiting.question.deadlineNanos()));
            }
        }
    }
}
