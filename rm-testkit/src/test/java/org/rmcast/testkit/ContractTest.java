package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.rmcast.core.engine.Protocol;

/** The contract bites: who breaks a promise fails the tests of it, for that reason, and no others; his honest twin passes all. */
class ContractTest {
    private static final String WRAPPED = "it wraps the toy, which is no block of the core";
    private static final String BELIEVES = "the toy believes what it hears";
    private static final String COUNTS_NONE = "the toy does not count them";
    private static final String FAULTS = "shouldKeepItsPromisesUnderRandomFaults";
    private static final String ALL_FAULTS = "shouldKeepItsPromisesUnderAllKindsOfFaults";
    private static final String TRACES = "shouldRunEventByEventAsWrittenDown";
    private static final String COSTS = "shouldCostWhatIsWrittenDown";
    private static final String SCALE = "shouldBringEverythingToALargeGroup";
    private static final String FORGER = "shouldNotAnswerAForgerWithMoreThanItSent";
    private static final String REPLAYS = "shouldNotAnswerReplaysWithMoreThanWasSent";
    private static final String WIRE = "shouldReadWhatAnEarlierVersionSent";
    private static final String TRUNCATION = "shouldRefuseTruncatedDatagrams";

    /** The contract of a protocol that does something wrong; few runs are enough. */
    abstract static class Tampered extends ToyContractTest {
        private final TamperedProtocol.Deed deed;

        Tampered(TamperedProtocol.Deed deed) {
            this.deed = deed;
        }

        @Override
        protected Protocol protocol() {
            return new TamperedProtocol();
        }

        @Override
        protected List<Variant> variants() {
            return List.of(TamperedProtocol.doing(deed));
        }

        @Override
        protected int seeds() {
            return 5;
        }

        @Override
        protected int seedsOfAllFaults() {
            return 5;
        }

        @Override
        protected long forgedDatagrams() {
            return 120;
        }

        @Override
        protected String page() {
            return "rm-testkit/src/test/resources/org/rmcast/testkit/tampered.md";
        }

        @Override
        protected List<Finding> findings() {
            return List.of(
                    Finding.of(Clause.SEAM, WRAPPED),
                    Finding.of(Clause.BYZANTINE_HOST, BELIEVES),
                    Finding.of(Clause.LOSSES, COUNTS_NONE));
        }
    }

    static class Honest extends Tampered {
        Honest() {
            super(TamperedProtocol.Deed.NOTHING);
        }
    }

    static class DropsEveryThousandth extends Tampered {
        DropsEveryThousandth() {
            super(TamperedProtocol.Deed.DROPS_EVERY_THOUSANDTH);
        }
    }

    static class SaysCompleteTooEarly extends Tampered {
        SaysCompleteTooEarly() {
            super(TamperedProtocol.Deed.SAYS_COMPLETE_TOO_EARLY);
        }
    }

    static class AnswersStrangers extends Tampered {
        AnswersStrangers() {
            super(TamperedProtocol.Deed.ANSWERS_STRANGERS);
        }
    }

    static class Leaks extends Tampered {
        Leaks() {
            super(TamperedProtocol.Deed.LEAKS);
        }
    }

    static class ThrowsWhenTruncated extends Tampered {
        ThrowsWhenTruncated() {
            super(TamperedProtocol.Deed.THROWS_WHEN_TRUNCATED);
        }
    }

    static class ForgetsAType extends Tampered {
        ForgetsAType() {
            super(TamperedProtocol.Deed.FORGETS_A_TYPE);
        }
    }

    @Test
    void shouldBeKeptByAnHonestProtocol() {
        EngineExecutionResults results = run(Honest.class);
        assertThat(failures(results)).isEmpty();
        assertThat(results.testEvents().succeeded().count()).isEqualTo(Clause.values().length - 3);
        assertThat(results.testEvents().aborted().stream().map(ContractTest::message))
                .containsExactlyInAnyOrder(WRAPPED, BELIEVES, COUNTS_NONE);
    }

    @Test
    void shouldNoticeThatEveryThousandthMessageIsDropped() {
        assertThat(failures(run(DropsEveryThousandth.class)))
                .containsOnlyKeys(FAULTS, ALL_FAULTS, TRACES, COSTS, SCALE)
                .allSatisfy((test, message) ->
                        assertThat(message).contains("message 999 was neither delivered nor reported lost"));
    }

    @Test
    void shouldNoticeThatAFlushIsCompleteTooEarly() {
        Map<String, String> failures = failures(run(SaysCompleteTooEarly.class));
        assertThat(failures).containsOnlyKeys(FAULTS, ALL_FAULTS, TRACES, COSTS, SCALE);
        assertThat(failures.get(FAULTS)).contains("flush truth: ", "is complete, but member");
        assertThat(failures.get(ALL_FAULTS)).contains("flush truth: ", "is complete, but member");
    }

    @Test
    void shouldNoticeThatStrangersAreAnswered() {
        Map<String, String> failures = failures(run(AnswersStrangers.class));
        assertThat(failures).containsOnlyKeys(FORGER, REPLAYS, TRACES, COSTS);
        assertThat(failures.get(FORGER)).contains("bytes answered per byte heard");
        assertThat(failures.get(REPLAYS)).contains("bytes were sent to the unproved address");
    }

    @Test
    void shouldNoticeThatMemoryLeaks() {
        Map<String, String> failures = failures(run(Leaks.class));
        assertThat(failures).containsOnlyKeys(FAULTS, ALL_FAULTS, TRACES, SCALE);
        assertThat(failures.values())
                .allSatisfy(message -> assertThat(message).contains("memory bytes: ", "its bound is"));
    }

    @Test
    void shouldNoticeThatATruncatedDatagramIsThrownOver() {
        assertThat(failures(run(ThrowsWhenTruncated.class)))
                .containsOnlyKeys(TRUNCATION)
                .allSatisfy((test, message) -> assertThat(message)
                        .contains("the protocol failed in onDatagram: java.lang.IndexOutOfBoundsException"));
    }

    @Test
    void shouldNoticeThatWhatAnEarlierVersionSentIsNotRead() {
        assertThat(failures(run(ForgetsAType.class)))
                .hasEntrySatisfying(
                        WIRE, message -> assertThat(message).contains("datagrams of an earlier version", "type 06"));
    }

    private static EngineExecutionResults run(Class<? extends ProtocolContract> contract) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(contract))
                .execute();
    }

    /** The messages of what failed, by the name of the test. */
    private static Map<String, String> failures(EngineExecutionResults results) {
        Map<String, String> failures = new TreeMap<>();
        results.testEvents().failed().stream().forEach(event -> failures.put(test(event), message(event)));
        return failures;
    }

    private static String test(Event event) {
        return event.getTestDescriptor()
                .getSource()
                .map(source -> ((MethodSource) source).getMethodName())
                .orElseThrow();
    }

    private static String message(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .map(Throwable::getMessage)
                .orElse("");
    }
}
