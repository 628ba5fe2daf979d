package org.rmcast.srm;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

import org.rmcast.api.Meter;
import org.rmcast.api.MeterDeclaration;

/** What SRM counts and measures besides what every protocol does. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum SrmMeter implements Meter {
    STREAMS_FOLLOWED(
            gauge("streamsFollowed", "rm.streams.followed", "streams", "Streams of other senders followed now.")),
    REQUESTS_SENT(
            counter("requestsSent", "rm.requests.sent", "packets", "Requests sent, each for one packet or more.")),
    REQUESTS_HEARD(counter("requestsHeard", "rm.requests.heard", "packets", "Requests of others heard.")),
    REQUESTS_SUPPRESSED(counter(
            "requestsSuppressed",
            "rm.requests.suppressed",
            "packets",
            "Requests of others for what was missing here, too: one's own was put off.")),
    REPAIRS_HEARD(counter("repairsHeard", "rm.repairs.heard", "packets", "Repairs of others heard, needed or not.")),
    REPAIRS_PASSED_ON(counter(
            "repairsPassedOn",
            "rm.repairs.passedon",
            "packets",
            "Repairs sent on to those nearby, in the second of two steps.")),
    SESSION_SENT(counter("sessionSent", "rm.session.sent", "packets", "Session messages sent.")),
    ELSEWHERE(counter(
            "elsewhere",
            "rm.rejected.elsewhere",
            "packets",
            "Packets in the name of a member that came from another address than its own, refused.")),
    BY_UNICAST(counter(
            "byUnicast",
            "rm.rejected.unicast",
            "packets",
            "Packets that came by unicast, refused: all are for the group.")),
    UNPROVED(counter(
            "unproved",
            "rm.rejected.unproved",
            "packets",
            "Packets of somebody who has not shown that it hears the group, refused.")),
    CONTRADICTIONS(counter(
            "contradictions",
            "rm.rejected.contradictions",
            "packets",
            "Packets and words that cannot be true, refused.")),
    NOT_FOLLOWED(counter(
            "packetsNotFollowed",
            "rm.packets.notfollowed",
            "packets",
            "Data packets of senders that are not followed: not joined yet, or one more than there is room for.")),
    DISTANCES_KNOWN(gauge("distancesKnown", "rm.distances.known", "members", "Members whose distance was measured.")),
    SOURCE_DISTANCE(gauge(
            "sourceDistanceMicros",
            "rm.distance.source",
            "microseconds",
            "Distance of the farthest source that is followed, 0 if none is known."));

    private final MeterDeclaration declaration;

    SrmMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
