package org.rmcast.rmtp;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

import org.rmcast.api.Meter;
import org.rmcast.api.MeterDeclaration;

/** What RMTP counts and measures besides what every protocol does. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum RmtpMeter implements Meter {
    ROUNDS(counter("rounds", "rm.rounds", "rounds", "Rounds that were sent to the group.")),
    POLLS_SENT(counter("pollsSent", "rm.polls.sent", "packets", "Silent receivers that were polled.")),
    RESPONSES(counter("responses", "rm.responses", "packets", "ACK and NACK datagrams that came, or were sent.")),
    SENT_APART(
            counter("sentApart", "rm.apart.sent", "packets", "Data packets sent to receivers that are served apart.")),
    BUSY(counter("busy", "rm.busy", "packets", "BUSY that came, or were sent.")),
    REPORTS(counter(
            "reports",
            "rm.reports",
            "packets",
            "Reports of monitored periods, or of how fast the server may be, that came, or were sent.")),
    TOKENS_SENT(counter("tokensSent", "rm.tokens.sent", "packets", "Tokens sent to who may take part.")),
    UNPROVED(counter(
            "unproved", "rm.rejected.unproved", "packets", "Packets without the token of a receiver, refused.")),
    UNEXPECTED(counter(
            "unexpected",
            "rm.rejected.unexpected",
            "packets",
            "Answers of who is not expected to take part, refused.")),
    CONTRADICTIONS(counter(
            "contradictions",
            "rm.rejected.contradictions",
            "packets",
            "Words that cannot be true, such as packets behind the end of the data set, refused.")),
    LATE(counter("late", "rm.rejected.late", "packets", "Answers to a round that is over, of no use any more.")),
    FAILED(gauge("failed", "rm.receivers.failed", "receivers", "Receivers that have failed."));

    private final MeterDeclaration declaration;

    RmtpMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
