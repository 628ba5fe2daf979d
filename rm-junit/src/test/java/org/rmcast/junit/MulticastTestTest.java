package org.rmcast.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.opentest4j.AssertionFailedError;
import org.rmcast.api.Channel;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MessageListener;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionFactory;

/** What a {@link MulticastTest} gets, and how it fails: tests are run in the test. */
class MulticastTestTest {
    private static final Channel CHANNEL =
            Channel.builder("cases").group("239.192.7.1").port(7400).build();
    private static final List<ReliableMulticastSession> OPENED = new CopyOnWriteArrayList<>();
    private static final List<Long> SEEDS = new CopyOnWriteArrayList<>();
    private static final AtomicBoolean FAIL_BEFORE = new AtomicBoolean();
    private static final AtomicBoolean FAIL_AFTER = new AtomicBoolean();

    @Test
    void shouldGiveOneNetworkToAllThatBelongsToATestAndEndItsSessions() {
        OPENED.clear();
        run("shouldPass").testEvents().assertStatistics(counts -> counts.succeeded(1));
        assertThat(OPENED).hasSize(3);
        for (ReliableMulticastSession session : OPENED) {
            assertThat(session.closed().toCompletableFuture()).isCompleted();
        }
    }

    @Test
    void shouldSayWhatWasWaitedForWhatThereWasAndTheSeed() {
        assertThat(failure("shouldWaitInVain"))
                .hasMessageContaining("not within 2.0 s: 2 messages for anna; there are 1, the last one is number 0 of")
                .hasMessageContaining("anna, RECEIVER of cases: open, events [SenderFound")
                .hasMessageContaining("seed 42, impairments \"delay=1ms\"")
                .hasMessageContaining("repeat it with @MulticastTest(seed = 42) or -Drm.seed=42");
    }

    @Test
    void shouldKeepWhatAnAssertionComparedAndWhereItStands() {
        AssertionFailedError failure = failure("shouldCompare");
        assertThat(failure).hasMessageContaining("seed = 7").hasMessageContaining("expected: <1> but was: <2>");
        assertThat(failure.getExpected().getValue()).isEqualTo(1);
        assertThat(failure.getActual().getValue()).isEqualTo(2);
        assertThat(failure.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("shouldCompare"));
    }

    @Test
    void shouldFailForWhateverIsThrown() {
        assertThat(failure("shouldThrow"))
                .hasMessageContaining("java.io.IOException: planted")
                .hasMessageContaining("seed = 7")
                .hasRootCauseMessage("planted");
    }

    @Test
    void shouldSayTheSeedOfWhatFailsBeforeAndAfterTheTest() {
        FAIL_BEFORE.set(true);
        try {
            assertThat(failure("shouldHaveItsSeed"))
                    .hasMessageContaining("planted before")
                    .hasMessageContaining("seed = 9");
        } finally {
            FAIL_BEFORE.set(false);
        }
        FAIL_AFTER.set(true);
        try {
            assertThat(failure("shouldHaveItsSeed"))
                    .hasMessageContaining("planted after")
                    .hasMessageContaining("seed = 9");
        } finally {
            FAIL_AFTER.set(false);
        }
    }

    @Test
    void shouldFailForASessionThatFailedByItself() {
        assertThat(failure("shouldNotForgiveAListener"))
                .hasMessageContaining("anna, RECEIVER of cases failed: the message listener threw")
                .hasMessageContaining("planted")
                .hasMessageContaining("seed = 7");
        run("shouldForgiveAListenerThatIsToFail").testEvents().assertStatistics(counts -> counts.succeeded(1));
    }

    @Test
    void shouldFailForAnEventListenerThatThrew() {
        assertThat(failure("shouldNotForgiveAnEventListener"))
                .hasMessageContaining("the event listener of anna, RECEIVER of cases threw")
                .hasMessageContaining("planted");
    }

    @Test
    void shouldInterruptATestThatTakesTooLong() {
        AssertionFailedError failure = failure("shouldHang");
        assertThat(failure).hasMessageContaining("interrupted since it took too long");
        assertThat(failure.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("shouldHang"));
    }

    @Test
    void shouldSkipATestThatSaysSo() {
        run("shouldAssume").testEvents().assertStatistics(counts -> counts.aborted(1));
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstand() {
        assertThat(thrown(run("shouldHaveATimeout"))).hasMessageContaining("timeout of @MulticastTest is \"soon\"");
        assertThat(thrown(run("shouldHaveImpairments"))).hasMessageContaining("unknown impairment 'los'");
        EngineExecutionResults results =
                kit("shouldHaveASeed").configurationParameter("rm.seed", "many").execute();
        assertThat(thrown(results)).hasMessageContaining("rm.seed is \"many\"");
    }

    @Test
    void shouldTakeTheSeedFromTheAnnotationThenTheParameterThenAtRandom() {
        SEEDS.clear();
        kit("shouldHaveASeed").configurationParameter("rm.seed", "99").execute();
        run("shouldHaveASeed");
        run("shouldHaveASeed");
        assertThat(SEEDS).hasSize(3).startsWith(99L).doesNotHaveDuplicates().allMatch(seed -> seed > 0);
    }

    private static EngineTestKit.Builder kit(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(
                        selectMethod(Cases.class.getName() + "#" + method + "(" + TestNetwork.class.getName() + ")"));
    }

    private static EngineExecutionResults run(String method) {
        return kit(method).execute();
    }

    private static AssertionFailedError failure(String method) {
        Throwable thrown = thrown(run(method));
        assertThat(thrown).isInstanceOf(AssertionFailedError.class);
        return (AssertionFailedError) thrown;
    }

    private static Throwable thrown(EngineExecutionResults results) {
        return results.testEvents().failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .findFirst()
                .orElseThrow(() -> new AssertionError("the test did not fail"));
    }

    /** Not found by the build: run by the tests above. */
    static class Cases {
        private MemoryNetwork early;

        @BeforeEach
        void open(SessionFactory sessions, MemoryNetwork network) throws Exception {
            assertThat(FAIL_BEFORE).as("planted before").isFalse();
            assertThat(sessions).isSameAs(network);
            early = network;
            OPENED.add(sessions.on(CHANNEL).openReceiver());
        }

        @AfterEach
        void shouldStillBeOpen(TestNetwork network) throws Exception {
            assertThat(FAIL_AFTER).as("planted after").isFalse();
            assertThat(network).isSameAs(early);
            OPENED.add(network.on(CHANNEL).openReceiver());
        }

        @MulticastTest(network = "loss=1%")
        void shouldPass(TestNetwork network) throws Exception {
            assertThat(network).isSameAs(early);
            OPENED.add(network.on(CHANNEL).openSender());
        }

        @MulticastTest(network = "delay=1ms", seed = 42, timeout = "2s")
        void shouldWaitInVain(TestNetwork network) throws Exception {
            ReceivedMessages messages = network.messages("anna");
            MulticastSender sender = group(network, messages);
            sender.send("one".getBytes(UTF_8));
            messages.await(1);
            messages.await(2);
        }

        @MulticastTest(seed = 7)
        void shouldCompare(TestNetwork network) {
            assertEquals(1, network.events("nobody").size() + 2);
        }

        @MulticastTest(seed = 7)
        void shouldThrow(TestNetwork network) throws Exception {
            throw new IOException("planted");
        }

        @MulticastTest(seed = 7)
        void shouldNotForgiveAListener(TestNetwork network) throws Exception {
            MulticastSender sender = group(network, message -> {
                throw new IllegalStateException("planted");
            });
            sender.send(new byte[1]);
            network.awaitEvent("anna", SessionEvent.StreamEnded.class);
        }

        @MulticastTest
        void shouldForgiveAListenerThatIsToFail(TestNetwork network) throws Exception {
            MulticastReceiver receiver = network.on(CHANNEL).openReceiver(message -> {
                throw new IllegalStateException("planted");
            });
            MulticastSender sender = network.on(CHANNEL).openSender();
            network.awaitReceivers(sender, 2);
            sender.send(new byte[1]);
            assertThat(network.awaitFailure(receiver)).hasMessageContaining("planted");
        }

        @MulticastTest
        void shouldNotForgiveAnEventListener(TestNetwork network) throws Exception {
            network.on(CHANNEL)
                    .memberName("anna")
                    .onEvent(event -> {
                        throw new IllegalStateException("planted");
                    })
                    .openReceiver(network.messages("anna"));
            network.on(CHANNEL).openSender();
            network.await("what never comes", () -> false);
        }

        @MulticastTest(timeout = "10ms")
        void shouldHang(TestNetwork network) throws Exception {
            Thread.currentThread().join();
        }

        @MulticastTest
        void shouldAssume(TestNetwork network) {
            Assumptions.assumeTrue(network.seed() == 0, "never");
        }

        @MulticastTest(timeout = "soon")
        void shouldHaveATimeout(TestNetwork network) {}

        @MulticastTest(network = "los=1%")
        void shouldHaveImpairments(TestNetwork network) {}

        @MulticastTest(seed = 9)
        void shouldHaveItsSeed(TestNetwork network) {
            assertThat(network.seed()).isEqualTo(9);
        }

        @MulticastTest
        void shouldHaveASeed(TestNetwork network) {
            SEEDS.add(network.seed());
        }

        private static MulticastSender group(TestNetwork network, MessageListener anna) throws Exception {
            network.on(CHANNEL).memberName("anna").openReceiver(anna);
            MulticastSender sender = network.on(CHANNEL).openSender();
            // With the one that every test has.
            assertThat(sender.awaitReceivers(2, Duration.ofSeconds(10))).isTrue();
            return sender;
        }
    }
}
