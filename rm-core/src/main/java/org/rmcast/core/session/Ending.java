package org.rmcast.core.session;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of an end, which are all done, whatever one of them throws: a session that stops half-way would be neither open nor
 * closed, and whoever waits for it would wait for ever. What failed is tried once more after the others, which have made room if
 * it was memory that was missing; so steps are such as may be done twice. Made before it is needed, and runs once.
 */
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private final @Nullable Runnable[] steps;

    Ending(Runnable... steps) {
        this.steps = steps;
    }

    /** Does what has not been done. */
    void run() {
        runOnce();
        runOnce();
    }

    private void runOnce() {
        for (int i = 0; i < steps.length; i++) {
            Runnable step = steps[i];
            if (step != null && succeeds(step)) {
                steps[i] = null;
            }
        }
    }

    private static boolean succeeds(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException | Error e) {
            complain(e);
            return false;
        }
    }

    private static void complain(Throwable failure) {
        try {
            LOG.warn("a step of a session's end failed", failure);
        } catch (RuntimeException | Error e) {
            // Nor is there memory to say so; the end goes on.
        }
    }
}
