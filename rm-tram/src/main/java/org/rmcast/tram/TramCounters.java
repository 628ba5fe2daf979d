package org.rmcast.tram;

/** Counters of one engine, for its statistics. */
final class TramCounters {
    long dataPacketsSent;
    long dataPacketsReceived;
    long duplicatePackets;
    long messagesAccepted;
    long messagesDelivered;
    long messagesLost;
    long bytesAccepted;
    long bytesDelivered;
    long packetsMissed;
    long naksSent;
    long naksReceived;
    long repairsSent;
    long repairsReceived;
    long repairsSuppressed;
    long controlPacketsSent;
    long membersPruned;
    int reaffiliations;
    int askedElsewhere;
    long notRepairedSent;
}
