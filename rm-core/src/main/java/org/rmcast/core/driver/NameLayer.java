package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionBuilder;
import org.rmcast.core.engine.Introductions;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.ExtensionFields;

/**
 * This member's name, in datagrams that introduce it and have room, and others' names in those that tell of them; notes the names that
 * come.
 */
final class NameLayer implements PathLayer {
    private final Introductions introductions;
    private final byte[] name;
    private final int maxDatagramBytes;
    private final NameBook names;

    /** @param maxDatagramBytes the channel's bound */
    NameLayer(Introductions introductions, String name, int maxDatagramBytes, NameBook names) {
        this.introductions = introductions;
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
        byte[] named = datagram;
        if (introductions.introduces(datagram)) {
            named = with(ExtensionFields.MEMBER_NAME, name, named);
        }
        KnownMember other = introductions.tellsOf(datagram);
        String otherName = other == null ? null : names.find(other.id(), other.address());
        if (otherName != null) {
            named = with(ExtensionFields.OTHER_NAME, otherName.getBytes(StandardCharsets.UTF_8), named);
        }
        below.send(to, ttl, named);
    }

    private byte[] with(int field, byte[] value, byte[] datagram) {
        boolean fits = value.length <= SessionBuilder.MAX_NAME_BYTES
                && datagram.length + ExtensionFields.bytesOf(value.length) <= maxDatagramBytes;
        return fits ? ExtensionFields.append(datagram, field, value) : datagram;
    }

    @Override
    public void inbound(InetSocketAddress from, Cast cast, byte[] datagram, Inlet above) {
        if (ExtensionFields.bytes(datagram) > 0) {
            note(from, datagram);
        }
        above.receive(from, cast, datagram);
    }

    private void note(InetSocketAddress from, byte[] datagram) {
        byte[] own = ExtensionFields.find(datagram, ExtensionFields.MEMBER_NAME);
        if (own != null) {
            names.note(DatagramHeader.memberId(datagram), from, own);
        }
        byte[] others = ExtensionFields.find(datagram, ExtensionFields.OTHER_NAME);
        KnownMember other = others == null ? null : introductions.tellsOf(ExtensionFields.strip(datagram));
        if (others != null && other != null) {
            names.noteOther(other, others);
        }
    }
}
