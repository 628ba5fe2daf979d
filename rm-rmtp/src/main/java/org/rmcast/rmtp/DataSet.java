package org.rmcast.rmtp;

import java.util.Arrays;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket.ConnectionRequest;

/**
 * A data set, as a receiver hears of it before it comes.
 *
 * @param sourceId the member that delivers it
 * @param identity the same again if it is delivered anew
 * @param totalBytes how long it is
 * @param packetBytes how many bytes are in each packet but the last
 * @param description what the server's application says of it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DataSet(long sourceId, long identity, long totalBytes, int packetBytes, byte[] description) {
    /** How many packets it has. */
    public long packets() {
        return RmtpCodec.packets(totalBytes, packetBytes);
    }

    /** Whether a server that asks has the same one, also in other packets. */
    boolean isThatOf(ConnectionRequest request) {
        return identity == request.dataSet()
                && totalBytes == request.totalBytes()
                && Arrays.equals(description, request.description());
    }

    /** How many bytes a packet has. */
    int bytesOf(long packet) {
        return (int) Math.min(packetBytes, totalBytes - packet * packetBytes);
    }
}
