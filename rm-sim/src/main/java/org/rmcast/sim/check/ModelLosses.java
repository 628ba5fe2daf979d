package org.rmcast.sim.check;

import org.rmcast.api.FlushResult;

/**
 * Complete, or named no oftener than the protocol's model says: at the end at most three times as many messages were reported lost as
 * the model expects of those owed, rounded up; and no flush names a receiver that is up and in touch with the sender.
 */
public final class ModelLosses extends Watch {
    private static final double FACTOR = 3;

    private final double expectedShare;

    /** @param expectedShare the share of messages that a receiver loses by the model, 0 to 1 */
    public ModelLosses(double expectedShare) {
        if (!(expectedShare >= 0 && expectedShare <= 1)) {
            throw new IllegalArgumentException("expectedShare must be 0 to 1, was " + expectedShare);
        }
        this.expectedShare = expectedShare;
    }

    @Override
    public String name() {
        return "model losses";
    }

    @Override
    public void onAnswered(FlushQuestion question, FlushResult result) {
        for (FlushResult.Laggard laggard : result.missing()) {
            for (Participant member : run().members()) {
                if (member.memberId() == laggard.memberId()
                        && member.isRunning()
                        && !member.isPaused()
                        && isInTouch(member, question.asker())) {
                    throw new BrokenInvariant(
                            question.asker().host(),
                            question.what() + " of " + question.asker() + " names " + member
                                    + ", which is up and in touch");
                }
            }
        }
    }

    @Override
    public void atEnd() {
        long owed = 0;
        long lost = 0;
        for (Participant sender : run().members()) {
            for (Participant receiver : run().members()) {
                if (receiver.role().receives() && receiver.memberId() != sender.memberId()) {
                    ReceivedStream stream = receiver.received(sender);
                    owed += stream.isOwed() ? sender.sent().accepted() - stream.owedFrom() : 0;
                    lost += stream.lost();
                }
            }
        }
        long most = (long) Math.ceil(FACTOR * expectedShare * owed);
        if (lost > most) {
            throw new BrokenInvariant(
                    -1,
                    lost + " of " + owed + " messages were reported lost, by the model at most " + most + " may be");
        }
    }
}
