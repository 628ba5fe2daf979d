package org.rmcast.lab.perf;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.rmcast.lab.member.Histograms;
import org.rmcast.lab.member.ProcessFigures;
import org.rmcast.lab.member.ReceiverFigures;
import org.rmcast.lab.member.SenderFigures;

/**
 * One run of one kind.
 *
 * @param carrier raw, or the protocol's name
 * @param messages messages sent
 * @param goodput bytes of complete messages per second at the receiver where it is lowest
 * @param lostShare messages that never came, as a share of those sent, at the receiver where it is highest
 * @param complete whether every message came at every receiver, in order
 * @param repairsPerPacket repair packets sent by all members, per data packet
 * @param naksPerPacket packets asked for by all receivers, per data packet
 * @param messagesPerPacket messages per data packet
 * @param sender what it cost the sender, per message sent
 * @param receiver what it cost a receiver, per message that came; mean of the receivers
 * @param compileShare the share of the run's processor time that went to the JVM's compilers, in the process where it is
 *     highest
 * @param latency of all receivers together in nanoseconds, empty if it was not recorded
 */
record RunResult(
        String carrier,
        long messages,
        double goodput,
        double lostShare,
        boolean complete,
        double repairsPerPacket,
        double naksPerPacket,
        double messagesPerPacket,
        MemberCost sender,
        MemberCost receiver,
        double compileShare,
        @JsonIgnore Histogram latency) {

    static RunResult of(String carrier, SenderFigures sent, List<ReceiverFigures> received) {
        long messages = sent.messages();
        double perPacket = 1.0 / Math.max(1, sent.traffic().dataPackets());
        long fewest =
                received.stream().mapToLong(ReceiverFigures::messages).min().orElse(0);
        long most = received.stream().mapToLong(ReceiverFigures::messages).max().orElse(0);
        boolean ordered = received.stream().allMatch(figures -> figures.outOfOrder() == 0);
        long repairs = sent.traffic().repairs()
                + received.stream()
                        .mapToLong(figures -> figures.traffic().repairs())
                        .sum();
        long naks =
                received.stream().mapToLong(figures -> figures.traffic().naks()).sum();
        return new RunResult(
                carrier,
                messages,
                received.stream().mapToDouble(ReceiverFigures::goodput).min().orElse(0),
                1 - (double) fewest / messages,
                sent.confirmed() && ordered && fewest == messages && most == messages,
                repairs * perPacket,
                naks * perPacket,
                messages * perPacket,
                MemberCost.of(sent),
                MemberCost.mean(received.stream().map(MemberCost::of).toList()),
                Math.max(
                        compileShare(sent.process()),
                        received.stream()
                                .mapToDouble(figures -> compileShare(figures.process()))
                                .max()
                                .orElse(0)),
                together(received));
    }

    private static double compileShare(ProcessFigures process) {
        return (double) process.compileNanos() / Math.max(1, process.cpuNanos());
    }

    private static Histogram together(List<ReceiverFigures> received) {
        Histogram all = Histograms.empty();
        for (ReceiverFigures figures : received) {
            if (!figures.latency().isEmpty()) {
                all.add(Histograms.decode(figures.latency()));
            }
        }
        return all;
    }
}
