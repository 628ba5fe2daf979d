package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.ExtensionFields;

/** This member's name, in datagrams that introduce it and have room; notes the names of others. */
final class NameLayer implements PathLayer {
    private final Predicate<byte[]> introduces;
    private final byte[] name;
    private final int maxDatagramBytes;
    private final NameBook names;

    /**
     * @param introduces whether a packet is one that introduces its sender, see {@link org.rmcast.core.engine.Configured#introduces}
     * @param maxDatagramBytes the channel's bound
     */
    NameLayer(Predicate<byte[]> introduces, String name, int maxDatagramBytes, NameBook names) {
        this.introduces = introduces;
        this.name = name.getBytes(StandardCharsets.UTF_8);
        this.maxDatagramBytes = maxDatagramBytes;
        this.names = names;
    }

    /** None: names fill what room there is. */
    @Override
    public int overheadBytes() {
        return 0;
    }

    @Override
    public void outbound(@Nullable InetSocketAddress to, int ttl, byte[] datagram, Outlet below) {
        boolean named =
                introduces.test(datagram) && datagram.length + ExtensionFields.bytesOf(name.length) <= maxDatagramBytes;
        below.send(to, ttl, named ? ExtensionFields.append(datagram, ExtensionFields.MEMBER_NAME, name) : datagram);
    }

    @Override
    public void inbound(InetSocketAddress from, Cast cast, byte[] datagram, Inlet above) {
        if (ExtensionFields.bytes(datagram) > 0) {
            byte[] found = ExtensionFields.find(datagram, ExtensionFields.MEMBER_NAME);
            if (found != null) {
                names.note(DatagramHeader.memberId(datagram), from, found);
            }
        }
        above.receive(from, cast, datagram);
    }
}
