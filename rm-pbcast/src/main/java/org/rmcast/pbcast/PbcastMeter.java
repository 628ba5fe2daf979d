package org.rmcast.pbcast;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

import org.rmcast.api.Meter;
import org.rmcast.api.MeterDeclaration;

/** What Bimodal Multicast counts and measures besides what every protocol does. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum PbcastMeter implements Meter {
    STREAMS_FOLLOWED(
            gauge("streamsFollowed", "rm.streams.followed", "streams", "Streams of other senders followed now.")),
    STREAMS_SET_ASIDE(
            counter(
                    "streamsSetAside",
                    "rm.streams.setaside",
                    "streams",
                    "Silent streams that made room for others, or were silent for too long; they go on when they are heard again.")),
    PACKETS_NOT_FOLLOWED(counter(
            "packetsNotFollowed",
            "rm.packets.notfollowed",
            "packets",
            "Data packets refused since their sender is one more than can be followed at a time.")),
    ELSEWHERE(counter(
            "elsewhere",
            "rm.rejected.elsewhere",
            "packets",
            "Packets in the name of a sender, or of a member, that came from another address than its own, refused.")),
    CONTRADICTIONS(counter(
            "contradictions",
            "rm.rejected.contradictions",
            "packets",
            "Words that cannot be true, such as data behind the end of its stream, refused.")),
    UNPROVED(
            counter(
                    "unproved",
                    "rm.rejected.unproved",
                    "packets",
                    "Digests, repairs and packets passed on that came from no member's address, refused until it has proved to be there.")),
    OWNERS_ASKED(counter(
            "ownersAsked",
            "rm.owners.asked",
            "requests",
            "Questions to a sender how far its stream is, since others say more than it was heard to say.")),
    REFUTATIONS(counter(
            "refutations", "rm.refutations", "packets", "Answers to false claims of others about the own stream."));

    private final MeterDeclaration declaration;

    PbcastMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
