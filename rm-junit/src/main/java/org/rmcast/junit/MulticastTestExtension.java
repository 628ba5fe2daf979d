package org.rmcast.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.Parameters;
import org.rmcast.api.SessionFactory;

/**
 * Carries out {@link MulticastTest}: a network for each test, judged and taken down behind it. JUnit makes it; tests use the annotation.
 */
public final class MulticastTestExtension
        implements ParameterResolver,
                InvocationInterceptor,
                LifecycleMethodExecutionExceptionHandler,
                AfterEachCallback {
    private static final String SEED = "rm.seed";
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(MulticastTestExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TestNetwork.class || type == MemoryNetwork.class || type == SessionFactory.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return network(context);
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        TestNetwork network = network(context);
        Alarm alarm = new Alarm(network.remaining().plus(GRACE));
        try (alarm) {
            invocation.proceed();
            network.checkSessions();
        } catch (Exception | AssertionError e) {
            throw withSeed(context, alarm.explain(e));
        }
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw withSeed(context, thrown);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        throw withSeed(context, thrown);
    }

    /** What a test fails with; one that is skipped, and what no test is to blame for, stays as it is. */
    private static Throwable withSeed(ExtensionContext context, Throwable thrown) {
        boolean failure = thrown instanceof Exception || thrown instanceof AssertionError;
        return failure && !(thrown instanceof TestAbortedException)
                ? network(context).failure(thrown)
                : thrown;
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        TestNetwork network = network(context);
        AssertionFailedError late = network.newReason();
        network.end();
        if (late != null) {
            throw network.failure(late);
        }
    }

    private static TestNetwork network(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(TestNetwork.class, key -> open(context), TestNetwork.class);
    }

    private static TestNetwork open(ExtensionContext context) {
        MulticastTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), MulticastTest.class)
                .orElseThrow(
                        () -> new ExtensionConfigurationException("the test is not annotated with @MulticastTest"));
        Duration timeout = Parameters.parseDuration(test.timeout());
        if (timeout == null || timeout.isNegative() || timeout.isZero()) {
            throw new ExtensionConfigurationException(
                    "timeout of @MulticastTest is \"" + test.timeout() + "\"; it must be a duration such as 30s");
        }
        return new TestNetwork(seed(test, context), test.network(), timeout);
    }

    private static long seed(MulticastTest test, ExtensionContext context) {
        if (test.seed() != 0) {
            return test.seed();
        }
        return context.getConfigurationParameter(SEED)
                .map(MulticastTestExtension::parse)
                .orElseGet(() -> (long) new SplittableRandom().nextInt(1, Integer.MAX_VALUE));
    }

    private static long parse(String seed) {
        try {
            return Long.parseLong(seed.strip());
        } catch (NumberFormatException e) {
            throw new ExtensionConfigurationException(SEED + " is \"" + seed + "\"; it must be an integer", e);
        }
    }
}
