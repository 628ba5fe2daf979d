package org.rmcast.sim.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Survivors of a crashed sender agree: what one of them was given, every other one that had joined before that was sent has been
 * given as well, or told to be lost, within a quiet time after the crash and after the last fault. Nothing is asked of members that
 * crashed, are paused, were pruned, or joined later.
 *
 * <p>With a promise that holds while the sender lives, the end of the agreement is where a survivor was told that its sender is lost:
 * it knows then that there may be more. With one that does not depend on the sender's life, being told so is no excuse.
 */
public final class PrefixAgreement extends Watch {
    private final long quietNanos;
    private final long fromNanos;
    private final boolean whileHeld;
    private final List<Crash> crashes = new ArrayList<>();

    private record Crash(Participant sender, long atNanos) {}

    /**
     * Agreement within a time.
     *
     * @param faultsEnd when the last fault is over, since the start
     * @param quiet how long survivors have, from the later of crash and last fault
     * @param whileHeld whether a survivor that was told that the sender is lost is excused
     */
    public PrefixAgreement(Duration faultsEnd, Duration quiet, boolean whileHeld) {
        this.fromNanos = faultsEnd.toNanos();
        this.quietNanos = quiet.toNanos();
        this.whileHeld = whileHeld;
    }

    @Override
    public String name() {
        return "prefix agreement";
    }

    @Override
    public void onCrashed(Participant member) {
        if (member.role().sends() && member.sent().accepted() > 0) {
            crashes.add(new Crash(member, run().nowNanos()));
        }
    }

    @Override
    public void inspect() {
        crashes.removeIf(crash -> {
            boolean due = run().nowNanos() - Math.max(crash.atNanos, fromNanos) > quietNanos;
            if (due && crash.sender.sent().isAbandoned()) {
                check(crash.sender);
            }
            return due;
        });
    }

    private void check(Participant sender) {
        long limit = 0;
        for (Participant survivor : run().members()) {
            if (counts(survivor, sender)) {
                limit = Math.max(limit, survivor.received(sender).deliveredLimit());
            }
        }
        for (Participant survivor : run().members()) {
            if (!counts(survivor, sender)) {
                continue;
            }
            ReceivedStream stream = survivor.received(sender);
            if (stream.owedFrom() != ReceivedStream.NONE && (stream.isOwed() || !whileHeld) && stream.reach() < limit) {
                throw new BrokenInvariant(
                        survivor.host(),
                        survivor + " has nothing from message " + stream.reach() + " of the crashed " + sender
                                + ", another survivor has what is below " + limit);
            }
        }
    }

    private static boolean counts(Participant survivor, Participant sender) {
        return survivor.isRunning()
                && !survivor.isPaused()
                && survivor.role().receives()
                && survivor.memberId() != sender.memberId();
    }
}
