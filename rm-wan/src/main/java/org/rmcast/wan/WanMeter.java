package org.rmcast.wan;

import static org.rmcast.api.MeterDeclaration.counter;
import static org.rmcast.api.MeterDeclaration.gauge;

import org.rmcast.api.Meter;
import org.rmcast.api.MeterDeclaration;

/** What the wide-area group counts and measures besides what every protocol does. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum WanMeter implements Meter {
    VIEW_MEMBERS(gauge("viewMembers", "rm.view.members", "members", "Members of the view, this one included.")),
    VIEWS_INSTALLED(counter("viewsInstalled", "rm.views.installed", "views", "Views that were installed.")),
    VIEWS_PROPOSED(counter("viewsProposed", "rm.views.proposed", "views", "Views that this member proposed.")),
    STATE_BYTES(
            counter(
                    "stateBytes",
                    "rm.state.sent",
                    "bytes",
                    "Bytes of destinations, numbers and causes in the units of own messages, as often as they are sent at first.")),
    UNITS_SENT(counter(
            "unitsSent",
            "rm.units.sent",
            "units",
            "Units of own messages sent at first, once for each packet that they are in.")),
    CAUSES(gauge("causes", "rm.causes", "entries", "Messages in the causal past that are not known to be everywhere.")),
    OTHER_VIEWS(counter(
            "otherViews",
            "rm.packets.otherview",
            "packets",
            "Packets dropped since they are of a view not known here.")),
    HELD_FOR_VIEW(
            counter("heldForView", "rm.packets.early", "packets", "Packets of a view not yet installed, kept for it.")),
    UNPROVED(counter("unproved", "rm.packets.unproved", "packets", "Packets from where no member is known to be.")),
    OVERFLOWS(counter(
            "overflows", "rm.packets.overflow", "packets", "Units dropped since the buffer had no room for them.")),
    COPIES_SENT(counter(
            "copiesSent", "rm.copies.sent", "packets", "Packets of messages sent besides the first one, to be surer.")),
    MULTICASTS(
            counter("multicasts", "rm.data.multicast", "packets", "Packets of own messages that went by multicast.")),
    PASSED_ON(
            counter("passedOn", "rm.passed.on", "packets", "Packets of others' messages that this member passed on.")),
    ROUTES_CHANGED(counter("routesChanged", "rm.routes.changed", "routes", "Changes of the way to a member.")),
    NEAREST_ASKED(counter(
            "nearestAsked",
            "rm.requests.nearest",
            "packets",
            "Packets asked for from a member that is not the sender.")),
    LACKED(counter("lacked", "rm.requests.lacked", "packets", "Packets asked for and not held by who was asked.")),
    RECEIPTS(counter("receipts", "rm.receipts", "messages", "Own messages that all their destinations have.")),
    UNCONFIRMED(counter(
            "unconfirmed",
            "rm.receipts.incomplete",
            "messages",
            "Own messages that a destination may lack, as it left the view before it confirmed them."));

    private final MeterDeclaration declaration;

    WanMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
