package org.rmcast.lab.perf;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.rmcast.lab.member.ProcessFigures;
import org.rmcast.lab.member.ReceiverFigures;
import org.rmcast.lab.member.SenderFigures;
import org.rmcast.lab.member.TrafficFigures;
import org.rmcast.lab.member.WireFigures;

/**
 * What one run cost a member. All but peak and wake-ups are per message.
 *
 * @param cpuNanos processor time, in user and kernel mode
 * @param datagramsSent datagrams that the member's socket took
 * @param datagramsReceived datagrams that the member read
 * @param packetsSent IP packets that left by the member's interface; 0 on loopback, where it is everybody's
 * @param packetsReceived IP packets that came there, also those lost behind it; 0 on loopback
 * @param wakeUpsPerSecond how often a thread of the process was woken up, over the run; 0 where the system does not say
 * @param peakMib the most resident memory so far
 */
record MemberCost(
        double cpuNanos,
        double datagramsSent,
        double datagramsReceived,
        double packetsSent,
        double packetsReceived,
        double wakeUpsPerSecond,
        double peakMib) {
    /** A sender's, per message sent. */
    static MemberCost of(SenderFigures figures) {
        return of(figures.messages(), figures.process(), figures.traffic(), figures.wire());
    }

    /** A receiver's, per message that came. */
    static MemberCost of(ReceiverFigures figures) {
        return of(figures.messages(), figures.process(), figures.traffic(), figures.wire());
    }

    private static MemberCost of(long messages, ProcessFigures process, TrafficFigures traffic, WireFigures wire) {
        double perMessage = 1.0 / Math.max(1, messages);
        return new MemberCost(
                process.cpuNanos() * perMessage,
                traffic.datagramsSent() * perMessage,
                traffic.datagramsReceived() * perMessage,
                wire.packetsSent() * perMessage,
                wire.packetsReceived() * perMessage,
                process.wakeUpsPerSecond(),
                process.peakMemoryKib() / 1024.0);
    }

    /** The mean of several members; of their peaks, the highest. */
    static MemberCost mean(List<MemberCost> costs) {
        return new MemberCost(
                mean(costs, MemberCost::cpuNanos),
                mean(costs, MemberCost::datagramsSent),
                mean(costs, MemberCost::datagramsReceived),
                mean(costs, MemberCost::packetsSent),
                mean(costs, MemberCost::packetsReceived),
                mean(costs, MemberCost::wakeUpsPerSecond),
                costs.stream().mapToDouble(MemberCost::peakMib).max().orElse(0));
    }

    private static double mean(List<MemberCost> costs, ToDoubleFunction<MemberCost> figure) {
        return costs.stream().mapToDouble(figure).average().orElse(0);
    }

    /** Sent, as far down as it can be counted: by the interface if it is the member's own, else by its socket. */
    double sent() {
        return packetsReceived > 0 || packetsSent > 0 ? packetsSent : datagramsSent;
    }

    /** Received, as {@link #sent}. */
    double received() {
        return packetsReceived > 0 || packetsSent > 0 ? packetsReceived : datagramsReceived;
    }
}
