package org.rmcast.pbcast;

import java.time.Duration;
import org.rmcast.sim.check.AnswersInTime;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.Convergence;
import org.rmcast.sim.check.DeliveryInStream;
import org.rmcast.sim.check.FlushLosses;
import org.rmcast.sim.check.FlushNames;
import org.rmcast.sim.check.FlushTruth;
import org.rmcast.sim.check.FromTheJoin;
import org.rmcast.sim.check.MemberEvents;
import org.rmcast.sim.check.MemoryBytes;
import org.rmcast.sim.check.PrefixAgreement;
import org.rmcast.sim.check.SenderEvents;
import org.rmcast.sim.check.Watchdog;

/** The promises that Bimodal Multicast is judged by in runs with faults. */
final class PbcastChecks {
    private PbcastChecks() {}

    /** All of them. */
    static Checks all(Duration faultsEnd) {
        return Checks.none()
                .with(new FlushTruth())
                .with(new FlushLosses())
                .with(new FlushNames(faultsEnd.plusSeconds(2), Duration.ofSeconds(2)))
                .with(new AnswersInTime())
                .with(new DeliveryInStream())
                .with(new FromTheJoin())
                .with(new MemberEvents())
                .with(new SenderEvents())
                .with(new PrefixAgreement(faultsEnd, Duration.ofSeconds(10), false))
                .with(new Convergence(faultsEnd, Duration.ofSeconds(9)))
                .with(new Watchdog(Duration.ofSeconds(5)))
                .with(new MemoryBytes());
    }

    /** Those that it keeps. */
    static Checks kept(Duration faultsEnd) {
        return all(faultsEnd)
                .without("convergence", "new: nine seconds after the last fault a receiver lacks messages in silence")
                .without("delivery in stream", "new: messages are delivered before the sender is in the view")
                .without("from the join", "B6c: a stream that is heard of late is followed from there")
                .without("member events", "new: a member fails that was never reported to have joined")
                .without("sender events", "B9: messages are delivered after their sender was reported lost")
                .without("watchdog", "new: a receiver in touch stands still for more than five seconds");
    }
}
