package org.rmcast.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.testing.GeneratedText;

/**
 * The class that gives the parameters of a protocol names and types in Java, see {@link ProtocolContract#typedParameters}. It is written
 * from the declarations. Immutable.
 */
public final class TypedParameters {
    /**
     * Parameters to start from.
     *
     * @param method the name of the method
     * @param meaning its Javadoc
     * @param parameter what it gives
     * @param value its value
     */
    record Start(String method, String meaning, String parameter, Enum<?> value) {}

    private final String packageName;
    private final String className;
    private final List<Start> starts;

    private TypedParameters(String packageName, String className, List<Start> starts) {
        this.packageName = packageName;
        this.className = className;
        this.starts = List.copyOf(starts);
    }

    /** A class of this full name, in the main sources of the module. */
    public static TypedParameters of(String fullName) {
        int dot = fullName.lastIndexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException(fullName + " has no package");
        }
        return new TypedParameters(fullName.substring(0, dot), fullName.substring(dot + 1), List.of());
    }

    /**
     * With one more method to start from, besides {@code defaults()}, {@code paper()} where there is such a preset, and {@code from}.
     *
     * @param meaning its Javadoc, a sentence
     * @param parameter what it gives
     */
    public TypedParameters start(String method, String meaning, String parameter, Enum<?> value) {
        List<Start> more = new ArrayList<>(starts);
        more.add(new Start(method, meaning, parameter, value));
        return new TypedParameters(packageName, className, more);
    }

    /**
     * Checks that the class is as the declarations have it, or writes it with {@code -Drm.docs=write}. The contract does that for protocols of
     * sessions.
     *
     * @param test who asks, for what is said on failure
     * @param module where the class is
     */
    public void check(Class<?> test, String module, Protocol protocol) throws IOException {
        GeneratedText.of(test, module)
                .checkFile(
                        module + '/' + file(), TypedParametersSource.of(this, protocol.name(), protocol.parameters()));
    }

    String packageName() {
        return packageName;
    }

    String className() {
        return className;
    }

    List<Start> starts() {
        return starts;
    }

    /** The file, from the directory of its module. */
    String file() {
        return "src/main/java/" + packageName.replace('.', '/') + '/' + className + ".java";
    }
}
