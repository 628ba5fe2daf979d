package org.rmcast.lab.papers.ozkasap;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.group.Cast;
import org.rmcast.lab.group.Contender;
import org.rmcast.lab.group.GroupPlan;
import org.rmcast.lab.group.GroupRun;
import org.rmcast.lab.group.LinkMeter;
import org.rmcast.lab.group.LinkNoise;
import org.rmcast.lab.group.RecoveryMeter;
import org.rmcast.lab.group.SpreadMeter;
import org.rmcast.sim.RandomTrees;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** Beyond the study: the tree of section 5.1 with a thousand members, of which the root's sends, and fast links. */
record ThousandRun(Contender contender, int members, int seconds) implements Run {
    /** All links, in the names of figures. */
    static final String LINKS = "links";

    @Override
    public String id() {
        return contender.id() + "-n" + members;
    }

    @Override
    public String description() {
        return contender.words() + ", " + members + " members";
    }

    @Override
    public double cost() {
        return 3.0 * members * seconds * StudySettings.RATE;
    }

    @Override
    public Measurement measure(long seed) {
        Topology tree =
                RandomTrees.ofDepth(new SplittableRandom(seed), StudySettings.DEPTH, members, StudySettings.WIDE);
        Duration sending = Duration.ofSeconds(seconds);
        int messages = seconds * StudySettings.RATE;
        int payloadBytes = contender.payloadBytes(StudySettings.SMALL_BYTES);
        Cast cast = new Cast(IntStream.range(1, members).boxed().toList(), List.of(), List.of());
        GroupPlan plan = GroupPlan.ofSender(tree, contender.protocol(), contender.parameters(), cast)
                .conditions(simulation -> LinkNoise.onAllLinks(simulation, StudySettings.LOW_NOISE_PER_MILLE / 1e3))
                .send(0, StudySettings.SETTLE, Workload.paced(messages, payloadBytes, StudySettings.RATE))
                .length(StudySettings.SETTLE.plus(sending).plus(StudySettings.SHORT_DRAIN))
                .meter(new SpreadMeter(members, messages))
                .meter(new RecoveryMeter(contender.traffic(), StudySettings.SETTLE.plus(sending)))
                .meter(new LinkMeter(LINKS, StudySettings.SETTLE.plus(sending), LinkMeter::betweenRouters));
        Measurement result = new Measurement(id());
        GroupRun.measure(plan, seed, result);
        return result;
    }
}
