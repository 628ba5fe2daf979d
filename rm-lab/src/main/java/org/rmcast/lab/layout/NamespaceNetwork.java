package org.rmcast.lab.layout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A namespace for each member and one for a bridge that connects them; no link leads anywhere else. Datagrams are lost at
 * the receivers, by nftables. See {@link NamespaceCommands} for what is laid out and {@link Namespace} for how it goes away.
 */
final class NamespaceNetwork implements Network {
    private final List<Namespace> members = new ArrayList<>();
    private final List<Namespace> all = new ArrayList<>();

    /**
     * Lays it out.
     *
     * @param receivers how many besides the sender, at most 64
     * @throws IOException if a namespace or what is to be in it cannot be made, with what the system says
     */
    NamespaceNetwork(int receivers) throws IOException {
        boolean made = false;
        try {
            Namespace hub = make();
            hub.run(NamespaceCommands.IP, NamespaceCommands.bridge());
            for (int member = 0; member <= receivers; member++) {
                Namespace own = make();
                members.add(own);
                hub.run(NamespaceCommands.IP, NamespaceCommands.port(member, own.pid()));
                own.run(NamespaceCommands.IP, NamespaceCommands.member(member));
            }
            made = true;
        } finally {
            if (!made) {
                close();
            }
        }
    }

    private Namespace make() throws IOException {
        Namespace made = new Namespace();
        all.add(made);
        return made;
    }

    @Override
    public List<String> entry(int member) {
        return members.get(member).entry();
    }

    @Override
    public String networkInterface() {
        return NamespaceCommands.INTERFACE;
    }

    @Override
    public boolean losesOnTheWire() {
        return true;
    }

    @Override
    public void lose(double share) throws IOException {
        for (Namespace receiver : members.subList(1, members.size())) {
            receiver.run(NamespaceCommands.NFT, NamespaceCommands.loss(share));
        }
    }

    @Override
    public void limit(long bitsPerSecond) throws IOException {
        members.get(0).run(NamespaceCommands.limit(bitsPerSecond), "");
    }

    @Override
    public void close() {
        all.forEach(Namespace::close);
    }
}
