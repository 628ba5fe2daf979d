package org.rmcast.core.driver;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Introductions;

/**
 * Which layers the datagrams of a channel pass, before there is a member. Immutable.
 *
 * @param wireId the protocol's byte in the common header
 * @param sessionId the channel's identity on the wire
 */
public record PathPlan(int wireId, long sessionId) {
    /** The layers state their overhead whoever the member is. */
    private static final int NOBODY = 0;

    /**
     * The most bytes of an engine's packet, so that no datagram is longer than the channel allows.
     *
     * @param maxDatagramBytes the channel's bound
     */
    public int maxPacketBytes(int maxDatagramBytes) {
        return maxDatagramBytes
                - layers(NOBODY, NOBODY).stream()
                        .mapToInt(PathLayer::overheadBytes)
                        .sum();
    }

    /**
     * The path of a member.
     *
     * @param memberId this member's id, whose own datagrams are dropped
     * @param incarnation see {@link org.rmcast.core.engine.EngineContext#incarnation}
     */
    public DatagramPath path(long memberId, int incarnation) {
        return new DatagramPath(layers(memberId, incarnation));
    }

    /**
     * The path of a member that tells its name and hears those of others.
     *
     * @param introductions which packets carry names
     * @param name what this member calls itself
     * @param maxDatagramBytes the channel's bound
     * @param names where others' names are noted
     */
    public DatagramPath path(
            long memberId,
            int incarnation,
            Introductions introductions,
            String name,
            int maxDatagramBytes,
            NameBook names) {
        List<PathLayer> layers = new ArrayList<>();
        layers.add(new NameLayer(introductions, name, maxDatagramBytes, names));
        layers.addAll(layers(memberId, incarnation));
        return new DatagramPath(layers);
    }

    private List<PathLayer> layers(long memberId, int incarnation) {
        return List.of(new HeaderLayer(wireId, sessionId, memberId, incarnation));
    }
}
