package org.rmcast.testkit;

import java.util.HashMap;
import java.util.Map;
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
import org.rmcast.core.testing.ToyProtocol;

/** The toy, with something wrong that the parameter {@code deed} names; without it byte by byte the toy. */
public final class TamperedProtocol implements Protocol {
    private static final String DEED = "deed";

    private final ToyProtocol toy = new ToyProtocol();

    /** What is wrong. */
    enum Deed {
        NOTHING,
        DROPS_EVERY_THOUSANDTH,
        SAYS_COMPLETE_TOO_EARLY,
        ANSWERS_STRANGERS,
        LEAKS,
        THROWS_WHEN_TRUNCATED,
        FORGETS_A_TYPE
    }

    /** A variant with a deed. */
    static Variant doing(Deed deed) {
        return new Variant(
                "", deed == Deed.NOTHING ? Parameters.none() : Parameters.none().with(DEED, deed.name()));
    }

    @Override
    public String name() {
        return "tampered";
    }

    @Override
    public int wireId() {
        return toy.wireId();
    }

    @Override
    public ParameterTable parameters() {
        return toy.parameters();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        Map<String, Object> honest = new HashMap<>(parameters.asMap());
        honest.remove(DEED);
        return new Tampered(
                toy.configure(Parameters.of(honest), maxPacketBytes), parameters.choice(DEED, Deed.NOTHING));
    }

    private record Tampered(Configured toy, Deed deed) implements Configured {
        @Override
        public Set<Role> roles() {
            return toy.roles();
        }

        @Override
        public Promise promise() {
            return toy.promise();
        }

        @Override
        public long memoryBoundBytes(Role role) {
            return toy.memoryBoundBytes(role);
        }

        @Override
        public PacketKind kind(byte[] packet) {
            return toy.kind(packet);
        }

        @Override
        public ProtocolEngine createEngine(EngineContext context) {
            ProtocolEngine engine = toy.createEngine(context);
            return deed == Deed.NOTHING ? engine : new TamperedEngine(engine, deed);
        }
    }
}
