package org.rmcast.wan;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.rmcast.api.Parameters;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.PacketKind;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.wan.wire.WanCodec;
import org.rmcast.wan.wire.WanPacket;
import org.rmcast.wan.wire.WanPacket.Ack;
import org.rmcast.wan.wire.WanPacket.AckEntry;
import org.rmcast.wan.wire.WanPacket.AckRow;
import org.rmcast.wan.wire.WanPacket.Data;
import org.rmcast.wan.wire.WanPacket.Unit;

/**
 * The wide-area group with one thing wrong: honest engines, of which what they send, or give to their applications, is changed on its way.
 * Thread safe.
 */
final class PlantedProtocol implements Protocol {
    private static final int EVERY = 20;

    private final WanProtocol honest = new WanProtocol();
    private final Plant plant;

    /** What is wrong. */
    enum Plant {
        NOTHING,
        /** One unit in twenty does not say what comes before it. */
        FORGETS_CAUSES,
        /** Members confirm one unit more of each source than have come. */
        CONFIRMS_WHAT_HAS_NOT_COME,
        /** One message in twenty is given twice. */
        DELIVERS_TWICE
    }

    PlantedProtocol(Plant plant) {
        this.plant = plant;
    }

    @Override
    public String name() {
        return honest.name();
    }

    @Override
    public int wireId() {
        return honest.wireId();
    }

    @Override
    public ParameterTable parameters() {
        return honest.parameters();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new Planted(honest.configure(parameters, maxPacketBytes), plant);
    }

    private record Planted(Configured honest, Plant plant) implements Configured {
        @Override
        public Set<Role> roles() {
            return honest.roles();
        }

        @Override
        public Promise promise() {
            return honest.promise();
        }

        @Override
        public long memoryBoundBytes(Role role) {
            return honest.memoryBoundBytes(role);
        }

        @Override
        public PacketKind kind(byte[] packet) {
            return honest.kind(packet);
        }

        @Override
        public boolean introduces(byte[] packet) {
            return honest.introduces(packet);
        }

        @Override
        public ProtocolEngine createEngine(EngineContext context) {
            ProtocolEngine engine = honest.createEngine(context);
            return plant == Plant.NOTHING ? engine : behind(engine);
        }

        /** The engine, each of whose calls gets other actions. */
        private ProtocolEngine behind(ProtocolEngine engine) {
            return between(ProtocolEngine.class, (proxy, method, arguments) -> {
                Object[] changed = arguments == null ? new Object[0] : arguments.clone();
                for (int i = 0; i < changed.length; i++) {
                    changed[i] = changed[i] instanceof Actions actions ? behind(actions) : changed[i];
                }
                return call(method.getDeclaringClass(), () -> method.invoke(engine, changed));
            });
        }

        private Actions behind(Actions actions) {
            return between(Actions.class, (proxy, method, arguments) -> {
                if (method.getName().equals("unicast")) {
                    actions.unicast((InetSocketAddress) arguments[0], changed((byte[]) arguments[1]));
                    return null;
                }
                if (plant == Plant.DELIVERS_TWICE && method.getName().equals("deliver")) {
                    ReceivedMessage message = (ReceivedMessage) arguments[0];
                    if (message.sequence() % EVERY == 0) {
                        actions.deliver(message);
                    }
                }
                return call(method.getDeclaringClass(), () -> method.invoke(actions, arguments));
            });
        }

        private byte[] changed(byte[] packet) throws DecodeException {
            if (plant == Plant.DELIVERS_TWICE || SwimMembership.owns(DatagramHeader.type(packet))) {
                return packet;
            }
            WanPacket decoded = WanCodec.decode(packet);
            if (decoded instanceof Data data) {
                boolean forgets = plant == Plant.FORGETS_CAUSES;
                return WanCodec.encode(new Data(
                        data.type(),
                        data.view(),
                        data.forward(),
                        data.copies(),
                        forgets ? data.rows() : forged(data.rows()),
                        forgets ? data.units().stream().map(Planted::forgotten).toList() : data.units()));
            }
            return plant == Plant.CONFIRMS_WHAT_HAS_NOT_COME && decoded instanceof Ack ack
                    ? WanCodec.encode(new Ack(ack.view(), forged(ack.rows())))
                    : packet;
        }

        private static Unit forgotten(Unit unit) {
            return unit.number() % EVERY != 0
                    ? unit
                    : new Unit(
                            unit.origin(),
                            unit.number(),
                            unit.destinations(),
                            unit.links(),
                            unit.first(),
                            unit.last(),
                            unit.headers(),
                            List.of(),
                            unit.message(),
                            unit.messageBytes(),
                            unit.payload(),
                            unit.payloadOffset(),
                            unit.payloadBytes());
        }

        private static List<AckRow> forged(List<AckRow> rows) {
            return rows.stream()
                    .map(row -> new AckRow(
                            row.member(),
                            row.entries().stream().map(Planted::forged).toList()))
                    .toList();
        }

        private static AckEntry forged(AckEntry entry) {
            return new AckEntry(entry.source(), entry.received() + 1, entry.consumed() + 1, entry.reach());
        }
    }

    private interface Call {
        Object run() throws ReflectiveOperationException;
    }

    private static <T> T between(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Class<?> of, Call call) throws Throwable {
        try {
            return call.run();
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? new LinkageError(of.getName(), e) : e.getCause();
        }
    }
}
