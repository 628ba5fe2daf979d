package org.rmcast.core.channel;

import java.util.function.Function;
import org.rmcast.api.Parameters;

/**
 * The declaration of a parameter without a range.
 *
 * @param <T> what the value is in the program
 */
public final class PlainDeclaration<T> extends Declaration<T, PlainDeclaration<T>> {
    interface Reader<T> {
        T read(Parameters given, String name, T fallback);
    }

    private final Allowed allowed;
    private final Function<T, Object> json;
    private final Reader<T> reader;

    PlainDeclaration(Settings settings, String name, Allowed allowed, Function<T, Object> json, Reader<T> reader) {
        super(settings, name, "");
        this.allowed = allowed;
        this.json = json;
        this.reader = reader;
    }

    @Override
    PlainDeclaration<T> self() {
        return this;
    }

    @Override
    Allowed allowed() {
        return allowed;
    }

    @Override
    Object json(T value) {
        return json.apply(value);
    }

    @Override
    T fitting(T fallback) {
        return fallback;
    }

    @Override
    T read(Parameters given, String name, T fallback) {
        return reader.read(given, name, fallback);
    }
}
