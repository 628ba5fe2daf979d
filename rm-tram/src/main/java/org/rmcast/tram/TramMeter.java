package org.rmcast.tram;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

import org.rmcast.api.Meter;
import org.rmcast.api.MeterDeclaration;

/** What TRAM counts and measures besides what every protocol does. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum TramMeter implements Meter {
    TREE_LEVEL(gauge(
            "treeLevel",
            "rm.tree.level",
            "level",
            "Distance from the sender in the repair tree: sender 1, its members 2, 0 outside the tree.")),
    HEAD_ID(gauge("headId", "", "id", "The member id of this member's repair head, 0 if it has none.")),
    SUBTREE_RECEIVERS(gauge(
            "subtreeReceivers",
            "rm.subtree.receivers",
            "receivers",
            "Receivers with an application below this head, as its members say.")),
    REAFFILIATIONS(counter(
            "reaffiliations",
            "rm.reaffiliations",
            "requests",
            "Requests to other heads than the own one (temporary re-affiliation).")),
    ASKED_ELSEWHERE(counter(
            "askedElsewhere", "rm.nak.elsewhere", "packets", "Packets asked for at other heads, each counted once.")),
    NOT_REPAIRED_SENT(counter(
            "notRepairedSent",
            "rm.notrepaired.sent",
            "packets",
            "Answers to members that what they asked for is no longer held here, and who may have it.")),
    ELSEWHERE(
            counter(
                    "elsewhere",
                    "rm.rejected.elsewhere",
                    "packets",
                    "Packets in the name of the sender, or of a member, that came from another address than its own, refused.")),
    CONTRADICTIONS(
            counter(
                    "contradictions",
                    "rm.rejected.contradictions",
                    "packets",
                    "Words that cannot be true, such as an end of the stream before what was sent, refused or taken for less.")),
    UNPROVED(counter(
            "unproved",
            "rm.rejected.unproved",
            "packets",
            "Acknowledgements, requests and answers without the proof that their sender is where they came from, and repairs by"
                    + " others than were asked, refused.")),
    MEMBERS_DISPLACED(counter(
            "membersDisplaced",
            "rm.members.displaced",
            "members",
            "Members of a host with more than half of a head's places that made room for one of a host with few.")),
    HEADS_AVOIDED(
            counter(
                    "headsAvoided",
                    "rm.heads.avoided",
                    "heads",
                    "Repair heads left, or not taken, since they did not repair what they were asked for, or said what cannot be.")),
    CODES_SENT(counter(
            "codesSent",
            "rm.codes.sent",
            "packets",
            "Repairs that carried several packets in one; among the repairs sent.")),
    CODES_DECODED(counter("codesDecoded", "rm.codes.decoded", "packets", "Packets taken out of such repairs.")),
    CODES_KEPT(counter(
            "codesKept",
            "rm.codes.kept",
            "packets",
            "Such repairs of which more than one packet was lacking, kept for later.")),
    CODES_USELESS(counter(
            "codesUseless",
            "rm.codes.useless",
            "packets",
            "Such repairs of which nothing was lacking, or too little was still held to take out what was.")),
    CODES_WRONG(
            counter("codesWrong", "rm.codes.wrong", "packets", "Such repairs that were not what they said, refused.")),
    REPAIRS_REFUSED(counter(
            "repairsRefused",
            "rm.repairs.refused",
            "packets",
            "Repairs asked for and not sent, since too many waited or who asked had more than its share of them.")),
    RATE_MEMBER(gauge(
            "rateMember",
            "",
            "id",
            "With rateControl shared the member whose word the rate follows, 0 if there is none.")),
    RATE_LIMIT(gauge(
            "rateLimit",
            "rm.rate.limit",
            "limit",
            "What bounds the rate for that member: 1 twice what it gets, at the start; 2 its queue; 3 a queue that others fill; 4 losses; 0"
                    + " if there is none.")),
    RATE_LOSS_EVENTS(gauge(
            "rateLossEvents", "rm.rate.loss.events", "events", "Loss events of that member per million packets.")),
    RATE_ROUND_TRIP_MICROS(
            gauge("rateRoundTripMicros", "rm.rate.roundtrip", "microseconds", "Round trip to that member.")),
    RATE_QUEUE_MICROS(gauge(
            "rateQueueMicros",
            "rm.rate.queue",
            "microseconds",
            "How long packets wait in queues on their way to that member.")),
    WITHHELD(counter(
            "withheld",
            "rm.withheld",
            "packets",
            "Packets not sent, since nobody has proved to be at the address and fewer bytes had come from there."));

    private final MeterDeclaration declaration;

    TramMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
