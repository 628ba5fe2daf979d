package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertAll;

import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.TestAbortedException;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/**
 * What every protocol has to keep, each {@link Clause} a test. A protocol's test class extends this, says which protocol, and has
 * them all; what it is known not to keep it says in {@link #findings}, once.
 *
 * <pre>{@code
 * class SrmContractTest extends ProtocolContract {
 *     @Override
 *     protected Protocol protocol() {
 *         return new SrmProtocol();
 *     }
 * }
 * }</pre>
 *
 * <p>Beside the test class stand the resources {@code golden-traces.txt}, {@code golden-costs.txt} and {@code captured-datagrams.txt}; a test that does not find a
 * figure there prints the whole file. The page {@code docs/protocols/NAME.md} has the generated parts {@code parameters} and {@code findings}.
 *
 * <p>Methods that may be overridden say what is particular to a protocol, each with a default. The others are tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("this-escape") // the parts ask nothing before a test runs
public abstract class ProtocolContract {
    /** The host of a small group where no member is. */
    public static final int STRANGER = 5;

    private final Strangers strangers = new Strangers(this);
    private final FaultRuns faultRuns = new FaultRuns(this, Clause.FAULTS, this::faults);

    /** The protocol, as the service loader makes it. */
    protected abstract Protocol protocol();

    /** The ways to run it that are each tested under faults, for truncation, at scale and on sockets; one by default. */
    protected List<Variant> variants() {
        return List.of(new Variant("", Parameters.none()));
    }

    /** What it is known not to keep; nothing by default. */
    protected List<Finding> findings() {
        return List.of();
    }

    /** A run with the usual faults; called anew for each. By default what serves every protocol. */
    protected FaultScenario faults(Variant variant) {
        return new FaultScenario(protocol(), variant);
    }

    /** A run with all kinds of faults; likewise. */
    protected FaultScenario allFaults(Variant variant) {
        return new FaultScenario(protocol(), variant);
    }

    /** A run beside a byzantine host; likewise. By default that with the usual faults. */
    protected FaultScenario besideAByzantineHost(Variant variant) {
        return faults(variant);
    }

    /** How many runs with the usual faults each variant has, unless {@code -Drm.seeds} says; half a minute is too long. */
    protected int seeds() {
        return 50;
    }

    /** How many runs with all kinds of faults each variant has, unless {@code -Drm.seeds} says. */
    protected int seedsOfAllFaults() {
        return 20;
    }

    /** How many runs beside a byzantine host each variant has, unless {@code -Drm.seeds} says. */
    protected int seedsBesideAByzantineHost() {
        return 30;
    }

    /** Seeds of runs with such faults that once broke; they are run besides the usual ones. */
    protected List<Long> brokeOnce(Clause clause) {
        return List.of();
    }

    /** How many runs of each variant are written down in {@code golden-traces.txt}. */
    protected int goldenSeeds() {
        return 12;
    }

    /** The ways to run it in a large group: without those that are asked to send everything several times. */
    protected List<Variant> scaled() {
        return variants();
    }

    /** The ways to run it that strangers attack: together they should send packets of all types. */
    protected List<Variant> fuzzed() {
        return variants();
    }

    /** Of how many packet types a decoder must take a mutation: those that so small groups send. */
    protected int fuzzedTypes() {
        return 2;
    }

    /** How many datagrams with forged fields each of {@link #fuzzed} is sent. */
    protected long forgedDatagrams() {
        return Long.getLong("rm.fuzz.fields", 600);
    }

    /** Whether members may be given messages that a stranger made up; else what they are given is judged while it attacks. */
    protected boolean forgedAreDelivered() {
        return true;
    }

    /** A group of five members, with room for a stranger at host {@link #STRANGER}: a sender, or peers, and receivers. */
    protected SimulationBuilder smallGroup(Variant variant, long seed) {
        SimulationBuilder builder = Simulation.builder(seed)
                .topology(Topology.star(1 + STRANGER, LinkSettings.parse("delay=1ms,loss=5%")))
                .protocol(protocol())
                .parameters(variant.parameters());
        return configured(variant).roles().contains(Role.SENDER) ? builder : builder.roles(Role.PEER);
    }

    /** The longest message that it carries on sockets, in bytes. */
    protected int mostMessageBytes() {
        return 1 << 20;
    }

    /** The module of the test class. */
    protected String module() {
        return "rm-" + protocol().name();
    }

    /** The document with the tables of its parameters and findings, from the directory of the whole project. */
    protected String page() {
        return "docs/protocols/" + protocol().name() + ".md";
    }

    /** The parameters in that table. */
    protected ParameterTable documented() {
        return protocol().parameters();
    }

    /** The class that gives its parameters names and types in Java, written by {@code -Drm.docs=write}; none by default. */
    protected Optional<TypedParameters> typedParameters() {
        return Optional.empty();
    }

    /** Which classes of the protocol's package are held to the rules of the seam: all but tests. */
    protected ImportOption held() {
        return new ImportOption.DoNotIncludeTests();
    }

    @Test
    void shouldKeepItsPromisesUnderRandomFaults() throws Throwable {
        check(Clause.FAULTS, () -> faultRuns.runAll(seeds()));
    }

    @Test
    void shouldKeepItsPromisesUnderAllKindsOfFaults() throws Throwable {
        check(Clause.ALL_FAULTS, () -> allFaults().runAll(seedsOfAllFaults()));
    }

    @Test
    void shouldKeepItsPromisesBesideAByzantineHost() throws Throwable {
        check(Clause.BYZANTINE_HOST, () -> byzantineRuns().runAll(seedsBesideAByzantineHost()));
    }

    /** {@code -Drm.survey=N}: so many runs of each kind with all checks, and which of them break. */
    @Test
    @EnabledIfSystemProperty(
            named = "rm.survey",
            matches = "[0-9]+",
            disabledReason = "a long list, when it is asked for")
    void shouldBreakNothingInASurveyThatNoFindingNames() {
        long count = Long.getLong("rm.survey", 0);
        assertAll(Stream.of(faultRuns, allFaults(), byzantineRuns())
                .map(runs -> () -> new Survey(this, runs).take(count)));
    }

    private FaultRuns byzantineRuns() {
        return new ByzantineRuns(this, this::besideAByzantineHost);
    }

    private FaultRuns allFaults() {
        return new FaultRuns(this, Clause.ALL_FAULTS, this::allFaults);
    }

    /** Skipped while a check breaks as it is known to; fails when it holds. */
    @TestFactory
    Stream<DynamicTest> shouldBreakAsItIsKnownTo() {
        return findings().stream()
                .filter(finding -> !finding.seen().isEmpty())
                .map(finding -> DynamicTest.dynamicTest(
                        finding.broken() + ": " + finding.reason(),
                        () -> new KnownFinding(finding, this, faultRuns).look()));
    }

    @Test
    void shouldRunEventByEventAsWrittenDown() throws Throwable {
        check(Clause.GOLDEN_TRACES, () -> Goldens.checkTraces(this, faultRuns));
    }

    @Test
    void shouldCostWhatIsWrittenDown() throws Throwable {
        check(Clause.COSTS, () -> Goldens.checkCosts(this));
    }

    @Test
    void shouldBringEverythingToALargeGroup() throws Throwable {
        check(Clause.SCALE, () -> {
            for (Variant variant : scaled()) {
                Scale.check(this, variant);
            }
        });
    }

    @Test
    void shouldThrowNothingWhateverTheFieldsSay() throws Throwable {
        check(Clause.FORGED_FIELDS, strangers::checkForgedFields);
    }

    @Test
    void shouldNotAnswerAForgerWithMoreThanItSent() throws Throwable {
        check(Clause.FORGING_STRANGER, strangers::checkAnswersToForgedFields);
    }

    @Test
    void shouldNotAnswerReplaysWithMoreThanWasSent() throws Throwable {
        check(Clause.REPLAYING_STRANGER, strangers::checkAnswersToReplays);
    }

    @Test
    void shouldRefuseTruncatedDatagrams() throws Throwable {
        checkEach(Clause.TRUNCATION, variant -> new Truncation(this).check(variant));
    }

    @Test
    void shouldCarryEverythingThroughSockets() throws Throwable {
        checkEach(Clause.SOCKETS, variant -> Sockets.check(this, variant));
    }

    @Test
    void shouldSayWhatEachPacketIsFor() throws Throwable {
        check(Clause.KINDS, () -> new PacketKinds(this).check());
    }

    @Test
    void shouldCountLossesAndOvertakenPacketsApart() throws Throwable {
        checkEach(Clause.LOSSES, variant -> new CountedLosses(this, variant).check());
    }

    @Test
    void shouldReadWhatAnEarlierVersionSent() throws Throwable {
        check(Clause.WIRE, () -> new WireCapture(this).check());
    }

    @Test
    void shouldHavePresetsThatCanBeUsed() throws Throwable {
        check(Clause.PRESETS, () -> ParameterRules.checkPresets(protocol()));
    }

    @Test
    void shouldRefuseParametersOutOfRange() throws Throwable {
        check(Clause.RANGES, () -> ParameterRules.checkRanges(protocol()));
    }

    @Test
    void shouldHaveParametersAndFindingsOnItsPage() throws Throwable {
        check(Clause.PAGE, () -> Page.check(this));
    }

    @Test
    void shouldHaveTypedParametersAsDeclared() throws Throwable {
        check(Clause.TYPED_PARAMETERS, () -> {
            if (typedParameters().isPresent()) {
                typedParameters().get().check(getClass(), module(), protocol());
            }
        });
    }

    @Test
    void shouldKeepInputOutputThreadsAndClocksOut() throws Throwable {
        check(Clause.SEAM, () -> Seam.check(protocol().getClass().getPackageName(), held()));
    }

    final Configured configured(Variant variant) {
        return protocol().configure(variant.parameters(), Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /** Two seconds after its beginning the group begins to send, and does not end: host 0, and host 1 where all are peers. */
    final void work(Simulation simulation) {
        simulation.after(Duration.ofSeconds(2), () -> {
            simulation.node(0).send(Workload.paced(100_000, 400, 150));
            if (simulation.node(1).role() == Role.PEER) {
                simulation.node(1).send(Workload.paced(100_000, 40, 50));
            }
        });
    }

    private interface VariantTest {
        void run(Variant variant) throws Exception;
    }

    private void checkEach(Clause clause, VariantTest test) throws Throwable {
        check(clause, () -> {
            for (Variant variant : variants()) {
                test.run(variant);
            }
        });
    }

    private void check(Clause clause, Executable test) throws Throwable {
        for (Finding finding : findings()) {
            if (finding.concerns(clause)) {
                expectToBreak(finding, test);
            }
        }
        test.execute();
    }

    private static void expectToBreak(Finding finding, Executable test) throws Throwable {
        try {
            test.execute();
        } catch (AssertionError known) {
            throw new TestAbortedException(finding.reason(), known);
        }
        fail("%s holds now: take the finding '%s' out", finding.broken(), finding.reason());
    }
}
