package org.rmcast.wan;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.List;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.Configured;
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
final class PlantedProtocol {
    private static final int EVERY = 20;

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

    private PlantedProtocol(Plant plant) {
        this.plant = plant;
    }

    /** The protocol with something wrong. */
    static Protocol with(Plant plant) {
        Protocol honest = new WanProtocol();
        return plant == Plant.NOTHING ? honest : new PlantedProtocol(plant).behind(honest);
    }

    private Protocol behind(Protocol protocol) {
        return between(Protocol.class, (proxy, method, arguments) -> {
            Object result = call(protocol, method, arguments);
            return result instanceof Configured configured ? behind(configured) : result;
        });
    }

    private Configured behind(Configured configured) {
        return between(Configured.class, (proxy, method, arguments) -> {
            Object result = call(configured, method, arguments);
            return result instanceof ProtocolEngine engine ? behind(engine) : result;
        });
    }

    /** The engine, each of whose calls gets other actions. */
    private ProtocolEngine behind(ProtocolEngine engine) {
        return between(ProtocolEngine.class, (proxy, method, arguments) -> {
            Object[] changed = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < changed.length; i++) {
                changed[i] = changed[i] instanceof Actions actions ? behind(actions) : changed[i];
            }
            return call(engine, method, changed);
        });
    }

    private Actions behind(Actions actions) {
        return between(Actions.class, (proxy, method, arguments) -> {
            if (method.getName().equals("unicast")) {
                actions.unicast((InetSocketAddress) arguments[0], changed((byte[]) arguments[1]));
                return null;
            }
            if (method.getName().equals("multicast")) {
                actions.multicast(changed((byte[]) arguments[0]), (Integer) arguments[1]);
                return null;
            }
            if (plant == Plant.DELIVERS_TWICE && method.getName().equals("deliver")) {
                ReceivedMessage message = (ReceivedMessage) arguments[0];
                if (message.sequence() % EVERY == 0) {
                    actions.deliver(message);
                }
            }
            return call(actions, method, arguments);
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
                    data.request(),
                    data.forward(),
                    data.copies(),
                    forgets ? data.rows() : forged(data.rows()),
                    forgets
                            ? data.units().stream()
                                    .map(PlantedProtocol::forgotten)
                                    .toList()
                            : data.units()));
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
                        row.forward(),
                        row.entries().stream().map(PlantedProtocol::forged).toList()))
                .toList();
    }

    private static AckEntry forged(AckEntry entry) {
        return new AckEntry(entry.source(), entry.received() + 1, entry.consumed() + 1, entry.reach());
    }

    private static <T> T between(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
