package org.rmcast.rmtp;

import org.rmcast.rmtp.wire.RmtpCodec;

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

    /** How many bytes a packet has. */
    int bytesOf(long packet) {
        return (int) Math.min(packetBytes, totalBytes - packet * packetBytes);
    }
}
