package org.rmcast.cli.it;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * Gives a test its {@link Wan} and removes it afterwards. After a failure target/it-failures has a directory with the nodes'
 * logs, the links and the seed, which {@code -Drm.seed=N} takes.
 */
final class WanExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final Namespace NAMESPACE = Namespace.create(WanExtension.class);
    private static final Path FAILURES = Path.of("target", "it-failures");

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Wan.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Wan wan = new Wan(Long.getLong("rm.seed", 1));
        context.getStore(NAMESPACE).put(Wan.class, wan);
        return wan;
    }

    @Override
    public void afterTestExecution(ExtensionContext context) throws Exception {
        Wan wan = context.getStore(NAMESPACE).remove(Wan.class, Wan.class);
        if (wan == null) {
            return;
        }
        try (wan) {
            Throwable failure = context.getExecutionException().orElse(null);
            if (failure != null && !(failure instanceof TestAbortedException)) {
                String name = context.getRequiredTestClass().getSimpleName() + "-"
                        + context.getRequiredTestMethod().getName() + "-" + context.getDisplayName();
                Path directory = FAILURES.resolve(name.replaceAll("[^A-Za-z0-9.-]+", "-"));
                wan.keep(directory);
                System.out.println("what the nodes said is kept in " + directory.toAbsolutePath());
            }
        }
    }
}
