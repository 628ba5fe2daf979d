package org.rmcast.core.engine;

import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counters of {@link EngineStatistics}, as an engine counts them. Not thread safe. */
public class EngineCounters {
    public long dataPacketsSent;
    public long dataPacketsReceived;
    public long duplicatePackets;
    public long messagesAccepted;
    public long messagesDelivered;
    public long messagesLost;
    public long bytesAccepted;
    public long bytesDelivered;
    public long packetsMissed;
    public long naksSent;
    public long naksReceived;
    public long repairsSent;
    public long repairsReceived;
    public long repairsSuppressed;
    public long controlPacketsSent;
    public long membersPruned;

    /**
     * What an engine has and knows now; the names are those of {@link EngineStatistics}.
     *
     * @param members see there
     */
    public record Gauges(
            long bufferPackets,
            long bufferBytes,
            long bufferCapacityPackets,
            long sendRateBytesPerSecond,
            long windowPackets,
            long nextSequence,
            int treeLevel,
            long headId,
            @Nullable InetSocketAddress headAddress,
            List<EngineStatistics.MemberStatistics> members) {}

    /** These counters with the gauges of now. */
    public EngineStatistics statistics(Gauges gauges) {
        return new EngineStatistics(
                dataPacketsSent,
                dataPacketsReceived,
                duplicatePackets,
                messagesAccepted,
                messagesDelivered,
                messagesLost,
                bytesAccepted,
                bytesDelivered,
                packetsMissed,
                naksSent,
                naksReceived,
                repairsSent,
                repairsReceived,
                repairsSuppressed,
                controlPacketsSent,
                membersPruned,
                gauges.bufferPackets(),
                gauges.bufferBytes(),
                gauges.bufferCapacityPackets(),
                gauges.sendRateBytesPerSecond(),
                gauges.windowPackets(),
                gauges.nextSequence(),
                gauges.treeLevel(),
                gauges.headId(),
                gauges.headAddress(),
                gauges.members());
    }
}
