package org.rmcast.sim.check;

import org.jspecify.annotations.Nullable;

/** An invariant that asks about its run. */
public abstract class Watch implements Invariant {
    private @Nullable Run run;

    @Override
    public void begin(Run begun) {
        run = begun;
    }

    /**
     * The run that is watched.
     *
     * @throws IllegalStateException if it has not begun
     */
    protected final Run run() {
        Run watched = run;
        if (watched == null) {
            throw new IllegalStateException("the run has not begun");
        }
        return watched;
    }

    /** Whether something a member sent reached another that is up, and something of this sender reached it, within a second. */
    protected final boolean isInTouch(Participant receiver, Participant sender) {
        long since = run().nowNanos() - 1_000_000_000L;
        return run().heardNanos(receiver.host(), sender.host()) >= since
                && run().heardByAnybodyNanos(receiver.host()) >= since;
    }
}
