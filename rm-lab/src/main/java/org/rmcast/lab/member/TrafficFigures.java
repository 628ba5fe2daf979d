package org.rmcast.lab.member;

/**
 * What went over the sockets of a member; those of the protocol are 0 in a raw one.
 *
 * @param datagramsSent datagrams that the socket took
 * @param datagramsReceived datagrams read, before the loss made on purpose
 * @param sendFailures datagrams that the socket refused
 * @param dropped datagrams dropped on purpose on the way in
 * @param dataPackets original data packets sent
 * @param repairs repair packets sent
 * @param naks packets asked for
 * @param duplicates packets that came although they were there already
 */
public record TrafficFigures(
        long datagramsSent,
        long datagramsReceived,
        long sendFailures,
        long dropped,
        long dataPackets,
        long repairs,
        long naks,
        long duplicates) {
    static final TrafficFigures NONE = new TrafficFigures(0, 0, 0, 0, 0, 0, 0, 0);

    TrafficFigures minus(TrafficFigures before) {
        return new TrafficFigures(
                datagramsSent - before.datagramsSent,
                datagramsReceived - before.datagramsReceived,
                sendFailures - before.sendFailures,
                dropped - before.dropped,
                dataPackets - before.dataPackets,
                repairs - before.repairs,
                naks - before.naks,
                duplicates - before.duplicates);
    }
}
