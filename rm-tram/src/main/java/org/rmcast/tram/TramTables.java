package org.rmcast.tram;

import org.rmcast.api.Role;
import org.rmcast.tram.wire.TramCodec;

/**
 * How much heap an engine's tables may take beside its buffers: the most entries of each, and what one costs on a 64-bit machine with
 * its keys, its share of the map and an address of its own. Tables of a few hundred entries are not listed.
 */
final class TramTables {
    private static final int NODE_BYTES = 512;
    private static final int GROUP_BYTES = 768;
    private static final int REPORT_BYTES = 640;
    private static final int KNOWN_REPORT_BYTES = 128;
    private static final int ADDRESS_BYTES = 256;
    private static final int MEMBER_BYTES = 768;
    private static final int LAGGARD_BYTES = 40;
    private static final int REPAIR_BYTES = 160;
    private static final int MISSING_BYTES = 160;

    private TramTables() {}

    static long mostBytes(TramConfig config, Role role) {
        long bytes = (long) config.maxMembers * (MEMBER_BYTES + TramCodec.MAX_LAGGARDS * LAGGARD_BYTES)
                + (long) TramContext.MAX_ADDRESSES * ADDRESS_BYTES
                + 4L * config.maxPendingRepairs * REPAIR_BYTES
                + (long) MemberReports.MAX_SEEN * KNOWN_REPORT_BYTES;
        return role == Role.SENDER ? bytes + ofSender(config) : bytes + ofReceiver(config);
    }

    private static long ofSender(TramConfig config) {
        return (long) config.maxReceivers * NODE_BYTES
                + (long) Orphans.MAX_GROUPS * GROUP_BYTES
                + (long) (Roster.MAX_GONE + Orphans.MAX_ADOPTIONS + LagReports.MAX_KNOWN) * KNOWN_REPORT_BYTES;
    }

    private static long ofReceiver(TramConfig config) {
        return (long) MemberReports.mostWaiting(config) * REPORT_BYTES
                + (long) config.headCachePackets * MISSING_BYTES
                + (long) CurrentStream.MAX_EARLY_PACKETS * config.maxPacketBytes;
    }
}
