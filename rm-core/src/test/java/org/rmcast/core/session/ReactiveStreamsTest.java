package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testng.ITestResult;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

/** The Reactive Streams TCK, whose tests are TestNG's, holds for the publisher of messages. */
@Timeout(120)
class ReactiveStreamsTest {
    @Test
    void shouldPassTheReactiveStreamsTck() {
        TestListenerAdapter results = new TestListenerAdapter();
        TestNG tck = new TestNG(false);
        tck.setVerbose(0);
        tck.setTestClasses(new Class<?>[] {MessagePublisherVerification.class});
        tck.addListener(results);

        tck.run();

        assertThat(results.getFailedTests())
                .extracting(ReactiveStreamsTest::text)
                .isEmpty();
        // What is optional and does not apply, or cannot be tested, is skipped: several subscribers at once, for one.
        assertThat(names(results.getSkippedTests())).noneMatch(name -> name.startsWith("required"));
        assertThat(names(results.getPassedTests()))
                .filteredOn(name -> name.startsWith("required"))
                .hasSizeGreaterThan(15);
    }

    private static List<String> names(List<ITestResult> results) {
        return results.stream().map(ITestResult::getName).sorted().toList();
    }

    private static String text(ITestResult result) {
        return result.getName() + ": " + result.getThrowable();
    }
}
