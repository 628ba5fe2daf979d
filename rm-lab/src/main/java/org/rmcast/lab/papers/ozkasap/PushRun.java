package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import org.rmcast.api.Parameters;
import org.rmcast.core.impair.Impairments;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.lab.group.GroupRun;
import org.rmcast.lab.group.ReachMeter;
import org.rmcast.lab.protocol.PbcastTraffic;
import org.rmcast.lab.protocol.StaticMembership;
import org.rmcast.pbcast.PbcastProtocol;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * Many multicasts spread by gossip alone: who gets one passes it on once, and nobody asks for what is missing.
 *
 * @param draw to whom it is passed on
 * @param messages how many multicasts, sent by all members in turn
 */
record PushRun(Draw draw, int messages) implements Run {
    /** Between two multicasts of one member: each has spread before the next. */
    private static final double RATE_PER_MEMBER = 2;
    /** Repair rounds are this far apart: none matters in the run. */
    private static final String NO_ROUNDS = "600s";

    /** To whom a member passes a message on. */
    enum Draw {
        /** To each other one with probability fanout / n, as in the model. */
        EACH("each with probability 4/50"),
        /** To so many different ones, as the protocol does. */
        EXACTLY("exactly 4");

        private final String words;

        Draw(String words) {
            this.words = words;
        }

        /** For people. */
        String words() {
            return words;
        }
    }

    @Override
    public String id() {
        return draw == Draw.EACH ? "push-each" : "push-exactly";
    }

    @Override
    public String description() {
        return messages + " multicasts passed on once, to " + draw.words();
    }

    @Override
    public double cost() {
        return (double) messages * StudySettings.MODEL_MEMBERS * fanout();
    }

    private int fanout() {
        return draw == Draw.EACH ? StudySettings.MODEL_MEMBERS - 1 : StudySettings.MODEL_FANOUT;
    }

    /**
     * The model draws each receiver independently. To make that draw the engine passes on to all, and what is not drawn is
     * lost on the way out as are the messages that the model loses.
     */
    private double loss() {
        double arrives = (1 - StudySettings.MODEL_LOSS) * (1 - StudySettings.MODEL_CRASH);
        double drawn = draw == Draw.EACH ? (double) StudySettings.MODEL_FANOUT / StudySettings.MODEL_MEMBERS : 1;
        return 1 - arrives * drawn;
    }

    @Override
    public Measurement measure(long seed) {
        LinkSettings access = LinkSettings.parse("delay=1ms");
        Topology star = Topology.star(StudySettings.MODEL_MEMBERS, access);
        Parameters parameters = StaticMembership.of(Parameters.none()
                .with("preset", "paper")
                .with("dissemination", "GOSSIP")
                .with("dataFanout", fanout())
                .with("round", NO_ROUNDS)
                .with("requestsPerRound", 1));
        Contender contender =
                new Contender("push", "gossip alone", new PbcastProtocol(), parameters, new PbcastTraffic());
        Impairments lossy = access.up().toBuilder().loss(loss()).build();
        int perMember = messages / StudySettings.MODEL_MEMBERS;
        GroupPlan plan = GroupPlan.ofPeers(star, contender, StudySettings.START_INTERVAL)
                .conditions(simulation -> {
                    for (int host = 0; host < star.hosts(); host++) {
                        simulation.accessLink(host).impair(new LinkSettings(access.down(), lossy));
                    }
                })
                .length(Duration.ofSeconds(Math.round(perMember / RATE_PER_MEMBER) + 1))
                .meter(new ReachMeter(contender.traffic(), perMember));
        for (int host = 0; host < star.hosts(); host++) {
            plan.send(host, Duration.ofMillis(10L * host), Workload.paced(perMember, 1, RATE_PER_MEMBER));
        }
        Measurement result = new Measurement(id());
        GroupRun.measure(plan, seed, result);
        return result;
    }
}
