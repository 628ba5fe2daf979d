package org.rmcast.nak;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

import org.rmcast.api.Meter;
import org.rmcast.api.MeterDeclaration;

/** What the NAK protocol counts and measures besides what every protocol does. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum NakMeter implements Meter {
    STREAMS_FOLLOWED(
            gauge("streamsFollowed", "rm.streams.followed", "streams", "Streams of other senders followed now.")),
    SESSIONS_SENT(counter("sessionsSent", "rm.sessions.sent", "packets", "Session messages sent.")),
    REQUESTS_SENT(counter("requestsSent", "rm.requests.sent", "packets", "Datagrams that asked for packets.")),
    GIVEN_UP(counter(
            "givenUp", "rm.packets.givenup", "packets", "Missing packets given up after they were asked for in vain.")),
    SPURIOUS(gauge(
            "spurious",
            "rm.requests.spurious",
            "packets",
            "Packets asked for though they were on their way, of the streams followed now.")),
    ELSEWHERE(counter(
            "elsewhere",
            "rm.rejected.elsewhere",
            "packets",
            "Packets in the name of a member that came from another address than its own, refused.")),
    CONTRADICTIONS(counter(
            "contradictions",
            "rm.rejected.contradictions",
            "packets",
            "Words that cannot be true, such as data behind the end of its stream, refused.")),
    UNPROVED(counter(
            "unproved",
            "rm.rejected.unproved",
            "packets",
            "Data and requests of who has not proved its address, refused until it has."));

    private final MeterDeclaration declaration;

    NakMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
