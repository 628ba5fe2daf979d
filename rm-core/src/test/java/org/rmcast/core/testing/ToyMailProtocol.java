package org.rmcast.core.testing;

import java.util.Set;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.wire.DatagramHeader;

/**
 * A toy for members that send to some of them and want to know who has what: each message goes to each recipient alone until that
 * acknowledges it, in no order. It is as honest about receipts as its {@link Deed} says.
 */
public final class ToyMailProtocol implements Protocol {
    public static final int WIRE_ID = 203;

    /** In no order, to all or some, with receipts. */
    private static final Promise PROMISE = new Promise(
            Promise.Order.NONE,
            Promise.Completeness.ALL,
            Promise.Flush.KNOWN_RECEIVERS,
            Promise.Destinations.SUBSET,
            true);

    private static final long MEMORY_BYTES = 1 << 26;

    private final Deed deed;

    /** What is wrong with the receipts; who confirms too early drops every tenth message then. */
    public enum Deed {
        NONE,
        CONFIRMS_TOO_EARLY,
        CONFIRMS_TWICE,
        NEVER_CONFIRMS,
        FORGETS_A_RECIPIENT,
        NAMES_A_STRANGER,
        CONFIRMS_WHAT_WAS_NOT_SENT
    }

    /** The honest one. */
    public ToyMailProtocol() {
        this(Deed.NONE);
    }

    /** One that does something wrong. */
    public ToyMailProtocol(Deed deed) {
        this.deed = deed;
    }

    @Override
    public String name() {
        return "toymail";
    }

    @Override
    public int wireId() {
        return WIRE_ID;
    }

    @Override
    public ParameterTable parameters() {
        return ParameterTable.none();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        parameters.checkNames();
        return new ConfiguredMail(deed);
    }

    private record ConfiguredMail(Deed deed) implements Configured {
        @Override
        public Set<Role> roles() {
            return Set.of(Role.PEER);
        }

        @Override
        public Promise promise() {
            return PROMISE;
        }

        @Override
        public long memoryBoundBytes(Role role) {
            return MEMORY_BYTES;
        }

        @Override
        public PacketKind kind(byte[] packet) {
            return switch (DatagramHeader.type(packet)) {
                case ToyMailEngine.MAIL -> PacketKind.DATA;
                case ToyMailEngine.ACK, ToyMailEngine.DROPPED -> PacketKind.STATE;
                case ToyMailEngine.HELLO, ToyMailEngine.BYE -> PacketKind.MEMBERSHIP;
                default -> PacketKind.UNKNOWN;
            };
        }

        @Override
        public ProtocolEngine createEngine(EngineContext context) {
            return new ToyMailEngine(context, deed);
        }
    }
}
