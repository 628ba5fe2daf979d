package org.rmcast.examples.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.session.SessionStatistics;

/** A session's counters as fields of a JSON object. */
public final class SessionFigures {
    private SessionFigures() {}

    /** Counters and gauges, in a fixed order. */
    public static Map<String, Object> of(SessionStatistics session) {
        EngineStatistics engine = session.engine();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("datagramsSent", session.datagramsSent());
        fields.put("bytesSent", session.bytesSent());
        fields.put("datagramsReceived", session.datagramsReceived());
        fields.put("bytesReceived", session.bytesReceived());
        fields.put("impairedInbound", session.impairedInbound());
        fields.put("impairedOutbound", session.impairedOutbound());
        fields.put("sendFailures", session.sendFailures());
        fields.put("malformed", session.malformed());
        fields.put("dataPacketsSent", engine.dataPacketsSent());
        fields.put("dataPacketsReceived", engine.dataPacketsReceived());
        fields.put("duplicatePackets", engine.duplicatePackets());
        fields.put("packetsMissed", engine.packetsMissed());
        fields.put("naksSent", engine.naksSent());
        fields.put("naksReceived", engine.naksReceived());
        fields.put("repairsSent", engine.repairsSent());
        fields.put("repairsReceived", engine.repairsReceived());
        fields.put("repairsSuppressed", engine.repairsSuppressed());
        fields.put("controlPacketsSent", engine.controlPacketsSent());
        fields.put("membersPruned", engine.membersPruned());
        fields.put("bufferPackets", engine.bufferPackets());
        fields.put("bufferBytes", engine.bufferBytes());
        fields.put("storagePackets", session.storagePackets());
        fields.put("storageBytes", session.storageBytes());
        return fields;
    }
}
