package org.rmcast.tram;

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

/** The promises that TRAM is judged by in runs with faults. */
final class TramChecks {
    private TramChecks() {}

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
                .with(new PrefixAgreement(faultsEnd, Duration.ofSeconds(10), true))
                .with(new Convergence(faultsEnd, Duration.ofSeconds(9)))
                .with(new Watchdog(Duration.ofSeconds(5)))
                .with(new MemoryBytes());
    }

    /** Those that it keeps: 250 seeds of each mode were looked at. */
    static Checks kept(Duration faultsEnd) {
        return all(faultsEnd)
                .without("convergence", "new: a receiver that finds no head gets nothing and is told nothing")
                .without("member events", "new: a member joins a head twice; one catches up that did not lag")
                .without("sender events", "new: messages are delivered after their sender was reported lost")
                .without("flush truth", "finding 2: a close is complete, and a living receiver has not everything")
                .without("flush losses", "finding 2: a close is complete in spite of losses below a head")
                .without("watchdog", "finding 15: members stand still for more than five seconds");
    }
}
