package org.rmcast.tram;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.repair.CodeDecoder;
import org.rmcast.core.repair.CodeDecoder.Decoded;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket.CodedRepair;

/**
 * Codes that come to a member: takes out of them what it lacks, with the help of what it holds anyway ({@link CodeDecoder}), and says whether it can
 * be sent such.
 */
final class ReceivedCodes {
    /** Codes of which more than one packet is lacking, kept at most. */
    private static final int MAX_KEPT = 128;

    private static final long KEEP_NANOS = 1_000_000_000L;
    /** Who holds too little to decode is sent each packet alone for so long. */
    private static final long ALONE_NANOS = 1_000_000_000L;

    private final TramContext context;
    private final long source;
    private final RepairRequests requests;
    private final CodeDecoder decoder;
    private boolean forgot;
    private long forgotNanos;
    private long taken;

    ReceivedCodes(TramContext context, long source, RepairRequests requests, CodeDecoder.Packets packets) {
        this.context = context;
        this.source = source;
        this.requests = requests;
        this.decoder = new CodeDecoder(CodedRepair.PART, context.config.maxPacketBytes, MAX_KEPT, KEEP_NANOS, packets);
    }

    /** Whether what is asked for now may come in a code. */
    boolean areWanted(long nowNanos) {
        return context.config.codedRepair && !(forgot && nowNanos - forgotNanos < ALONE_NANOS);
    }

    /** A code came from somebody who may repair; what it answers has been answered, whether it is of use or not. */
    void onCode(InetSocketAddress from, CodedRepair code, long nowNanos) {
        for (int request : code.requests()) {
            requests.onEcho(request, nowNanos);
        }
        switch (decoder.onCode(from, code.sequences(), code.lengths(), code.datagram(), code.codeOffset(), nowNanos)) {
            case DECODED -> {}
            case KEPT -> context.counters.increment(TramMeter.CODES_KEPT);
            case USELESS -> context.counters.increment(TramMeter.CODES_USELESS);
            case FORGOTTEN -> {
                context.counters.increment(TramMeter.CODES_USELESS);
                forgot = true;
                forgotNanos = nowNanos;
            }
            case WRONG -> context.counters.increment(TramMeter.CODES_WRONG);
        }
    }

    /** A packet came that was lacking. */
    void onPacket(long sequence, byte[] datagram) {
        if (decoder.isWaiting()) {
            context.counters.own.add(TramMeter.CODES_WRONG, decoder.onPacket(sequence, datagram));
        }
    }

    /** What was taken out of a code next, as the plain repair that it stands for; null if there is nothing. */
    @Nullable
    Decoded take() {
        Decoded decoded = decoder.poll();
        if (decoded == null) {
            return null;
        }
        taken = decoded.sequence();
        return new Decoded(decoded.from(), taken, TramCodec.repairOf(source, taken, decoded.packet()));
    }

    /** Whether a packet is the one that was taken out of a code last: when it came says nothing of how long its head takes to repair to the group. */
    boolean brought(long sequence) {
        return sequence == taken;
    }
}
