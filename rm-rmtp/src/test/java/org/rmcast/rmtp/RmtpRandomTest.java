package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionEvent;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;
import org.rmcast.sim.FaultOptions;
import org.rmcast.sim.FaultPlan;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.fuzz.Adversary;

/**
 * Random deliveries under random faults, a run for each seed; {@code -Drm.seed=N} replays one, {@code -Drm.seeds=N} runs so many, from {@code
 * -Drm.first=N}. Half of the receivers are hosts that nothing befalls but what befalls links, and some of those have no room for a time: they have
 * everything at the end. Any other one has, or is named.
 */
class RmtpRandomTest {
    private static final Duration FAULTS_BEGIN = Duration.ofMillis(300);
    private static final Duration FAULTS_END = Duration.ofSeconds(12);
    private static final Duration LONG = Duration.ofHours(2);
    private static final Duration SILENCE = Duration.ofMinutes(1);
    private static final int DATA = 4;
    private static final long USUAL_SEEDS = 30;

    /** One run. */
    private static final class Run {
        private final long seed;
        private final boolean byzantine;
        private final SplittableRandom random;
        private final int receivers;
        /** Hosts that are up, reachable and able. */
        private final Set<Integer> sound = new TreeSet<>();

        private final Set<Integer> finished = new TreeSet<>();
        private final Delivered delivered;
        private FaultPlan plan = FaultPlan.of(List.of());

        Run(long seed, boolean byzantine) {
            this.seed = seed;
            this.byzantine = byzantine;
            random = new SplittableRandom(seed);
            receivers = 2 + random.nextInt(7);
            sound.add(1);
            for (int host = 2; host < receivers; host++) {
                if (random.nextBoolean()) {
                    sound.add(host);
                }
            }
            delivered = start();
        }

        private Delivered start() {
            boolean paper = random.nextInt(3) == 0;
            long bytes = random.nextInt(8) == 0 ? random.nextInt(3_000) : 50_000 + random.nextInt(500_000);
            long rate = Math.max(1_000, bytes * 1_000 / (500 + random.nextInt(9_500)));
            Parameters parameters = Parameters.none()
                    .with("preset", paper ? "paper" : "defaults")
                    .with("rate", rate)
                    .with("rateControl", random.nextBoolean() ? "fixed" : "lan")
                    .with("minRate", Math.max(1_000, rate / 2))
                    .with("maxRate", 4 * rate)
                    .with("overlap", random.nextBoolean())
                    .with("unicastReceivers", random.nextInt(3));
            Delivered.Setup setup = Delivered.of(receivers + 1, bytes)
                    .seed(seed)
                    .list(ReceiverList.of(Delivered.addresses(receivers)))
                    .link("delay=" + random.nextInt(20) + "ms,rate=1Gbit")
                    .parameters(parameters)
                    .simulation(builder -> builder.notStarted(receivers + 1).gather(gathering()));
            for (int host = 1; host <= receivers; host++) {
                int index = host;
                int opening = random.nextInt(4) == 0 ? random.nextInt(50) : 0;
                int verdict = random.nextInt(4) == 0 ? random.nextInt(50) : 0;
                setup.opener(host, sink -> {
                    sink.openingAsked = opening;
                    sink.verdictAsked = verdict;
                    sink.onFinished = () -> finished.add(index);
                    return sink;
                });
            }
            return setup.start();
        }

        private Duration gathering() {
            return random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(1);
        }

        void check() {
            Simulation simulation = delivered.simulation;
            if (byzantine) {
                beginToLie(simulation);
            } else {
                Set<Integer> spared = new TreeSet<>(sound);
                spared.add(0);
                spared.add(receivers + 1);
                FaultOptions options = FaultOptions.between(FAULTS_BEGIN, FAULTS_END)
                        .withAllFaults()
                        .withMaxLoss(0.1)
                        .withSpared(spared.toArray(Integer[]::new));
                plan = FaultPlan.random(random, simulation.topology(), options);
                plan.applyTo(simulation);
            }
            fillSome(simulation);
            delivered.finish(LONG);
            // Who has everything and has missed that it may go hears of it when it asks, before it gives its server up.
            delivered.simulation.runUntil(() -> finished.containsAll(sound), SILENCE);
            for (int host = 1; host <= receivers; host++) {
                check(host);
            }
        }

        /** Some that are able all the same have no room for a time. */
        private void fillSome(Simulation simulation) {
            for (int host : sound) {
                if (random.nextInt(4) == 0) {
                    Duration from = Duration.ofMillis(300 + random.nextInt(3_000));
                    simulation.at(from, () -> setFull(host, true));
                    simulation.at(from.plusMillis(random.nextInt(5_000)), () -> setFull(host, false));
                }
            }
        }

        private void setFull(int host, boolean full) {
            if (delivered.sinks.containsKey(host)) {
                delivered.sink(host).full = full;
            }
        }

        /** The last receiver lies in its own name; a stranger repeats and changes what it hears. */
        private void beginToLie(Simulation simulation) {
            simulation.runUntil(() -> simulation.node(0).receiverCount() == receivers, Duration.ofSeconds(5));
            Adversary liar = Adversary.telling(new MemberLies(delivered.report().packets()))
                    .every(Duration.ofMillis(1 + random.nextInt(10)));
            liar.begin(simulation, receivers, random.split(), FAULTS_END);
            Adversary stranger = Adversary.doing(Adversary.Deed.REPLAY, Adversary.Deed.MUTATE, Adversary.Deed.SPLICE)
                    .concerning(datagram -> datagram[4] != DATA);
            stranger.begin(simulation, receivers + 1, random.split(), FAULTS_END);
        }

        private void check(int host) {
            ReceiverVerdict verdict = delivered.verdict(host);
            String what = "host " + host + ": " + verdict;
            if (sound.contains(host)) {
                assertThat(verdict.outcome().isComplete()).as(what).isTrue();
                assertThat(finished).as(what).contains(host);
            }
            if (byzantine && host == receivers) {
                return;
            }
            if (verdict.outcome() == Outcome.RELEASED) {
                assertThat(finished).as(what).contains(host);
            } else if (verdict.outcome() != Outcome.COMPLETE) {
                assertThat(verdict.reason()).as(what).isNotEmpty();
                assertThat(delivered.simulation.node(0).events(SessionEvent.MemberFailed.class))
                        .as(what)
                        .anyMatch(event -> verdict.address().equals(event.address()));
            }
        }

        @Override
        public String toString() {
            return "seed " + seed + (byzantine ? ", byzantine" : "") + ", " + receivers + " receivers, sound " + sound
                    + ", replay with -Drm.seed=" + seed + "\n" + plan;
        }
    }

    private static void runAll(boolean byzantine) {
        Long one = Long.getLong("rm.seed");
        long first = one != null ? one : Long.getLong("rm.first", 0);
        long count = one != null ? 1 : Long.getLong("rm.seeds", USUAL_SEEDS);
        long named = 0;
        for (long seed = first; seed < first + count; seed++) {
            named += run(seed, byzantine);
        }
        System.out.println("rmtp, " + count + " runs from seed " + first
                + (byzantine ? " beside liars" : " with faults") + ": " + named + " receivers named");
    }

    private static long run(long seed, boolean byzantine) {
        Run run = new Run(seed, byzantine);
        try {
            run.check();
        } catch (AssertionError | IllegalStateException violation) {
            throw new AssertionError(run + violation.getMessage(), violation);
        }
        return run.delivered.report().failed().size();
    }

    @Test
    void shouldKeepItsPromisesUnderRandomFaults() {
        runAll(false);
    }

    @Test
    void shouldKeepItsPromisesBesideLiars() {
        runAll(true);
    }
}
