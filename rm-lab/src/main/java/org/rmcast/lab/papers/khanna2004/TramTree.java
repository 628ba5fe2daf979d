package org.rmcast.lab.papers.khanna2004;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.Protocol;
import org.rmcast.lab.group.Cast;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Topology;

/** Places for a sender, repair heads and receivers, and who is meant to be whose head. Host 0 sends. */
final class TramTree {
    private final Topology.Builder topology = Topology.builder();
    private final List<Place> heads = new ArrayList<>();
    private final List<Place> receivers = new ArrayList<>();
    private final LinkSettings access;

    /**
     * A host and the head it is to join.
     *
     * @param scope routers up to that head, both ends included
     */
    record Place(int host, int head, int scope) {}

    private TramTree(LinkSettings access) {
        this.access = access;
        topology.host(0, LinkSettings.perfect());
    }

    /**
     * The paper's networks (figure 4): the sender beside its switch, then {@code hops} links to every receiver, the last of
     * them its own; clusters of {@link PaperSettings#RECEIVERS_PER_HEAD} receivers, each with a repair head on the same switch.
     * At one hop all are on the sender's switch, and it is their head.
     */
    static TramTree ofHops(int hops, int count, LinkSettings access, LinkSettings trunk) {
        TramTree tree = new TramTree(access);
        if (hops == 1) {
            for (int i = 0; i < count; i++) {
                tree.receiver(0, 0, 1);
            }
            return tree;
        }
        int backbone = 0;
        for (int i = 2; i < hops; i++) {
            backbone = tree.topology.router(backbone, trunk);
        }
        for (int first = 0; first < count; first += PaperSettings.RECEIVERS_PER_HEAD) {
            int router = tree.topology.router(backbone, trunk);
            int head = tree.head(router, 0, hops);
            int limit = Math.min(count, first + PaperSettings.RECEIVERS_PER_HEAD);
            for (int i = first; i < limit; i++) {
                tree.receiver(router, head, 1);
            }
        }
        return tree;
    }

    /** Three levels: a head for each region under the sender, one for each site under that, receivers under these. */
    static TramTree threeLevel(int regions, int sites, int perSite, LinkSettings access, LinkSettings trunk) {
        TramTree tree = new TramTree(access);
        for (int region = 0; region < regions; region++) {
            int regional = tree.topology.router(0, trunk);
            int regionalHead = tree.head(regional, 0, 2);
            for (int site = 0; site < sites; site++) {
                int local = tree.topology.router(regional, trunk);
                int head = tree.head(local, regionalHead, 2);
                for (int i = 0; i < perSite; i++) {
                    tree.receiver(local, head, 1);
                }
            }
        }
        return tree;
    }

    private int head(int router, int parent, int scope) {
        int host = topology.host(router, access);
        heads.add(new Place(host, parent, scope));
        return host;
    }

    private void receiver(int router, int head, int scope) {
        receivers.add(new Place(topology.host(router, access), head, scope));
    }

    /** Who is what; the first receiver is the faulty one if there is to be one. */
    Cast cast(boolean withFaulty) {
        List<Integer> hosts = receivers.stream().map(Place::host).toList();
        int faulty = withFaulty ? 1 : 0;
        return new Cast(
                hosts.subList(faulty, hosts.size()),
                hosts.subList(0, faulty),
                heads.stream().map(Place::host).toList());
    }

    /** A plan of this group. Everybody knows its head, so that the tree is the same for both protocols. */
    GroupPlan plan(Protocol protocol, Parameters common, Cast cast) {
        GroupPlan plan = GroupPlan.ofSender(topology.build(), protocol, common, cast);
        for (Place head : heads) {
            plan.start(head.host(), PaperSettings.HEADS_START);
            plan.parameters(head.host(), knowing(common, head));
        }
        for (Place receiver : receivers) {
            plan.start(receiver.host(), PaperSettings.RECEIVERS_START);
            plan.parameters(receiver.host(), knowing(common, receiver).with("canBeHead", false));
        }
        return plan;
    }

    /** The host of the receiver that is the faulty one. */
    int faultyHost() {
        return receivers.get(0).host();
    }

    private static Parameters knowing(Parameters common, Place place) {
        InetSocketAddress head = SimNode.addressOf(place.head());
        String text = head.getAddress().getHostAddress() + ":" + head.getPort() + "/" + place.scope();
        return common.with("staticHeads", List.of(text));
    }
}
